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
  const isPublic = pathname === paths.groups || pathname.startsWith(`${paths.groups}/`)
  if (isAuthenticated || (isPublic && ending === 'none')) {
    return children
  }

  const from = ending === 'signed_out' ? null : pathToReturnTo(location)
  return <Navigate to={paths.login} replace state={from ? { from } : null} />
}

/**
 * Returns the URL to which the sign-in returns. The id of an open bill is added to the query, because it may be only in the state
 * of the history entry, which the sign-in screen replaces.
 */
function pathToReturnTo({ pathname, search, hash, state }: HistoryEntry): string {
  const query = new URLSearchParams(search)
  const historyState: { expandBillId?: unknown; bill_id?: unknown } =
    typeof state === 'object' && state !== null ? state : {}
  const billId = historyState.expandBillId ?? historyState.bill_id
  if (typeof billId === 'string') {
    query.set('highlight', billId)
  }
  // The sign-in screen finds the bill that it names only by its id, so a bill's own path becomes a link to the feed.
  if (looksLikeBillPath(pathname) && typeof billId === 'string') {
    return `${paths.feed}?${query}${hash}`
  }
  return `${pathname}${String(query) && `?${query}`}${hash}`
}
