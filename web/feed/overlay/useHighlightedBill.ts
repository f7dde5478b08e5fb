import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { getBill } from '../../../contract/bills.ts'
import { ApiError, queryFor } from '../../kit/api/api.ts'
import { toast } from '../../kit/ui/overlays/toast.ts'
import type { useFeed } from '../useFeed.ts'
import type { useOpenBill } from './useOpenBill.ts'

/**
 * The open bill, and the bills of the feed. A bill that is not among them, because it is not loaded or filtered out, is
 * fetched and put on top; one that does not exist any more says so and is forgotten (R76).
 */
export function useHighlightedBill(opened: ReturnType<typeof useOpenBill>, feed: ReturnType<typeof useFeed>) {
  const { billId, clear } = opened
  const [pinnedId, setPinnedId] = useState<string | null>(null)
  const detail = useQuery({ ...queryFor(getBill, { id: billId ?? '' }), enabled: billId !== null })
  const pinned = useQuery({ ...queryFor(getBill, { id: pinnedId ?? '' }), enabled: pinnedId !== null })

  const listed = feed.bills.find((bill) => bill.bill_id === billId)
  if (feed.isComplete && billId && !listed && detail.data && pinnedId !== billId) setPinnedId(billId)

  const isGone =
    billId !== null && detail.error instanceof ApiError && [400, 404].includes(detail.error.status)
  useEffect(() => {
    if (!isGone) return
    toast('This bill is no longer available.', 'failure')
    clear()
    // Said once for each bill that is gone; `clear` is made anew with every render.
    // oxlint-disable-next-line react/exhaustive-deps -- see above
  }, [isGone, billId])

  const onTop = pinnedId === null ? undefined : pinned.data?.bill
  return {
    bill: billId === null || isGone ? null : (listed ?? detail.data?.bill ?? null),
    detail,
    error: billId !== null && !listed && !isGone ? detail.error : null,
    retry: () => detail.refetch(),
    bills: onTop ? [onTop, ...feed.bills.filter((bill) => bill.bill_id !== onTop.bill_id)] : feed.bills,
    unpin: () => setPinnedId(null),
  }
}
