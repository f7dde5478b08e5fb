import type { FastifyBaseLogger } from 'fastify'
import { notifyBillUpdate } from '#server/participation/notifications/notify.ts'
import { batchSize, type Batch, type Fanout, fanoutLease, runFanouts } from '#server/platform/jobs/fanout.ts'
import { startWorker, type Worker } from '#server/platform/jobs/worker.ts'
import type { Db, Pool } from '#server/platform/postgres/db.ts'

const pollMs = 5_000

type UpdateFanout = {
  bill_id: string
  after_update_id: number
  last_update_id: number
  cursor: string | null
}

const fanouts: Fanout<UpdateFanout> = {
  queue: {
    table: 'update_fanouts',
    key: ['bill_id'],
    pending: 'next_attempt_at is not null',
    ...fanoutLease,
  },
  // A new update of the bill restarts the fan-out.
  atEnd: 'keep',
  notifyNext,
}

/**
 * Notifies the followers of bills until stopped. They get a notification in the app, and those who chose immediate
 * emails get an email. Any number of instances can run this worker.
 */
export function startUpdateFanout(pool: Pool, log: FastifyBaseLogger): Worker {
  return startWorker({
    name: 'update_fanout',
    pollMs,
    log,
    failureMessage: 'notifying followers of bills failed, will retry',
    work: (isStopping) => notifyBillFollowers(pool, isStopping),
  })
}

/** Runs every fan-out that is due. */
export async function notifyBillFollowers(
  pool: Pool,
  isStopping: () => boolean = () => false,
): Promise<void> {
  await runFanouts(pool, fanouts, isStopping)
}

async function notifyNext(db: Db, fanout: UpdateFanout, cursor: string | null): Promise<Batch> {
  const { bill_id, after_update_id, last_update_id } = fanout
  const [batch] = await db<Batch[]>`
    with next as materialized (
      select user_id, update_types, created_at from alert_follows
       where target_type = 'bill' and target_id = ${bill_id} and (${cursor}::uuid is null or user_id > ${cursor}::uuid)
       order by user_id limit ${batchSize}),
    recipients as materialized (
      -- A status step or a vote says more than the official action that it comes from.
      select next.user_id, min(n.update_id) as first_update_id,
             -- Members with a stance get a notification of their own about what changes the bill.
             (array_agg(n.update_id order by n.update_type = 'action', n.update_id desc)
              filter (where s.stance is null or not n.reaches_stances))[1] as update_id
        from next join users u on u.user_id = next.user_id and u.account_status = 'active'
        join bill_updates n on n.bill_id = ${bill_id}::uuid and n.is_alertable
                            and n.update_id > ${after_update_id} and n.update_id <= ${last_update_id}
        left join stances s on s.bill_id = ${bill_id}::uuid and s.user_id = next.user_id
       where n.first_seen_at >= next.created_at and reports_update(next.update_types, n.update_type)
       group by next.user_id),
    notified as (
      ${notifyBillUpdate(
        db,
        bill_id,
        db`
        select user_id, update_id from recipients where update_id is not null order by user_id`,
      )}),
    queued as (
      insert into immediate_alerts as a (user_id, bill_id, sent_update_id)
      select r.user_id, ${bill_id}::uuid, r.first_update_id - 1
        from recipients r join alert_settings s using (user_id)
       where s.frequency = 'immediate' and s.paused_at is null order by r.user_id
      on conflict (user_id, bill_id) do update set
        lease_id = null, attempts = 0, next_attempt_at = greatest(now(), a.sent_at + interval '1 hour'))
    select count(*) as size, (select user_id from next order by user_id desc limit 1) as last from next`
  return batch!
}
