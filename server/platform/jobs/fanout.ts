import type { Db, Pool } from '#server/platform/postgres/db.ts'
import { finish, type Lease, processDue, type Queue, remove, renewLease, whileLeased } from './queue.ts'

/**
 * The number of recipients that are notified per transaction. It is small so that other writes do not wait long for the
 * locks.
 */
export const batchSize = 500

/** The lease is much longer than a batch takes. When it expires, another worker continues after the last batch. */
export const fanoutLease = { leaseSeconds: 30, retrySeconds: [30], maxAttempts: null } as const

/** How many recipients a batch had, and the last of them, or null if there was none. */
export type Batch = { size: number; last: string | null }

export type Progress = { state: 'more'; cursor: string | null } | { state: 'done' | 'outdated' }

/** A queue whose jobs each notify many recipients, in the order of their ids. `cursor` is the last one who was notified. */
export type Fanout<Job extends { cursor: string | null }> = {
  queue: Queue<Job>
  /** What happens to a job whose recipients are all notified: the row stays with `next_attempt_at` null, or it is deleted. */
  atEnd: 'keep' | 'delete'
  /** Notifies at most `batchSize` recipients after the cursor. */
  notifyNext: (db: Db, job: Job, cursor: string | null) => Promise<Batch>
}

/** Runs every fan-out that is due. */
export async function runFanouts<Job extends { cursor: string | null }>(
  pool: Pool,
  fanout: Fanout<Job>,
  isStopping: () => boolean,
): Promise<void> {
  await processDue(pool, fanout.queue, isStopping, async (job) => {
    let progress: Progress = { state: 'more', cursor: job.cursor }
    while (progress.state === 'more' && !isStopping()) {
      progress = await runBatch(pool, fanout, job, progress.cursor)
    }
  })
}

/**
 * Notifies the next recipients and saves the cursor in the same transaction so that a repeated batch notifies nobody twice. A
 * restarted job begins with the first recipient again. If the job has been restarted or another worker has claimed it, nothing
 * is written and the result is `outdated`. The row of the queue is locked last and only briefly, because whatever restarts the
 * job needs it.
 */
export async function runBatch<Job extends { cursor: string | null }>(
  pool: Pool,
  { queue, atEnd, notifyNext }: Fanout<Job>,
  job: Job & Lease,
  cursor: string | null,
): Promise<Progress> {
  let batch: Batch = { size: 0, last: null }
  const isLeased = await whileLeased(pool, async (db) => {
    batch = await notifyNext(db, job, cursor)
    const position = db`cursor = coalesce(${batch.last}::uuid, cursor)`
    if (batch.size === batchSize) return renewLease(db, queue, job, position)
    if (atEnd === 'delete') return remove(db, queue, job)
    return finish(db, queue, job, db`${position}, next_attempt_at = null`)
  })
  if (!isLeased) return { state: 'outdated' }
  return batch.size < batchSize ? { state: 'done' } : { state: 'more', cursor: batch.last }
}
