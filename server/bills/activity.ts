import type { Pool } from '../postgres/db.ts'

/** Subtracts days older than the window from the scores. Run by maintenance; simultaneous runs are harmless. */
export async function expireActivity(pool: Pool): Promise<void> {
  await pool`select expire_activity()`
}
