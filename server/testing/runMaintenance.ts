import { expiryTasks } from '#server/operations/maintenance/tasks.ts'
import type { Pool } from '#server/platform/postgres/db.ts'

/** Runs one round of every task that deletes what has expired. */
export async function runMaintenance(pool: Pool): Promise<void> {
  for (const { slice } of expiryTasks(pool)) {
    let position: string | null = null
    do {
      position = await slice(position, () => false)
    } while (position !== null)
  }
}
