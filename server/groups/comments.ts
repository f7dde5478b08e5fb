import { deletedCommentText } from '../../contract/comments.ts'
import {
  type createGroupComment as createGroupCommentEndpoint,
  type deleteGroupComment as deleteGroupCommentEndpoint,
  type getGroupThread as getGroupThreadEndpoint,
  type GroupComment,
  maxGroupComments,
  type listGroupComments as listGroupCommentsEndpoint,
} from '../../contract/groups.ts'
import type { OutputOf, ParsedOf } from '../../contract/kit/endpoint.ts'
import { refuse } from '../../contract/kit/refusals.ts'
import { replyPosition } from '../comments/replies.ts'
import type { Member } from '../http/route.ts'
import { countAttempts, type LimitRule } from '../kit/limits.ts'
import type { Db } from '../postgres/db.ts'
import { updateGroupActivity } from './activity.ts'
import type { WriteLimits } from './follow.ts'
import { lockPost } from './posts.ts'
import {
  countSiblings,
  groupExists,
  postExists,
  selectComment,
  selectCommentPage,
  selectThread,
  type Viewer,
} from './queries.ts'

const comments: LimitRule = { rule: 'group_comment', attempts: 20, seconds: 60 }

/** A page of threads, or of the replies to one comment, flat; bounded however many comments the post has. */
export async function listGroupComments(
  db: Db,
  viewer: Viewer,
  page: ParsedOf<typeof listGroupCommentsEndpoint>,
): Promise<Omit<OutputOf<typeof listGroupCommentsEndpoint>, 'success'>> {
  const { id: group_id, parent_comment_id = null, limit, offset } = page
  const rows = await selectCommentPage(db, viewer, page)
  const [{ total }] =
    rows.length > 0 ? rows : [(await countSiblings(db, page)) ?? (await refusePost(db, group_id))]
  if (total === null) refuse('parent_comment_not_found')

  const threads = rows.filter((row) => row.parentCommentId === parent_comment_id).length
  return { comments: rows, pagination: { limit, offset, total, has_more: offset + threads < total } }
}

/** The thread of one comment, with the path to it. */
export async function getGroupThread(
  db: Db,
  viewer: Viewer,
  input: ParsedOf<typeof getGroupThreadEndpoint>,
): Promise<GroupComment[]> {
  if (!(await postExists(db, input.id, input.post_id))) await refusePost(db, input.id)
  const comments = await selectThread(db, viewer, input)
  return comments.length > 0 ? comments : refuse('comment_not_found')
}

async function refusePost(db: Db, group_id: string): Promise<never> {
  return refuse((await groupExists(db, group_id)) ? 'post_not_found' : 'group_not_found')
}

/** Comments on a post or answers a comment on it; nobody has to live there. */
export async function createGroupComment(
  db: Db,
  me: Member,
  input: ParsedOf<typeof createGroupCommentEndpoint>,
  rules: WriteLimits,
): Promise<GroupComment> {
  const { id: group_id, post_id, content, parent_comment_id } = input
  const post = await lockPost(db, group_id, post_id)
  if (post.is_deleted || post.is_hidden) refuse('post_deleted')
  if (post.comment_count >= maxGroupComments) refuse('post_full')
  const position = parent_comment_id
    ? await findPosition(db, post_id, parent_comment_id)
    : { parent_comment_id: null, depth: 1 }
  if (rules.rateLimits) await countAttempts(db, [{ rule: comments, subject: me.user_id }])
  const [made] = await db<{ comment_id: string }[]>`
    with made as (
      insert into group_comments (post_id, group_id, parent_comment_id, depth, user_id, content)
      values (${post_id}, ${group_id}, ${position.parent_comment_id}, ${position.depth}, ${me.user_id},
              ${(content ?? '').trim()})
      returning comment_id, created_at),
    counted as (update group_posts set comment_count = comment_count + 1 where post_id = ${post_id})
    update groups g set last_activity_at = greatest(g.last_activity_at, made.created_at)
      from made where g.group_id = ${group_id} returning made.comment_id`
  return selectComment(db, me.user_id, made!.comment_id)
}

async function findPosition(db: Db, post_id: string, parent_id: string) {
  const [parent] = await db<
    { comment_id: string; parent_comment_id: string | null; depth: number; is_gone: boolean }[]
  >`
    select comment_id, parent_comment_id, depth, deleted_at is not null or hidden_at is not null as is_gone
      from group_comments where comment_id = ${parent_id} and post_id = ${post_id}`
  if (!parent) refuse('parent_comment_not_found')
  if (parent.is_gone) refuse('comment_deleted')
  return replyPosition(parent)
}

/**
 * Deletes the caller's own comment (R71). With replies it stays as a mark without words and author; without, it goes, and
 * so does every such mark above it that has no other reply left, up to the mark of a deleted post.
 */
export async function deleteGroupComment(
  db: Db,
  me: Member,
  input: ParsedOf<typeof deleteGroupCommentEndpoint>,
): Promise<'soft' | 'hard'> {
  const { id: group_id, post_id, comment_id } = input
  const post = await lockPost(db, group_id, post_id)
  const [comment, ...above] = await selectBranch(db, post_id, comment_id)
  if (!comment || comment.is_deleted || comment.is_hidden) refuse('comment_not_found')
  if (comment.user_id !== me.user_id) refuse('comment_not_yours')

  const removed: string[] = []
  if (comment.reply_count === 0) {
    removed.push(comment_id)
    for (const mark of above) {
      if (!mark.is_deleted || mark.reply_count !== 1) break
      removed.push(mark.comment_id)
    }
    await db`delete from group_comments where comment_id = any(${removed}::uuid[])`
  } else {
    await db`
      update group_comments set deleted_at = now(), content = ${deletedCommentText}
       where comment_id = ${comment_id}`
  }
  await db`update group_posts set comment_count = comment_count - 1 where post_id = ${post_id}`
  const emptied = post.is_deleted ? await removeEmptyPost(db, post_id) : 0
  await updateGroupActivity(db, group_id, { posts: -emptied })
  return removed.length > 0 ? 'hard' : 'soft'
}

type Branch = {
  comment_id: string
  user_id: string | null
  is_deleted: boolean
  is_hidden: boolean
  reply_count: number
}

/** The comment and those above it, the comment first, each with its direct replies. The post's lock is held. */
function selectBranch(db: Db, post_id: string, comment_id: string): Promise<Branch[]> {
  return db<Branch[]>`
    with recursive branch as (
      select * from group_comments where comment_id = ${comment_id} and post_id = ${post_id}
      union all
      select c.* from branch join group_comments c on c.comment_id = branch.parent_comment_id)
    select comment_id, user_id, deleted_at is not null as is_deleted, hidden_at is not null as is_hidden, reply_count
      from branch order by depth desc`
}

async function removeEmptyPost(db: Db, post_id: string): Promise<number> {
  const { count } = await db`
    delete from group_posts where post_id = ${post_id}
       and not exists (select from group_comments where post_id = ${post_id})`
  return count
}
