import { useEffect, useRef, useState, type ReactNode } from 'react'
import { FeedScreen } from '#web/feed/FeedScreen.tsx'
import { lazyPart, preload } from '#web/kit/api/lazyPart.ts'
import { PartBoundary } from '#web/kit/ui/Boundary.tsx'
import { Loading } from '#web/kit/ui/Feedback.tsx'
import { useMedia, widths } from '#web/kit/useMedia.ts'
import { useWelcome } from '#web/welcome/useWelcome.ts'
// The early feed shows the first step of the welcome card, so the page needs its styles.
import '#web/welcome/WelcomeCard.module.css'
import styles from './FeedTab.module.css'

// A phone never shows the panel.
const loadPanel = async () => ({
  default: (await import('#web/notifications/NotificationsPanel.tsx')).DockedPanel,
})
const DockedPanel = lazyPart(loadPanel)
if (!window.matchMedia(widths.phone).matches) preload(loadPanel)

const WhoRepresentsYou = lazyPart(async () => ({
  default: (await import('#web/representatives/WhoRepresentsYou.tsx')).WhoRepresentsYou,
}))

/**
 * The feed with the notifications and the member's representatives beside it. On a phone, the tab bar leads to the page of updates instead.
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
          <PartBoundary>
            <DockedPanel isOpen={isOpen} onToggle={() => setIsOpen(!isOpen)} />
          </PartBoundary>
          <OnceVisible>
            <WhoRepresentsYou />
          </OnceVisible>
        </div>
      )}
    </div>
  )
}

/** Shows its content once the place where it stands has been in the window so that the first load does not wait for it. */
function OnceVisible({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  const [isVisible, setIsVisible] = useState(false)
  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting) setIsVisible(true)
    })
    if (place.current) observer.observe(place.current)
    return () => observer.disconnect()
  }, [])
  return (
    <div ref={place}>
      {isVisible ? <PartBoundary>{children}</PartBoundary> : <div className={styles.later} />}
    </div>
  )
}
