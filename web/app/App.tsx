import { lazy, Suspense, useEffect } from 'react'
import { BrowserRouter, Navigate, Route, Routes, useLocation, useNavigate, useParams } from 'react-router'
import { paths } from '../kit/paths.ts'
import { readToken } from '../kit/stored.ts'
import { Loading } from '../kit/ui/Feedback.tsx'
import { Toasts } from '../kit/ui/Toasts.tsx'
import { loadFeed } from './loadFeed.ts'
import { loadProfile } from './loadProfile.ts'
import { Protected } from './Protected.tsx'

const LoginScreen = lazy(() => import('../accounts/LoginScreen.tsx'))
const ResetScreen = lazy(() => import('../accounts/ResetScreen.tsx'))
const VerifyScreen = lazy(() => import('../accounts/VerifyScreen.tsx'))
const DisownScreen = lazy(() => import('../accounts/DisownScreen.tsx'))
const ProfileScreen = lazy(loadProfile)
const SettingsScreen = lazy(() => import('../settings/SettingsScreen.tsx'))
const ElectionsScreen = lazy(() => import('../elections/ElectionsScreen.tsx'))
const GroupsScreen = lazy(() => import('../groups/GroupsScreen.tsx'))
const GroupScreen = lazy(() => import('../groups/GroupScreen.tsx'))
const NewsScreen = lazy(() => import('../news/NewsScreen.tsx'))
const loadShell = () => import('./shell.ts')
const DashboardShell = lazy(async () => ({ default: (await loadShell()).DashboardShell }))
const DashboardScreen = lazy(async () => ({ default: (await loadShell()).DashboardScreen }))

// A member's first screen loads while their session is being looked at.
if (readToken() && window.location.pathname !== paths.login) {
  void loadShell()
  if (/^\/(feed|dashboard|bills\/.*)?$/.test(window.location.pathname)) void loadFeed()
}

/** Every address and its screen (accounts.md section 2). Each screen is loaded when it is opened. */
export function App() {
  return (
    <BrowserRouter>
      <HashLinks />
      <Suspense fallback={<Loading wholePage>Loading...</Loading>}>
        <Routes>
          <Route path={paths.login} element={<LoginScreen />} />
          <Route path={paths.resetPassword} element={<ResetScreen />} />
          <Route path={paths.verifyEmail} element={<VerifyScreen />} />
          <Route path={paths.notMe} element={<DisownScreen />} />
          <Route element={<Protected />}>
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
      </Suspense>
      <Toasts />
    </BrowserRouter>
  )
}

/** A shared link has no screen of its own: it opens its bill in the feed (R7). */
function SharedBill() {
  const { billId } = useParams()
  return <Navigate to={billId ? paths.bill(billId) : paths.feed} replace />
}

/** `#/groups/{id}`, as group updates link, becomes the group's page, on load and on change (R61). */
function HashLinks() {
  const { hash } = useLocation()
  const navigate = useNavigate()
  useEffect(() => {
    const groupId = /^#\/groups\/([\w-]+)$/.exec(hash)?.[1]
    if (groupId) void navigate(paths.group(groupId, 'feed'), { replace: true })
  }, [hash, navigate])
  return null
}
