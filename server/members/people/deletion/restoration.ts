import type { restoreAccount } from '#contract/accounts/accounts.ts'
import type { ParsedOf } from '#contract/kit/endpoint.ts'
import { refuse } from '#contract/kit/refusals.ts'
import { hashEmail } from '#server/members/accounts/formerMembers.ts'
import { digest } from '#server/members/accounts/signIn/tokens.ts'
import { countFollows } from '#server/members/people/lifecycle.ts'
import { storePicture } from '#server/members/people/pictures/pictureFiles.ts'
import type { Squares } from '#server/members/people/pictures/pictureImage.ts'
import { recordAction } from '#server/platform/limits/audit.ts'
import type { Db, Pool } from '#server/platform/postgres/db.ts'
import { dropSetAside, restoreRows } from '#server/platform/postgres/setAside.ts'
import type { Storage } from '#server/platform/storage/storage.ts'
import type { AccountPart } from './accountParts.ts'
import { setAsideTables } from './deletion.ts'
import {
  handOverToDeletedAuthors,
  handOverToDeletedMembers,
  handOverToSuspended,
  lockSetAside,
} from './sharedRows.ts'

const tokenShape = /^[0-9a-f]{64}$/
const restoredMessage = 'Your account and everything in it is back. Please sign in.'

/**
 * Stores the picture's files again, before the transaction. Null if there was no picture or the storage is unavailable.
 */
export async function restorePictureFiles(db: Db, token: string, storage: Storage): Promise<string | null> {
  if (!tokenShape.test(token)) return null
  const [row] = await db<Squares[]>`
    select picture_small as small, picture_large as large from deleted_accounts
     where ${digest(token)} = any (link_hashes) and purge_at > now() and picture_large is not null`
  return row ? storePicture(storage, row).catch(() => null) : null
}

/**
 * Undoes a deletion: restores and counts every row that was set aside. Content that other members have deleted since then
 * stays deleted. Does not sign anyone in, because an intruder may have deleted the account.
 */
export async function restoreByLink(
  db: Db,
  { token }: ParsedOf<typeof restoreAccount>,
  parts: AccountPart[],
  picture: string | null,
) {
  if (!tokenShape.test(token ?? '')) refuse('restore_link_invalid')
  // This lock waits for a concurrent purge or restoration, after which no row is left.
  const [account] = await db<{ user_id: string }[]>`
    select user_id from deleted_accounts
     where ${digest(token ?? '')} = any (link_hashes) and purge_at > clock_timestamp() for update`
  if (!account) refuse('restore_link_invalid')
  await restoreDeleted(db, account.user_id, parts, picture)
  return { message: restoredMessage }
}

/** Requires the lock on the row of `deleted_accounts`. */
export async function restoreDeleted(
  db: Db,
  user_id: string,
  parts: AccountPart[],
  picture: string | null,
): Promise<void> {
  const owner = { user_id, reason: 'deletion' } as const
  await lockSetAside(db)
  await db`delete from deleted_accounts where user_id = ${user_id}`
  await restoreRows(db, owner, 'users')
  const [account] = await db<{ email: string; access_code: string | null; account_status: string }[]>`
    update users set total_stances = 0, total_comments = 0, follower_count = 0, following_count = 0,
           minds_changed = 0, profile_picture_url = ${picture}
     where user_id = ${user_id} returning email, access_code, account_status`
  if (!account) throw new Error(`No row of the account ${user_id} was set aside`)
  if (account.access_code) {
    await db`
      delete from former_members
       where access_code = ${account.access_code} and email_hash = ${await hashEmail(db, account.email)}`
  }
  for (const part of parts) await part.lock?.(db, owner)
  await handOverToSuspended(db, owner)
  await handOverToDeletedAuthors(db, owner)
  await restoreRows(db, owner, 'follows')
  await restoreRows(db, owner, 'mutes')
  if (account.account_status === 'active') await countFollows(db, user_id, 1)
  for (const table of setAsideTables) await restoreRows(db, owner, table)
  // Emails are restored after the messages that they refer to.
  await restoreRows(db, owner, 'emails')
  // Comments come last, because counting their votes requires the restored stances.
  for (const part of parts.toReversed()) if (!part.lock) await part.restore(db, owner)
  for (const part of parts) if (part.lock) await part.restore(db, owner)
  await recountMember(db, user_id)
  await handOverToDeletedMembers(db, owner)
  await dropSetAside(db, owner)
  await recordAction(db, { action: 'deletion_undone', user_id })
}

async function recountMember(db: Db, user_id: string): Promise<void> {
  await db`
    update users u set
      total_stances = (select count(*) from stances where user_id = u.user_id),
      total_comments = (select count(*) from bill_comments where user_id = u.user_id and is_live),
      follower_count = (select count(*) from follows f join users o on o.user_id = f.follower_id
                         where f.followee_id = u.user_id and o.account_status = 'active'),
      following_count = (select count(*) from follows f join users o on o.user_id = f.followee_id
                          where f.follower_id = u.user_id and o.account_status = 'active'),
      minds_changed = (select coalesce(sum(change_count), 0) from bill_comments where user_id = u.user_id)
     where u.user_id = ${user_id}`
}

const batch = 500

/**
 * Permanently deletes a batch of the rows of an account that can no longer be restored, and then the account. Returns
 * true if anything was due.
 */
export async function purgeDeletedRows(pool: Pool): Promise<boolean> {
  return pool.begin(async (db) => {
    const [due] = await db<{ user_id: string }[]>`
      select user_id from deleted_accounts where purge_at <= now()
       order by purge_at limit 1 for update skip locked`
    if (!due) return false
    const { count } = await db`
      delete from set_aside_rows where set_aside_id in (
        select set_aside_id from set_aside_rows where user_id = ${due.user_id} limit ${batch})`
    if (count < batch) {
      await db`delete from deleted_accounts where user_id = ${due.user_id}`
      await recordAction(db, { action: 'account_purged', user_id: due.user_id })
    }
    return true
  })
}
