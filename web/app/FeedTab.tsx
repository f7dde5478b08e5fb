import { useState } from 'react'
import { FeedScreen } from '#web/feed/FeedScreen.tsx'
import { Loading } from '#web/kit/ui/Feedback.tsx'
import { useMedia, widths } from '#web/kit/useMedia.ts'
import { DockedPanel } from '#web/notifications/NotificationsPanel.tsx'
import { useWelcome } from '#web/welcome/useWelcome.ts'
// The early feed shows the first step of the welcome card, so the page needs its styles.
import '#web/welcome/WelcomeCard.module.css'
import styles from './FeedTab.module.css'

/**
 * The feed with the notifications beside it. On a phone, the tab bar leads to the page of updates instead.
 */
export default function FeedTab() {
  const isPhone = useMedia(widths.phone)
  const [isOpen, setIsOpen] = useState(true)
  const welcome = useWelcome()
  if (!welcome.isReady) return <Loading>Loading...</Loading>
  return (
    <div className={styles.tab}>
      <FeedScreen Welcome={welcome.Card} />
      {!isPhone && (
        <div className={styles.panel}>
          <DockedPanel isOpen={isOpen} onToggle={() => setIsOpen(!isOpen)} />
        </div>
      )}
    </div>
  )
}
