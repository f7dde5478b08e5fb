import { looksLikeBillPath } from '#contract/bills/sharedBills.ts'
import { dashboardTabs, paths, type DashboardTab } from '#web/kit/paths.ts'
import { useLocation, useSearchParams } from '#web/kit/router.tsx'

/** Returns the tab that the URL names. A bill or a comment in the URL always selects the feed. */
export function useDashboardTab(): DashboardTab {
  const { pathname } = useLocation()
  const searchParams = useSearchParams()
  const opensBill =
    looksLikeBillPath(pathname) || searchParams.has('highlight') || searchParams.has('comment')
  if (pathname === paths.feed || opensBill) return 'feed'
  return dashboardTabs.find((tab) => tab === searchParams.get('tab')) ?? 'feed'
}
