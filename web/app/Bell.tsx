import { Bell as BellIcon } from 'lucide-react'
import { useRef, useState } from 'react'
import { t } from '#contract/kit/translate.ts'
import { lazyPart, preload } from '#web/kit/api/lazyPart.ts'
import { focusById } from '#web/kit/focus.ts'
import { paths } from '#web/kit/paths.ts'
import { useLocation } from '#web/kit/router.tsx'
import { PopupBoundary } from '#web/kit/ui/Boundary.tsx'
import { IconButton } from '#web/kit/ui/Button.tsx'
import { UnreadCount } from '#web/notifications/UnreadCount.tsx'
import { useUnreadCount } from '#web/notifications/useUnreadCount.ts'
import { useDashboardTab } from './routes/useDashboardTab.ts'
import styles from './Bell.module.css'

const loadPopup = () => import('./BellPopup.tsx')
const BellPopup = lazyPart(loadPopup)

/**
 * The bell of the header with the number of unread notifications. Beside the feed it moves the focus to the panel there. On
 * other screens it opens the same panel. On a phone the tab bar leads to the page of updates instead.
 */
export function Bell() {
  const button = useRef<HTMLButtonElement>(null)
  const { pathname } = useLocation()
  const dashboardTab = useDashboardTab()
  const isDocked = (pathname === paths.feed || pathname === paths.dashboard) && dashboardTab === 'feed'
  const [isOpen, setIsOpen] = useState(false)
  const unread = useUnreadCount()

  function close() {
    setIsOpen(false)
    button.current?.focus()
  }

  return (
    <div className={styles.bell}>
      <IconButton
        ref={button}
        label={unread > 0 ? t('Notifications, {count} new', { count: unread }) : t('Notifications')}
        icon={
          <>
            <BellIcon aria-hidden="true" />
            <UnreadCount count={unread} />
          </>
        }
        className={styles.button}
        aria-current={pathname === paths.updates ? 'page' : undefined}
        aria-expanded={isDocked ? undefined : isOpen}
        onPointerEnter={() => !isDocked && preload(loadPopup)}
        onClick={() => (isDocked ? focusById('notifications') : setIsOpen(!isOpen))}
      />
      <PopupBoundary onClose={close}>
        {isOpen && !isDocked && <BellPopup onClose={close} onLeave={() => setIsOpen(false)} bell={button} />}
      </PopupBoundary>
    </div>
  )
}
