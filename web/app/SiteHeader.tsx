import { CircleUser, LayoutList, Newspaper, Settings, Users, Vote, type LucideIcon } from 'lucide-react'
import { Link, useLocation } from 'react-router'
import { paths } from '../kit/paths.ts'
import { useSession } from '../kit/session/session.ts'
import { Wordmark } from '../kit/ui/Brand.tsx'
import { ButtonLink } from '../kit/ui/Button.tsx'
import { classNames } from '../kit/ui/classNames.ts'
import { useDashboardTab } from './DashboardScreen.tsx'
import { UserMenu } from './UserMenu.tsx'
import styles from './SiteHeader.module.css'

type HeaderTab = { words: string; icon: LucideIcon; to: string; isCurrent: boolean; only?: 'phone' | 'wide' }

/**
 * Logo, tabs, account. FEED GROUPS ELECTIONS NEWS everywhere, PROFILE and SETTINGS too on /feed and /dashboard; on
 * /dashboard the tabs that are its panels switch in place (R2). On a phone the same <nav> is the bar at the bottom, with PROFILE always and SETTINGS
 * in the account menu.
 */
export function SiteHeader() {
  const { user } = useSession()
  const tabs = useTabs()
  const here = useHere()
  return (
    <header className={styles.header}>
      <div className={styles.inside}>
        <Link to={paths.feed} className={styles.logo} aria-label="Hurd home">
          <Wordmark />
        </Link>
        {user ? (
          <>
            <nav className={styles.tabs} aria-label="Main">
              {tabs.map(({ words, icon: Icon, to, isCurrent, only }) => (
                <Link
                  key={words}
                  to={to}
                  aria-current={isCurrent ? 'page' : undefined}
                  className={classNames(
                    only === 'phone' && styles.phoneOnly,
                    only === 'wide' && styles.wideOnly,
                  )}
                >
                  <Icon aria-hidden="true" />
                  <span>{words}</span>
                </Link>
              ))}
            </nav>
            <UserMenu user={user} />
          </>
        ) : (
          <ButtonLink to={paths.login} state={{ from: here }} className={styles.signIn}>
            Sign in
          </ButtonLink>
        )}
      </div>
    </header>
  )
}

function useHere(): string {
  const { pathname, search, hash } = useLocation()
  return `${pathname}${search}${hash}`
}

function useTabs(): HeaderTab[] {
  const { pathname } = useLocation()
  const panel = useDashboardTab()
  const inPlace = pathname === paths.dashboard
  const isDashboard = inPlace || pathname === paths.feed

  const isAt = (place: string) => pathname === place || pathname.startsWith(`${place}/`)
  const tab = (
    words: string,
    icon: LucideIcon,
    place: string,
    name: 'feed' | 'groups' | 'elections' | 'profile' | 'settings',
  ): HeaderTab => ({
    words,
    icon,
    to: inPlace ? paths.dashboardTab(name) : place,
    isCurrent: isDashboard ? panel === name : isAt(place),
  })

  const tabs: HeaderTab[] = [
    tab('FEED', LayoutList, paths.feed, 'feed'),
    tab('GROUPS', Users, paths.groups, 'groups'),
    tab('ELECTIONS', Vote, paths.elections, 'elections'),
    { words: 'NEWS', icon: Newspaper, to: paths.news, isCurrent: isAt(paths.news) },
  ]
  const profile = tab('PROFILE', CircleUser, paths.ownProfile, 'profile')
  if (!isDashboard) return [...tabs, { ...profile, only: 'phone' }]
  return [...tabs, profile, { ...tab('SETTINGS', Settings, paths.settings, 'settings'), only: 'wide' }]
}
