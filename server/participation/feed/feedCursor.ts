import type { listBills } from '#contract/bills/bills.ts'
import type { ParsedOf } from '#contract/kit/endpoint.ts'
import { refuseCursor } from '#server/platform/http/page.ts'

type Order = Pick<ParsedOf<typeof listBills>, 'sort' | 'after'>

/**
 * Returns the sort keys of the last bill of the previous page, by date or by activity. All are null for the first page.
 */
export function readAfter({ sort, after }: Order) {
  if (!after) return { score: null, time: null, bill_id: null }
  if (sort === 'created_at') {
    const [time, bill_id, ...others] = after
    if (typeof time !== 'string' || others.length > 0) refuseCursor()
    return { score: null, time, bill_id }
  }
  const [score, time, bill_id] = after
  if (typeof score !== 'number' || bill_id === undefined) refuseCursor()
  return { score, time, bill_id }
}

/** Returns the offset that a cursor among the matches of a keyword represents. */
export function matchOffset({ after, offset }: Pick<Order, 'after'> & { offset: number }): number {
  return after ? readMatch(after).position + 1 : offset
}

/** Returns the position and the bill of a cursor among the matches of a keyword. */
export function readMatch(after: NonNullable<Order['after']>) {
  const [position, bill_id, ...others] = after
  if (typeof position !== 'number' || others.length > 0) refuseCursor()
  return { position, bill_id }
}
