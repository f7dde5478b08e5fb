import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { getBillText, type BillDetail } from '#contract/bills/bills.ts'
import { queryFor } from '#web/kit/api/api.ts'

export type BillContent = Pick<BillDetail, 'formatted_text' | 'bill_sections' | 'full_text'>

/** In the state `late` the server still has no text after ten seconds, and polling has stopped. */
export type TextState = 'idle' | 'waiting' | 'late' | 'failed' | 'unavailable' | 'ready'

export type FetchedText = {
  state: TextState
  content: BillContent | null
  error: unknown
  retry: () => void
}

const pollIntervalMs = 1_000
const maxPollingMs = 10_000

export function hasText({ formatted_text, bill_sections, full_text }: BillContent): boolean {
  return Boolean(formatted_text ?? full_text) || (bill_sections?.sections.length ?? 0) > 0
}

/** Loads the text of a bill whose detail has none. The server fetches it from the source on the first request. */
export function useBillText(bill_id: string, isWanted: boolean): FetchedText {
  const [isPolling, setIsPolling] = useState(true)
  // Opening the text again starts a new wait.
  if (!isWanted && !isPolling) setIsPolling(true)
  const query = useQuery({
    ...queryFor(getBillText, { id: bill_id }),
    enabled: isWanted,
    refetchInterval: ({ state }) =>
      isPolling && state.status === 'success' && state.data?.state === 'fetching' ? pollIntervalMs : false,
  })
  const isFetching = isWanted && (query.isPending || (query.isSuccess && query.data.state === 'fetching'))
  useEffect(() => {
    const timer = isFetching && isPolling ? setTimeout(() => setIsPolling(false), maxPollingMs) : undefined
    return () => clearTimeout(timer)
  }, [isFetching, isPolling])

  const content = query.data?.state === 'ready' ? query.data : null
  return {
    state: content ? 'ready' : stateWithoutText(),
    content,
    error: query.error,
    retry: () => {
      setIsPolling(true)
      void query.refetch()
    },
  }

  function stateWithoutText(): TextState {
    if (!isWanted) return 'idle'
    if (isFetching) return isPolling ? 'waiting' : 'late'
    if (!query.isError) return 'unavailable'
    return query.isFetching ? 'waiting' : 'failed'
  }
}
