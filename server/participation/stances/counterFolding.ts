import type { FastifyBaseLogger } from 'fastify'
import { startWorker, type Worker } from '#server/platform/jobs/worker.ts'
import type { Db, Pool } from '#server/platform/postgres/db.ts'

/**
 * Folds the steps that actions have appended into the counters of bills four times a second. Lists by activity can
 * therefore be a quarter of a second old. The worker also folds the steps of an instance that stopped. Any number of
 * instances can run this worker.
 */
export function startCounterFolding(pool: Pool, log: FastifyBaseLogger): Worker {
  return startWorker({
    name: 'counter_folding',
    pollMs: 250,
    log,
    failureMessage: 'folding the counters of bills failed, will retry',
    work: (isStopping) => foldBillCounters(pool, isStopping),
  })
}

/** Each statement folds the bills of this many steps. Their rows stay locked until it ends. */
const stepsAtOnce = 2_000

/**
 * Folds all committed steps except those of locked bills. If it runs in a transaction, no other transaction can fold until
 * that one ends.
 */
export async function foldBillCounters(db: Db, isStopping = () => false): Promise<void> {
  let hasMore = true
  while (hasMore && !isStopping()) {
    // oxlint-disable-next-line no-await-in-loop -- one short transaction after another
    const [row] = await db<{ has_more: boolean }[]>`select fold_bill_counters(${stepsAtOnce}) as has_more`
    hasMore = row?.has_more ?? false
  }
}
