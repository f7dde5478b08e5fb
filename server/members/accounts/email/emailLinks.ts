import { digest } from '#server/members/accounts/signIn/tokens.ts'
import { cancelEmails } from '#server/platform/mail/outbox.ts'
import type { Db } from '#server/platform/postgres/db.ts'

/**
 * The number of minutes for which a link works, by the database's clock. "This was not me" must still work after a
 * week's vacation.
 */
export const linkMinutes = { verify: 24 * 60, change: 24 * 60, undo: 7 * 24 * 60 } as const
type LinkPurpose = keyof typeof linkMinutes

// A text of any other form cannot be one of our tokens, so it needs no query.
const tokenShape = /^[0-9a-f]{64}$/

export type EmailLink = {
  user_id: string
  purpose: LinkPurpose
  email: string
  was_verified_at: string | null
  created_at: string
  is_used: boolean
  is_expired: boolean
}

/** An account's current and pending email addresses. */
export type Addresses = {
  username: string
  email: string
  email_verified_at: string | null
  pending_email: string | null
  is_suspended: boolean
}

/**
 * Saves a link. It replaces an older link of the same purpose, except for "This was not me", where every link keeps
 * working.
 */
export async function saveEmailLink(
  db: Db,
  user_id: string,
  link: { token: string; purpose: LinkPurpose; email: string; was_verified_at?: string | null },
): Promise<void> {
  if (link.purpose !== 'undo') await deleteEmailLinks(db, user_id, link.purpose)
  await db`
    insert into email_links (token_hash, user_id, purpose, email, was_verified_at, expires_at)
    values (${digest(link.token)}, ${user_id}, ${link.purpose}, ${link.email}, ${link.was_verified_at ?? null},
            now() + make_interval(mins => ${linkMinutes[link.purpose]}))`
}

/** Returns the link with this token if it has one of these purposes and the account is not closed. Read the link again after locking the account. */
export async function selectEmailLink(
  db: Db,
  token: string,
  purposes: LinkPurpose[],
): Promise<EmailLink | undefined> {
  if (!tokenShape.test(token)) return undefined
  const [link] = await db<EmailLink[]>`
    select user_id, purpose, email, was_verified_at, created_at, used_at is not null as is_used,
           expires_at <= now() as is_expired
      from email_links
     where token_hash = ${digest(token)} and purpose = any (${purposes})
       and user_id in (select user_id from users where account_status <> 'closed')`
  return link
}

export async function markEmailLinkUsed(db: Db, token: string): Promise<void> {
  await db`update email_links set used_at = now() where token_hash = ${digest(token)}`
}

async function deleteEmailLinks(db: Db, user_id: string, purpose: LinkPurpose): Promise<void> {
  await db`delete from email_links where user_id = ${user_id} and purpose = ${purpose}`
}

/** Deletes the links sent after this one, even other "This was not me" links, because they went to the intruder. */
export async function deleteLaterEmailLinks(db: Db, user_id: string, token: string): Promise<void> {
  await db`
    delete from email_links l using email_links opened
     where opened.token_hash = ${digest(token)} and l.user_id = ${user_id} and l.token_hash <> opened.token_hash
       and (l.purpose <> 'undo' or l.created_at >= opened.created_at)`
}

export async function hasLiveLink(db: Db, user_id: string, purpose: LinkPurpose): Promise<boolean> {
  const rows = await db`
    select from email_links
     where user_id = ${user_id} and purpose = ${purpose} and used_at is null and expires_at > now()`
  return rows.length > 0
}

/** Reads the addresses without locking the account. */
export async function selectAddresses(
  db: Db,
  user_id: string,
): Promise<Pick<Addresses, 'email' | 'pending_email'> | undefined> {
  const [row] = await db<Pick<Addresses, 'email' | 'pending_email'>[]>`
    select email, pending_email from users where user_id = ${user_id}`
  return row
}

/** Locks the account until the commit so that two concurrent changes of its addresses run one after the other. */
export async function lockAddresses(db: Db, user_id: string): Promise<Addresses | undefined> {
  const [row] = await db<Addresses[]>`
    select username, email, email_verified_at, pending_email, account_status = 'suspended' as is_suspended
      from users where user_id = ${user_id} for no key update`
  return row
}

export async function saveAddresses(
  db: Db,
  user_id: string,
  to: { email: string; email_verified_at: string | null },
): Promise<void> {
  await db`
    update users set email = ${to.email}, email_verified_at = ${to.email_verified_at}, pending_email = null
     where user_id = ${user_id}`
}

/** Marks the address as verified now, by the database's clock. */
export async function saveVerified(db: Db, user_id: string, email: string): Promise<void> {
  await db`
    update users set email = ${email}, email_verified_at = now(),
           pending_email = case when pending_email <> ${email} then pending_email end
     where user_id = ${user_id}`
}

export async function savePendingEmail(db: Db, user_id: string, email: string): Promise<void> {
  await db`update users set pending_email = ${email} where user_id = ${user_id}`
}

/** Cancels a pending change of email. Does nothing if there is none. */
export async function endEmailChange(db: Db, user_id: string): Promise<void> {
  await db`update users set pending_email = null where user_id = ${user_id} and pending_email is not null`
  await deleteEmailLinks(db, user_id, 'change')
  await cancelEmails(db, user_id, 'change_email')
}
