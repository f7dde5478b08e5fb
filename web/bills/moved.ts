import { useQuery, type QueryClient } from '@tanstack/react-query'
import { listMovedBills, type MovedBill } from '../../contract/bills/movedBills.ts'
import { queryFor } from '../kit/api/api.ts'

/** The cards wait no longer than this for the bills that moved. */
const maxWait = 1_000

const query = { ...queryFor(listMovedBills, {}), staleTime: Infinity }

/** Resolves when the bills that moved are known, or after a second without them. Never rejects. */
export async function loadMovedBills(cache: QueryClient): Promise<void> {
  const waited = new Promise((resolve) => setTimeout(resolve, maxWait))
  await Promise.race([cache.ensureQueryData(query).catch(() => null), waited])
}

/** The answer if it has arrived. */
export function cachedMovedBills(cache: QueryClient) {
  return cache.getQueryData(query.queryKey)
}

/** Remembers that the member has seen which bills moved. Their cards stay marked during this visit. */
export function forgetNewMoves(cache: QueryClient) {
  cache.setQueryData(query.queryKey, (answer) =>
    answer
      ? { ...answer, bills: answer.bills.map((bill) => Object.assign({}, bill, { is_new: false })) }
      : answer,
  )
}

/** How this bill moved since the member's last visit. Reads only what the feed has loaded. */
export function useMove(bill_id: string): MovedBill | undefined {
  const { data } = useQuery({ ...query, enabled: false })
  return data?.bills.find((bill) => bill.bill_id === bill_id)
}
