import { claim, finish, type Lease, type Queue, retryLater } from '#server/platform/jobs/queue.ts'
import { emails } from '#server/platform/observability/counters.ts'
import type { Db } from '#server/platform/postgres/db.ts'
import type { ClaimedEmail, Failure } from './deliverSmtp.ts'

/** An email is dead after the sixth failed attempt, which happens about nine hours after the first. */
export const emailQueue: Queue<ClaimedEmail> = {
  table: 'emails',
  key: ['email_id'],
  pending: "state = 'pending' and expires_at > now()",
  onClaim: 'unreachable = false',
  // The lease is longer than an attempt can take (deliverSmtp.ts) so that no other worker claims an email that is
  // being sent.
  leaseSeconds: 120,
  retrySeconds: [1, 5, 30, 120, 360].map((minutes) => minutes * 60),
  maxAttempts: 6,
}

export function claimEmail(db: Db): Promise<(ClaimedEmail & Lease) | undefined> {
  return claim(db, emailQueue)
}

/**
 * Marks an email as sent even if it was canceled or the lease was lost, because the mail server has accepted it. For a
 * message to a representative, this is also recorded in its history.
 */
export async function markSent(db: Db, email_id: string): Promise<void> {
  emails.add({ result: 'sent' })
  await db`
    with sent as (
      update emails set state = 'sent', sent_at = now(), last_error = null, lease_id = null
       where email_id = ${email_id} returning message_id)
    insert into message_events (message_id, event_type, actor, occurred_on)
    select message_id, 'sent', 'hurd', (now() at time zone member_time_zone(m.user_id))::date
      from sent join messages m using (message_id)
    on conflict do nothing`
}

/** Schedules the next attempt, or marks the email as dead if another attempt cannot succeed. */
export async function markFailed(db: Db, email: ClaimedEmail & Lease, failure: Failure): Promise<void> {
  const { kind, reason } = failure
  const isDead = kind === 'refused' || email.attempts === emailQueue.maxAttempts
  emails.add({ result: isDead ? 'dead' : 'retry' })
  if (isDead) await finish(db, emailQueue, email, db`state = 'dead', last_error = ${reason}`)
  else {
    const changes = db`last_error = ${reason}, unreachable = ${kind === 'unreachable'}`
    await retryLater(db, emailQueue, email, changes)
  }
}

const expiryBatchSize = 1_000

/**
 * Marks a batch of emails as dead: those that have expired, and those whose worker died during the last attempt.
 * Returns true if more are left.
 */
export async function expireEmails(db: Db): Promise<boolean> {
  const { count } = await db`
    update emails
       set state = 'dead',
           last_error = case when expires_at > now() then 'the last attempt was interrupted'
                             when purpose = 'representative_message' then 'the email could not be sent in time'
                             else 'the link expired before the email could be sent' end
     where email_id in (
       select email_id from emails
        where state = 'pending'
          and (expires_at <= now() or (attempts >= ${emailQueue.maxAttempts} and next_attempt_at <= now()))
        limit ${expiryBatchSize})`
  return count === expiryBatchSize
}

/** Emails are deleted after this many days (server/operations/maintenance/expiries.ts). */
export const emailRetentionDays = 30

/** Returns true if any email is still pending because the mail server was unreachable. */
export async function hasUnreachable(db: Db): Promise<boolean> {
  const rows = await db`
    select from emails where state = 'pending' and unreachable and next_attempt_at > now() limit 1`
  return rows.length > 0
}

export async function retryUnreachable(db: Db): Promise<void> {
  await db`
    update emails set next_attempt_at = now() where state = 'pending' and unreachable and next_attempt_at > now()`
}

/** Schedules an unsent email for delivery now and resets its attempts, or null if the email does not exist. */
export async function retryEmail(
  db: Db,
  email_id: string,
): Promise<'due' | 'expired' | 'sent' | 'erased' | null> {
  const [email] = await db<{ state: string; is_expired: boolean; is_erased: boolean }[]>`
    select state, expires_at <= now() and purpose <> 'representative_message' as is_expired, text = '' as is_erased
      from emails where email_id = ${email_id} for update`
  if (!email) return null
  if (email.state === 'sent') return 'sent'
  if (email.is_expired) return 'expired'
  if (email.is_erased) return 'erased'
  await db`
    update emails set state = 'pending', attempts = 0, lease_id = null, unreachable = false, last_error = null,
           next_attempt_at = now(),
           -- A message to a representative has no link that expires.
           expires_at = case when purpose = 'representative_message'
                             then greatest(expires_at, now() + interval '7 days') else expires_at end
     where email_id = ${email_id}`
  await db`select pg_notify('email_queued', '')`
  return 'due'
}
