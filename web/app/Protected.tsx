import { Navigate, Outlet, useLocation, type Location } from 'react-router'
import { paths } from '../kit/paths.ts'
import { howSessionEnded, useSession } from '../kit/session/session.ts'
import { Loading } from '../kit/ui/Feedback.tsx'

/**
 * Around every screen that needs a session. A visitor is redirected to /login, which returns to this page after the
 * sign-in unless the member signed out here. Groups are open to visitors, and redirect only when a session has ended.
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
 * The address to return to. The open bill may be named only by the state of the history entry, which the sign-in screen
 * replaces, so it is added to the query.
 */
function addressOf({ pathname, search, hash, state }: Location): string {
  const query = new URLSearchParams(search)
  const billId: unknown = state?.expandBillId
  if (typeof billId === 'string') query.set('highlight', billId)
  return `${pathname}${query.size > 0 ? `?${query}` : ''}${hash}`
}
