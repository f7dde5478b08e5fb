import { readKeyword } from '#contract/search.ts'
import { encodeCursor } from '#server/platform/http/page.ts'
import type { Db } from '#server/platform/postgres/db.ts'
import { type BillList, type BillPage, emptyList, type Filters, filtersOf } from './billPage.ts'
import { matchOffset, readMatch } from './feedCursor.ts'
import { type Home, homeOf, reasonOf, type Reading } from './home.ts'

/**
 * A larger total is of no use to a reader. Counting it would cost more than reading the page (search_bills in
 * db/functions/85_search.sql).
 */
export const maxMatches = 60

/** The last page ends here, because reading a page requires finding all matches before it. */
export const maxMatchDepth = 2_000

/** Searches bills by a keyword (contract/search.ts). Reads nothing but ids. */
async function findMatches(
  db: Db,
  input: string,
  page: Omit<BillPage, 'scope' | 'bookmarked'>,
  { filters, home }: { filters: Filters; home: Pick<Home, 'places' | 'topics'> | null },
): Promise<BillList> {
  const maxTotal = Math.max(maxMatches, Math.min(matchOffset(page) + page.limit, maxMatchDepth))
  const keyword = readKeyword(input)
  if (!keyword) return { ids: [], total: 0, maxTotal, next: null }

  const last = page.after ? readMatch(page.after) : null
  const [row] = await db<MatchRow[]>`
    select bill_ids::text[], total, next_position, next_bill
      from search_bills(
        ${keyword.parts}::text[], ${keyword.code}, ${filters.bookmarks_of}, ${filters.place}, ${filters.level},
        ${filters.status}, ${filters.topics}::text[], ${home && [...home.places.keys()]}::text[], ${home && home.topics}::text[],
        ${page.sort}, ${page.order}, ${last?.position ?? null}, ${last?.bill_id ?? null}, ${page.offset}, ${page.limit})`
  const { bill_ids, total = 0, next_position, next_bill } = row ?? {}
  const next = next_bill ? encodeCursor([next_position, next_bill]) : null
  return { ids: bill_ids ?? [], total, maxTotal, next }
}

type MatchRow = {
  bill_ids: string[] | null
  total: number
  next_position: number | null
  next_bill: string | null
}

export async function searchBills(reading: Reading, input: string, page: BillPage): Promise<BillList> {
  const filters = await filtersOf(reading, page)
  if (!filters) return { ...emptyList, maxTotal: maxMatches }
  const home = page.order === 'relevance' ? await homeOf(reading) : null
  const matches = await findMatches(reading.db, input, page, { filters, home })
  return home ? { ...matches, reasonOf: (bill) => reasonOf(home, bill) } : matches
}
