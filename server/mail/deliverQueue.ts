import type { Db } from '../postgres/db.ts'
import type { ClaimedEmail, Failure } from './deliverSmtp.ts'

/** Minutes until the next try after the first, second … that failed; after the last of them the mail is dead. */
const retryMinutes = [1, 5, 30, 120, 360] as const

/** Longer than one try can take (deliverSmtp.ts), so that a mail is not taken from a worker that is at it. */
const leaseMinutes = 2

/** Takes the mail that has been due the longest, for this worker alone; the try counts from now on, whatever happens. */
export async function claimEmail(db: Db): Promise<ClaimedEmail | undefined> {
  const [mail] = await db<ClaimedEmail[]>`
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
  return mail
}

/** Also one that was given up while it was on its way: it has been sent. */
export async function markSent(db: Db, mail_id: string): Promise<void> {
  await db`update mails set state = 'sent', sent_at = now(), trouble = null where mail_id = ${mail_id}`
}

/** Puts the mail off by the schedule, or ends it where another try cannot help. */
export async function markFailed(db: Db, mail: ClaimedEmail, failure: Failure): Promise<void> {
  const minutes = failure.kind === 'refused' ? undefined : retryMinutes[mail.attempts - 1]
  await db`
    update mails
       set state = ${minutes === undefined ? 'dead' : 'pending'}, trouble = ${failure.trouble},
           unreached = ${failure.kind === 'unreached'},
           next_attempt_at = now() + make_interval(mins => ${minutes ?? 0})
     where mail_id = ${mail.mail_id} and state = 'pending'`
}

/** A mail whose link has run out helps nobody; one whose worker died at its last try has had its tries. */
export async function expireEmails(db: Db): Promise<void> {
  await db`
    update mails
       set state = 'dead',
           trouble = case when good_until <= now() then 'its link ran out before it could be sent'
                          else 'no try came to an end' end
     where state = 'pending'
       and (good_until <= now() or (attempts > ${retryMinutes.length} and next_attempt_at <= now()))`
}

/** Whether mails wait only because the mail server could not be reached. */
export async function hasUnreachable(db: Db): Promise<boolean> {
  const [row] = await db<{ waits: boolean }[]>`
    select exists (
      select from mails where state = 'pending' and unreached and next_attempt_at > now()) as waits`
  return row?.waits ?? false
}

export async function retryUnreachable(db: Db): Promise<void> {
  await db`
    update mails set next_attempt_at = now() where state = 'pending' and unreached and next_attempt_at > now()`
}

/** A mail that has not been sent is due at once, with all its tries again. Null where there is none. */
export async function retryEmail(
  db: Db,
  mail_id: string,
): Promise<'due' | 'stale' | 'sent' | 'erased' | null> {
  const [mail] = await db<{ state: string; good: boolean; is_erased: boolean }[]>`
    select state, good_until > now() as good, text = '' as is_erased from mails where mail_id = ${mail_id} for update`
  if (!mail) return null
  if (mail.state === 'sent') return 'sent'
  if (!mail.good) return 'stale'
  if (mail.is_erased) return 'erased'
  await db`
    update mails set state = 'pending', attempts = 0, unreached = false, trouble = null, next_attempt_at = now()
     where mail_id = ${mail_id}`
  await db`select pg_notify('mail_written', '')`
  return 'due'
}
