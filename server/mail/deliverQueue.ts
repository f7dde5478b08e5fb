import type { Db } from '../postgres/db.ts'
import type { ClaimedEmail, Failure } from './deliverSmtp.ts'

/** Minutes until the next attempt after the first, second … failed one. After the last of them the email is dead. */
const retryMinutes = [1, 5, 30, 120, 360] as const

/** Longer than an attempt can take (deliverSmtp.ts), so that no other worker claims an email that is being sent. */
const leaseMinutes = 2

/** Claims the email that has been due the longest. The attempt counts even if this worker dies. */
export async function claimEmail(db: Db): Promise<ClaimedEmail | undefined> {
  const [email] = await db<ClaimedEmail[]>`
    with due as (
      select email_id from emails
       where state = 'pending' and next_attempt_at <= now() and expires_at > now()
         and attempts <= ${retryMinutes.length}
       order by next_attempt_at limit 1
         for update skip locked)
    update emails m
       set attempts = attempts + 1, unreachable = false,
           next_attempt_at = now() + make_interval(mins => ${leaseMinutes})
      from due where m.email_id = due.email_id
    returning m.email_id, to_address, subject, m.text, html, from_name, reply_to, created_at, attempts`
  return email
}

/** Marks it as sent even if it was canceled in the meantime, because the mail server has accepted it. */
export async function markSent(db: Db, email_id: string): Promise<void> {
  await db`update emails set state = 'sent', sent_at = now(), last_error = null where email_id = ${email_id}`
}

/** Schedules the next attempt, or marks the email as dead if another attempt cannot succeed. */
export async function markFailed(db: Db, email: ClaimedEmail, failure: Failure): Promise<void> {
  const minutes = failure.kind === 'refused' ? undefined : retryMinutes[email.attempts - 1]
  await db`
    update emails
       set state = ${minutes === undefined ? 'dead' : 'pending'}, last_error = ${failure.reason},
           unreachable = ${failure.kind === 'unreachable'},
           next_attempt_at = now() + make_interval(mins => ${minutes ?? 0})
     where email_id = ${email.email_id} and state = 'pending'`
}

/** Marks emails as dead whose link has expired, and those whose worker died during the last attempt. */
export async function expireEmails(db: Db): Promise<void> {
  await db`
    update emails
       set state = 'dead',
           last_error = case when expires_at <= now() then 'the link expired before the email could be sent'
                          else 'the last attempt was interrupted' end
     where state = 'pending'
       and (expires_at <= now() or (attempts > ${retryMinutes.length} and next_attempt_at <= now()))`
}

/** Whether any email is still pending because the mail server was unreachable. */
export async function hasUnreachable(db: Db): Promise<boolean> {
  const rows = await db`
    select from emails where state = 'pending' and unreachable and next_attempt_at > now() limit 1`
  return rows.length > 0
}

export async function retryUnreachable(db: Db): Promise<void> {
  await db`
    update emails set next_attempt_at = now() where state = 'pending' and unreachable and next_attempt_at > now()`
}

/** Makes an email that was not sent due now, with all of its attempts again. Null if the email does not exist. */
export async function retryEmail(
  db: Db,
  email_id: string,
): Promise<'due' | 'expired' | 'sent' | 'erased' | null> {
  const [email] = await db<{ state: string; is_expired: boolean; is_erased: boolean }[]>`
    select state, expires_at <= now() as is_expired, text = '' as is_erased
      from emails where email_id = ${email_id} for update`
  if (!email) return null
  if (email.state === 'sent') return 'sent'
  if (email.is_expired) return 'expired'
  if (email.is_erased) return 'erased'
  await db`
    update emails set state = 'pending', attempts = 0, unreachable = false, last_error = null, next_attempt_at = now()
     where email_id = ${email_id}`
  await db`select pg_notify('email_queued', '')`
  return 'due'
}
