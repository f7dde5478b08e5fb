import { cancelEmails } from '../../mail/outbox.ts'
import type { Db } from '../../postgres/db.ts'
import { digest } from '../signIn/tokens.ts'

/** How long a link is good, by the clock of the database (R19). "This was not me" must survive a week's absence. */
export const linkMinutes = { verify: 24 * 60, change: 24 * 60, disown: 7 * 24 * 60 } as const
type LinkPurpose = keyof typeof linkMinutes

// Anything else is no token of ours and costs no look-up.
const tokenShape = /^[0-9a-f]{64}$/

export type EmailLink = {
  user_id: string
  purpose: LinkPurpose
  email: string
  was_verified_at: string | null
  is_used: boolean
  is_expired: boolean
}

/** Where an account's mails go, and where they are to go. */
export type Addresses = {
  username: string
  email: string
  email_verified_at: string | null
  pending_email: string | null
  is_suspended: boolean
}

/** A newer link of the same purpose ends the older one; "This was not me" stays good beside a newer one. */
export async function saveEmailLink(
  db: Db,
  user_id: string,
  link: { token: string; purpose: LinkPurpose; email: string; was_verified_at?: string | null },
): Promise<void> {
  if (link.purpose !== 'disown') await deleteEmailLinks(db, user_id, link.purpose)
  await db`
    insert into email_links (token_hash, user_id, purpose, email, was_verified_at, expires_at)
    values (${digest(link.token)}, ${user_id}, ${link.purpose}, ${link.email}, ${link.was_verified_at ?? null},
            now() + make_interval(mins => ${linkMinutes[link.purpose]}))`
}

/** The link of this token if it is for one of these purposes. Read it again once its account is locked. */
export async function selectEmailLink(
  db: Db,
  token: string,
  purposes: LinkPurpose[],
): Promise<EmailLink | undefined> {
  if (!tokenShape.test(token)) return undefined
  const [link] = await db<EmailLink[]>`
    select user_id, purpose, email, was_verified_at, used_at is not null as is_used, expires_at <= now() as is_expired
      from email_links where token_hash = ${digest(token)} and purpose = any (${purposes})`
  return link
}

export async function markEmailLinkUsed(db: Db, token: string): Promise<void> {
  await db`update email_links set used_at = now() where token_hash = ${digest(token)}`
}

async function deleteEmailLinks(db: Db, user_id: string, purpose: LinkPurpose): Promise<void> {
  await db`delete from email_links where user_id = ${user_id} and purpose = ${purpose}`
}

/** What was mailed since this link was, also other "This was not me": they belong to whoever came in meanwhile. */
export async function deleteLaterEmailLinks(db: Db, user_id: string, token: string): Promise<void> {
  await db`
    delete from email_links l using email_links kept
     where kept.token_hash = ${digest(token)} and l.user_id = ${user_id} and l.token_hash <> kept.token_hash
       and (l.purpose <> 'disown' or l.created_at >= kept.created_at)`
}

export async function hasLiveLink(db: Db, user_id: string, purpose: LinkPurpose): Promise<boolean> {
  const rows = await db`
    select from email_links
     where user_id = ${user_id} and purpose = ${purpose} and used_at is null and expires_at > now()`
  return rows.length > 0
}

/** The addresses as they are now, without any lock. */
export async function selectAddresses(
  db: Db,
  user_id: string,
): Promise<Pick<Addresses, 'email' | 'pending_email'> | undefined> {
  const [row] = await db<Pick<Addresses, 'email' | 'pending_email'>[]>`
    select email, pending_email from users where user_id = ${user_id}`
  return row
}

/** Holds the account until the commit, so that of two acts on its addresses the second sees what the first did. */
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

/** Now, by the database's clock. */
export async function saveVerified(db: Db, user_id: string, email: string): Promise<void> {
  await db`
    update users set email = ${email}, email_verified_at = now(),
           pending_email = case when pending_email <> ${email} then pending_email end
     where user_id = ${user_id}`
}

export async function savePendingEmail(db: Db, user_id: string, email: string): Promise<void> {
  await db`update users set pending_email = ${email} where user_id = ${user_id}`
}

/** Takes a change of email back that waits for its link; nothing happens when none does. */
export async function endEmailChange(db: Db, user_id: string): Promise<void> {
  await db`update users set pending_email = null where user_id = ${user_id} and pending_email is not null`
  await deleteEmailLinks(db, user_id, 'change')
  await cancelEmails(db, user_id, 'change_email')
}
