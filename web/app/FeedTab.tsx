import { useState } from 'react'
import { FeedScreen } from '../feed/FeedScreen.tsx'
import { Loading } from '../kit/ui/Feedback.tsx'
import { useMedia, widths } from '../kit/useMedia.ts'
import { NotificationsPanel } from '../notifications/NotificationsPanel.tsx'
import { useWelcome } from '../welcome/useWelcome.ts'
import styles from './FeedTab.module.css'

/**
 * The feed with the notifications beside it. On a phone they are above it and start closed. They are rendered in the
 * visible order, because screen readers read them in this order.
 */
export default function FeedTab() {
  const isPhone = useMedia(widths.phone)
  const [choice, setChoice] = useState<boolean | null>(null)
  const isOpen = choice ?? !isPhone
  const welcome = useWelcome()
  if (!welcome.isReady) return <Loading>Loading...</Loading>
  const panel = (
    <div className={styles.panel}>
      <NotificationsPanel isOpen={isOpen} onToggle={() => setChoice(!isOpen)} />
    </div>
  )
  return (
    <div className={styles.tab}>
      {isPhone && panel}
      <FeedScreen Welcome={welcome.Card} />
      {!isPhone && panel}
    </div>
  )
}
