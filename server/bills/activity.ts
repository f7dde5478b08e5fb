import type { Db, Pool } from '../postgres/db.ts'

/** Days that count towards a bill's activity score, today included (R44). */
export const activityDays = 14

/** Takes the points of an act done at `at` back, if that day still counts; the counters are locked before the day. */
export async function subtractActivity(db: Db, bill_id: string, at: string, points: number): Promise<void> {
  await db`
    with held as materialized (
      select bill_id from bill_counters where bill_id = ${bill_id} for no key update),
    that_day as (
      update bill_activity a set points = a.points - ${points}
        from held where a.bill_id = held.bill_id and a.day = (${at}::timestamptz at time zone 'utc')::date
      returning a.bill_id)
    update bill_counters c set activity_score = c.activity_score - ${points}
      from that_day where c.bill_id = that_day.bill_id`
}

/** Gives points of a day back that were taken from it, if that day still counts. */
export async function addActivity(db: Db, bill_id: string, day: string, points: number): Promise<void> {
  await db`
    with held as (
      update bill_counters set activity_score = activity_score + ${points}
       where bill_id = ${bill_id} and ${day}::date > (now() at time zone 'utc')::date - ${activityDays}::int
      returning bill_id)
    insert into bill_activity as kept (bill_id, day, points) select bill_id, ${day}::date, ${points} from held
    on conflict (bill_id, day) do update set points = kept.points + excluded.points`
}

/** Days older than the window leave the score for good. Run by maintenance; a second run at once changes nothing. */
export async function expireActivity(pool: Pool): Promise<void> {
  await pool`
    with gone as (
      delete from bill_activity
       where day <= (now() at time zone 'utc')::date - ${activityDays}::int returning bill_id, points),
    summed as (select bill_id, sum(points) as points from gone group by bill_id)
    update bill_counters c set activity_score = greatest(c.activity_score - summed.points, 0)
      from summed where summed.bill_id = c.bill_id`
}
