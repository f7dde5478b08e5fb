import type { Branding } from '#contract/branding/branding.ts'
import { selectBranding } from '#server/platform/branding/branding.ts'
import { inLanguage } from '#server/platform/language/current.ts'
import type { Db } from '#server/platform/postgres/db.ts'

/** The content of an email as plain text and as simple HTML. */
export type EmailContent = { subject: string; text: string; html: string }

/** Returns the content of an email. It shows the name and the contact of the instance. */
export type EmailTemplate = (branding: Branding) => EmailContent

type EmailPurpose =
  | 'reset_password'
  | 'verify_email'
  | 'change_email'
  | 'email_change_notice'
  | 'sign_in_notice'
  | 'data_export'
  | 'password_notice'
  | 'recovery_notice'
  | 'registration_notice'
  | 'second_factor_notice'
  | 'deletion_notice'
  | 'moderation_notice'
  | 'representative_message'
  | 'alert_digest'
  | 'alert_immediate'
  | 'operator_week'
  | 'invitation'
  | 'test_email'

// Each of these emails reports an event of its own, so a newer email of the same purpose does not cancel it.
const notices: EmailPurpose[] = [
  'email_change_notice',
  'sign_in_notice',
  'password_notice',
  'recovery_notice',
  'second_factor_notice',
  'moderation_notice',
  'alert_digest',
  'alert_immediate',
]

type Email = {
  template: EmailTemplate
  purpose: EmailPurpose
  to: string
  /** After this many minutes, the email is not sent any more. If it contains a link, the link stops working then. */
  validMinutes: number
  /** The URL at which mail programs end the subscription to which the email belongs (RFC 8058). */
  unsubscribeUrl?: string
}

/**
 * Queues an email to a member, in the member's language, in the transaction of the action that it reports. A pending email of the same purpose is
 * canceled, because its link no longer works. Notices are not canceled. If `user_id` is null, the same statement runs but
 * queues nothing so that the response time does not reveal whether an account exists.
 */
export async function emailMember(db: Db, user_id: string | null, email: Email): Promise<void> {
  const branding = await selectBranding(db)
  const [account] = await db<{ language: string }[]>`select language from users where user_id = ${user_id}`
  const { subject, text, html } = inLanguage(account?.language ?? null, () => email.template(branding))
  await db`
    with canceled as (
      update emails set state = 'dead', last_error = 'replaced by a newer email'
       where user_id = ${user_id} and purpose = ${email.purpose} and state = 'pending'
         and purpose <> all (${notices}))
    insert into emails (user_id, purpose, to_address, subject, text, html, unsubscribe_url, expires_at)
    select account.user_id, ${email.purpose}, ${email.to}, ${subject}, ${text}, ${html},
           ${email.unsubscribeUrl ?? null}, now() + make_interval(mins => ${email.validMinutes})
      from users account where account.user_id = ${user_id} and account.account_status <> 'closed'`
}

/** Queues an email to the owner of an account that has just been deleted, in the owner's language. It belongs to no subscription. */
export async function emailFormerMember(
  db: Db,
  language: string,
  email: Omit<Email, 'unsubscribeUrl'>,
): Promise<void> {
  const branding = await selectBranding(db)
  const { subject, text, html } = inLanguage(language, () => email.template(branding))
  await db`
    insert into emails (purpose, to_address, subject, text, html, expires_at)
    values (${email.purpose}, ${email.to}, ${subject}, ${text}, ${html},
            now() + make_interval(mins => ${email.validMinutes}))`
}

export type Invitation = { template: EmailTemplate; to: string }

/**
 * Queues invitations to people who have no account, in the language of the page on which they were written. The address is erased as soon as the email is sent.
 */
export async function emailInvitations(db: Db, invitations: Invitation[], days: number): Promise<void> {
  const branding = await selectBranding(db)
  const emails = invitations.map(({ template, to }) => Object.assign(template(branding), { to }))
  const column = (name: keyof (typeof emails)[number]) => emails.map((email) => email[name])
  await db`
    insert into emails (purpose, to_address, subject, text, html, expires_at)
    select 'invitation', i.to_address, i.subject, i.text, i.html, now() + make_interval(days => ${days})
      from unnest(${column('to')}::text[], ${column('subject')}::text[], ${column('text')}::text[],
                  ${column('html')}::text[]) i (to_address, subject, text, html)`
}

/** A member's message to a representative. It is plain text, sent from Hurd's own address with the member's name. */
export type OfficeEmail = {
  to: string
  subject: string
  text: string
  from_name: string
  /** The member's verified address, which receives the office's reply. */
  reply_to: string
}

const officeEmailDays = 7

/** Queues a member's message in the transaction that stores it. */
export async function emailOffice(
  db: Db,
  { user_id, message_id }: { user_id: string; message_id: string },
  email: OfficeEmail,
): Promise<void> {
  await db`
    insert into emails (user_id, message_id, purpose, to_address, subject, text, html, from_name, reply_to, expires_at)
    values (${user_id}, ${message_id}, 'representative_message', ${email.to}, ${email.subject}, ${email.text}, null,
            ${email.from_name}, ${email.reply_to}, now() + make_interval(days => ${officeEmailDays}))`
}

/** Cancels pending emails whose link was used or revoked. */
export async function cancelEmails(db: Db, user_id: string, purpose: EmailPurpose): Promise<void> {
  await db`
    update emails set state = 'dead', last_error = 'the link was used or revoked'
     where user_id = ${user_id} and purpose = ${purpose} and state = 'pending'`
}

type EmailSummary = {
  id: string
  to: string
  subject: string
  created_at: string
  state: 'pending' | 'sent' | 'dead'
  attempts: number
  /** The reason why the last attempt failed, or why the email is dead. */
  last_error: string | null
}

/** Selects emails, newest first. With `to`, selects only the emails to this address. */
export function selectEmails(
  db: Db,
  { to, limit }: { to: string | null; limit: number },
): Promise<EmailSummary[]> {
  return db<EmailSummary[]>`
    select email_id as id, to_address as to, subject, created_at, ${currentState(db)} as state, attempts, last_error
      from emails where ${to}::text is null or lower(to_address) = ${to}
     order by created_at desc, email_id limit ${limit}`
}

/**
 * An email with its body. `text` is null after a trigger has erased the body, because the email was sent or can no longer be
 * sent. `html` is also null if the email is plain text.
 */
type StoredEmail = EmailSummary & { text: string | null; html: string | null }

export async function selectEmail(db: Db, email_id: string): Promise<StoredEmail | undefined> {
  const [email] = await db<StoredEmail[]>`
    select email_id as id, to_address as to, subject, created_at, ${currentState(db)} as state, attempts, last_error,
           nullif(text, '') as text, html
      from emails where email_id = ${email_id}`
  return email
}

function currentState(db: Db) {
  return db`case when state = 'pending' and expires_at <= now() then 'dead' else state end`
}
