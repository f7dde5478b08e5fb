import { useEffect } from 'react'
import { BrowserRouter, Navigate, Route, Routes, useLocation, useNavigate, useParams } from 'react-router'
import { lazyPart, preload } from '../kit/api/lazyPart.ts'
import { paths } from '../kit/paths.ts'
import { readToken } from '../kit/session/stored.ts'
import { ScreenBoundary } from '../kit/ui/Boundary.tsx'
import { Toasts } from '../kit/ui/overlays/Toasts.tsx'
import { loadFeed } from './loadFeed.ts'
import { loadProfile } from './loadProfile.ts'
import { Protected } from './Protected.tsx'

const LoginScreen = lazyPart(() => import('../accounts/signIn/LoginScreen.tsx'))
const ResetScreen = lazyPart(() => import('../accounts/links/ResetScreen.tsx'))
const VerifyScreen = lazyPart(() => import('../accounts/links/VerifyScreen.tsx'))
const DisownScreen = lazyPart(() => import('../accounts/links/DisownScreen.tsx'))
const DownloadDataScreen = lazyPart(() => import('../accounts/links/DownloadDataScreen.tsx'))
const RestoreScreen = lazyPart(() => import('../accounts/links/RestoreScreen.tsx'))
const ProfileScreen = lazyPart(loadProfile)
const SettingsScreen = lazyPart(() => import('../accounts/settings/SettingsScreen.tsx'))
const ElectionsScreen = lazyPart(() => import('../elections/ElectionsScreen.tsx'))
const GroupsScreen = lazyPart(() => import('../groups/GroupsScreen.tsx'))
const GroupScreen = lazyPart(() => import('../groups/GroupScreen.tsx'))
const NewsScreen = lazyPart(() => import('../news/NewsScreen.tsx'))
const loadShell = () => import('./shell.ts')
const DashboardShell = lazyPart(async () => ({ default: (await loadShell()).DashboardShell }))
const DashboardScreen = lazyPart(async () => ({ default: (await loadShell()).DashboardScreen }))

// A member's first screen loads while their session is being looked at.
if (readToken() && window.location.pathname !== paths.login) {
  preload(loadShell)
  if (/^\/(feed|dashboard|bills\/.*)?$/.test(window.location.pathname)) preload(loadFeed)
}

/** Every path and its screen. The code of a screen is loaded when the screen is opened. */
export function App() {
  return (
    <BrowserRouter>
      <HashLinks />
      <Screens />
      <Toasts />
    </BrowserRouter>
  )
}

function Screens() {
  const { pathname } = useLocation()
  return (
    <ScreenBoundary address={pathname}>
      <Routes>
        <Route path={paths.login} element={<LoginScreen />} />
        <Route path={paths.resetPassword} element={<ResetScreen />} />
        <Route path={paths.verifyEmail} element={<VerifyScreen />} />
        <Route path={paths.notMe} element={<DisownScreen />} />
        <Route path={paths.restoreAccount} element={<RestoreScreen />} />
        <Route element={<Protected />}>
          <Route path={paths.downloadData} element={<DownloadDataScreen />} />
          <Route element={<DashboardShell />}>
            <Route path={paths.feed} element={<DashboardScreen />} />
            <Route path={paths.dashboard} element={<DashboardScreen />} />
            <Route path={paths.elections} element={<ElectionsScreen />} />
            <Route path={paths.news} element={<NewsScreen />} />
            <Route path={paths.ownProfile} element={<ProfileScreen />} />
            <Route path="/profile/:username" element={<ProfileScreen />} />
            <Route path={paths.settings} element={<SettingsScreen />} />
            <Route path={paths.groups} element={<GroupsScreen />} />
            <Route path="/groups/:groupId" element={<GroupScreen />} />
          </Route>
        </Route>
        <Route path="/bills/:billId" element={<SharedBill />} />
        <Route path="*" element={<Navigate to={paths.feed} replace />} />
      </Routes>
    </ScreenBoundary>
  )
}

/** A shared link opens its bill in the feed. */
function SharedBill() {
  const { billId } = useParams()
  return <Navigate to={billId ? paths.bill(billId) : paths.feed} replace />
}

/** Redirects `#/groups/{id}`, the links in group updates, to the page of the group. */
function HashLinks() {
  const { hash } = useLocation()
  const navigate = useNavigate()
  useEffect(() => {
    const groupId = /^#\/groups\/([\w-]+)$/.exec(hash)?.[1]
    if (groupId) void navigate(paths.group(groupId, 'feed'), { replace: true })
  }, [hash, navigate])
  return null
}
