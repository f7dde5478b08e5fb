import type { Db } from '../postgres/db.ts'

/** What a mail says, as plain text and as simple HTML. */
export type EmailContent = { subject: string; text: string; html: string }

type EmailPurpose =
  | 'reset_password'
  | 'verify_email'
  | 'change_email'
  | 'email_change_notice'
  | 'sign_in_notice'
  | 'data_export'
  | 'password_notice'
  | 'deletion_notice'
  | 'letter'

// Each tells of something that happened, so a newer one does not take its place.
const notices: EmailPurpose[] = [
  'email_change_notice',
  'sign_in_notice',
  'password_notice',
  'deletion_notice',
  'letter',
]

type Email = EmailContent & {
  purpose: EmailPurpose
  to: string
  /** Its link is dead after so many minutes, so it is not sent any more. */
  validMinutes: number
}

/**
 * Puts a mail into the outbox, in the transaction of the act that it tells of. One of the same purpose that still waits
 * is given up, unless it is a notice: its link has died. For null, nobody's account, the same statement runs and
 * writes nothing.
 */
export async function emailMember(db: Db, user_id: string | null, mail: Email): Promise<void> {
  await db`
    with given_up as (
      update mails set state = 'dead', trouble = 'a newer one took its place'
       where user_id = ${user_id} and purpose = ${mail.purpose} and state = 'pending'
         and purpose <> all (${notices}))
    insert into mails (user_id, purpose, to_address, subject, text, html, good_until)
    select account.user_id, ${mail.purpose}, ${mail.to}, ${mail.subject}, ${mail.text}, ${mail.html},
           now() + make_interval(mins => ${mail.validMinutes})
      from (select ${user_id}::uuid as user_id) account
     where account.user_id is not null`
}

/** Puts a mail to somebody whose account has just been deleted into the outbox. */
export async function emailFormerMember(db: Db, mail: Email): Promise<void> {
  await db`
    insert into mails (purpose, to_address, subject, text, html, good_until)
    values (${mail.purpose}, ${mail.to}, ${mail.subject}, ${mail.text}, ${mail.html},
            now() + make_interval(mins => ${mail.validMinutes}))`
}

/** What a member writes to an office: plain text, from the service's own address with their name before it. */
export type OfficeEmail = {
  to: string
  subject: string
  text: string
  from_name: string
  /** The member's verified address, where the office's answer goes. */
  reply_to: string
}

const officeEmailDays = 7

/** Puts a member's letter into the outbox, in the transaction that keeps it; answers the mail's id. */
export async function emailOffice(db: Db, user_id: string, letter: OfficeEmail): Promise<string> {
  const [row] = await db<{ mail_id: string }[]>`
    insert into mails (user_id, purpose, to_address, subject, text, html, from_name, reply_to, good_until)
    values (${user_id}, 'letter', ${letter.to}, ${letter.subject}, ${letter.text}, null, ${letter.from_name},
            ${letter.reply_to}, now() + make_interval(days => ${officeEmailDays}))
    returning mail_id`
  return row!.mail_id
}

/** Mails that wait with a link that has been used or ended are not sent any more. */
export async function cancelEmails(db: Db, user_id: string, purpose: EmailPurpose): Promise<void> {
  await db`
    update mails set state = 'dead', trouble = 'its link was used or ended'
     where user_id = ${user_id} and purpose = ${purpose} and state = 'pending'`
}

type EmailSummary = {
  id: string
  to: string
  subject: string
  created_at: string
  state: 'pending' | 'sent' | 'dead'
  attempts: number
  /** Why the last try failed, or why it is dead. */
  trouble: string | null
}

/** The newest first; `to` keeps those to one address. */
export function selectEmails(db: Db, asked: { to: string | null; limit: number }): Promise<EmailSummary[]> {
  return db<EmailSummary[]>`
    select mail_id as id, to_address as to, subject, created_at, ${state(db)} as state, attempts, trouble
      from mails where ${asked.to}::text is null or to_address = ${asked.to}
     order by created_at desc, mail_id limit ${asked.limit}`
}

/** Without its text once that is no longer needed for sending: a trigger erases it then. */
type StoredEmail = EmailSummary & { text: string | null; html: string | null }

export async function selectEmail(db: Db, mail_id: string): Promise<StoredEmail | undefined> {
  const [mail] = await db<StoredEmail[]>`
    select mail_id as id, to_address as to, subject, created_at, ${state(db)} as state, attempts, trouble,
           nullif(text, '') as text, html
      from mails where mail_id = ${mail_id}`
  return mail
}

function state(db: Db) {
  return db`case when state = 'pending' and good_until <= now() then 'dead' else state end`
}
