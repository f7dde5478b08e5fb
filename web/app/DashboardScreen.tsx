import { looksLikeBillPath } from '#contract/bills/sharedBills.ts'
import { t } from '#contract/kit/translate.ts'
import { Link, Navigate } from '#web/kit/history.tsx'
import { paths } from '#web/kit/paths.ts'
import { matchPath, useLocation, useSearchParams, withQuery } from '#web/kit/router.tsx'
import { site } from '#web/kit/site.ts'
import { usePageTitle } from '#web/kit/usePageTitle.ts'
import { FeedTab, GroupsScreen, ProfileScreen, SettingsScreen } from './routes/tabs.ts'
import { useDashboardTab } from './routes/useDashboardTab.ts'
import { UnknownPath } from './UnknownPath.tsx'
import styles from './DashboardScreen.module.css'

/**
 * The dashboard. /feed always shows the feed, /dashboard shows the tab that the URL names, and the URL of a bill shows the
 * feed with the bill open above it.
 */
export default function DashboardScreen() {
  const tab = useDashboardTab()
  const { pathname, state } = useLocation()
  const searchParams = useSearchParams()
  const path = [paths.feed, paths.dashboard].find((screenPath) => matchPath(screenPath, pathname))
  if (!path && !looksLikeBillPath(pathname)) {
    // Other paths of this form name nothing.
    return <UnknownPath />
  }
  if (path && path !== pathname) {
    // Another spelling, such as /feed/, leads to the same screen.
    return <Navigate to={withQuery(searchParams, path)} state={state} replace />
  }
  if (tab === 'feed' && searchParams.has('tab') && searchParams.get('tab') !== 'feed') {
    // A bill in the URL overrides the tab. Without this redirect, the tab would open when the bill is closed.
    const remaining = new URLSearchParams(searchParams)
    remaining.delete('tab')
    return <Navigate to={withQuery(remaining, pathname)} state={state} replace />
  }
  if (tab === 'feed') {
    return <FeedTab />
  }
  if (tab === 'profile') {
    return <ProfileScreen />
  }
  if (tab === 'elections') {
    return site.sections.includes('elections') ? <ElectionsPanel /> : <Navigate to={paths.feed} replace />
  }
  if (tab === 'settings') {
    return <SettingsScreen />
  }
  return <GroupsScreen />
}

function ElectionsPanel() {
  usePageTitle(t('Elections'))
  return (
    <div className={styles.elections}>
      <h1 className="h-page">{t('Elections')}</h1>
      <p>{t('Elections feature coming soon...')}</p>
      <Link to={paths.elections}>{t('Open the elections guide')}</Link>
    </div>
  )
}
