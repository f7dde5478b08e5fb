import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { getBill, getMostDiscussed, listBills, type Bill, type BillDetail } from '#contract/bills/bills.ts'
import type { OutputOf } from '#contract/kit/endpoint.ts'
import { queryFor } from '#web/kit/api/api.ts'

export type BillPage = OutputOf<typeof listBills>

/** The fields of a bill that can change while it is on the screen. */
type BillChange = Partial<
  Pick<
    Bill,
    | 'user_stance'
    | 'support_count'
    | 'oppose_count'
    | 'neutral_count'
    | 'learning_count'
    | 'is_bookmarked'
    | 'discussion_count'
    | 'local_count'
  >
>

/** The query keys of all paginated bill lists begin with this key. */
export const billPagesKey = [listBills.path, 'pages'] as const

/** Changes a bill in every cached list and, if it is open, in its detail. */
export function changeBill(cache: QueryClient, bill_id: string, change: (bill: Bill) => BillChange) {
  const outdatedLists = cache
    .getQueryCache()
    .findAll({ queryKey: billPagesKey, predicate: ({ state }) => state.isInvalidated })
  cache.setQueriesData<InfiniteData<BillPage>>({ queryKey: billPagesKey }, (data) =>
    data
      ? {
          ...data,
          pages: data.pages.map((page) => ({
            ...page,
            bills: page.bills.map((bill) => (bill.bill_id === bill_id ? { ...bill, ...change(bill) } : bill)),
          })),
        }
      : data,
  )
  // Setting data marks a list as up to date, but its order is still outdated, so it has to be fetched again.
  for (const list of outdatedLists) list.invalidate()
  cache.setQueryData(queryFor(getMostDiscussed, {}).queryKey, (data) =>
    data
      ? {
          ...data,
          bills: data.bills.map((bill) => (bill.bill_id === bill_id ? { ...bill, ...change(bill) } : bill)),
        }
      : data,
  )
  cache.setQueryData(queryFor(getBill, { id: bill_id }).queryKey, (data) =>
    data ? { ...data, bill: { ...data.bill, ...change(data.bill) } } : data,
  )
}

/** Changes fields that only the detail of the open bill has. */
export function changeOpenBill(
  cache: QueryClient,
  bill_id: string,
  change: Partial<Pick<BillDetail, 'current_version_counts' | 'user_stance_is_outdated'>>,
) {
  cache.setQueryData(queryFor(getBill, { id: bill_id }).queryKey, (data) =>
    data ? { ...data, bill: { ...data.bill, ...change } } : data,
  )
}

/** Updates the bill everywhere from the server. If the call fails, nothing changes. */
export async function refetchBill(cache: QueryClient, bill_id: string) {
  try {
    const { bill } = await cache.fetchQuery({ ...queryFor(getBill, { id: bill_id }), staleTime: 0 })
    changeBill(cache, bill_id, () => ({
      user_stance: bill.user_stance,
      support_count: bill.support_count,
      oppose_count: bill.oppose_count,
      neutral_count: bill.neutral_count,
      learning_count: bill.learning_count,
      is_bookmarked: bill.is_bookmarked,
      discussion_count: bill.discussion_count,
      local_count: bill.local_count,
    }))
  } catch {
    // The next component that reads the bill fetches it again and shows the error.
  }
}
