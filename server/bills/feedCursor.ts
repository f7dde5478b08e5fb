import type { listBills } from '../../contract/bills.ts'
import type { ParsedOf } from '../../contract/kit/endpoint.ts'
import { refuseCursor, timeKey } from '../http/page.ts'
import type { Db, Part } from '../postgres/db.ts'

type Order = Pick<ParsedOf<typeof listBills>, 'sort' | 'order' | 'after'>

/** The sort keys of the row `c` of bill_counters as JSON, for the cursor to the next page. */
export function cursorKeys(db: Db, { sort }: Order): Part {
  const time = timeKey(db, 'c.created_at')
  return sort === 'activity_score'
    ? db`json_build_array(c.activity_score, ${time}, c.bill_id)`
    : db`json_build_array(${time}, c.bill_id)`
}

/**
 * The condition for bills after the cursor, on the row `f` of the table that the page walks. Where the directions of an
 * order are mixed, the first line is one range of its index and the second leaves out bills that are not after the cursor.
 */
export function afterCursor(db: Db, { sort, order, after }: Order): Part {
  if (!after) return db``
  if (sort === 'created_at') {
    const [time, bill_id] = after
    if (typeof time !== 'string') refuseCursor()
    if (order === 'asc') return db`and (f.created_at, f.bill_id) > (${time}::timestamptz, ${bill_id})`
    return db`
      and f.created_at <= ${time}::timestamptz
      and (f.created_at < ${time}::timestamptz or f.bill_id > ${bill_id})`
  }
  if (after.length !== 3) refuseCursor()
  const [score, time, bill_id] = after
  if (order === 'asc') {
    return db`
      and f.activity_score >= ${score}::float8
      and (f.activity_score > ${score}::float8 or f.created_at < ${time}::timestamptz
           or f.created_at = ${time}::timestamptz and f.bill_id > ${bill_id})`
  }
  return db`
    and (f.activity_score, f.created_at) <= (${score}::float8, ${time}::timestamptz)
    and ((f.activity_score, f.created_at) < (${score}::float8, ${time}::timestamptz) or f.bill_id > ${bill_id})`
}

/** The offset that a cursor among matches of a keyword stands for. */
export function matchOffset({ after, offset }: Pick<Order, 'after'> & { offset: number }): number {
  return after ? readMatch(after).position + 1 : offset
}

/** The position and the bill of a cursor among matches of a keyword. */
export function readMatch(after: NonNullable<Order['after']>) {
  const [position, bill_id, ...others] = after
  if (typeof position !== 'number' || others.length > 0) refuseCursor()
  return { position, bill_id }
}
