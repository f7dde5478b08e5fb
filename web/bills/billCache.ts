import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { getBill, listBills, type Bill } from '../../contract/bills.ts'
import type { OutputOf } from '../../contract/kit/endpoint.ts'
import { queryFor } from '../kit/api/api.ts'

export type BillPage = OutputOf<typeof listBills>

/** What may change about a bill while it is on the screen. */
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

/** Every list of pages of bills has this at the head of its key. */
export const billPagesKey = [listBills.path, 'pages'] as const

/** Changes a bill wherever it is held: in every page of every list, and as the open bill. */
export function changeBill(cache: QueryClient, bill_id: string, change: (bill: Bill) => BillChange) {
  cache.setQueriesData<InfiniteData<BillPage>>({ queryKey: billPagesKey }, (held) =>
    held
      ? {
          ...held,
          pages: held.pages.map((page) => ({
            ...page,
            bills: page.bills.map((bill) => (bill.bill_id === bill_id ? { ...bill, ...change(bill) } : bill)),
          })),
        }
      : held,
  )
  cache.setQueryData(queryFor(getBill, { id: bill_id }).queryKey, (held) =>
    held ? { ...held, bill: { ...held.bill, ...change(held.bill) } } : held,
  )
}

/** Puts what the server has on every place that shows the bill; without an answer all stays as it is. */
export async function rereadBill(cache: QueryClient, bill_id: string) {
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
    // The next reader of the bill asks again and says what is wrong.
  }
}
