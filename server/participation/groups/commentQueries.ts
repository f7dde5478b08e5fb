import { deletedCommentText, removedText } from '#contract/discussions.ts'
import type { GroupComment, listGroupComments } from '#contract/groups.ts'
import type { ParsedOf } from '#contract/kit/endpoint.ts'
import { mutedJson } from '#server/members/people/mutes/mutedAuthors.ts'
import { authorColumns } from '#server/participation/comments/commentTable.ts'
import {
  byTime,
  type CommentJson,
  selectThreadAround,
  selectThreadPage,
} from '#server/participation/comments/threads.ts'
import type { Db } from '#server/platform/postgres/db.ts'
import type { Viewer } from './queries.ts'

type CommentPage = ParsedOf<typeof listGroupComments>

/** Returns the JSON of a comment `c`. The author of a deleted or hidden comment never leaves the database. */
function commentJson(db: Db, viewer: Viewer) {
  return db`(
    select row_to_json(o) from (
      select c.comment_id, c.parent_comment_id as "parentCommentId", ${authorColumns(db, viewer)},
             u.profile_picture_url as "profilePictureUrl",
             case when c.deleted_at is not null or c.is_closed then ${deletedCommentText}
                  when c.hidden_at is not null then ${removedText} else c.content end as content,
             not c.is_live as is_deleted,
             iso_time(c.created_at) as created_at, c.reply_count
        from (select c.user_id as author where c.is_live) shown
        right join (select) one on true left join users u on u.user_id = shown.author) o)`
}

/**
 * Selects the comments of one page, oldest first. The facts are the number of comments on the first level, and the
 * members that the viewer muted.
 */
export function selectCommentPage(db: Db, viewer: Viewer, page: CommentPage) {
  const { id, post_id, parent_comment_id, limit, offset } = page
  const level = parent_comment_id ? db`parent_comment_id = ${parent_comment_id}` : db`depth = 1`
  return selectThreadPage(db, {
    table: 'group_comments',
    roots: db`
      select * from group_comments
       where post_id = ${post_id} and group_id = ${id} and ${level}`,
    order: byTime(db, 'oldest', page.after),
    limit,
    offset,
    json: commentJson(db, viewer),
    facts: [siblingCount(db, page), mutedJson(db, viewer)],
    subject: db`group_posts where post_id = ${post_id} and group_id = ${id}`,
    sort: db`c.created_at, c.comment_id`,
  })
}

/** Returns the number of comments on the page's first level, or null if the parent does not exist. */
function siblingCount(db: Db, { post_id, parent_comment_id }: CommentPage) {
  return parent_comment_id
    ? db`(select reply_count from group_comments where comment_id = ${parent_comment_id} and post_id = ${post_id})`
    : db`(select thread_count from group_posts where post_id = ${post_id})`
}

export function selectThread(
  db: Db,
  viewer: Viewer,
  { post_id, comment_id }: { post_id: string; comment_id: string },
): Promise<CommentJson[]> {
  return selectThreadAround(db, {
    table: 'group_comments',
    where: db`comment_id = ${comment_id} and post_id = ${post_id}`,
    json: commentJson(db, viewer),
    sort: db`c.created_at, c.comment_id`,
  })
}

export async function selectComment(db: Db, viewer: Viewer, comment_id: string): Promise<GroupComment> {
  const [row] = await db<{ comment: GroupComment }[]>`
    select ${commentJson(db, viewer)} as comment from group_comments c where c.comment_id = ${comment_id}`
  return row!.comment
}
