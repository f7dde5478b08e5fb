import { useLocation, useSearchParams } from 'react-router'
import { dashboardTabs, paths, type DashboardTab } from '#web/kit/paths.ts'

/** Returns the tab that the address names. A bill or a comment in the address always selects the feed. */
export function useDashboardTab(): DashboardTab {
  const { pathname } = useLocation()
  const [address] = useSearchParams()
  if (pathname === paths.feed || address.has('highlight') || address.has('comment')) return 'feed'
  return dashboardTabs.find((tab) => tab === address.get('tab')) ?? 'feed'
}
