import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { getBillText, type BillDetail } from '../../../contract/bills.ts'
import { queryFor } from '../../kit/api/api.ts'

export type BillWords = Pick<BillDetail, 'formatted_text' | 'bill_sections' | 'full_text'>

/** `late`: the server has not got the text after some time, and is no longer asked. */
export type TextState = 'unasked' | 'waiting' | 'late' | 'failed' | 'unavailable' | 'ready'

export type FetchedText = {
  state: TextState
  words: BillWords | null
  error: unknown
  retry: () => void
}

const pollMs = 1_000
const patienceMs = 10_000

export function hasWords({ formatted_text, bill_sections, full_text }: BillWords): boolean {
  return Boolean(formatted_text ?? full_text) || (bill_sections?.sections.length ?? 0) > 0
}

/** The text of a bill whose detail came without one, which the server fetches when it is first asked for. */
export function useBillText(bill_id: string, isWanted: boolean): FetchedText {
  const [isPatient, setIsPatient] = useState(true)
  // Opening the text again starts a new wait.
  if (!isWanted && !isPatient) setIsPatient(true)
  const query = useQuery({
    ...queryFor(getBillText, { id: bill_id }),
    enabled: isWanted,
    refetchInterval: ({ state }) =>
      isPatient && state.status === 'success' && state.data?.state === 'fetching' ? pollMs : false,
  })
  const isComing = isWanted && (query.isPending || (query.isSuccess && query.data.state === 'fetching'))
  useEffect(() => {
    const timer = isComing && isPatient ? setTimeout(() => setIsPatient(false), patienceMs) : undefined
    return () => clearTimeout(timer)
  }, [isComing, isPatient])

  const words = query.data?.state === 'ready' ? query.data : null
  return {
    state: words ? 'ready' : stateOf(),
    words,
    error: query.error,
    retry: () => {
      setIsPatient(true)
      void query.refetch()
    },
  }

  function stateOf(): TextState {
    if (!isWanted) return 'unasked'
    if (isComing) return isPatient ? 'waiting' : 'late'
    if (!query.isError) return 'unavailable'
    return query.isFetching ? 'waiting' : 'failed'
  }
}
