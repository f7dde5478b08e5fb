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
      select mail_id from mails
       where state = 'pending' and next_attempt_at <= now() and good_until > now()
         and attempts <= ${retryMinutes.length}
       order by next_attempt_at limit 1
         for update skip locked)
    update mails m
       set attempts = attempts + 1, unreached = false,
           next_attempt_at = now() + make_interval(mins => ${leaseMinutes})
      from due where m.mail_id = due.mail_id
    returning m.mail_id, to_address, subject, m.text, html, from_name, reply_to, created_at, attempts`
  return email
}

/** Marks it as sent even if it was canceled in the meantime, because the mail server has accepted it. */
export async function markSent(db: Db, mail_id: string): Promise<void> {
  await db`update mails set state = 'sent', sent_at = now(), trouble = null where mail_id = ${mail_id}`
}

/** Schedules the next attempt, or marks the email as dead if another attempt cannot succeed. */
export async function markFailed(db: Db, email: ClaimedEmail, failure: Failure): Promise<void> {
  const minutes = failure.kind === 'refused' ? undefined : retryMinutes[email.attempts - 1]
  await db`
    update mails
       set state = ${minutes === undefined ? 'dead' : 'pending'}, trouble = ${failure.reason},
           unreached = ${failure.kind === 'unreachable'},
           next_attempt_at = now() + make_interval(mins => ${minutes ?? 0})
     where mail_id = ${email.mail_id} and state = 'pending'`
}

/** Marks emails as dead whose link has expired, and those whose worker died during the last attempt. */
export async function expireEmails(db: Db): Promise<void> {
  await db`
    update mails
       set state = 'dead',
           trouble = case when good_until <= now() then 'the link expired before the email could be sent'
                          else 'the last attempt was interrupted' end
     where state = 'pending'
       and (good_until <= now() or (attempts > ${retryMinutes.length} and next_attempt_at <= now()))`
}

/** Whether any email is still pending because the mail server was unreachable. */
export async function hasUnreachable(db: Db): Promise<boolean> {
  const rows = await db`
    select from mails where state = 'pending' and unreached and next_attempt_at > now() limit 1`
  return rows.length > 0
}

export async function retryUnreachable(db: Db): Promise<void> {
  await db`
    update mails set next_attempt_at = now() where state = 'pending' and unreached and next_attempt_at > now()`
}

/** Makes an email that was not sent due now, with all of its attempts again. Null if the email does not exist. */
export async function retryEmail(
  db: Db,
  mail_id: string,
): Promise<'due' | 'expired' | 'sent' | 'erased' | null> {
  const [email] = await db<{ state: string; is_expired: boolean; is_erased: boolean }[]>`
    select state, good_until <= now() as is_expired, text = '' as is_erased
      from mails where mail_id = ${mail_id} for update`
  if (!email) return null
  if (email.state === 'sent') return 'sent'
  if (email.is_expired) return 'expired'
  if (email.is_erased) return 'erased'
  await db`
    update mails set state = 'pending', attempts = 0, unreached = false, trouble = null, next_attempt_at = now()
     where mail_id = ${mail_id}`
  await db`select pg_notify('mail_written', '')`
  return 'due'
}
