import type { Member } from '#server/platform/http/route/route.ts'
import type { Db } from '#server/platform/postgres/db.ts'

export type MostDiscussed = { bill_id: string; is_own_area: boolean }

/**
 * Selects the bill with the most comments among the newest 100 bills of each of the member's divisions. Bills of
 * Congress count only if the other divisions have none. The index by jurisdiction finds the newest bills, so the cost
 * does not depend on the number of bills. The limit to new bills also prevents an old bill from staying first forever.
 */
export async function selectMostDiscussed(db: Db, me: Member): Promise<MostDiscussed | undefined> {
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
