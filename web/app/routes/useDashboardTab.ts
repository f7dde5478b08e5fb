import { useLocation, useSearchParams } from 'react-router'
import { dashboardTabs, paths, type DashboardTab } from '#web/kit/paths.ts'

/** Returns the tab that the URL names. A bill or a comment in the URL always selects the feed. */
export function useDashboardTab(): DashboardTab {
  const { pathname } = useLocation()
  const [searchParams] = useSearchParams()
  if (pathname === paths.feed || searchParams.has('highlight') || searchParams.has('comment')) return 'feed'
  return dashboardTabs.find((tab) => tab === searchParams.get('tab')) ?? 'feed'
}
