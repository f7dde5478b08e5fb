import type { createGroupPost as createGroupPostEndpoint, GroupPost } from '../../contract/groups.ts'
import { cannotPostReasons, deletedPostText } from '../../contract/groups.ts'
import type { ParsedOf } from '../../contract/kit/endpoint.ts'
import { refuse } from '../../contract/kit/refusals.ts'
import type { Member } from '../http/route.ts'
import { countAttempts, type LimitRule } from '../kit/limits.ts'
import type { Db } from '../postgres/db.ts'
import { updateGroupActivity } from './activity.ts'
import type { WriteLimits } from './follow.ts'
import { groupExists, selectPost, selectResidence } from './queries.ts'

const posts: LimitRule = { rule: 'group_post', attempts: 10, seconds: 60 }

/** Whether the caller may post here, and if not, why (R69). Following the group is not needed. */
export async function canPost(db: Db, me: Member | null, group_id: string) {
  if (!me) {
    if (!(await groupExists(db, group_id))) refuse('group_not_found')
    return { can_post: false, reason: cannotPostReasons.signedOut }
  }
  const livesThere = (await selectResidence(db, me.user_id, group_id)) ?? refuse('group_not_found')
  const can_post = livesThere && me.account_status === 'active'
  return { can_post, reason: can_post ? null : cannotPostReasons.notResident }
}

/** Posts in a group of the member's own jurisdiction; from elsewhere it is refused, whatever the screen showed. */
export async function createGroupPost(
  db: Db,
  me: Member,
  input: ParsedOf<typeof createGroupPostEndpoint>,
  rules: WriteLimits,
): Promise<GroupPost> {
  const { id: group_id, content } = input
  const livesThere = (await selectResidence(db, me.user_id, group_id)) ?? refuse('group_not_found')
  if (!livesThere) refuse('not_resident')
  if (rules.rateLimits) await countAttempts(db, [{ rule: posts, subject: me.user_id }])
  const [made] = await db<{ post_id: string }[]>`
    with made as (
      insert into group_posts (group_id, user_id, content)
      values (${group_id}, ${me.user_id}, ${(content ?? '').trim()}) returning post_id, created_at)
    update groups g set post_count = g.post_count + 1, live_post_count = g.live_post_count + 1,
           last_activity_at = greatest(g.last_activity_at, made.created_at)
      from made where g.group_id = ${group_id} returning made.post_id`
  return selectPost(db, me.user_id, made!.post_id)
}

type LockedPost = {
  user_id: string | null
  is_deleted: boolean
  is_hidden: boolean
  comment_count: number
}

/**
 * The post, if it is one of this group; held until the transaction ends. Every act on a post, its likes and its comments
 * takes this lock first, so that what is read after it is the truth.
 */
export async function lockPost(db: Db, group_id: string, post_id: string): Promise<LockedPost> {
  const [post] = await db<LockedPost[]>`
    select user_id, deleted_at is not null as is_deleted, hidden_at is not null as is_hidden, comment_count
      from group_posts where post_id = ${post_id} and group_id = ${group_id} for no key update`
  return post ?? refuse((await groupExists(db, group_id)) ? 'post_not_found' : 'group_not_found')
}

/** Likes a post, or takes the like back. */
export async function likeGroupPost(db: Db, me: Member, group_id: string, post_id: string) {
  const post = await lockPost(db, group_id, post_id)
  if (post.is_deleted || post.is_hidden) refuse('post_deleted')
  const [row] = await db<{ like_count: number; user_has_liked: boolean }[]>`
    with former as (select from group_likes where post_id = ${post_id} and user_id = ${me.user_id}),
    taken_back as (delete from group_likes where post_id = ${post_id} and user_id = ${me.user_id}),
    given as (
      insert into group_likes (post_id, user_id)
      select ${post_id}, ${me.user_id} where not exists (select from former) on conflict do nothing)
    update group_posts set like_count = like_count + case when exists (select from former) then -1 else 1 end
     where post_id = ${post_id}
    returning like_count, not exists (select from former) as user_has_liked`
  return row!
}

/**
 * Deletes the caller's own post. With comments it stays as a mark without words, author and likes; without, it goes.
 */
export async function deleteGroupPost(
  db: Db,
  me: Member,
  group_id: string,
  post_id: string,
): Promise<'soft' | 'hard'> {
  const post = await lockPost(db, group_id, post_id)
  if (post.is_deleted || post.is_hidden) refuse('post_not_found')
  if (post.user_id !== me.user_id) refuse('post_not_yours')

  const answered = await db`
    select from group_comments where post_id = ${post_id} and deleted_at is null limit 1`
  if (answered.length > 0) {
    await db`delete from group_likes where post_id = ${post_id}`
    await db`
      update group_posts set deleted_at = now(), content = ${deletedPostText}, like_count = 0, is_pinned = false
       where post_id = ${post_id}`
    await updateGroupActivity(db, group_id, { live: -1 })
    return 'soft'
  }
  await db`delete from group_posts where post_id = ${post_id}`
  await updateGroupActivity(db, group_id, { posts: -1, live: -1 })
  return 'hard'
}
