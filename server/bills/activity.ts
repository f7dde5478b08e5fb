import type { Pool } from '../postgres/db.ts'

/** The most days of bills that one transaction expires, because the transaction locks the counters. */
const batch = 500

/** Subtracts the points of a batch of days before the window from the scores. Returns true if more days are left. */
export async function expireActivity(pool: Pool): Promise<boolean> {
  const [result] = await pool<{ days: number }[]>`select expire_activity(${batch}) as days`
  return result?.days === batch
}
