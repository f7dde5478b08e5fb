import { useEffect, useEffectEvent, useRef } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'

/** After this long the address forgets what it pointed at (R8, R89). */
const billProcessedAfter = 3_000
const commentProcessedAfter = 8_000

/** What the feed keeps in an entry of the browser's history. `openedHere`: a Back would return to the feed. */
type Kept = { expandBillId?: string; openedHere?: boolean; filter?: string }

const dropped = { replace: true, preventScrollReset: true, state: null } as const

function readState(state: unknown): Kept {
  return typeof state === 'object' && state !== null ? state : {}
}

/**
 * Which bill is open, and which comment of it is pointed at. A bill opened here stands in the address as `highlight`
 * until it is closed. An address someone came by is dropped once processed, with replace; the bill stays open.
 */
export function useOpenBill() {
  const [address, setAddress] = useSearchParams()
  const location = useLocation()
  const navigate = useNavigate()
  const kept = readState(location.state)
  const linked = address.get('highlight')
  const comment = linked ? address.get('comment') : null
  const billId = linked ?? kept.expandBillId ?? null
  const openedHere = kept.openedHere === true
  const closedEntry = useRef<string | null>(null)

  function addressWith(billId: string | null): URLSearchParams {
    const next = new URLSearchParams(address)
    next.delete('highlight')
    next.delete('comment')
    if (billId) next.set('highlight', billId)
    return next
  }

  const forgetLink = useEffectEvent((expandBillId: string) =>
    setAddress(addressWith(null), { replace: true, preventScrollReset: true, state: { expandBillId } }),
  )

  const processedAfter = comment ? commentProcessedAfter : billProcessedAfter
  const arrivedAt = openedHere ? null : linked
  useEffect(() => {
    if (!arrivedAt) return undefined
    const timer = setTimeout(() => forgetLink(arrivedAt), processedAfter)
    return () => clearTimeout(timer)
  }, [arrivedAt, processedAfter])

  return {
    billId,
    comment,
    open: (bill_id: string) =>
      setAddress(addressWith(bill_id), { preventScrollReset: true, state: { openedHere: true } }),
    close: () => {
      if (!openedHere) return setAddress(addressWith(null), dropped)
      // A step back takes a moment; Escape pressed twice must not go two steps.
      if (closedEntry.current === location.key) return
      closedEntry.current = location.key
      return void navigate(-1)
    },
    /** Drops the bill and the comment without a step back, for example when there is no such bill. */
    clear: () => setAddress(addressWith(null), dropped),
  }
}
