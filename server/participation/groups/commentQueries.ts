import type { GroupComment, listGroupComments } from '#contract/groups.ts'
import type { ParsedOf } from '#contract/kit/endpoint.ts'
import {
  authorColumns,
  contentState,
  type ContentState,
  shownText,
} from '#server/participation/comments/commentTable.ts'
import { shownPage, shownThread } from '#server/participation/comments/shownComments.ts'
import { refuseCursor, timeKey } from '#server/platform/http/page.ts'
import type { Db } from '#server/platform/postgres/db.ts'
import type { Viewer } from './queries.ts'

export type CommentPage = ParsedOf<typeof listGroupComments>

/** A comment as a statement returns it. Author and text are null unless the comment is live. */
export type CommentRow = Omit<GroupComment, 'content' | 'is_deleted' | 'parentCommentId'> & {
  parent_comment_id: string | null
  is_root: boolean
  /** The time with microseconds, for cursors and for the order. */
  time_key: string
  state: ContentState
  content: string | null
}

/**
 * Selects the comments of a page, oldest first. Returns undefined if the post or the parent does not exist.
 */
export async function selectCommentPage(
  db: Db,
  viewer: Viewer,
  page: CommentPage,
): Promise<{ rows: CommentRow[]; total: number } | undefined> {
  const { id, post_id, parent_comment_id, limit, offset, after } = page
  const level = parent_comment_id ? db`parent_comment_id = ${parent_comment_id}` : db`depth = 1`
  if (after && after.length !== 2) refuseCursor()
  const later = after ? db`and (created_at, comment_id) > (${after[0]}::timestamptz, ${after[1]})` : db``
  const queries = shownPage(db, 'group_comments', {
    isListed: db`post_id = ${post_id} and group_id = ${id} and ${level} ${later}`,
    order: db`order by created_at, comment_id`,
    limit,
    offset: after ? 0 : offset,
  })
  const rows = await db<(CommentRow & { total: number | null })[]>`
    with ${queries}
    select page.total, ${commentColumns(db, viewer)}
      from (select ${
        parent_comment_id
          ? db`(select reply_count from group_comments where comment_id = ${parent_comment_id} and post_id = ${post_id})`
          : db`thread_count`
      } as total from group_posts where post_id = ${post_id} and group_id = ${id}) page
      left join shown c on true
      left join users u on u.user_id = c.user_id and c.is_live
     order by c.created_at, c.comment_id`
  const total = rows[0]?.total ?? null
  if (total === null) return undefined
  const comments = rows.filter(({ comment_id }) => comment_id !== null)
  return { total, rows: comments.map(({ total: _total, ...row }) => row) }
}

/** Selects the thread of a comment as a page shows it, and also the path to that comment. */
export function selectThread(
  db: Db,
  viewer: Viewer,
  { post_id, comment_id }: { post_id: string; comment_id: string },
): Promise<CommentRow[]> {
  const isComment = db`comment_id = ${comment_id} and post_id = ${post_id}`
  return db<CommentRow[]>`
    with recursive ${shownThread(db, 'group_comments', isComment)}
    select ${commentColumns(db, viewer)}
      from shown c left join users u on u.user_id = c.user_id and c.is_live
     order by c.created_at, c.comment_id`
}

export async function selectComment(db: Db, viewer: Viewer, comment_id: string): Promise<GroupComment> {
  const [row] = await db<CommentRow[]>`
    select ${commentColumns(db, viewer)}
      from (select true as is_root, * from group_comments where comment_id = ${comment_id}) c
      left join users u on u.user_id = c.user_id and c.is_live`
  return shownComment(row!)
}

/** Returns the columns of a comment `c` and its author `u`. The text of a deleted or hidden comment never leaves the database. */
function commentColumns(db: Db, viewer: Viewer) {
  return db`
    c.comment_id, c.parent_comment_id, c.is_root, ${timeKey(db, 'c.created_at')} as time_key, ${contentState(db, 'c')} as state,
    case when c.is_live then c.content end as content, case when c.is_live then c.language end as language, c.created_at, c.reply_count,
    ${authorColumns(db, viewer)}, u.profile_picture_url as "profilePictureUrl"`
}

/** Returns a comment as readers see it. */
export function shownComment({
  parent_comment_id,
  is_root: _isRoot,
  time_key: _timeKey,
  state,
  content,
  ...comment
}: CommentRow): GroupComment {
  return {
    ...comment,
    parentCommentId: parent_comment_id,
    content: shownText(state, content),
    is_deleted: state !== 'live',
  }
}
