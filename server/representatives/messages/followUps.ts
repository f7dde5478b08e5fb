import type { FastifyBaseLogger } from 'fastify'
import type { Db, Pool } from '../../postgres/db.ts'
import { finish, type Lease, processDue, type Queue } from '../../worker/queue.ts'
import { startWorker, type Worker } from '../../worker/worker.ts'

const pollMs = 30_000
/** The number of messages per statement. It is small, so that other writes do not wait long for the locks. */
const batchSize = 500

/**
 * Asks senders about answers and reports votes to them until stopped. Any number of instances can run it. Votes are reported
 * within a minute of their import.
 */
export function startMessageFollowUps(pool: Pool, log: FastifyBaseLogger): Worker {
  return startWorker({
    name: 'message_follow_ups',
    pollMs,
    log,
    failureMessage: 'following up on messages failed, will retry',
    async work(isStopping) {
      await reportPendingVotes(pool, isStopping)
      await askDueFollowUps(pool, isStopping)
    },
  })
}

export async function askDueFollowUps(pool: Pool, isStopping: () => boolean = () => false): Promise<void> {
  let processed = batchSize
  while (processed === batchSize && !isStopping()) processed = await askBatch(pool)
}

/**
 * Asks each sender once about an answer, two weeks after a message about a bill that is still open. Senders who have
 * reported an answer or turned the question off are not asked. A message that needs no question is only removed from
 * the queue.
 */
async function askBatch(db: Db): Promise<number> {
  const [row] = await db<{ processed: number }[]>`
    with due as materialized (
      select message_id, user_id, bill_id from messages
       where follow_up_at <= now() order by follow_up_at limit ${batchSize} for update skip locked),
    open as materialized (
      select due.* from due
        join bills b on b.bill_id = due.bill_id and b.status not in ('passed', 'rejected')
        join users u on u.user_id = due.user_id and u.account_status = 'active'
        left join message_settings s on s.user_id = due.user_id
       where coalesce(s.asks_for_replies, true)
         and not exists (select from message_events e where e.message_id = due.message_id and e.event_type = 'replied')),
    asked as (
      insert into message_events (message_id, event_type, actor, occurred_on)
      select message_id, 'follow_up_asked', 'hurd', current_date from open order by message_id
      on conflict do nothing returning message_id, message_event_id),
    notified as (
      insert into notifications (user_id, type, bill_id, message_event_id)
      select open.user_id, 'message_follow_up', open.bill_id, asked.message_event_id
        from asked join open using (message_id) order by open.user_id),
    cleared as (
      update messages m set follow_up_at = null from due where m.message_id = due.message_id)
    select count(*)::int as processed from due`
  return row!.processed
}

type VoteReport = { bill_id: string }

const queue: Queue<VoteReport> = {
  table: 'message_vote_reports',
  key: ['bill_id'],
  pending: 'true',
  leaseSeconds: 60,
  retrySeconds: [30],
  maxAttempts: null,
}

export async function reportPendingVotes(pool: Pool, isStopping: () => boolean = () => false): Promise<void> {
  await processDue(pool, queue, isStopping, async (report) => {
    let reported = batchSize
    while (reported > 0 && !isStopping()) reported = await reportBatch(pool, report.bill_id)
    if (reported === 0) await remove(pool, report)
  })
}

/** Removes the bill from the queue, unless a vote that was imported in the meantime has ended the lease. */
async function remove(pool: Pool, report: VoteReport & Lease): Promise<void> {
  await pool.begin(async (db) => {
    if (!(await finish(db, queue, report, db`attempts = 0`))) return
    await db`delete from message_vote_reports where bill_id = ${report.bill_id}`
  })
}

/**
 * Reports to senders how the representative they wrote to voted on the bill. If the seat has a new holder, the
 * successor's vote is reported. Only votes that decide on the bill (`counts_for_agreement`) and are not earlier than
 * the message are reported, and two at most: the first, and a later concurrence or override. A member who sent several
 * messages gets one report. Returns the number of reports. Call it until it returns 0.
 */
async function reportBatch(db: Db, bill_id: string): Promise<number> {
  const [row] = await db<{ reported: number }[]>`
    with candidate as (
      select distinct on (m.user_id, m.rep_id)
             m.message_id, m.user_id, e.vote_event_id, e.voted_on, voter.rep_id as voter_id
        from messages m
        join vote_events e on e.bill_id = m.bill_id and e.counts_for_agreement and e.voted_on >= m.created_at::date
        join lateral (
          select p.rep_id from person_votes p where (p.vote_event_id, p.rep_id) = (e.vote_event_id, m.rep_id)
          union all
          select p.rep_id
            from representative_terms former
            join representative_terms present
              on (present.organization, present.division, present.seat)
                 = (former.organization, former.division, former.seat)
             and present.rep_id <> m.rep_id and present.valid_from <= e.voted_on
             and (present.valid_to is null or present.valid_to > e.voted_on)
            join person_votes p on (p.vote_event_id, p.rep_id) = (e.vote_event_id, present.rep_id)
           where former.rep_id = m.rep_id and former.organization = e.organization and former.valid_to <= e.voted_on
           limit 1) voter on true
        cross join lateral (
          select count(*) as reported, bool_or(known.vote_event_id = e.vote_event_id) as is_reported
            from messages same join message_events known using (message_id)
           where (same.bill_id, same.user_id, same.rep_id) = (m.bill_id, m.user_id, m.rep_id)
             and known.event_type = 'voted') before
       where m.bill_id = ${bill_id} and before.is_reported is not true
         and (before.reported = 0
              or before.reported = 1 and e.motion_classification in ('concurrence', 'override'))
       order by m.user_id, m.rep_id, e.voted_on, e.vote_event_id, m.created_at desc
       limit ${batchSize}),
    recorded as (
      insert into message_events (message_id, event_type, actor, vote_event_id, rep_id, occurred_on)
      select message_id, 'voted', 'hurd', vote_event_id, voter_id, voted_on from candidate order by message_id
      on conflict do nothing returning message_id, message_event_id),
    notified as (
      insert into notifications (user_id, type, bill_id, message_event_id)
      select u.user_id, 'representative_voted', ${bill_id}, recorded.message_event_id
        from recorded join candidate using (message_id)
        join users u on u.user_id = candidate.user_id and u.account_status = 'active'
       order by u.user_id)
    select count(*)::int as reported from recorded`
  return row!.reported
}
