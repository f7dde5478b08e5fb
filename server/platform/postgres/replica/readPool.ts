import type { Pool } from '#server/platform/postgres/db.ts'
import type { Executor } from '#server/platform/postgres/statement.ts'

/**
 * Opens the pool of one read. Its statements run on the replica until one of them fails there. That statement and all
 * later ones run on the primary so that a later statement of the read never sees an earlier state. Transactions run on
 * the primary.
 */
export function openReadPool(
  primary: Pool,
  replica: Executor,
  on: { success: () => void; failure: (error: unknown) => void },
): Pool {
  let usesReplica = true
  const executor: Executor = {
    ...primary.executor,
    async run(statement, options) {
      if (!usesReplica) return primary.executor.run(statement, options)
      try {
        const rows = await replica.run(statement, options)
        on.success()
        return rows
      } catch (error) {
        if (usesReplica) on.failure(error)
        usesReplica = false
        return primary.executor.run(statement, options)
      }
    },
  }
  return primary.through(executor)
}
