import { Navigate, Outlet, useLocation } from 'react-router'
import { paths } from '../kit/paths.ts'
import { howSessionEnded, useSession } from '../kit/session.ts'
import { Loading } from '../kit/ui/Feedback.tsx'

/**
 * Screens for members: a spinner while the session starts; a visitor goes to /login, which remembers where they wanted
 * to be, unless they came here by signing out (R6).
 */
export function Protected() {
  const { isLoading, isAuthenticated } = useSession()
  if (isLoading) return <Loading wholePage>Loading...</Loading>
  return isAuthenticated ? <Outlet /> : <ToLogin />
}

/** Screens for everyone; only a session that the server refused leads from them to /login. */
export function WhenSessionKnown() {
  const { isLoading, isAuthenticated } = useSession()
  if (isLoading) return <Loading wholePage>Loading...</Loading>
  return !isAuthenticated && howSessionEnded() !== 'none' ? <ToLogin /> : <Outlet />
}

function ToLogin() {
  const { pathname, search, hash } = useLocation()
  const from = howSessionEnded() === 'signed_out' ? null : `${pathname}${search}${hash}`
  return <Navigate to={paths.login} replace state={from ? { from } : null} />
}
