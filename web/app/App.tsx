import { useEffect } from 'react'
import { BrowserRouter, Navigate, Route, Routes, useLocation, useNavigate, useParams } from 'react-router'
import { reportNavigation } from '#web/kit/history.tsx'
import { paths } from '#web/kit/paths.ts'
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
} from './routes/screens.ts'
import { UnknownPath } from './UnknownPath.tsx'

export { preloadScreen }

if (readToken()) preloadScreen(window.location.pathname)
preloadLinkedScreens()

/** The router with every screen except the sign-in. */
export default function App() {
  return (
    <BrowserRouter>
      <HashLinks />
      <NavigationReporter />
      <Screens />
    </BrowserRouter>
  )
}

function Screens() {
  const { pathname } = useLocation()
  return (
    <ScreenBoundary address={pathname}>
      <Routes>
        {openRoutes.map(({ path, Screen }) => (
          <Route key={path} path={path} element={<Screen />} />
        ))}
        <Route element={<Protected />}>
          <Route path={downloadRoute.path} element={<downloadRoute.Screen />} />
          <Route element={<DashboardShell />}>
            {shellRoutes.map(({ path, Screen }) => (
              <Route key={path} path={path} element={<Screen />} />
            ))}
          </Route>
        </Route>
        {/* Root shows the sign-in as soon as the navigation is reported to it. */}
        <Route path={paths.login} element={null} />
        <Route path="/bills/:billId" element={<SharedBill />} />
        <Route path={paths.home} element={<Navigate to={paths.feed} replace />} />
        <Route path="*" element={<UnknownPath />} />
      </Routes>
    </ScreenBoundary>
  )
}

function NavigationReporter() {
  const location = useLocation()
  useEffect(reportNavigation, [location])
  return null
}

/** Redirects the link of a shared bill to the bill in the feed. */
function SharedBill() {
  const { billId } = useParams()
  return <Navigate to={billId ? paths.bill(billId) : paths.feed} replace />
}

/** Redirects `#/groups/{id}`, which links in group updates use, to the page of the group. */
function HashLinks() {
  const { hash } = useLocation()
  const navigate = useNavigate()
  useEffect(() => {
    const groupId = /^#\/groups\/([\w-]+)$/.exec(hash)?.[1]
    if (groupId) void navigate(paths.group(groupId, 'feed'), { replace: true })
  }, [hash, navigate])
  return null
}
