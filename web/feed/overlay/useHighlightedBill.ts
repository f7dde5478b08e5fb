import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { getBill } from '#contract/bills/bills.ts'
import { t } from '#contract/kit/translate.ts'
import type { useFeed } from '#web/feed/useFeed.ts'
import { ApiError, queryFor } from '#web/kit/api/api.ts'
import { toast } from '#web/kit/ui/overlays/toast.ts'
import type { useOpenBill } from './useOpenBill.ts'

/**
 * Returns the open bill and the bills of the feed. If the open bill is not among the bills of the feed, it is fetched
 * and shown first. If it no longer exists, a message is shown and it is removed from the URL.
 */
export function useHighlightedBill(opened: ReturnType<typeof useOpenBill>, feed: ReturnType<typeof useFeed>) {
  const { billId, clear } = opened
  const [pinnedId, setPinnedId] = useState<string | null>(null)
  const detail = useQuery({ ...queryFor(getBill, { id: billId ?? '' }), enabled: billId !== null })
  const pinned = useQuery({ ...queryFor(getBill, { id: pinnedId ?? '' }), enabled: pinnedId !== null })

  const listedBill = feed.bills.find((bill) => bill.bill_id === billId)
  if (feed.isComplete && billId && !listedBill && detail.data && pinnedId !== billId) {
    setPinnedId(billId)
  }

  const failure = billId === null ? opened.error : detail.error
  const isMissing = failure instanceof ApiError && [400, 404].includes(failure.status)
  useEffect(() => {
    if (!isMissing) {
      return
    }
    toast(t('This bill is no longer available.'), 'failure')
    clear()
    // The message must be shown once for each missing bill, and `clear` is a new function in every render.
    // oxlint-disable-next-line react/exhaustive-deps -- see above
  }, [isMissing, billId])

  const bill = listedBill ?? detail.data?.bill
  const path = bill?.path
  const showUrl = useEffectEvent(opened.showUrl)
  useEffect(() => {
    if (billId !== null && path !== undefined) {
      showUrl(billId, path)
    }
  }, [billId, path])

  const pinnedBill = pinnedId === null ? undefined : pinned.data?.bill
  return {
    bill: billId === null || isMissing ? null : (bill ?? null),
    detail,
    error: !listedBill && !isMissing ? failure : null,
    retry: () => detail.refetch(),
    bills: pinnedBill
      ? [pinnedBill, ...feed.bills.filter((bill) => bill.bill_id !== pinnedBill.bill_id)]
      : feed.bills,
    unpin: () => setPinnedId(null),
  }
}
