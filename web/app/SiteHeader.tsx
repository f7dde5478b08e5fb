import {
  Bell as BellIcon,
  CircleUser,
  LayoutList,
  Newspaper,
  Settings,
  Users,
  Vote,
  type LucideIcon,
} from 'lucide-react'
import { looksLikeBillPath } from '#contract/bills/sharedBills.ts'
import { t } from '#contract/kit/translate.ts'
import { Link } from '#web/kit/history.tsx'
import { paths } from '#web/kit/paths.ts'
import { useLocation } from '#web/kit/router.tsx'
import { useSession } from '#web/kit/session/session.ts'
import { site } from '#web/kit/site.ts'
import { Wordmark } from '#web/kit/ui/Brand.tsx'
import { ButtonLink } from '#web/kit/ui/ButtonLink.tsx'
import { classNames } from '#web/kit/ui/classNames.ts'
import { UnreadCount } from '#web/notifications/UnreadCount.tsx'
import { useUnreadCount } from '#web/notifications/useUnreadCount.ts'
import { SearchField } from '#web/search/SearchField.tsx'
import { Bell } from './Bell.tsx'
import { useDashboardTab } from './routes/useDashboardTab.ts'
import { UserMenu } from './UserMenu.tsx'
import styles from './SiteHeader.module.css'

type HeaderTab = { label: string; icon: LucideIcon; to: string; isCurrent: boolean; isWideOnly?: boolean }

/**
 * The header with the logo, the tabs and the account menu. It is the same on every screen; on /dashboard the tabs switch the
 * panels of the dashboard, but those of elections and news open the pages. Search, bell and account keep their place on every
 * screen. On a phone, the tabs are a bar at the bottom of the screen, which has UPDATES instead of PROFILE and SETTINGS. These
 * two are in the account menu.
 */
export function SiteHeader() {
  const { user } = useSession()
  const tabs = useTabs()
  const currentUrl = useCurrentUrl()
  const { pathname } = useLocation()
  return (
    <header className={styles.header}>
      <div className={styles.inside}>
        <Link to={paths.feed} className={styles.logo} aria-label={t('{name} home', { name: site.name })}>
          <Wordmark />
        </Link>
        {user ? (
          <>
            <nav className={styles.tabs} aria-label={t('Main')}>
              {tabs.map(({ label, icon: Icon, to, isCurrent, isWideOnly }) => (
                <Link
                  key={label}
                  to={to}
                  aria-current={isCurrent ? 'page' : undefined}
                  className={classNames(isWideOnly && styles.wideOnly)}
                >
                  <Icon aria-hidden="true" />
                  <span>{label}</span>
                </Link>
              ))}
              <UpdatesTab />
            </nav>
            <div className={styles.tools}>
              <SearchField />
              {/* The key closes the panel and reads the count again when another screen is opened. */}
              <Bell key={pathname} />
              <UserMenu user={user} />
            </div>
          </>
        ) : (
          <ButtonLink to={paths.login} state={{ from: currentUrl }} className={styles.signIn}>
            {t('Sign in')}
          </ButtonLink>
        )}
      </div>
    </header>
  )
}

/** The last tab of the bar on a phone, with the number of unread notifications. */
function UpdatesTab() {
  const { pathname } = useLocation()
  const unread = useUnreadCount()
  return (
    <Link
      to={paths.updates}
      aria-current={pathname === paths.updates ? 'page' : undefined}
      className={classNames(styles.phoneOnly)}
    >
      <span className={styles.bell}>
        <BellIcon aria-hidden="true" />
        <UnreadCount count={unread} />
      </span>
      <span>
        {t('UPDATES')}
        {unread > 0 && <span className="vh">, {t('{count} new', { count: unread })}</span>}
      </span>
    </Link>
  )
}

function useCurrentUrl(): string {
  const { pathname, search, hash } = useLocation()
  return `${pathname}${search}${hash}`
}

function useTabs(): HeaderTab[] {
  const { user } = useSession()
  const { pathname } = useLocation()
  const dashboardTab = useDashboardTab()
  const switchesPanels = pathname === paths.dashboard
  const isDashboard = switchesPanels || pathname === paths.feed || looksLikeBillPath(pathname)

  const isAt = (path: string) => pathname === path || pathname.startsWith(`${path}/`)
  const tab = (
    label: string,
    icon: LucideIcon,
    path: string,
    name: 'feed' | 'groups' | 'elections' | 'profile' | 'settings',
  ): HeaderTab => ({
    label,
    icon,
    // The panel of the elections only says that they come. The guide is more than it.
    to: switchesPanels && name !== 'elections' ? paths.dashboardTab(name) : path,
    isCurrent: isDashboard ? dashboardTab === name : isAt(path),
  })

  const tabs: HeaderTab[] = [
    tab(t('FEED'), LayoutList, paths.feed, 'feed'),
    tab(t('GROUPS'), Users, paths.groups, 'groups'),
    ...(site.sections.includes('elections') ? [tab(t('ELECTIONS'), Vote, paths.elections, 'elections')] : []),
    ...(site.sections.includes('news')
      ? [{ label: t('NEWS'), icon: Newspaper, to: paths.news, isCurrent: isAt(paths.news) }]
      : []),
  ]
  const profile = tab(t('PROFILE'), CircleUser, paths.ownProfile, 'profile')
  const isOwnProfile = pathname === paths.ownProfile || pathname === paths.profile(user?.username ?? '')
  return [
    ...tabs,
    { ...profile, isWideOnly: true, isCurrent: isDashboard ? profile.isCurrent : isOwnProfile },
    { ...tab(t('SETTINGS'), Settings, paths.settings, 'settings'), isWideOnly: true },
  ]
}
