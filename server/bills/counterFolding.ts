import type { FastifyBaseLogger } from 'fastify'
import type { Db, Pool } from '../postgres/db.ts'
import { startWorker, type Worker } from '../worker/worker.ts'

/**
 * Folds what actions have appended to the counters of bills four times a second, which is how old the order of lists by
 * activity may be. Includes what an instance that stopped has left. Any number of instances can run it.
 */
export function startCounterFolding(pool: Pool, log: FastifyBaseLogger): Worker {
  return startWorker({
    name: 'counter_folding',
    pollMs: 250,
    log,
    failureMessage: 'folding the counters of bills failed, will retry',
    work: () => foldBillCounters(pool),
  })
}

/** Folds all steps that are committed. In a transaction, no other transaction folds until it ends. */
export async function foldBillCounters(db: Db): Promise<void> {
  await db`select fold_bill_counters()`
}
