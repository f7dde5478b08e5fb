import type { FastifyBaseLogger } from 'fastify'
import { finish, type Lease, processDue, type Queue } from '#server/platform/jobs/queue.ts'
import { startWorker, type Worker } from '#server/platform/jobs/worker.ts'
import type { Db, Pool } from '#server/platform/postgres/db.ts'

const pollMs = 30_000
/** The number of messages per statement. It is small so that other writes do not wait long for the locks. */
const batchSize = 500

/**
 * Starts a worker that asks senders whether their messages were answered, and that notifies them of votes. Any number of
 * instances can run it at the same time. Senders are notified within a minute after a vote is imported.
 */
export function startMessageFollowUps(pool: Pool, log: FastifyBaseLogger): Worker {
  return startWorker({
    name: 'message_follow_ups',
    pollMs,
    log,
    failureMessage: 'following up on messages failed, will retry',
    async work(isStopping) {
      await reportPendingVotes(pool, isStopping)
      await notifyDueFollowUps(pool, isStopping)
    },
  })
}

export async function notifyDueFollowUps(pool: Pool, isStopping: () => boolean = () => false): Promise<void> {
  let processed = batchSize
  while (processed === batchSize && !isStopping()) processed = await notifyBatch(pool)
}

/**
 * Asks the sender of a message about a bill whether it was answered, once per message and two weeks after it was written.
 * Nothing is asked if the bill is decided or deleted, an answer is recorded, or the sender has turned the questions off or is not active.
 * Such a message is only removed from the queue.
 */
async function notifyBatch(db: Db): Promise<number> {
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
    requests as (
      insert into message_events (message_id, event_type, actor, occurred_on)
      select message_id, 'follow_up_asked', 'hurd', (now() at time zone member_time_zone(user_id))::date
        from open order by message_id
      on conflict do nothing returning message_id, message_event_id),
    notified as (
      insert into notifications (user_id, type, bill_id, message_event_id)
      select open.user_id, 'message_follow_up', open.bill_id, requests.message_event_id
        from requests join open using (message_id) order by open.user_id),
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
 * Reports to senders how the representative they wrote to voted on the bill. If the representative has left the seat since the
 * message and did not vote, the successor's vote is reported. Only votes that decide on the bill (`counts_for_agreement`) and
 * whose day is not before the sender's day of the message are reported. A sender gets at most two reports about a representative
 * and a bill: the first vote, and a later concurrence or override. Several messages to the same representative cause one report
 * per vote, in the timeline of the newest message.
 *
 * @returns the number of reports. Call it until it returns 0.
 */
async function reportBatch(db: Db, bill_id: string): Promise<number> {
  const [row] = await db<{ reported: number }[]>`
    with candidate as (
      select distinct on (m.user_id, m.rep_id)
             m.message_id, m.user_id, e.vote_event_id, e.voted_on, voter.rep_id as voter_id
        from messages m
        join vote_events e on e.bill_id = m.bill_id and e.counts_for_agreement
         and e.voted_on >= (m.created_at at time zone member_time_zone(m.user_id))::date
        join lateral (
          select p.rep_id, 1 as preference
            from person_votes p where (p.vote_event_id, p.rep_id) = (e.vote_event_id, m.rep_id)
          union all
          select p.rep_id, 2
            from representative_terms former
            join representative_terms present
              on (present.organization, present.division, present.seat)
                 = (former.organization, former.division, former.seat)
             and present.rep_id <> m.rep_id and present.valid_from <= e.voted_on
             and (present.valid_to is null or present.valid_to > e.voted_on)
            join person_votes p on (p.vote_event_id, p.rep_id) = (e.vote_event_id, present.rep_id)
           where former.rep_id = m.rep_id and former.organization = e.organization
             and former.valid_to between (m.created_at at time zone member_time_zone(m.user_id))::date and e.voted_on
           order by preference, rep_id limit 1) voter on true
        cross join lateral (
          select count(*) as reports, bool_or(report.vote_event_id = e.vote_event_id) as is_reported
            from messages sibling join message_events report using (message_id)
           where (sibling.bill_id, sibling.user_id, sibling.rep_id) = (m.bill_id, m.user_id, m.rep_id)
             and report.event_type = 'voted') history
       where m.bill_id = ${bill_id} and history.is_reported is not true
         and (history.reports = 0
              or history.reports = 1 and e.motion_classification in ('concurrence', 'override'))
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
