import type { Db } from '../postgres/db.ts'
import { updateGroupActivity } from './activity.ts'

/*
 * Moderation of posts and comments in groups. Each function runs inside a transaction, can be repeated, and returns
 * whether the content exists; content that its author has deleted does not.
 */

/** Replaces the post with "[Removed by moderators]" and subtracts it from counts and activity. */
export function hidePost(db: Db, post_id: string): Promise<boolean> {
  return setPostHidden(db, post_id, true)
}

export function restorePost(db: Db, post_id: string): Promise<boolean> {
  return setPostHidden(db, post_id, false)
}

export function hideGroupComment(db: Db, comment_id: string): Promise<boolean> {
  return setCommentHidden(db, comment_id, true)
}

export function restoreGroupComment(db: Db, comment_id: string): Promise<boolean> {
  return setCommentHidden(db, comment_id, false)
}

async function setPostHidden(db: Db, post_id: string, hide: boolean): Promise<boolean> {
  const [post] = await db<{ group_id: string; is_hidden: boolean }[]>`
    select group_id, hidden_at is not null as is_hidden
      from group_posts where post_id = ${post_id} and deleted_at is null for no key update`
  if (!post) return false
  if (post.is_hidden === hide) return true
  await db`update group_posts set hidden_at = ${hiddenAt(db, hide)} where post_id = ${post_id}`
  await updateGroupActivity(db, post.group_id, { live: hide ? -1 : 1 })
  return true
}

async function setCommentHidden(db: Db, comment_id: string, hide: boolean): Promise<boolean> {
  // Every write locks the post first, so the comment that is read afterwards is current.
  await db`
    select from group_posts where post_id = (select post_id from group_comments where comment_id = ${comment_id})
       for no key update`
  const [comment] = await db<{ post_id: string; group_id: string; is_hidden: boolean }[]>`
    select post_id, group_id, hidden_at is not null as is_hidden
      from group_comments where comment_id = ${comment_id} and deleted_at is null`
  if (!comment) return false
  if (comment.is_hidden === hide) return true
  await db`update group_comments set hidden_at = ${hiddenAt(db, hide)} where comment_id = ${comment_id}`
  await db`
    update group_posts set comment_count = comment_count + ${hide ? -1 : 1} where post_id = ${comment.post_id}`
  await updateGroupActivity(db, comment.group_id)
  return true
}

function hiddenAt(db: Db, hide: boolean) {
  return hide ? db`now()` : db`null`
}
