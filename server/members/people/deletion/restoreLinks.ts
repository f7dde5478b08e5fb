import { restoreAccountPath } from '#contract/accounts/accounts.ts'
import { digest, newLinkToken } from '#server/members/accounts/signIn/tokens.ts'
import { emailFormerMember } from '#server/platform/mail/outbox.ts'
import { deletionNotice } from '#server/platform/mail/templates.ts'
import type { Db, Pool } from '#server/platform/postgres/db.ts'

/**
 * Returns the addresses that get a link to restore a closed account: the verified address, and a former one whose owner
 * could still undo the change of address ("This was not me") at the deletion, because an intruder may have changed the
 * address and then deleted the account.
 */
export async function selectVerifiedAddresses(db: Db, user_id: string): Promise<string[]> {
  const rows = await db<{ email: string }[]>`
    select email from users where user_id = ${user_id} and email_verified_at is not null
    union
    select l.email from email_links l join closed_accounts c using (user_id)
     where l.user_id = ${user_id} and l.purpose = 'undo' and l.used_at is null and l.was_verified_at is not null
       and l.expires_at > c.closed_at
     order by email`
  return rows.map(({ email }) => email)
}

/** Emails one address a new link that undoes a deletion. Earlier links stay valid. */
export async function emailRestoreLink(
  db: Db,
  user_id: string,
  to: string,
  publicOrigin: string,
): Promise<void> {
  const token = newLinkToken()
  const [account] = await db<{ username: string; language: string; until: string; minutes: number }[]>`
    update closed_accounts c set link_hashes = link_hashes || ${digest(token)}
      from users u where c.user_id = ${user_id} and u.user_id = c.user_id
    returning u.username, u.language, to_char(purge_at at time zone 'utc', 'YYYY-MM-DD') as until,
              ceil(extract(epoch from purge_at - now()) / 60)::int as minutes`
  if (!account) return
  const link = `${publicOrigin}${restoreAccountPath}?token=${token}`
  await emailFormerMember(db, account.language, {
    template: deletionNotice(account.username, { link, until: account.until }, publicOrigin),
    purpose: 'deletion_notice',
    to,
    validMinutes: account.minutes,
  })
}

/**
 * Emails new links after a restore from a backup, because backups do not contain the text of pending notices. Every
 * verified address of an account that can still be restored gets a link, unless its notice was sent or is pending.
 * Returns the number of emails.
 */
export async function renewRestoreLinks(pool: Pool, publicOrigin: string): Promise<number> {
  const closed = await pool<{ user_id: string; closed_at: string }[]>`
    select user_id, closed_at from closed_accounts where purge_at > now() order by user_id`
  let renewed = 0
  for (const { user_id, closed_at } of closed) {
    for (const email of await selectVerifiedAddresses(pool, user_id)) {
      const [notice] = await pool`
        select from emails where to_address = ${email} and purpose = 'deletion_notice'
           and state in ('sent', 'pending') and created_at >= ${closed_at} limit 1`
      if (notice) continue
      await pool.begin((db) => emailRestoreLink(db, user_id, email, publicOrigin))
      renewed += 1
    }
  }
  return renewed
}
