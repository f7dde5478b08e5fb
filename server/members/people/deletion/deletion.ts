import { restoreDays } from '#contract/accounts/accounts.ts'
import { recordFormerMember } from '#server/members/accounts/formerMembers.ts'
import { lockMemberAndFollows } from '#server/members/people/followLocks.ts'
import { countFollows } from '#server/members/people/lifecycle.ts'
import type { Squares } from '#server/members/people/pictures/pictureImage.ts'
import { setAsideNotifications } from '#server/members/people/shownActions.ts'
import { recordAction } from '#server/platform/limits/audit.ts'
import type { Db } from '#server/platform/postgres/db.ts'
import { dropSetAside, rowKeeper, keepNothing } from '#server/platform/postgres/setAside.ts'
import type { AccountPart } from './accountParts.ts'
import { emailRestoreLink } from './restoreLinks.ts'

/**
 * The tables whose rows only need to be set aside and restored, because nothing counts them or only triggers do. A table
 * comes after the tables that it references. Sessions, password reset links, challenges of passkeys and rate limits are
 * deleted with the account.
 */
export const setAsideTables = [
  'former_usernames',
  'known_devices',
  'email_links',
  'second_factors',
  'recovery_codes',
  'passkeys',
  'member_divisions',
  'member_moves',
  'counted_homes',
  'residences',
  'residence_divisions',
  'messages',
  'welcomes',
] as const

export type Deletion = {
  parts: AccountPart[]
  publicOrigin: string
  /** The URL of the profile picture, and its two sizes as bytes. */
  picture?: { url: string; squares: Squares } | null | undefined
  /** The time of the original deletion if the deletion is repeated after a restore from a backup. */
  deletedAt?: string | null
}

type Account = {
  username: string
  email: string
  access_code: string | null
  account_status: string
  picture: string | null
}

/**
 * Deletes an account: removes every row of the member and adjusts every count in the same transaction. If the member
 * has a verified address, the rows are set aside for `restoreDays` and a link that restores them is emailed. Otherwise
 * only the use of the access code is recorded. Returns the URL of the picture, whose files must be removed after the
 * commit. Null if there is no picture. Undefined if there is no such account.
 */
export async function deleteAccount(
  db: Db,
  user_id: string,
  { parts, publicOrigin, picture, deletedAt = null }: Deletion,
): Promise<string | null | undefined> {
  const purge_at = await selectPurgeTime(db, deletedAt)
  const canRestore = purge_at !== null && (await selectVerifiedAddresses(db, user_id)).length > 0
  const owner = { user_id, reason: 'deletion' } as const
  const keep = canRestore ? rowKeeper(db, owner) : keepNothing
  await setAsideNotifications(db, user_id, keep)
  for (const part of parts) await part.remove(db, user_id, keep)

  await lockMemberAndFollows(db, user_id)
  const [account] = await db<Account[]>`
    select username, email, access_code, account_status, profile_picture_url as picture
      from users where user_id = ${user_id}`
  if (!account) return undefined
  await keep('users', db`select * from users where user_id = ${user_id}`)
  await keep(
    'emails',
    db`select * from emails where user_id = ${user_id} and purpose = 'representative_message'`,
  )
  for (const table of setAsideTables) {
    await keep(table, db`select * from ${db(table)} where user_id = ${user_id}`)
  }
  await keep('follows', db`select * from follows where ${user_id} in (follower_id, followee_id)`)
  await keep('mutes', db`select * from mutes where ${user_id} in (user_id, muted_id)`)
  if (account.account_status === 'active') await countFollows(db, user_id, -1)

  // The addresses are read again, because the account was not locked before.
  const notifiedAddresses = canRestore ? await selectVerifiedAddresses(db, user_id) : []
  if (canRestore && notifiedAddresses.length === 0) await dropSetAside(db, owner)
  if (notifiedAddresses.length > 0) {
    const squares = picture?.url === account.picture ? picture?.squares : null
    await reserve(db, user_id, account, { notifiedAddresses, purge_at, deletedAt, squares, publicOrigin })
  } else {
    await db`delete from set_aside_rows where user_id = ${user_id}`
  }
  if (account.access_code) await recordFormerMember(db, account.email, account.access_code)
  await db`delete from users where user_id = ${user_id}`
  await recordAction(db, {
    action: 'deleted',
    user_id,
    detail: { can_be_restored: notifiedAddresses.length > 0 },
  })
  return account.picture
}

/** Selects the time at which the account is purged. Null if the time to restore it is already over. */
async function selectPurgeTime(db: Db, deletedAt: string | null): Promise<string | null> {
  const [row] = await db<{ purge_at: string | null }[]>`
    select case when t > now() then t end as purge_at
      from (select coalesce(${deletedAt}::timestamptz, now()) + make_interval(days => ${restoreDays}) as t) purge`
  return row!.purge_at
}

/**
 * Returns the addresses that get a link to restore the account: the verified address, and a former one whose owner can
 * still undo the change of address ("This was not me"), because an intruder may have changed the address and then
 * deleted the account.
 */
async function selectVerifiedAddresses(db: Db, user_id: string): Promise<string[]> {
  const rows = await db<{ email: string }[]>`
    select email from users where user_id = ${user_id} and email_verified_at is not null
    union
    select email from email_links
     where user_id = ${user_id} and purpose = 'undo' and used_at is null and was_verified_at is not null
       and expires_at > now()`
  return rows.map(({ email }) => email)
}

type Reservation = {
  notifiedAddresses: string[]
  purge_at: string | null
  deletedAt: string | null
  squares: Squares | null | undefined
  publicOrigin: string
}

/** Reserves the username and the addresses, and emails each address its own link. */
async function reserve(db: Db, user_id: string, account: Account, reservation: Reservation): Promise<void> {
  const { notifiedAddresses, purge_at, deletedAt, squares, publicOrigin } = reservation
  await db`
    insert into deleted_accounts
      (user_id, username, emails, deleted_at, purge_at, link_hashes, picture_small, picture_large)
    values (${user_id}, ${account.username}, ${[...new Set([account.email, ...notifiedAddresses])]}::text[],
            coalesce(${deletedAt}::timestamptz, now()), ${purge_at}, '{}',
            ${squares?.small ?? null}, ${squares?.large ?? null})`
  for (const to of notifiedAddresses) await emailRestoreLink(db, user_id, to, publicOrigin)
}
