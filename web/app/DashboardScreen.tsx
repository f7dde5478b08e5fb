import { Link, Navigate, useLocation, useSearchParams } from 'react-router'
import { lazyPart } from '../kit/api/lazyPart.ts'
import { dashboardTabs, paths, type DashboardTab } from '../kit/paths.ts'
import { usePageTitle } from '../kit/usePageTitle.ts'
import { loadFeed } from './loadFeed.ts'
import { loadProfile } from './loadProfile.ts'
import styles from './DashboardScreen.module.css'

const FeedTab = lazyPart(loadFeed)
const GroupsScreen = lazyPart(() => import('../groups/GroupsScreen.tsx'))
const SettingsScreen = lazyPart(() => import('../accounts/settings/SettingsScreen.tsx'))
const ProfileScreen = lazyPart(loadProfile)

/** /feed and /dashboard — the same dashboard (R8): /feed shows the feed, /dashboard the tab that its address names. */
export function DashboardScreen() {
  const tab = useDashboardTab()
  const { pathname, state } = useLocation()
  const [address] = useSearchParams()
  if (tab === 'feed' && address.has('tab') && address.get('tab') !== 'feed') {
    // The bill in the address has won over the tab, and must not give way to it once it is processed.
    const left = new URLSearchParams(address)
    left.delete('tab')
    return <Navigate to={{ pathname, search: left.toString() }} state={state} replace />
  }
  if (tab === 'feed') return <FeedTab />
  if (tab === 'profile') return <ProfileScreen />
  if (tab === 'elections') return <ElectionsPanel />
  if (tab === 'settings') return <SettingsScreen />
  return <GroupsScreen />
}

/** A bill or a comment in the address always selects the feed. */
export function useDashboardTab(): DashboardTab {
  const { pathname } = useLocation()
  const [address] = useSearchParams()
  if (pathname === paths.feed || address.has('highlight') || address.has('comment')) return 'feed'
  return dashboardTabs.find((tab) => tab === address.get('tab')) ?? 'feed'
}

function ElectionsPanel() {
  usePageTitle('Elections')
  return (
    <div className={styles.elections}>
      <h1 className="h-page">Elections</h1>
      <p>Elections feature coming soon...</p>
      <Link to={paths.elections}>Open the elections guide</Link>
    </div>
  )
}
