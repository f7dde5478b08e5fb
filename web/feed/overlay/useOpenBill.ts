import { useEffect, useEffectEvent, useRef } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { linkParameters } from '#web/kit/paths.ts'

/** After these times, in milliseconds, the linked bill or comment is removed from the URL. */
const billLinkLifetime = 3_000
const commentLinkLifetime = 8_000

/** The state of a history entry of the feed. If `openedHere` is true, the previous entry is the feed. */
type HistoryState = { expandBillId?: string; openedHere?: boolean; filter?: string }

const replaceWithoutState = { replace: true, preventScrollReset: true, state: null } as const

function readState(state: unknown): HistoryState {
  return typeof state === 'object' && state !== null ? state : {}
}

/**
 * Returns which bill is open and which of its comments a link points to. A bill that was opened in the feed stays in the URL,
 * in the parameter `highlight`, until it is closed. If a link from elsewhere opened the bill, the URL loses the parameter after
 * a few seconds, and the bill stays open.
 */
export function useOpenBill() {
  const [searchParams, setSearchParams] = useSearchParams()
  const location = useLocation()
  const navigate = useNavigate()
  const historyState = readState(location.state)
  const linked = searchParams.get('highlight')
  const comment = linked ? searchParams.get('comment') : null
  const billId = linked ?? historyState.expandBillId ?? null
  const openedHere = historyState.openedHere === true
  const closedEntry = useRef<string | null>(null)

  function paramsWith(billId: string | null): URLSearchParams {
    const next = new URLSearchParams(searchParams)
    for (const name of linkParameters) next.delete(name)
    if (billId) next.set('highlight', billId)
    return next
  }

  const removeLinkFromUrl = useEffectEvent((expandBillId: string) => {
    // While the code of another screen is loading, this screen is still mounted. The navigation must not be undone.
    if (new URLSearchParams(window.location.search).get('highlight') !== expandBillId) return
    setSearchParams(paramsWith(null), { replace: true, preventScrollReset: true, state: { expandBillId } })
  })

  const linkLifetime = comment ? commentLinkLifetime : billLinkLifetime
  const linkedFromElsewhere = openedHere ? null : linked
  useEffect(() => {
    if (!linkedFromElsewhere) return undefined
    const timer = setTimeout(() => removeLinkFromUrl(linkedFromElsewhere), linkLifetime)
    return () => clearTimeout(timer)
  }, [linkedFromElsewhere, linkLifetime])

  return {
    billId,
    comment,
    open: (bill_id: string) =>
      setSearchParams(paramsWith(bill_id), { preventScrollReset: true, state: { openedHere: true } }),
    close: () => {
      if (!openedHere) return setSearchParams(paramsWith(null), replaceWithoutState)
      // Going back takes a moment, and pressing Escape twice must not go back twice.
      if (closedEntry.current === location.key) return
      closedEntry.current = location.key
      return void navigate(-1)
    },
    /** Removes the bill and the comment from the URL without going back, for example if the bill does not exist. */
    clear: () => setSearchParams(paramsWith(null), replaceWithoutState),
  }
}
