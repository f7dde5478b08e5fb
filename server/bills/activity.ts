import type { Db, Part, Pool } from '../postgres/db.ts'

/** Appends a change of the activity of a bill on one day. The fold leaves out days that no longer count. */
export async function addActivity(db: Db, bill_id: string, day: string, points: number): Promise<void> {
  await db`
    insert into bill_counter_steps (bill_id, echo_changes, day, points) values (${bill_id}, 0, ${day}::date, ${points})`
}

/** Subtracts days older than the window from the scores. Run by maintenance; simultaneous runs are harmless. */
export async function expireActivity(pool: Pool): Promise<void> {
  await pool`select expire_activity()`
}

/** Locks the row of a bill, which whoever writes or removes a comment does before changing other counts of the bill. */
export function lockedCounters(db: Db, bill_id: string): Part {
  return db`select bill_id from bill_counters where bill_id = ${bill_id} for no key update`
}
