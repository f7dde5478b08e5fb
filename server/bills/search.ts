import { readKeyword } from '../../contract/rules/billSearch.ts'
import type { Member } from '../http/route/route.ts'
import type { Db } from '../postgres/db.ts'
import { selectListed, type BillPage } from './queries.ts'
import {
  selectBookmarked,
  selectByActivity,
  selectByCode,
  selectByIndex,
  selectByMonth,
  selectFromFirst,
  selectSample,
  sortByActivity,
  type Search,
} from './searchQueries.ts'

/** Counting further than this tells nobody anything and would cost more than the page itself. */
export const maxMatches = 200

/** Pages of matches end here, because the database finds all the matches before a page to know where it begins. */
export const maxMatchDepth = 2_000

/** So many bills are looked at first, to learn in about how many a keyword stands. */
const sampleSize = 200
/** From one in twenty on it is common; in one of them or none it is rare. */
const [commonFrom, rareTo] = [10, 1]

/**
 * One page of the bills that a keyword finds (contract/rules/billSearch.ts), one more than asked for when there are more, and
 * how many there are; that is only known up to `maxTotal`. A bill whose very code was asked for comes first.
 */
export async function searchBills(db: Db, me: Member, given: string, page: BillPage) {
  const maxTotal = Math.max(maxMatches, Math.min(page.offset + page.limit, maxMatchDepth))
  const keyword = readKeyword(given)
  if (!keyword) return { bills: [], total: 0, maxTotal }

  const search = { me, keyword, page }
  const named = keyword.code === null ? [] : await selectByCode(db, search, maxMatches)
  const found = await find(db, search, stepOf(maxTotal + 1 + named.length))
  const isNamed = new Set(named)
  const all = [...named, ...found.filter((bill_id) => !isNamed.has(bill_id))]
  const shown = all.slice(0, maxMatchDepth).slice(page.offset, page.offset + page.limit + 1)
  const bills = await selectListed(db, me, shown)
  return { bills, total: all.length, maxTotal }
}

/** The ids of the first `most` that match, in the page's order. */
async function find(db: Db, search: Search, most: number): Promise<string[]> {
  if (search.page.bookmarked !== undefined) return selectBookmarked(db, search, most)
  const found = await findByDate(db, search, most)
  if (search.page.sort === 'created_at') return found
  return found.length < most ? sortByActivity(db, search, found) : selectByActivity(db, search, most)
}

/**
 * However many bills there are, few are read (docs/decisions/012). A common keyword is found by walking the bills in
 * their order, a rare one by an index, and what lies between by that index month by month.
 */
async function findByDate(db: Db, search: Search, most: number): Promise<string[]> {
  const { sample, terms } = await selectSample(db, search, sampleSize)
  if (terms.some((held) => held?.length === 0)) return []
  if (sample.length >= commonFrom) {
    const walked = await selectFromFirst(db, search, most * 20, most)
    if (walked.length === most) return walked
  }
  return sample.length <= rareTo
    ? selectByIndex(db, search, terms, most)
    : selectByMonth(db, search, terms, most)
}

/** Few different numbers, because each is a statement that the database prepares: 240, 480, 960 and so on. */
function stepOf(needed: number): number {
  let step = 240
  while (step < needed) step *= 2
  return step
}
