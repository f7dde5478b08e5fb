import { encodeCursor } from '../../contract/kit/cursor.ts'
import { readKeyword } from '../../contract/rules/billSearch.ts'
import type { Member } from '../http/route/route.ts'
import type { Db } from '../postgres/db.ts'
import { matchOffset, startOfMatches } from './feedCursor.ts'
import { selectListed, type BillPage } from './queries.ts'
import type { Search } from './searchConditions.ts'
import {
  selectBookmarked,
  selectByActivity,
  selectByCode,
  selectByIndex,
  selectByMonth,
  selectFromFirst,
  selectSample,
  sortByActivity,
  sortByRelevance,
} from './searchQueries.ts'

/** A larger total is of no use to a reader, and counting it would cost more than the page. */
export const maxMatches = 200

/** Pages end here, because finding a page requires finding all matches before it. */
export const maxMatchDepth = 2_000

/** The first bills that are searched, to estimate how many bills contain the keyword. */
const sampleSize = 200
/** A keyword is common if it is in at least one of twenty sampled bills, and rare if it is in at most one. */
const [minCommon, maxRare] = [10, 1]

/**
 * One page of the bills that match a keyword (contract/rules/billSearch.ts), one more if there are more, and their total,
 * which is exact up to `maxTotal`. Bills with exactly the code that was entered come first.
 */
export async function searchBills(db: Db, me: Member, input: string, page: BillPage) {
  const offset = matchOffset(page)
  const maxTotal = Math.max(maxMatches, Math.min(offset + page.limit, maxMatchDepth))
  const keyword = readKeyword(input)
  if (!keyword) return { bills: [], total: 0, maxTotal, next: null }

  const search = { me, keyword, page }
  const named = keyword.code === null ? [] : await selectByCode(db, search, maxMatches)
  // Bills that were added since the page of the cursor was read have moved the others down.
  const found = await findSorted(
    db,
    search,
    stepOf(maxTotal + 1 + named.length + (page.after ? page.limit : 0)),
  )
  const isNamed = new Set(named)
  const all = [...named, ...found.filter((bill_id) => !isNamed.has(bill_id))]
  const start = startOfMatches(all, page)
  const end = start + page.limit
  const reachable = all.slice(0, maxMatchDepth)
  const bills = await selectListed(db, me, reachable.slice(start, end + 1), page.order)
  const last = reachable[end - 1]
  const next = last !== undefined && end < reachable.length ? encodeCursor([end - 1, last]) : null
  return { bills, total: all.length, maxTotal, next }
}

async function findSorted(db: Db, search: Search, limit: number): Promise<string[]> {
  const found = await find(db, search, limit)
  return search.page.order === 'relevance' ? sortByRelevance(db, search, found, firstStep) : found
}

/** The ids of the first `limit` matches, in the page's order. */
async function find(db: Db, search: Search, limit: number): Promise<string[]> {
  if (search.page.bookmarked !== undefined) return selectBookmarked(db, search, limit)
  const found = await findByDate(db, search, limit)
  if (search.page.sort === 'created_at') return found
  return found.length < limit ? sortByActivity(db, search, found) : selectByActivity(db, search, limit)
}

/**
 * Reads few bills, regardless of their number (docs/decisions/012): a common keyword is found by walking the bills in their
 * order, a rare one by an index, and all others by that index month by month.
 */
async function findByDate(db: Db, search: Search, limit: number): Promise<string[]> {
  const { sample, terms } = await selectSample(db, search, sampleSize)
  if (terms.some((words) => words?.length === 0)) return []
  if (sample.length >= minCommon) {
    const walked = await selectFromFirst(db, search, limit * 20, limit)
    if (walked.length === limit) return walked
  }
  return sample.length <= maxRare
    ? selectByIndex(db, search, terms, limit)
    : selectByMonth(db, search, terms, limit)
}

const firstStep = 240

/** Rounds up to 240, 480, 960 and so on, because each different limit is a statement that PostgreSQL prepares. */
function stepOf(needed: number): number {
  let step = firstStep
  while (step < needed) step *= 2
  return step
}
