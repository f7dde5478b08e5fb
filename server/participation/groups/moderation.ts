import { type ModerationResult, setHidden } from '#server/participation/comments/moderation.ts'
import type { Db } from '#server/platform/postgres/db.ts'
import { updateGroupActivity } from './activity.ts'

/* Call each function of this file in a transaction. A repeated call changes nothing. */

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

function setPostHidden(db: Db, post_id: string, hidden: boolean): Promise<ModerationResult> {
  return setHidden(db, 'group_posts', post_id, hidden, async (update, step) => {
    const [post] = await db<{ group_id: string }[]>`${update} returning group_id`
    await updateGroupActivity(db, post!.group_id, { live: step })
  })
}

async function setCommentHidden(db: Db, comment_id: string, hidden: boolean): Promise<ModerationResult> {
  const isPostOfComment = db`post_id = (select post_id from group_comments where comment_id = ${comment_id})`
  // Every write locks the post first, so the comment that is read after this statement is current.
  await db`select from group_posts where ${isPostOfComment} for no key update`
  return setHidden(db, 'group_comments', comment_id, hidden, async (update, step) => {
    const [post] = await db<{ group_id: string }[]>`
      with changed as (${update})
      update group_posts set comment_count = comment_count + ${step} where ${isPostOfComment} returning group_id`
    await updateGroupActivity(db, post!.group_id)
  })
}
