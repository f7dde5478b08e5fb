import { useQuery, type QueryClient } from '@tanstack/react-query'
import { listMovedBills, type MovedBill } from '#contract/bills/bills.ts'
import { queryFor } from '#web/kit/api/api.ts'

/** The feed shows its cards after this time, in milliseconds, even if the list of bills that moved has not arrived. */
const maxWait = 1_000

const query = { ...queryFor(listMovedBills, {}), staleTime: Infinity }

/** Resolves when the bills that moved are known, or after a second without them. Never rejects. */
export async function loadMovedBills(cache: QueryClient): Promise<void> {
  const timeout = new Promise((resolve) => setTimeout(resolve, maxWait))
  await Promise.race([cache.ensureQueryData(query).catch(() => null), timeout])
}

/** Returns the list of bills that moved if it has arrived. */
export function cachedMovedBills(cache: QueryClient) {
  return cache.getQueryData(query.queryKey)
}

/** Records in the cache that the member has seen the news until this time. The cards of moved bills keep the label during this visit. */
export function setMovesSeen(cache: QueryClient, as_of: string) {
  cache.setQueryData(query.queryKey, (response) =>
    response
      ? {
          ...response,
          since: as_of,
          bills: response.bills.map((bill) => Object.assign({}, bill, { is_new: false })),
        }
      : response,
  )
}

/** Returns how this bill moved since the member's last visit. It requests nothing: the feed loads the list. */
export function useMove(bill_id: string): MovedBill | undefined {
  const { data } = useQuery({ ...query, enabled: false })
  return data?.bills.find((bill) => bill.bill_id === bill_id)
}
