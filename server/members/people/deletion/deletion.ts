import { restoreDays } from '#contract/accounts/accounts.ts'
import { recordFormerMember } from '#server/members/accounts/formerMembers.ts'
import { hideClosed } from '#server/members/people/lifecycle.ts'
import { recordAction } from '#server/platform/limits/audit.ts'
import { lockWrites } from '#server/platform/limits/limits.ts'
import type { Db, Pool } from '#server/platform/postgres/db.ts'
import type { Squares } from '#server/platform/storage/pictureImage.ts'
import type { AccountPart } from './accountParts.ts'
import { emailRestoreLink, selectVerifiedAddresses } from './restoreLinks.ts'

export type Deletion = {
  parts: AccountPart[]
  publicOrigin: string
  /** The URL of the profile picture, and its two sizes as bytes. */
  picture?: { url: string; squares: Squares } | null | undefined
  /** The time of the original deletion if the deletion is repeated after a restore from a backup. */
  deletedAt?: string | null
}

/**
 * Closes an account: ends every session and hides everything that names the member. The counts of stances and votes keep
 * them. If the member has a verified address and the time to restore the account is not over, a link that opens the account
 * again is emailed, and maintenance removes the rows later. Otherwise they are removed at once. Returns the URL of the
 * picture, whose files must be removed after the commit. Null if there is no picture. Undefined if there is no such account.
 */
export async function deleteAccount(
  db: Db,
  user_id: string,
  { parts, publicOrigin, picture, deletedAt = null }: Deletion,
): Promise<string | null | undefined> {
  // A write that is not finished yet is hidden with the rest, and a later one is refused.
  await lockWrites(db, user_id)
  for (const part of parts) await part.setClosed?.(db, user_id, true)
  const former_status = await hideClosed(db, user_id)
  if (!former_status) return undefined
  const [account] = await db<{ picture: string | null }[]>`
    select profile_picture_url as picture from users where user_id = ${user_id}`
  await db`update users set profile_picture_url = null where user_id = ${user_id}`
  // A message to a representative stays, because the member has already sent it.
  await db`delete from emails where user_id = ${user_id} and purpose <> 'representative_message'`
  await db`delete from exports where user_id = ${user_id}`
  const squares = picture?.url === account?.picture ? picture?.squares : null
  const [closed] = await db<{ can_be_restored: boolean }[]>`
    insert into closed_accounts (user_id, former_status, closed_at, purge_at, picture_small, picture_large)
    select ${user_id}, ${former_status}, t, t + make_interval(days => ${restoreDays}),
           ${squares?.small ?? null}, ${squares?.large ?? null}
      from (select coalesce(${deletedAt}::timestamptz, now()) as t) deletion
    returning purge_at > now() as can_be_restored`
  const addresses = closed?.can_be_restored ? await selectVerifiedAddresses(db, user_id) : []
  await recordAction(db, {
    action: 'deleted',
    user_id,
    detail: { can_be_restored: addresses.length > 0 },
  })
  for (const to of addresses) await emailRestoreLink(db, user_id, to, publicOrigin)
  if (addresses.length === 0) await removeAccount(db, user_id, parts)
  return account?.picture ?? null
}

/** Removes every row of a closed account, and corrects every count. Only the use of the access code stays recorded. */
async function removeAccount(db: Db, user_id: string, parts: AccountPart[]): Promise<void> {
  for (const part of parts) await part.remove?.(db, user_id)
  const [account] = await db<{ email: string; access_code: string | null }[]>`
    select email, access_code from users where user_id = ${user_id} for update`
  if (account?.access_code) await recordFormerMember(db, account.email, account.access_code)
  await db`delete from users where user_id = ${user_id}`
}

/** Removes one account that can no longer be restored. Returns true if any was due. */
export async function removeClosedAccount(pool: Pool, parts: AccountPart[]): Promise<boolean> {
  return pool.begin(async (db) => {
    const [due] = await db<{ user_id: string }[]>`
      select user_id from closed_accounts where purge_at <= now()
       order by purge_at limit 1 for update skip locked`
    if (!due) return false
    await removeAccount(db, due.user_id, parts)
    await recordAction(db, { action: 'account_purged', user_id: due.user_id })
    return true
  })
}
