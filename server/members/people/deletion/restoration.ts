import type * as contract from '#contract/accounts/accounts.ts'
import type { ParsedOf } from '#contract/kit/endpoint.ts'
import { refuse } from '#contract/kit/refusals.ts'
import { msg, t } from '#contract/kit/translate.ts'
import { digest } from '#server/members/accounts/signIn/tokens.ts'
import { showOpened } from '#server/members/people/lifecycle.ts'
import { recordAction } from '#server/platform/limits/audit.ts'
import type { Db } from '#server/platform/postgres/db.ts'
import { storePicture } from '#server/platform/storage/pictureFiles.ts'
import type { Squares } from '#server/platform/storage/pictureImage.ts'
import type { Storage } from '#server/platform/storage/storage.ts'
import type { AccountPart } from './accountParts.ts'

const tokenShape = /^[0-9a-f]{64}$/
const restoredMessage = msg('Your account and everything in it is back. Please sign in.')

/**
 * Stores the picture's files again, before the transaction, or null if there was no picture or the storage is unavailable.
 */
export async function restorePictureFiles(db: Db, token: string, storage: Storage): Promise<string | null> {
  if (!tokenShape.test(token)) {
    return null
  }
  const [row] = await db<Squares[]>`
    select picture_small as small, picture_large as large from closed_accounts
     where ${digest(token)} = any (link_hashes) and purge_at > now() and picture_large is not null`
  return row ? storePicture(storage, row).catch(() => null) : null
}

/**
 * Opens a closed account again as it was. Content that other members have deleted since then stays deleted. Does not sign
 * anyone in, because an intruder may have deleted the account.
 */
export async function restoreAccount(
  db: Db,
  { token }: ParsedOf<typeof contract.restoreAccount>,
  parts: AccountPart[],
  picture: string | null,
) {
  if (!tokenShape.test(token ?? '')) {
    refuse('restore_link_invalid')
  }
  // This lock waits for a concurrent removal or restoration, after which no row is left.
  const [account] = await db<{ user_id: string }[]>`
    select user_id from closed_accounts
     where ${digest(token ?? '')} = any (link_hashes) and purge_at > clock_timestamp() for update`
  if (!account) {
    refuse('restore_link_invalid')
  }
  await openAgain(db, account.user_id, parts, picture)
  return { message: t(restoredMessage) }
}

/** Requires the lock on the row of `closed_accounts`. */
export async function openAgain(
  db: Db,
  user_id: string,
  parts: AccountPart[],
  picture: string | null,
): Promise<void> {
  for (const part of parts) {
    await part.setClosed?.(db, user_id, false)
  }
  await db`update users set profile_picture_url = ${picture} where user_id = ${user_id}`
  // Whoever could undo a change of the address when the account was deleted still can, because somebody else may have changed both.
  await db`
    update email_links l set expires_at = greatest(l.expires_at, now() + interval '1 day')
      from closed_accounts c
     where l.user_id = ${user_id} and c.user_id = l.user_id and l.purpose = 'undo' and l.used_at is null
       and l.expires_at > c.closed_at`
  await showOpened(db, user_id)
  await recordAction(db, { action: 'deletion_undone', user_id })
}
