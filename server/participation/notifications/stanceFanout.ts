import type { FastifyBaseLogger } from 'fastify'
import {
  batchSize,
  type Batch,
  type Fanout,
  fanoutLease,
  type Progress,
  runBatch,
  runFanouts,
} from '#server/platform/jobs/fanout.ts'
import { claim, type Lease } from '#server/platform/jobs/queue.ts'
import { startWorker, type Worker } from '#server/platform/jobs/worker.ts'
import type { Db, Pool } from '#server/platform/postgres/db.ts'

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

type StanceFanout = { user_id: string; bill_id: string; cursor: string | null }

const fanouts: Fanout<StanceFanout> = {
  queue: {
    table: 'stance_fanouts',
    key: ['user_id', 'bill_id'],
    pending: 'next_attempt_at is not null',
    onClaim: 'started_at = now()',
    ...fanoutLease,
  },
  // A new stance of the member restarts the fan-out.
  atEnd: 'keep',
  notifyNext,
}

/** Runs every fan-out that is due. */
export async function notifyPendingFollowers(
  pool: Pool,
  isStopping: () => boolean = () => false,
): Promise<void> {
  await runFanouts(pool, fanouts, isStopping)
}

export function claimFanout(db: Db): Promise<(StanceFanout & Lease) | undefined> {
  return claim(db, fanouts.queue)
}

export function fanOutBatch(
  pool: Pool,
  fanout: StanceFanout & Lease,
  cursor: string | null,
): Promise<Progress> {
  return runBatch(pool, fanouts, fanout, cursor)
}

/**
 * Notifies the next followers of the member's current stance. The member is locked first, because a member who is being hidden
 * or makes their stances private retracts the notifications, and none may be added after that. A follower who mutes the member
 * also locks the member, so the batch is a separate statement that sees the mute.
 */
async function notifyNext(db: Db, fanout: StanceFanout, cursor: string | null): Promise<Batch> {
  const { user_id, bill_id } = fanout
  await db`select from users where user_id = ${user_id} for share`
  const [batch] = await db<Batch[]>`
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
  return batch!
}
