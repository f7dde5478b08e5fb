import { useState } from 'react'
import { FeedScreen } from '../feed/FeedScreen.tsx'
import { useMedia, widths } from '../kit/useMedia.ts'
import { NotificationsPanel } from '../notifications/NotificationsPanel.tsx'
import styles from './FeedTab.module.css'

/**
 * The feed with the notifications beside it, or on a phone above it and closed at first: read in the order in which it is
 * seen.
 */
export function FeedTab() {
  const isPhone = useMedia(widths.phone)
  const [choice, setChoice] = useState<boolean | null>(null)
  const isOpen = choice ?? !isPhone
  const panel = (
    <div className={styles.panel}>
      <NotificationsPanel isOpen={isOpen} onToggle={() => setChoice(!isOpen)} />
    </div>
  )
  return (
    <div className={styles.tab}>
      {isPhone && panel}
      <FeedScreen />
      {!isPhone && panel}
    </div>
  )
}
