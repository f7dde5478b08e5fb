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

/** The dashboard: /feed shows the feed, and /dashboard the tab that its address names. */
export function DashboardScreen() {
  const tab = useDashboardTab()
  const { pathname, state } = useLocation()
  const [address] = useSearchParams()
  if (tab === 'feed' && address.has('tab') && address.get('tab') !== 'feed') {
    // The bill in the address overrides the tab. Without this, the tab would open when the bill is closed.
    const remaining = new URLSearchParams(address)
    remaining.delete('tab')
    return <Navigate to={{ pathname, search: remaining.toString() }} state={state} replace />
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
