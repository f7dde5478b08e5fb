import { useState } from 'react'
import { t } from '#contract/kit/translate.ts'
import { FeedScreen } from '#web/feed/FeedScreen.tsx'
import { lazyPart, preload } from '#web/kit/api/lazyPart.ts'
import { PartBoundary } from '#web/kit/ui/Boundary.tsx'
import { Loading } from '#web/kit/ui/Feedback.tsx'
import { useMedia, widths } from '#web/kit/useMedia.ts'
import { useWelcome } from '#web/welcome/useWelcome.ts'
// The early feed shows the first step of the welcome card, so the page needs its styles.
import '#web/welcome/WelcomeCard.module.css'
import styles from './FeedTab.module.css'

// A phone never shows what stands beside the feed.
const loadPanel = async () => ({
  default: (await import('#web/notifications/NotificationsPanel.tsx')).DockedPanel,
})
const DockedPanel = lazyPart(loadPanel)
const loadPeople = async () => ({
  default: (await import('#web/representatives/WhoRepresentsYou.tsx')).WhoRepresentsYou,
})
const WhoRepresentsYou = lazyPart(loadPeople)
if (!window.matchMedia(widths.phone).matches) {
  preload(loadPanel)
  preload(loadPeople)
}

/**
 * The feed with the notifications and the member's representatives beside it. On a phone, the tab bar leads to the page of
 * updates instead.
 */
export default function FeedTab() {
  const isPhone = useMedia(widths.phone)
  const [isOpen, setIsOpen] = useState(true)
  const welcome = useWelcome()
  if (!welcome.isReady) {
    return <Loading>{t('Loading...')}</Loading>
  }
  return (
    <div className={styles.tab}>
      <FeedScreen Welcome={welcome.Card} />
      {!isPhone && (
        <div className={styles.panel}>
          <PartBoundary>
            <DockedPanel isOpen={isOpen} onToggle={() => setIsOpen(!isOpen)} />
          </PartBoundary>
          <PartBoundary>
            <WhoRepresentsYou />
          </PartBoundary>
        </div>
      )}
    </div>
  )
}
