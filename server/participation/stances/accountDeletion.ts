import type { Db } from '#server/platform/postgres/db.ts'
import { setAsideRows, restoreRows, type Keep } from '#server/platform/postgres/setAside.ts'

/**
 * Removes a member's stances, their counts and their activity. The bills are locked first so that two deletions cannot
 * deadlock over the counts of changed minds.
 */
export async function removeStances(db: Db, user_id: string, keep: Keep): Promise<void> {
  await db`
    select from bill_counters where bill_id in (select bill_id from stances where user_id = ${user_id})
     order by bill_id for no key update`
  await keep('stances', db`select * from stances where user_id = ${user_id}`)
  await db`
    with removed as (
      delete from stances where user_id = ${user_id}
      returning bill_id, stance, (changed_at at time zone 'utc')::date as day)
    insert into bill_counter_steps
      (bill_id, support_count, oppose_count, neutral_count, learning_count, day, points)
    select bill_id, -(stance = 'support')::int, -(stance = 'oppose')::int, -(stance = 'neutral')::int,
           -(stance = 'learning')::int, day, -activity_points('stance')
      from removed`
}

/**
 * Restores the stances that were set aside, and counts them. The caller has already locked the counters of their bills.
 */
export async function restoreStances(db: Db, user_id: string): Promise<void> {
  // A comment that changed the member's mind may be deleted by now.
  await db`
    update set_aside_rows s set row = s.row || '{"comment_id": null}'
     where user_id = ${user_id} and table_name = 'stances'
       and not exists (select from bill_comments c where c.comment_id = (s.row->>'comment_id')::uuid)`
  await restoreRows(db, user_id, 'stances', db`exists (select from bills b where b.bill_id = r.bill_id)`)
  await db`
    insert into bill_counter_steps
      (bill_id, support_count, oppose_count, neutral_count, learning_count, day, points)
    select s.bill_id, (s.stance = 'support')::int, (s.stance = 'oppose')::int, (s.stance = 'neutral')::int,
           (s.stance = 'learning')::int, (s.changed_at at time zone 'utc')::date, activity_points('stance')
      from ${setAsideRows(db, user_id, 'stances')} k join stances s using (bill_id, user_id)`
}
