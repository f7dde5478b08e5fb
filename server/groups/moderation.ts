import { lockForModeration, type ModerationResult, setHidden } from '../comments/moderation.ts'
import type { Db } from '../postgres/db.ts'
import { updateGroupActivity } from './activity.ts'

/* Each function runs inside a transaction and can be repeated. */

export function hidePost(db: Db, post_id: string): Promise<ModerationResult> {
  return setPostHidden(db, post_id, true)
}

export function restorePost(db: Db, post_id: string): Promise<ModerationResult> {
  return setPostHidden(db, post_id, false)
}

export function hideGroupComment(db: Db, comment_id: string): Promise<ModerationResult> {
  return setCommentHidden(db, comment_id, true)
}

export function restoreGroupComment(db: Db, comment_id: string): Promise<ModerationResult> {
  return setCommentHidden(db, comment_id, false)
}

async function setPostHidden(db: Db, post_id: string, hidden: boolean): Promise<ModerationResult> {
  const [post] = await db<{ group_id: string; is_deleted: boolean; is_hidden: boolean }[]>`
    select group_id, deleted_at is not null as is_deleted, hidden_at is not null as is_hidden
      from group_posts where post_id = ${post_id} for no key update`
  return setHidden(post, hidden, async ({ group_id }) => {
    await db`update group_posts set hidden_at = ${hiddenAt(db, hidden)} where post_id = ${post_id}`
    await updateGroupActivity(db, group_id, { live: hidden ? -1 : 1 })
  })
}

async function setCommentHidden(db: Db, comment_id: string, hidden: boolean): Promise<ModerationResult> {
  // Every write locks the post first, so the comment that is read afterwards is current.
  await db`
    select from group_posts where post_id = (select post_id from group_comments where comment_id = ${comment_id})
       for no key update`
  const comment = await lockForModeration<{ post_id: string; group_id: string }>(
    db,
    'group_comments',
    db`post_id, group_id`,
    comment_id,
  )
  return setHidden(comment, hidden, async ({ post_id, group_id }) => {
    await db`
      with hidden as (
        update group_comments set hidden_at = ${hiddenAt(db, hidden)} where comment_id = ${comment_id})
      update group_posts set comment_count = comment_count + ${hidden ? -1 : 1} where post_id = ${post_id}`
    await updateGroupActivity(db, group_id)
  })
}

function hiddenAt(db: Db, hidden: boolean) {
  return hidden ? db`now()` : db`null`
}
