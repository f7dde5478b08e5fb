import type { FastifyBaseLogger } from 'fastify'
import { claim, finish, type Lease, processDue, type Queue, renewLease } from '#server/platform/jobs/queue.ts'
import { startWorker, type Worker } from '#server/platform/jobs/worker.ts'
import type { Db, Pool } from '#server/platform/postgres/db.ts'

/**
 * The number of followers that are notified per transaction. It is small so that other writes do not wait long for the
 * locks.
 */
const batchSize = 500
const pollMs = 5_000

/**
 * Notifies followers of stances until stopped, including fan-outs that another instance left unfinished. Any number of
 * instances can run this worker. Stopping waits for the current batch.
 */
export function startStanceFanout(pool: Pool, log: FastifyBaseLogger): Worker {
  return startWorker({
    name: 'stance_fanout',
    pollMs,
    log,
    failureMessage: 'notifying followers failed, will retry',
    work: (isStopping) => notifyPendingFollowers(pool, isStopping),
  })
}

type Fanout = { user_id: string; bill_id: string; cursor: string | null }

const queue: Queue<Fanout> = {
  table: 'stance_fanouts',
  key: ['user_id', 'bill_id'],
  pending: 'next_attempt_at is not null',
  onClaim: 'started_at = now()',
  // The lease is much longer than a batch takes. When it expires, another worker continues after the last batch.
  leaseSeconds: 30,
  retrySeconds: [30],
  maxAttempts: null,
}

/** Runs every fan-out that is due. */
export async function notifyPendingFollowers(
  pool: Pool,
  isStopping: () => boolean = () => false,
): Promise<void> {
  await processDue(pool, queue, isStopping, async (fanout) => {
    let progress: Progress = { state: 'more', cursor: fanout.cursor }
    while (progress.state === 'more' && !isStopping()) {
      progress = await fanOutBatch(pool, fanout, progress.cursor)
    }
  })
}

export function claimFanout(db: Db): Promise<(Fanout & Lease) | undefined> {
  return claim(db, queue)
}

type Progress = { state: 'more'; cursor: string | null } | { state: 'done' | 'outdated' }

/**
 * Notifies the next followers of the member's current stance and saves the cursor in the same transaction so that no
 * follower is notified twice. Writes nothing and returns `outdated` if the stance has changed again, because the new
 * stance has its own fan-out, or if another worker has claimed the fan-out. The member is locked first, because a
 * member who is being hidden or makes their stances private retracts the notifications, and none may be added after
 * that. A follower who mutes the member also locks the member, so the batch is a separate statement that sees the mute.
 * The row of the queue is locked last and only briefly, because the member's next stance needs it.
 */
export async function fanOutBatch(
  pool: Pool,
  fanout: Fanout & Lease,
  cursor: string | null,
): Promise<Progress> {
  const { user_id, bill_id } = fanout
  return pool
    .begin(async (db): Promise<Progress> => {
      await db`select from users where user_id = ${user_id} for share`
      const [batch] = await db<{ size: number; last: string | null }[]>`
        with actor as materialized (
          select user_id from users
           where user_id = ${user_id} and account_status = 'active' and public_profile and public_stances),
        next as (
          select follower_id, created_at from follows
           where followee_id = ${user_id} and (${cursor}::uuid is null or follower_id > ${cursor})
           order by follower_id limit ${batchSize}),
        notified as (
          insert into notifications as existing (user_id, type, actor_id, bill_id, stance)
          select u.user_id, 'followee_stance', s.user_id, s.bill_id, s.stance
            from next join users u on u.user_id = next.follower_id and u.account_status = 'active'
            join stances s on s.user_id = ${user_id} and s.bill_id = ${bill_id}
            join actor on actor.user_id = s.user_id
           where next.created_at <= s.changed_at
             and not exists (select from notification_settings n
                              where n.user_id = u.user_id and not n.stance_notifications)
             and not exists (select from mutes m where m.user_id = u.user_id and m.muted_id = ${user_id})
           order by u.user_id
          on conflict (user_id, actor_id, bill_id) where type = 'followee_stance' and read_at is null
            do update set stance = excluded.stance, created_at = now() where existing.stance <> excluded.stance)
        select count(*) as size, (select follower_id from next order by follower_id desc limit 1) as last from next`
      const { size, last } = batch!
      const isDone = size < batchSize
      const position = db`cursor = coalesce(${last}, cursor)`
      const holdsLease = isDone
        ? await finish(db, queue, fanout, db`${position}, next_attempt_at = null`)
        : await renewLease(db, queue, fanout, position)
      if (!holdsLease) throw new Outdated()
      return isDone ? { state: 'done' } : { state: 'more', cursor: last }
    })
    .catch((error: unknown): Progress => {
      if (error instanceof Outdated) return { state: 'outdated' }
      throw error
    })
}

class Outdated extends Error {
  override name = 'Outdated'
}
