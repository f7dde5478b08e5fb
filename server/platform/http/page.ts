import { invalidCursor } from '#contract/kit/cursor.ts'
import { Refusal } from '#contract/kit/refusals.ts'
import type { Db } from '#server/platform/postgres/db.ts'

/**
 * Returns the column of a time as a sort key (`TimeKey` of the contract). It has microseconds, because the milliseconds
 * of JSON times do not identify a position.
 */
export function timeKey(db: Db, column: string) {
  return db.unsafe(`to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`)
}

/** Returns the cursor that `cursorInput` of the contract reads. */
export function encodeCursor(keys: readonly unknown[]): string {
  return Buffer.from(JSON.stringify(keys)).toString('base64url')
}

/**
 * Returns the cursor that follows the first `limit` rows, or null if there are no more. `keysOf` returns the sort keys of a
 * row.
 */
export function cursorAfter<Row>(
  rows: readonly Row[],
  limit: number,
  keysOf: (row: Row) => readonly unknown[],
): string | null {
  const last = rows[limit - 1]
  return last !== undefined && rows.length > limit ? encodeCursor(keysOf(last)) : null
}

/** Refuses a cursor of another order of the same list. */
export function refuseCursor(): never {
  throw new Refusal('invalid_request', { words: invalidCursor })
}

/**
 * Returns a page from rows that were read with one more than the limit. `keys` of a row are its sort keys, for the
 * cursor of the next page.
 */
export function pageOf<Row extends { keys: readonly unknown[] }>(rows: readonly Row[], limit: number) {
  return {
    items: rows.slice(0, limit).map(({ keys: _keys, ...item }) => item),
    has_more: rows.length > limit,
    next: cursorAfter(rows, limit, ({ keys }) => keys),
  }
}
