import { Navigate, Outlet, useLocation, type Location } from 'react-router'
import { paths } from '../kit/paths.ts'
import { howSessionEnded, useSession } from '../kit/session/session.ts'
import { Loading } from '../kit/ui/Feedback.tsx'

/**
 * Around every screen but the sign-in: a spinner while the session starts; a visitor goes to /login, which remembers
 * where they wanted to be unless they came here by signing out (R6). Groups are open to visitors (R1), only a session
 * that the server refused leads from there to /login.
 */
export function Protected() {
  const { isLoading, isAuthenticated } = useSession()
  const location = useLocation()
  const { pathname } = location
  if (isLoading) return <Loading wholePage>Loading...</Loading>

  const ending = howSessionEnded()
  const isOpen = pathname === paths.groups || pathname.startsWith(`${paths.groups}/`)
  if (isAuthenticated || (isOpen && ending === 'none')) return <Outlet />

  const from = ending === 'signed_out' ? null : addressOf(location)
  return <Navigate to={paths.login} replace state={from ? { from } : null} />
}

/**
 * The address to return to. A few seconds after a bill was opened by a link, it is named only by the state of the history
 * entry, which does not outlive the sign-in screen.
 */
function addressOf({ pathname, search, hash, state }: Location): string {
  const query = new URLSearchParams(search)
  const billId: unknown = state?.expandBillId
  if (typeof billId === 'string') query.set('highlight', billId)
  return `${pathname}${query.size > 0 ? `?${query}` : ''}${hash}`
}
