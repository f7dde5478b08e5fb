import type { Db, Pool } from '../postgres/db.ts'

/** Subtracts the points of an action at time `at` if that day still counts. Locks the bill's counters before the day. */
export async function subtractActivity(db: Db, bill_id: string, at: string, points: number): Promise<void> {
  await db`
    with counters as materialized (
      select bill_id from bill_counters where bill_id = ${bill_id} for no key update),
    that_day as (
      update bill_activity a set points = a.points - ${points}
        from counters where a.bill_id = counters.bill_id and a.day = (${at}::timestamptz at time zone 'utc')::date
      returning a.bill_id)
    update bill_counters c set activity_score = c.activity_score - ${points}
      from that_day where c.bill_id = that_day.bill_id`
}

/** Adds points to a day if it still counts. */
export async function addActivity(db: Db, bill_id: string, day: string, points: number): Promise<void> {
  await db`
    with counters as (
      update bill_counters set activity_score = activity_score + ${points}
       where bill_id = ${bill_id} and counts_towards_activity(${day}::date)
      returning bill_id)
    insert into bill_activity as existing (bill_id, day, points) select bill_id, ${day}::date, ${points} from counters
    on conflict (bill_id, day) do update set points = existing.points + excluded.points`
}

/** Subtracts days older than the window from the scores. Run by maintenance; simultaneous runs are harmless. */
export async function expireActivity(pool: Pool): Promise<void> {
  await pool`
    with expired as (
      delete from bill_activity
       where not counts_towards_activity(day) returning bill_id, points),
    summed as (select bill_id, sum(points) as points from expired group by bill_id)
    update bill_counters c set activity_score = greatest(c.activity_score - summed.points, 0)
      from summed where summed.bill_id = c.bill_id`
}
