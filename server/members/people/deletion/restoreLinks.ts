import { restoreAccountPath } from '#contract/accounts/accounts.ts'
import { digest, newLinkToken } from '#server/members/accounts/signIn/tokens.ts'
import { emailFormerMember } from '#server/platform/mail/outbox.ts'
import { deletionNotice } from '#server/platform/mail/templates.ts'
import type { Db, Pool } from '#server/platform/postgres/db.ts'

/** Emails one address a new link that undoes a deletion. Earlier links stay valid. */
export async function emailRestoreLink(
  db: Db,
  user_id: string,
  to: string,
  publicOrigin: string,
): Promise<void> {
  const token = newLinkToken()
  const [account] = await db<{ username: string; until: string; minutes: number }[]>`
    update deleted_accounts set link_hashes = link_hashes || ${digest(token)} where user_id = ${user_id}
    returning username, to_char(purge_at at time zone 'utc', 'FMMonth FMDD, YYYY') as until,
              ceil(extract(epoch from purge_at - now()) / 60)::int as minutes`
  if (!account) return
  const link = `${publicOrigin}${restoreAccountPath}?token=${token}`
  await emailFormerMember(db, {
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
  const missing = await pool<{ user_id: string; email: string }[]>`
    select d.user_id, verified.email
      from deleted_accounts d
      cross join lateral (
        select s.row->>'email' as email from set_aside_rows s
         where s.user_id = d.user_id and s.reason = 'deletion' and s.table_name = 'users'
           and s.row->>'email_verified_at' is not null
        union
        select s.row->>'email' from set_aside_rows s
         where s.user_id = d.user_id and s.reason = 'deletion' and s.table_name = 'email_links'
           and s.row->>'purpose' = 'undo' and s.row->>'used_at' is null and s.row->>'was_verified_at' is not null
           and (s.row->>'expires_at')::timestamptz > d.deleted_at) verified
     where d.purge_at > now()
       and not exists (
         select from emails m
          where m.to_address = verified.email and m.purpose = 'deletion_notice' and m.state in ('sent', 'pending')
            and m.created_at >= d.deleted_at)
     order by d.user_id, verified.email`
  for (const { user_id, email } of missing) {
    await pool.begin((db) => emailRestoreLink(db, user_id, email, publicOrigin))
  }
  return missing.length
}
