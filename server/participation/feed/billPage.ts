import type { listBills } from '#contract/bills/bills.ts'
import type { ParsedOf } from '#contract/kit/endpoint.ts'
import { type HomeBill, homeOf, type Reading } from './home.ts'

/** The parameters of a page of bills without a keyword; `searchBills` in search.ts handles keywords. */
export type BillPage = Omit<ParsedOf<typeof listBills>, 'q' | 'language'>

/** The bills of one page. */
export type BillList = {
  ids: readonly string[]
  /** The total is exact up to `maxTotal`. */
  total: number
  maxTotal: number
  /** The cursor for the next page. */
  next: string | null
  /** Returns the field `reason` of a bill. Absent in lists without it. */
  reasonOf?: (bill: HomeBill) => object | null
}

/** Which bills a list has. Lists with the same filters are the same for every member. */
export type Filters = {
  /** The member whose bookmarks are listed. */
  bookmarks_of: string | null
  place: string | null
  level: string | null
  status: string | null
  topics: readonly string[]
  /** True if bills of past sessions are left out. */
  is_current: boolean
}

// A larger total is of no use to a reader. Counting it would cost more than reading the page.
const maxCounted = 10_000

/**
 * Returns the largest exact total. Totals by level, status and one topic are stored. Other totals are counted (count_listed
 * in db/functions/52_feed.sql).
 */
export function maxTotalOf({ bookmarks_of, place, topics }: Filters): number {
  return bookmarks_of === null && place === null && topics.length <= 1 ? Infinity : maxCounted
}

/** Returns the filters of a page, or null if no bill can pass them, because the member has no such place. */
export async function filtersOf(reading: Reading, page: BillPage): Promise<Filters | null> {
  const { scope, government_level = null, status = null, topics } = page
  const filters = {
    bookmarks_of: page.bookmarked === undefined ? null : reading.me.user_id,
    place: null,
    level: government_level,
    status,
    topics,
    is_current: page.past_sessions === 'exclude',
  }
  if (scope === undefined) return filters
  if (scope === 'congress') {
    return (government_level ?? 'federal') === 'federal' ? { ...filters, level: 'federal' } : null
  }
  const place = scope === 'city' ? reading.me.ocd_city_id : (await homeOf(reading)).state
  return place === null ? null : { ...filters, place }
}

export const emptyList: BillList = { ids: [], total: 0, maxTotal: Infinity, next: null }
