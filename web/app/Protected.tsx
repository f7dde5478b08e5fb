import type { ReactNode } from 'react'
import { looksLikeBillPath } from '#contract/bills/sharedBills.ts'
import { t } from '#contract/kit/translate.ts'
import { Navigate, type HistoryEntry } from '#web/kit/history.tsx'
import { paths } from '#web/kit/paths.ts'
import { useLocation } from '#web/kit/router.tsx'
import { howSessionEnded, useSession } from '#web/kit/session/session.ts'
import { Loading } from '#web/kit/ui/Feedback.tsx'

/**
 * Wraps every screen that needs a session. A visitor is redirected to /login. The sign-in then returns to this page, unless
 * the visitor had just signed out. Groups are open to visitors and redirect only when a session has just ended.
 */
export function Protected({ children }: { children: ReactNode }) {
  const { isLoading, isAuthenticated } = useSession()
  const location = useLocation()
  const { pathname } = location
  if (isLoading) {
    return <Loading wholePage>{t('Loading...')}</Loading>
  }

  const ending = howSessionEnded()
  const isOpen = pathname === paths.groups || pathname.startsWith(`${paths.groups}/`)
  if (isAuthenticated || (isOpen && ending === 'none')) {
    return children
  }

  const from = ending === 'signed_out' ? null : pathToReturnTo(location)
  return <Navigate to={paths.login} replace state={from ? { from } : null} />
}

/**
 * Returns the URL to which the sign-in returns. An open bill is added to the query, because it may be named only by
 * the state of the history entry, and the sign-in screen replaces that state.
 */
function pathToReturnTo({ pathname, search, hash, state }: HistoryEntry): string {
  const query = new URLSearchParams(search)
  const named: { expandBillId?: unknown; bill_id?: unknown } =
    typeof state === 'object' && state !== null ? state : {}
  const billId = named.expandBillId ?? named.bill_id
  if (typeof billId === 'string') {
    query.set('highlight', billId)
  }
  // The sign-in names the bill to which it returns, and knows it only by its id.
  if (looksLikeBillPath(pathname) && typeof billId === 'string') {
    return `${paths.feed}?${query}${hash}`
  }
  return `${pathname}${query.size > 0 ? `?${query}` : ''}${hash}`
}
