import type { FastifyBaseLogger } from 'fastify'
import { batchSize, type Batch, type Fanout, fanoutLease, runFanouts } from '#server/platform/jobs/fanout.ts'
import { startWorker, type Worker } from '#server/platform/jobs/worker.ts'
import type { Db, Part, Pool } from '#server/platform/postgres/db.ts'

const pollMs = 5_000

type ChangeFanout = {
  fanout_id: string
  bill_id: string
  reason: 'material' | 'status' | 'retracted' | 'corrected_status'
  version_no: number | null
  bill_step: string | null
  cursor: string | null
}

const fanouts: Fanout<ChangeFanout> = {
  queue: {
    table: 'version_fanouts',
    key: ['fanout_id'],
    due: 'due_at',
    // A correction corrects the notifications of an earlier change, so it waits until they are written.
    pending: `not exists (
      select from version_fanouts earlier
       where earlier.bill_id = version_fanouts.bill_id and earlier.queued_at < version_fanouts.queued_at)`,
    ...fanoutLease,
  },
  atEnd: 'delete',
  notifyNext,
}

/**
 * Notifies the members with a stance of changes of their bills until stopped. Any number of instances can run this worker.
 */
export function startChangeFanout(pool: Pool, log: FastifyBaseLogger): Worker {
  return startWorker({
    name: 'change_fanout',
    pollMs,
    log,
    failureMessage: 'notifying members of changed bills failed, will retry',
    work: (isStopping) => notifyOfChanges(pool, isStopping),
  })
}

/** Runs every fan-out that is due. */
export async function notifyOfChanges(pool: Pool, isStopping: () => boolean = () => false): Promise<void> {
  await runFanouts(pool, fanouts, isStopping)
}

async function notifyNext(db: Db, fanout: ChangeFanout, cursor: string | null): Promise<Batch> {
  const [batch] = await db<Batch[]>`
    with next as materialized (
      select s.user_id, s.version_no from stances s
       where s.bill_id = ${fanout.bill_id} and (${cursor}::uuid is null or s.user_id > ${cursor}::uuid)
       order by s.user_id limit ${batchSize}),
    written as (${writeItems(db, fanout)})
    select count(*)::int as size, (select user_id from next order by user_id desc limit 1) as last from next`
  return batch!
}

/** Writes the notifications of the members in `next`. A member has one unread notification per bill. */
function writeItems(db: Db, fanout: ChangeFanout): Part {
  const { bill_id, reason, version_no, bill_step } = fanout
  if (reason === 'corrected_status') return correctItems(db, fanout)
  return db`
    insert into notifications as existing (user_id, type, bill_id, change_reason, version_no, bill_step)
    select next.user_id, 'bill_changed', ${bill_id}::uuid, ${reason}, ${version_no}::smallint, ${bill_step}
      from next join users u on u.user_id = next.user_id and u.account_status = 'active'
     where ${isRecipient(db, fanout)}
     order by next.user_id
    on conflict (user_id, bill_id) where type = 'bill_changed' and read_at is null
      do update set change_reason = excluded.change_reason, version_no = excluded.version_no,
                    bill_step = excluded.bill_step, created_at = now()`
}

/** True for the members in `next` that the change concerns. */
function isRecipient(db: Db, { bill_id, reason, version_no }: ChangeFanout): Part {
  if (reason === 'status') return db`true`
  if (reason === 'material') {
    return db`
      next.version_no < (select counted_from_version from bill_counters where bill_id = ${bill_id})
      and exists (select from bill_versions v
                   where v.bill_id = ${bill_id} and v.version_no = ${version_no} and v.kind = 'material')`
  }
  return db`
    exists (select from notifications n
             where n.user_id = next.user_id and n.bill_id = ${bill_id} and n.type = 'bill_changed'
               and n.version_no = ${version_no} and n.change_reason = 'material')`
}

/** A step backward sends nothing. It changes the step of unread notifications, or deletes them if that step is none. */
function correctItems(db: Db, { bill_id, bill_step }: ChangeFanout): Part {
  const unread = db`
    n.user_id = next.user_id and n.bill_id = ${bill_id} and n.type = 'bill_changed' and n.read_at is null
    and n.change_reason = 'status'`
  return bill_step === null
    ? db`delete from notifications n using next where ${unread}`
    : db`update notifications n set bill_step = ${bill_step} from next where ${unread}`
}
