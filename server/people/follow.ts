import { refuse } from '../../contract/kit/refusals.ts'
import type { Member } from '../http/route.ts'
import { retractNewFollower, notifyNewFollower } from '../notifications/notify.ts'
import type { Db } from '../postgres/db.ts'

/** Follows a member and answers how many do now. A second time is refused (R36). */
export async function followUser(db: Db, me: Member, followee_id: string) {
  const followee = await lockPair(db, me, followee_id)
  if (followee.isFollowed) refuse('already_following_user')
  if (!followee.allow_follow) refuse('follow_not_allowed')
  const [row] = await db<{ follower_count: number }[]>`
    with made as (insert into follows (follower_id, followee_id) values (${me.user_id}, ${followee_id})),
    told as (${notifyNewFollower(db, me.user_id, followee_id)}),
    mine as (update users set following_count = following_count + 1 where user_id = ${me.user_id})
    update users set follower_count = follower_count + 1 where user_id = ${followee_id}
    returning follower_count`
  return { isFollowing: true, followerCount: row!.follower_count }
}

/** Ends a follow; also one of a member who no longer lets others follow. */
export async function unfollowUser(db: Db, me: Member, followee_id: string) {
  const followee = await lockPair(db, me, followee_id)
  if (!followee.isFollowed) refuse('not_following_user')
  const [row] = await db<{ follower_count: number }[]>`
    with gone as (delete from follows where follower_id = ${me.user_id} and followee_id = ${followee_id}),
    told as (${retractNewFollower(db, me.user_id, followee_id)}),
    mine as (update users set following_count = following_count - 1 where user_id = ${me.user_id})
    update users set follower_count = follower_count - 1 where user_id = ${followee_id}
    returning follower_count`
  return { isFollowing: false, followerCount: row!.follower_count }
}

/**
 * Everybody locks people in the order of their ids, so that two who follow each other at once do not wait for one
 * another. What is read under the lock is the truth: either may have been deactivated in the meantime.
 */
async function lockPair(db: Db, me: Member, followee_id: string) {
  if (followee_id === me.user_id) refuse('own_follow')
  const rows = await db<
    { user_id: string; account_status: string; public_profile: boolean; allow_follow: boolean }[]
  >`
    select user_id, account_status, public_profile, allow_follow from users
     where user_id in (${me.user_id}, ${followee_id}) order by user_id for no key update`
  const [mine, followee] = [me.user_id, followee_id].map((id) => rows.find((row) => row.user_id === id))
  if (mine?.account_status !== 'active') refuse('account_deactivated')
  if (followee?.account_status !== 'active') refuse('user_not_found')
  // One's own writes come one after the other, so the follow itself needs no lock to be read.
  const isFollowed = await isFollowing(db, me, followee_id)
  if (!followee.public_profile && !isFollowed) refuse('user_not_found')
  return { isFollowed, allow_follow: followee.allow_follow }
}

async function isFollowing(db: Db, me: Member, followee_id: string): Promise<boolean> {
  const rows =
    await db`select from follows where follower_id = ${me.user_id} and followee_id = ${followee_id}`
  return rows.length > 0
}
