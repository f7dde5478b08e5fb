import { recordAction } from '#server/platform/limits/audit.ts'
import { lockWrites } from '#server/platform/limits/limits.ts'
import type { Pool } from '#server/platform/postgres/db.ts'
import { liftAndCount } from './codeCohort.ts'

const batch = 100

/** Lifts some of the suspensions whose time is over, each in its own transaction. Returns true if more are left. */
export async function liftEndedSuspensions(pool: Pool): Promise<boolean> {
  const due = await pool<{ user_id: string }[]>`
    select user_id from users where suspended_until <= now() and account_status = 'suspended' order by suspended_until limit ${batch}`
  for (const { user_id } of due) {
    await pool.begin(async (db) => {
      // The member's lock is taken before the read, because another instance may lift the same suspension.
      await lockWrites(db, user_id)
      const [member] = await db`select from users where user_id = ${user_id} and suspended_until <= now()`
      if (member && (await liftAndCount(db, user_id))) {
        await recordAction(db, { action: 'suspension_lifted', user_id, detail: { ended: true } })
      }
    })
  }
  return due.length === batch
}
