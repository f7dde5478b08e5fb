import { maxGroupFollows } from '#contract/groups.ts'
import { refuse } from '#contract/kit/refusals.ts'
import { updateMemberships } from '#server/legislation/places/groups/memberships.ts'
import type { Member } from '#server/platform/http/route/route.ts'
import type { LimitRule } from '#server/platform/limits/limits.ts'
import type { Db } from '#server/platform/postgres/db.ts'

/** Following and unfollowing share one limit so that toggling counts too. */
export const followLimit: LimitRule = { rule: 'group_follow', attempts: 60, seconds: 60 }

/**
 * Follows a group and returns its follower count. A second follow is refused, and a local group requires an address.
 */
export async function followGroup(db: Db, me: Member, group_id: string) {
  const current = await lockFollow(db, me, group_id)
  if (current.isFollowing) refuse('already_following_group')
  if (current.government_level === 'local' && !current.has_address) refuse('local_group_needs_address')
  // The member's row is locked, so simultaneous calls cannot exceed the limit.
  const [followed] = await db<{ groups: number }[]>`
    select count(*)::int as groups from group_follows where user_id = ${me.user_id}`
  if ((followed?.groups ?? 0) >= maxGroupFollows) refuse('group_follow_limit')
  await db`insert into group_follows (user_id, group_id) values (${me.user_id}, ${group_id})`
  await updateMemberships(db, me.user_id)
  return { isFollowing: true, follower_count: await selectFollowerCount(db, group_id) }
}

export async function unfollowGroup(db: Db, me: Member, group_id: string) {
  const current = await lockFollow(db, me, group_id)
  if (!current.isFollowing) refuse('not_following_group')
  await db`delete from group_follows where user_id = ${me.user_id} and group_id = ${group_id}`
  await updateMemberships(db, me.user_id)
  return { isFollowing: false, follower_count: await selectFollowerCount(db, group_id) }
}

/**
 * Locks the member's row, because only active members are counted and the account may have been deactivated since the
 * call was authorized. The follow itself needs no lock, because the writes of one member run one after another.
 */
async function lockFollow(db: Db, me: Member, group_id: string) {
  const [account] = await db<{ account_status: string; has_address: boolean }[]>`
    select account_status, coalesce(btrim(address), '') <> '' as has_address
      from users where user_id = ${me.user_id} for no key update`
  if (account?.account_status !== 'active') refuse('account_deactivated')
  const [follow] = await db<{ government_level: string; isFollowing: boolean }[]>`
    select g.government_level, f.user_id is not null as "isFollowing"
      from groups g left join group_follows f on f.group_id = g.group_id and f.user_id = ${me.user_id}
     where g.group_id = ${group_id}`
  if (!follow) refuse('group_not_found')
  return { ...follow, has_address: account.has_address }
}

async function selectFollowerCount(db: Db, group_id: string): Promise<number> {
  const [row] = await db<{ follower_count: number }[]>`
    select follower_count from groups where group_id = ${group_id}`
  return row!.follower_count
}
