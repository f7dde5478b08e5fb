import { encodeCursor } from '#contract/kit/cursor.ts'
import { readKeyword } from '#contract/rules/bills/billSearch.ts'
import type { Member } from '#server/platform/http/route/route.ts'
import type { Db } from '#server/platform/postgres/db.ts'
import { matchOffset, readMatch } from './feedCursor.ts'
import type { BillPage } from './queries.ts'

/**
 * A larger total is of no use to a reader. Counting it would cost more than reading the page (search_bills in
 * db/functions/85_search.sql).
 */
export const maxMatches = 60

/** The last page ends here, because reading a page requires finding all matches before it. */
export const maxMatchDepth = 2_000

/**
 * Searches bills by a keyword (contract/rules/bills/billSearch.ts) and returns one page of them. `total` is exact up to
 * `maxTotal`. `bills` has the JSON of all bills of the page, separated by commas.
 */
export async function searchBills(
  db: Db,
  me: Pick<Member, 'user_id' | 'ocd_city_id'>,
  input: string,
  page: BillPage,
) {
  const maxTotal = Math.max(maxMatches, Math.min(matchOffset(page) + page.limit, maxMatchDepth))
  const keyword = readKeyword(input)
  if (!keyword) return { bills: [], total: 0, maxTotal, next: null }

  const last = page.after ? readMatch(page.after) : null
  const [row = []] = await db`
    select bills, total, next_position, next_bill
      from search_bills(
        ${me.user_id}, ${me.ocd_city_id}, ${keyword.parts}::text[], ${keyword.code},
        ${page.scope ?? null}, ${page.government_level ?? null}, ${page.status ?? null}, ${page.topics}::text[],
        ${page.bookmarked !== undefined}, ${page.sort}, ${page.order},
        ${last?.position ?? null}, ${last?.bill_id ?? null}, ${page.offset}, ${page.limit})`.raw()
  const [bills, total, position, bill_id] = row
  const next = position && bill_id ? encodeCursor([Number(position.toString()), bill_id.toString()]) : null
  return { bills: bills ? [bills] : [], total: Number(total?.toString() ?? 0), maxTotal, next }
}
