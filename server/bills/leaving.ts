import type { Db } from '../kit/db.ts'
import { activityDays } from './activity.ts'

/** Takes the stances of a member who leaves, with their counts and activity (R25); their history goes with the account. */
export async function leaveBills(db: Db, user_id: string): Promise<void> {
  await db`
    select from bill_counters where bill_id in (select bill_id from stances where user_id = ${user_id})
     order by bill_id for no key update`
  await db`
    with gone as (
      delete from stances where user_id = ${user_id}
      returning bill_id, stance, (changed_at at time zone 'utc')::date as day),
    days as (
      update bill_activity a set points = a.points - 1
        from gone where (a.bill_id, a.day) = (gone.bill_id, gone.day)
         and gone.day > (now() at time zone 'utc')::date - ${activityDays}::int)
    update bill_counters n set
      support_count = n.support_count - (g.stance = 'support')::int,
      oppose_count = n.oppose_count - (g.stance = 'oppose')::int,
      neutral_count = n.neutral_count - (g.stance = 'neutral')::int,
      learning_count = n.learning_count - (g.stance = 'learning')::int,
      echo_version = n.echo_version + 1,
      activity_score = n.activity_score
        - (g.day > (now() at time zone 'utc')::date - ${activityDays}::int)::int
      from gone g where n.bill_id = g.bill_id`
}
