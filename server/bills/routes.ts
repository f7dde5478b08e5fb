import { findBill } from '../../contract/bills/billAddresses.ts'
import * as parts from '../../contract/bills/billParts.ts'
import * as bills from '../../contract/bills/bills.ts'
import { listLegislativeSessions } from '../../contract/bills/legislativeSessions.ts'
import * as moved from '../../contract/bills/movedBills.ts'
import { refuse } from '../../contract/kit/refusals.ts'
import { topicKey } from '../../contract/rules/topics.ts'
import { markMovedSeen } from '../accounts/visits.ts'
import { jsonItem, jsonList } from '../http/jsonBytes.ts'
import { read } from '../http/route/read.ts'
import { type Member } from '../http/route/route.ts'
import { write } from '../http/route/write.ts'
import type { Db } from '../postgres/db.ts'
import { findBillAt } from './address/findBill.ts'
import { bookmarkRoutes } from './bookmarks.ts'
import { selectMostDiscussed } from './feed/mostDiscussed.ts'
import { selectRelevant } from './feed/relevance.ts'
import { readMovedBills } from './moved/moved.ts'
import { selectActions, selectAmendments, selectSponsorships } from './parts/partQueries.ts'
import * as queries from './queries.ts'
import { searchBills } from './search.ts'
import { selectSessions } from './sessions/queries.ts'
import { selectFollowedTopics, selectTopics } from './topicQueries.ts'
import { topicFollowRoutes } from './topics.ts'

export const billRoutes = [
  read(bills.listBills, async ({ db, me, input }) => {
    const { limit, offset, q = '', ...filters } = input
    const page: queries.BillPage = {
      limit,
      offset,
      ...filters,
      sort: input.order === 'relevance' ? 'created_at' : input.sort,
      topics: input.topics.map(topicKey).filter(Boolean),
    }
    const keyword = q.trim()
    const result = await (keyword === '' ? readPage(db, me, page) : searchBills(db, me, keyword, page))
    const { total, maxTotal, next } = result
    return jsonList('bills', result.bills, {
      pagination: { limit, offset, total: Math.min(total, maxTotal), has_more: next !== null },
      total_is_exact: total <= maxTotal,
      next,
    })
  }),
  read(moved.listMovedBills, ({ db, me }) => readMovedBills(db, me)),
  write(moved.markMovedSeen, async ({ db, me, input }) => {
    await markMovedSeen(db, me, input.as_of)
    return {}
  }),
  read(bills.getMostDiscussed, async ({ db, me }) => {
    const bill = await selectMostDiscussed(db, me)
    const listed = bill ? await queries.selectListed(db, me, [bill.bill_id]) : []
    return jsonList('bills', listed, { is_own_area: bill?.is_own_area ?? false })
  }),
  read(findBill, async ({ db, input }) => (await findBillAt(db, input.address)) ?? refuse('bill_not_found')),
  read(bills.getBill, async ({ db, me, input }) =>
    jsonItem('bill', (await queries.selectBill(db, me, input.id)) ?? refuse('bill_not_found')),
  ),
  read(parts.listSponsorships, async ({ db, me, input }) => {
    if (!(await queries.billExists(db, input.id))) refuse('bill_not_found')
    return selectSponsorships(db, me, input.id, input)
  }),
  read(parts.listActions, async ({ db, input }) => {
    if (!(await queries.billExists(db, input.id))) refuse('bill_not_found')
    return { actions: await selectActions(db, input.id) }
  }),
  read(parts.listAmendments, async ({ db, input }) => {
    if (!(await queries.billExists(db, input.id))) refuse('bill_not_found')
    return selectAmendments(db, input.id, input)
  }),
  read(listLegislativeSessions, ({ db, input }) => selectSessions(db, input)),
  read(bills.getStance, async ({ db, me, input }) => ({
    stance: (await queries.selectStance(db, me, input.id)) ?? refuse('bill_not_found'),
  })),
  read(bills.listTopics, async ({ db, me }) => ({ topics: await selectTopics(db, me) })),
  read(bills.listFollowedTopics, async ({ db, me }) => ({
    followed_topics: await selectFollowedTopics(db, me),
  })),
  ...topicFollowRoutes,
  ...bookmarkRoutes,
  read(bills.listBookmarks, async ({ db, me }) => ({
    bookmarked_bills: await queries.selectBookmarks(db, me),
  })),
]

/** Returns the route of a bill's text. `fetchText` starts to fetch a text that is not stored. */
export function textRoute(fetchText: (bill_id: string) => Promise<'fetching' | 'unavailable'>) {
  return read(bills.getBillText, async ({ db, input }) => {
    const text = (await queries.selectText(db, input.id)) ?? refuse('bill_not_found')
    const isStored = text.formatted_text ?? text.bill_sections ?? text.full_text
    return { ...text, state: isStored ? ('ready' as const) : await fetchText(input.id) }
  })
}

async function readPage(db: Db, me: Member, page: queries.BillPage) {
  const select = page.order === 'relevance' ? selectRelevant : queries.selectBills
  const maxTotal = queries.hasStoredTotal(page) ? Infinity : queries.maxCounted
  return { ...(await select(db, me, page)), maxTotal }
}
