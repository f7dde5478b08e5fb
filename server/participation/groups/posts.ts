import {
  type createGroupPost as createGroupPostEndpoint,
  type GroupPost,
  cannotPostReasons,
  likeGroupPost,
} from '#contract/groups.ts'
import type { ParsedOf } from '#contract/kit/endpoint.ts'
import { refuse } from '#contract/kit/refusals.ts'
import { refuseBlockedMentions } from '#server/members/people/mutes/blocks.ts'
import { textLanguage } from '#server/participation/comments/textLanguage.ts'
import { action, responseOf } from '#server/platform/http/route/action.ts'
import type { Member } from '#server/platform/http/route/route.ts'
import type { LimitRule } from '#server/platform/limits/limits.ts'
import type { Db } from '#server/platform/postgres/db.ts'
import { updateGroupActivity } from './activity.ts'
import { groupExists, selectPost, selectResidence } from './queries.ts'

export const postLimit: LimitRule = { rule: 'group_post', attempts: 10, seconds: 60 }

/** Returns whether the caller may post in a group, and the reason if not. The caller does not have to follow it. */
export async function canPost(db: Db, me: Member | null, group_id: string) {
  if (!me) {
    if (!(await groupExists(db, group_id))) refuse('group_not_found')
    return { can_post: false, reason: cannotPostReasons.signedOut }
  }
  const isResident = (await selectResidence(db, me.user_id, group_id)) ?? refuse('group_not_found')
  const can_post = isResident && me.account_status === 'active'
  return { can_post, reason: can_post ? null : cannotPostReasons.notResident }
}

/** Creates a post. Only residents of the group's jurisdiction may post in it. */
export async function createGroupPost(
  db: Db,
  me: Member,
  input: ParsedOf<typeof createGroupPostEndpoint>,
): Promise<GroupPost> {
  const { id: group_id } = input
  const content = (input.content ?? '').trim()
  const isResident = (await selectResidence(db, me.user_id, group_id)) ?? refuse('group_not_found')
  if (!isResident) refuse('not_resident')
  await refuseBlockedMentions(db, me.user_id, content)
  const [post] = await db<{ post_id: string }[]>`
    with post as (
      insert into group_posts (group_id, user_id, content, language)
      values (${group_id}, ${me.user_id}, ${content}, ${textLanguage(content, input.language)}) returning post_id, created_at)
    update groups g set post_count = g.post_count + 1, live_post_count = g.live_post_count + 1,
           last_activity_at = greatest(g.last_activity_at, post.created_at)
      from post where g.group_id = ${group_id} returning post.post_id`
  return selectPost(db, me.user_id, post!.post_id)
}

type LockedPost = {
  user_id: string | null
  is_deleted: boolean
  is_live: boolean
  comment_count: number
}

/**
 * Locks a post of this group until the transaction ends. Every write to a post, its likes or its comments takes this
 * lock first, so what is read after it is current.
 */
export async function lockPost(db: Db, group_id: string, post_id: string): Promise<LockedPost> {
  const [post] = await db<LockedPost[]>`
    select user_id, deleted_at is not null as is_deleted, is_live, comment_count
      from group_posts where post_id = ${post_id} and group_id = ${group_id} for no key update`
  return post ?? refuse((await groupExists(db, group_id)) ? 'post_not_found' : 'group_not_found')
}

/** Likes a post, or removes the member's like. */
export const likeRoute = action(likeGroupPost, ({ db, input, write }) =>
  responseOf(db`select response from like_group_post(${write}, ${input.id}, ${input.post_id})`),
)

/**
 * Deletes the caller's own post. If it has comments, it becomes a tombstone without text and likes, and
 * readers no longer see its author.
 */
export async function deleteGroupPost(
  db: Db,
  me: Member,
  group_id: string,
  post_id: string,
): Promise<'soft' | 'hard'> {
  const post = await lockPost(db, group_id, post_id)
  if (!post.is_live) refuse('post_not_found')
  if (post.user_id !== me.user_id) refuse('post_not_yours')

  const comments = await db`
    select from group_comments where post_id = ${post_id} and deleted_at is null limit 1`
  if (comments.length > 0) {
    await db`delete from group_likes where post_id = ${post_id}`
    await db`
      update group_posts set deleted_at = now(), content = null, language = null, like_count = 0, is_pinned = false
       where post_id = ${post_id}`
    await updateGroupActivity(db, group_id, { live: -1 })
    return 'soft'
  }
  await db`delete from group_posts where post_id = ${post_id}`
  await updateGroupActivity(db, group_id, { posts: -1, live: -1 })
  return 'hard'
}
