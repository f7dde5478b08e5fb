import { useEffect, useEffectEvent, useRef } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { linkParameters } from '../../kit/paths.ts'

/** After these times in milliseconds the link is removed from the address. */
const billLinkLifetime = 3_000
const commentLinkLifetime = 8_000

/** The state of a history entry of the feed. With `openedHere`, going back returns to the feed. */
type HistoryState = { expandBillId?: string; openedHere?: boolean; filter?: string }

const replaceWithoutState = { replace: true, preventScrollReset: true, state: null } as const

function readState(state: unknown): HistoryState {
  return typeof state === 'object' && state !== null ? state : {}
}

/**
 * Which bill is open, and which of its comments a link points to. A bill opened here stays in the address as `highlight`
 * until it is closed. A link followed from elsewhere is removed from the address after a few seconds, and the bill stays
 * open.
 */
export function useOpenBill() {
  const [address, setAddress] = useSearchParams()
  const location = useLocation()
  const navigate = useNavigate()
  const historyState = readState(location.state)
  const linked = address.get('highlight')
  const comment = linked ? address.get('comment') : null
  const billId = linked ?? historyState.expandBillId ?? null
  const openedHere = historyState.openedHere === true
  const closedEntry = useRef<string | null>(null)

  function addressWith(billId: string | null): URLSearchParams {
    const next = new URLSearchParams(address)
    for (const name of linkParameters) next.delete(name)
    if (billId) next.set('highlight', billId)
    return next
  }

  const forgetLink = useEffectEvent((expandBillId: string) =>
    setAddress(addressWith(null), { replace: true, preventScrollReset: true, state: { expandBillId } }),
  )

  const linkLifetime = comment ? commentLinkLifetime : billLinkLifetime
  const arrivedAt = openedHere ? null : linked
  useEffect(() => {
    if (!arrivedAt) return undefined
    const timer = setTimeout(() => forgetLink(arrivedAt), linkLifetime)
    return () => clearTimeout(timer)
  }, [arrivedAt, linkLifetime])

  return {
    billId,
    comment,
    open: (bill_id: string) =>
      setAddress(addressWith(bill_id), { preventScrollReset: true, state: { openedHere: true } }),
    close: () => {
      if (!openedHere) return setAddress(addressWith(null), replaceWithoutState)
      // Going back takes a moment, and pressing Escape twice must not go back twice.
      if (closedEntry.current === location.key) return
      closedEntry.current = location.key
      return void navigate(-1)
    },
    /** Removes the bill and the comment without going back, for example when the bill does not exist. */
    clear: () => setAddress(addressWith(null), replaceWithoutState),
  }
}
