import * as bills from '#contract/bills/bills.ts'
import { topicKey } from '#contract/topics.ts'
import { markMovedSeen } from '#server/members/accounts/visits.ts'
import { jsonBody } from '#server/platform/http/jsonBytes.ts'
import { read } from '#server/platform/http/route/read.ts'
import type { Member } from '#server/platform/http/route/route.ts'
import { write } from '#server/platform/http/route/write.ts'
import type { Db } from '#server/platform/postgres/db.ts'
import type { BillList, BillPage } from './billPage.ts'
import { listCards } from './cards.ts'
import type { Reading } from './home.ts'
import { listBillPage } from './lists.ts'
import { listMovedBills } from './movedBills.ts'
import { listRelevant } from './relevance.ts'
import { searchBills } from './search.ts'
import { topicRoutes } from './topics.ts'

export const feedRoutes = [
  read(bills.listBills, async ({ db, memory, me, input }) => {
    const { limit, offset, q = '', language, ...filters } = input
    const page: BillPage = {
      limit,
      offset,
      ...filters,
      sort: input.order === 'relevance' ? 'created_at' : input.sort,
      topics: input.topics.map(topicKey).filter(Boolean),
    }
    const reading = { db, memory, me, language }
    const { ids, total, maxTotal, next, reasonOf } = await listPage(reading, q.trim(), page)
    return jsonBody('bills', await listCards(reading, ids, reasonOf), {
      pagination: { limit, offset, total: Math.min(total, maxTotal), has_more: next !== null },
      total_is_exact: total <= maxTotal,
      next,
    })
  }),
  read(bills.listMovedBills, ({ db, me }) => listMovedBills(db, me)),
  write(bills.markMovedSeen, async ({ db, me, input }) => {
    await markMovedSeen(db, me, input.as_of)
    return {}
  }),
  read(bills.getMostDiscussed, async ({ db, memory, me, input: { language } }) => {
    const bill = await getMostDiscussed(db, me)
    const cards = await listCards({ db, memory, me, language }, bill ? [bill.bill_id] : [])
    return jsonBody('bills', cards, { is_own_area: bill?.is_own_area ?? false })
  }),
  ...topicRoutes,
]

export function listPage(reading: Reading, keyword: string, page: BillPage): Promise<BillList> {
  if (keyword !== '') return searchBills(reading, keyword, page)
  return page.order === 'relevance' ? listRelevant(reading, page) : listBillPage(reading, page)
}

type MostDiscussed = { bill_id: string; is_own_area: boolean }

/**
 * Selects the bill with the most comments among the newest 100 bills of each of the member's divisions. Bills of
 * Congress count only if the other divisions have none. The index by jurisdiction finds the newest bills, so the cost
 * does not depend on the number of bills. The limit to new bills also prevents an old bill from staying first forever.
 */
async function getMostDiscussed(db: Db, me: Member): Promise<MostDiscussed | undefined> {
  const [bill] = await db<MostDiscussed[]>`
    select bill_id, is_own_area
      from (select division, true as is_own_area from member_divisions
             where user_id = ${me.user_id} and division <> 'ocd-division/country:us'
             union all select 'ocd-division/country:us', false) area
     cross join lateral (
       select b.bill_id, b.created_at from bills b where b.jurisdiction = area.division
        order by b.created_at desc, b.bill_id limit 100) newest
      join bill_counters c using (bill_id)
     order by is_own_area desc, c.discussion_count desc, newest.created_at desc, bill_id limit 1`
  return bill
}
