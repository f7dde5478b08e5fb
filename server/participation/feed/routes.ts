import * as bills from '#contract/bills/bills.ts'
import * as moved from '#contract/bills/movedBills.ts'
import { topicKey } from '#contract/rules/topics.ts'
import { markMovedSeen } from '#server/members/accounts/visits.ts'
import { jsonList } from '#server/platform/http/jsonBytes.ts'
import { read } from '#server/platform/http/route/read.ts'
import type { Member } from '#server/platform/http/route/route.ts'
import { write } from '#server/platform/http/route/write.ts'
import type { Db } from '#server/platform/postgres/db.ts'
import { selectMostDiscussed } from './mostDiscussed.ts'
import { readMovedBills } from './moved.ts'
import * as queries from './queries.ts'
import { selectRelevant } from './relevance.ts'
import { searchBills } from './search.ts'
import { topicRoutes } from './topics.ts'

export const feedRoutes = [
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
  ...topicRoutes,
]

async function readPage(db: Db, me: Member, page: queries.BillPage) {
  const select = page.order === 'relevance' ? selectRelevant : queries.selectBills
  const maxTotal = queries.hasStoredTotal(page) ? Infinity : queries.maxCounted
  return { ...(await select(db, me, page)), maxTotal }
}
