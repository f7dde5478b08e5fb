import type { FastifyBaseLogger } from 'fastify'
import { startWorker, type Worker } from '#server/platform/jobs/worker.ts'
import type { Pool } from '#server/platform/postgres/db.ts'

/** The number of votes that `notify_pending_votes` processes in one call. */
const batchSize = 1_000

/** Notifies authors of votes on their comments within a second. Open pages poll at the same interval. */
export function startVoteNotifications(pool: Pool, log: FastifyBaseLogger): Worker {
  return startWorker({
    name: 'vote_notifications',
    pollMs: 1_000,
    log,
    failureMessage: 'authors could not be notified of votes',
    work: (isStopping) => notifyPendingVotes(pool, isStopping),
  })
}

/**
 * Processes the votes that are pending now. Votes that arrive during the last batch wait for the next call so that
 * batches are large.
 */
export async function notifyPendingVotes(pool: Pool, isStopping: () => boolean = () => false): Promise<void> {
  let processed = batchSize
  while (processed === batchSize && !isStopping()) {
    const [row] = await pool<{ processed: number }[]>`select notify_pending_votes() as processed`
    processed = row!.processed
  }
}
