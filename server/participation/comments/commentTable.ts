import { deletedCommentText, removedText } from '#contract/discussions.ts'
import type { Db } from '#server/platform/postgres/db.ts'

/* Comments on bills and comments on group posts are stored in two tables that share the columns comment_id,
   parent_comment_id, depth, user_id, content, reply_count, deleted_at, hidden_at and created_at. This folder implements
   both. server/participation/discussions and server/participation/groups add what only one of them has, such as votes. */
export type CommentTable = 'bill_comments' | 'group_comments'

/** Returns the columns of an author `u`. A visitor sees only the first name and the initial of the last name. */
export function authorColumns(db: Db, viewer: string | null) {
  return db`
    u.user_id, u.username, ${viewer === null ? db`short_name(u.full_name)` : db`u.full_name`} as full_name,
    u.email_verified_at is not null as is_verified, u.shown_type as member_type,
    case when u.user_id is not null
         then engagement_level(u.total_stances, u.total_comments, u.follower_count) end as engagement_level`
}

/** The state of a comment or post. What a closed account wrote is shown as deleted. Only a live one has an author, a text and votes for its readers. */
export type ContentState = 'live' | 'deleted' | 'hidden'

/** Returns the state of the row with this name. */
export function contentState(db: Db, row: string) {
  return db.unsafe(
    `case when ${row}.is_live then 'live' when ${row}.deleted_at is not null or ${row}.is_closed then 'deleted' else 'hidden' end`,
  )
}

/** Returns what readers see instead of the text of a deleted or hidden row, and otherwise the text. */
export function shownText(
  state: ContentState,
  content: string | null,
  deletedText = deletedCommentText,
): string {
  if (state === 'live') return content ?? ''
  return state === 'deleted' ? deletedText : removedText
}
