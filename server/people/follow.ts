import { refuse } from '../../contract/kit/refusals.ts'
import type { Member } from '../http/route/route.ts'
import { retractNewFollower, notifyNewFollower } from '../notifications/notify.ts'
import type { Db } from '../postgres/db.ts'

/** Follows a member and returns the new number of followers. Refuses if the caller already follows the member. */
export async function followUser(db: Db, me: Member, followee_id: string) {
  const followee = await lockPair(db, me, followee_id)
  if (followee.isFollowed) refuse('already_following_user')
  if (!followee.allow_follow) refuse('follow_not_allowed')
  const [row] = await db<{ follower_count: number }[]>`
    with inserted as (insert into follows (follower_id, followee_id) values (${me.user_id}, ${followee_id})),
    notified as (${notifyNewFollower(db, me.user_id, followee_id)}),
    own as (update users set following_count = following_count + 1 where user_id = ${me.user_id})
    update users set follower_count = follower_count + 1 where user_id = ${followee_id}
    returning follower_count`
  return { isFollowing: true, followerCount: row!.follower_count }
}

/** Unfollows a member, even one who no longer allows follows. */
export async function unfollowUser(db: Db, me: Member, followee_id: string) {
  const followee = await lockPair(db, me, followee_id)
  if (!followee.isFollowed) refuse('not_following_user')
  const [row] = await db<{ follower_count: number }[]>`
    with deleted as (delete from follows where follower_id = ${me.user_id} and followee_id = ${followee_id}),
    notified as (${retractNewFollower(db, me.user_id, followee_id)}),
    own as (update users set following_count = following_count - 1 where user_id = ${me.user_id})
    update users set follower_count = follower_count - 1 where user_id = ${followee_id}
    returning follower_count`
  return { isFollowing: false, followerCount: row!.follower_count }
}

/**
 * Locks both members in the order of their ids, so that two members who follow each other at once cannot deadlock. The
 * status is read under the lock, because either member may have been deactivated in the meantime.
 */
async function lockPair(db: Db, me: Member, followee_id: string) {
  if (followee_id === me.user_id) refuse('own_follow')
  const rows = await db<
    { user_id: string; account_status: string; public_profile: boolean; allow_follow: boolean }[]
  >`
    select user_id, account_status, public_profile, allow_follow from users
     where user_id in (${me.user_id}, ${followee_id}) order by user_id for no key update`
  const [own, followee] = [me.user_id, followee_id].map((id) => rows.find((row) => row.user_id === id))
  if (own?.account_status !== 'active') refuse('account_deactivated')
  if (followee?.account_status !== 'active') refuse('user_not_found')
  // The caller's row is locked, so no concurrent request of the caller can change the follow.
  const isFollowed = await isFollowing(db, me, followee_id)
  if (!followee.public_profile && !isFollowed) refuse('user_not_found')
  return { isFollowed, allow_follow: followee.allow_follow }
}

async function isFollowing(db: Db, me: Member, followee_id: string): Promise<boolean> {
  const rows =
    await db`select from follows where follower_id = ${me.user_id} and followee_id = ${followee_id}`
  return rows.length > 0
}
