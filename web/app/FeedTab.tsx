import { useState } from 'react'
import { FeedScreen } from '#web/feed/FeedScreen.tsx'
import { Loading } from '#web/kit/ui/Feedback.tsx'
import { useMedia, widths } from '#web/kit/useMedia.ts'
import { NotificationsPanel } from '#web/notifications/NotificationsPanel.tsx'
import { useWelcome } from '#web/welcome/useWelcome.ts'
import styles from './FeedTab.module.css'

/**
 * The feed with the notifications beside it. On a phone, the notifications are above the feed and are closed at first.
 * Both are rendered in the visible order, because screen readers follow the order of the elements.
 */
export default function FeedTab() {
  const isPhone = useMedia(widths.phone)
  const [chosenOpen, setChosenOpen] = useState<boolean | null>(null)
  const isOpen = chosenOpen ?? !isPhone
  const welcome = useWelcome()
  if (!welcome.isReady) return <Loading>Loading...</Loading>
  const panel = (
    <div className={styles.panel}>
      <NotificationsPanel isOpen={isOpen} onToggle={() => setChosenOpen(!isOpen)} />
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
