import { FeedScreen } from '../feed/FeedScreen.tsx'
import { useMedia, widths } from '../kit/useMedia.ts'
import { NotificationsPanel } from '../notifications/NotificationsPanel.tsx'
import styles from './FeedTab.module.css'

/** The feed with the notifications beside it, or above it on a phone: read in the order in which it is seen. */
export function FeedTab() {
  const isPhone = useMedia(widths.phone)
  const panel = (
    <div className={styles.panel}>
      <NotificationsPanel />
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
