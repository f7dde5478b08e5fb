import type { Pool } from '../postgres/db.ts'

/** Days of bills in one transaction, which holds the lock of the counters. */
const batch = 500

/** Subtracts a batch of days older than the window from the scores. Returns whether more are left. */
export async function expireActivity(pool: Pool): Promise<boolean> {
  const [result] = await pool<{ days: number }[]>`select expire_activity(${batch}) as days`
  return result?.days === batch
}
