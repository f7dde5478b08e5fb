import { useEffect, type ReactNode } from 'react'
import { Navigate, navigate } from '#web/kit/history.tsx'
import { paths } from '#web/kit/paths.ts'
import { matchPath, ParamsProvider, Router, useLocation } from '#web/kit/router.tsx'
import { readToken } from '#web/kit/session/storedSession.ts'
import { ScreenBoundary } from '#web/kit/ui/Boundary.tsx'
import { Protected } from './Protected.tsx'
import {
  DashboardShell,
  downloadRoute,
  openRoutes,
  preloadLinkedScreens,
  preloadScreen,
  shellRoutes,
  type ScreenRoute,
} from './routes/screens.ts'
import { UnknownPath } from './UnknownPath.tsx'

export { preloadScreen }

if (readToken()) preloadScreen(window.location.pathname)
preloadLinkedScreens()

/** The router with every screen except the sign-in. */
export default function App() {
  return (
    <Router>
      <HashLinks />
      <Screens />
    </Router>
  )
}

function Screens() {
  const { pathname } = useLocation()
  return <ScreenBoundary resetKey={pathname}>{screenOf(pathname)}</ScreenBoundary>
}

function screenOf(pathname: string): ReactNode {
  const open = findScreen(openRoutes, pathname)
  if (open) return open
  const download = findScreen([downloadRoute], pathname)
  if (download) return <Protected>{download}</Protected>
  const screen = findScreen(shellRoutes, pathname)
  if (screen) {
    return (
      <Protected>
        <DashboardShell>{screen}</DashboardShell>
      </Protected>
    )
  }
  // Root shows the sign-in.
  if (matchPath(paths.login, pathname)) return null
  if (matchPath(paths.home, pathname)) return <Navigate to={paths.feed} replace />
  const linked = matchPath('/bills/:billId', pathname)
  return linked?.billId ? <Navigate to={paths.bill(linked.billId)} replace /> : <UnknownPath />
}

function findScreen(routes: readonly ScreenRoute[], pathname: string): ReactNode {
  for (const { path, Screen } of routes) {
    const params = matchPath(path, pathname)
    if (params) {
      return (
        <ParamsProvider params={params}>
          <Screen />
        </ParamsProvider>
      )
    }
  }
  return null
}

/** Redirects `#/groups/{id}`, which links in group updates use, to the page of the group. */
function HashLinks() {
  const { hash } = useLocation()
  useEffect(() => {
    const groupId = /^#\/groups\/([\w-]+)$/.exec(hash)?.[1]
    if (groupId) navigate(paths.group(groupId, 'feed'), { replace: true })
  }, [hash])
  return null
}
