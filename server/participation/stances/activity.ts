import type { Pool } from '#server/platform/postgres/db.ts'

/** The maximum number of rows, one per bill and day, that one transaction expires while it locks the counters. */
const batch = 500

/** Subtracts the points of a batch of days before the activity window from the scores. Returns true if more may be left. */
export async function expireActivity(pool: Pool): Promise<boolean> {
  const [result] = await pool<{ days: number }[]>`select expire_activity(${batch}) as days`
  return result?.days === batch
}
