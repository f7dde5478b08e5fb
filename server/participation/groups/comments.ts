import { commentLevels } from '#contract/discussions.ts'
import type * as groups from '#contract/groups.ts'
import { maxGroupComments } from '#contract/groups.ts'
import type { ParsedOf } from '#contract/kit/endpoint.ts'
import { refuse } from '#contract/kit/refusals.ts'
import type { MutedAuthor } from '#contract/mutes.ts'
import { refuseBlocked, refuseBlockedMentions } from '#server/members/people/mutes/blocks.ts'
import { mutedAmong, selectMuted } from '#server/members/people/mutes/mutedAuthors.ts'
import { lockForDeletion } from '#server/participation/comments/deletion.ts'
import { textLanguage } from '#server/participation/comments/textLanguage.ts'
import { sharedLimit, threadsOf } from '#server/participation/comments/threads.ts'
import { type JsonBytes, jsonList } from '#server/platform/http/jsonBytes.ts'
import { encodeCursor } from '#server/platform/http/page.ts'
import type { Member } from '#server/platform/http/route/route.ts'
import type { LimitRule } from '#server/platform/limits/limits.ts'
import type { Db } from '#server/platform/postgres/db.ts'
import { cacheOf, type Memory, shownMember } from '#server/platform/records/memory.ts'
import { Shared } from '#server/platform/records/shared.ts'
import { updateGroupActivity } from './activity.ts'
import {
  type CommentPage,
  type CommentRow,
  selectComment,
  selectCommentPage,
  selectThread,
  shownComment,
} from './commentQueries.ts'
import { lockPost } from './posts.ts'
import { groupExists, postExists, type Viewer } from './queries.ts'

/** A read of a member or a visitor, with the memory of this instance. */
type GroupRead = { db: Db; memory: Memory; viewer: Viewer }

export const commentLimit: LimitRule = { rule: 'group_comment', attempts: 20, seconds: 60 }

/** A page of a post's comments that readers share for at most a second. `thread` is the position of a comment's thread. */
type SharedPage = {
  items: { json: string; thread: number; user_id: string | null }[]
  /** The cursor after each thread. */
  cursors: string[]
  total: number
  hasMore: boolean
  shows: string[]
}

const pagesOf = cacheOf(
  (memory) =>
    new Shared<SharedPage>(memory, {
      name: 'post_comment_pages',
      maxBytes: 8e6,
      sizeOf: ({ items }) => items.reduce((bytes, { json }) => bytes + 2 * json.length + 300, 0),
      shows: ({ shows }) => shows,
    }),
)

/**
 * Returns a page of threads or of replies to one comment, as a flat list. Members share it, and so do visitors. The key of
 * a page contains the version of the post, so members see their comment at once on every instance.
 */
export async function listGroupComments(
  { db, memory, viewer }: GroupRead,
  page: CommentPage,
): Promise<JsonBytes> {
  const { post_id, limit, offset } = page
  const sharedQuery = { ...page, limit: sharedLimit(limit) }
  const { version, muted } = await selectOwn(db, viewer, post_id)
  const key = `${post_id} ${version} ${JSON.stringify([sharedQuery, viewer === null])}`
  const sharedPage = await pagesOf(memory).get(key, db, (database) => readPage(database, viewer, sharedQuery))
  const { cursors, total } = sharedPage
  const items = sharedPage.items.filter(({ thread }) => thread < limit)
  const hasMore = cursors.length > limit || sharedPage.hasMore
  const next = (hasMore && cursors[Math.min(limit, cursors.length) - 1]) || null
  return jsonList('comments', items.map(({ json }) => json).join(','), {
    pagination: { limit, offset, total, has_more: next !== null },
    next,
    muted_authors: mutedAmong(muted, items),
  })
}

/** Selects the members that this one muted, and the version of the post, which changes with the number of its comments. */
async function selectOwn(
  db: Db,
  viewer: Viewer,
  post_id: string,
): Promise<{ version: string; muted: MutedAuthor[] }> {
  if (viewer === null) return { version: '', muted: [] }
  const [row] = await db<{ version: string | null; muted: MutedAuthor[] }[]>`
    select (select xmin::text from group_posts where post_id = ${post_id}) as version,
           (select coalesce(json_agg(json_build_object('user_id', muted_id, 'muted', kind)), '[]')
              from mutes where user_id = ${viewer}) as muted`
  return { version: row?.version ?? '', muted: row?.muted ?? [] }
}

async function readPage(db: Db, viewer: Viewer, page: CommentPage): Promise<SharedPage> {
  const selected = await selectCommentPage(db, viewer, page)
  if (!selected) return refusePage(db, page)
  const { roots, replies, hasMore } = threadsOf(selected.rows, page.limit)
  const rows: { row: CommentRow; thread: number }[] = []
  function add(row: CommentRow, thread: number) {
    rows.push({ row, thread })
    for (const reply of replies.get(row.comment_id) ?? []) add(reply, thread)
  }
  for (const [thread, root] of roots.entries()) add(root, thread)
  const orderOf = ({ row }: (typeof rows)[number]) => `${row.time_key} ${row.comment_id}`
  const items = rows
    .toSorted((one, other) => (orderOf(one) < orderOf(other) ? -1 : 1))
    .map(({ row, thread }) => ({ json: JSON.stringify(shownComment(row)), thread, user_id: row.user_id }))
  return {
    items,
    cursors: roots.map(({ time_key, comment_id }) => encodeCursor([time_key, comment_id])),
    total: selected.total,
    hasMore,
    shows: rows.flatMap(({ row }) => (row.user_id ? [shownMember(row.user_id)] : [])),
  }
}

async function refusePage(db: Db, { id, post_id, parent_comment_id }: CommentPage): Promise<never> {
  if (parent_comment_id && (await postExists(db, id, post_id))) refuse('parent_comment_not_found')
  return refusePost(db, id)
}

/** Returns the thread of a linked comment, with the path to it. */
export async function getGroupThread(db: Db, viewer: Viewer, input: ParsedOf<typeof groups.getGroupThread>) {
  if (!(await postExists(db, input.id, input.post_id))) await refusePost(db, input.id)
  const [rows, muted] = await Promise.all([selectThread(db, viewer, input), selectMuted(db, viewer)])
  if (rows.length === 0) refuse('comment_not_found')
  return { comments: rows.map(shownComment), muted_authors: mutedAmong(muted, rows) }
}

async function refusePost(db: Db, group_id: string): Promise<never> {
  return refuse((await groupExists(db, group_id)) ? 'post_not_found' : 'group_not_found')
}

/** Posts a comment or a reply. Members who live elsewhere can comment, but not post. */
export async function createGroupComment(
  db: Db,
  me: Member,
  input: ParsedOf<typeof groups.createGroupComment>,
): Promise<groups.GroupComment> {
  const { id: group_id, post_id, parent_comment_id } = input
  const content = (input.content ?? '').trim()
  const post = await lockPost(db, group_id, post_id)
  if (!post.is_live) refuse('post_deleted')
  if (post.comment_count >= maxGroupComments) refuse('post_comment_limit')
  await refuseBlocked(db, me.user_id, post.user_id)
  const position = parent_comment_id
    ? await lockReplyPosition(db, me, post_id, parent_comment_id)
    : { parent_comment_id: null, depth: 1, replied_author: null }
  await refuseBlockedMentions(db, me.user_id, content)
  const [comment] = await db<{ comment_id: string }[]>`
    with comment as (
      insert into group_comments (post_id, group_id, parent_comment_id, depth, user_id, content, language)
      values (${post_id}, ${group_id}, ${position.parent_comment_id}, ${position.depth}, ${me.user_id},
              ${content}, ${textLanguage(content, input.language)})
      returning comment_id, created_at),
    counted as (update group_posts set comment_count = comment_count + 1 where post_id = ${post_id})
    update groups g set last_activity_at = greatest(g.last_activity_at, comment.created_at)
      from comment where g.group_id = ${group_id} returning comment.comment_id`
  await db`
    select notify_of_comment(null, ${comment!.comment_id}, ${me.user_id}, ${position.replied_author}, ${post.user_id},
                             ${content})`
  return selectComment(db, me.user_id, comment!.comment_id)
}

/**
 * Returns the position of a reply and the author of its parent: below its parent, or beside it if the parent is on the last level. Locks the parent,
 * because its count of replies changes and it must not be deleted before the reply is stored.
 */
async function lockReplyPosition(db: Db, me: Member, post_id: string, comment_id: string) {
  type Parent = { parent_comment_id: string | null; depth: number; is_live: boolean; user_id: string | null }
  const [parent] = await db<Parent[]>`
    select parent_comment_id, depth, user_id, is_live
      from group_comments where comment_id = ${comment_id} and post_id = ${post_id} for no key update`
  if (!parent) refuse('parent_comment_not_found')
  if (!parent.is_live) refuse('comment_deleted')
  await refuseBlocked(db, me.user_id, parent.user_id)
  const { parent_comment_id, depth, user_id: replied_author } = parent
  return depth < commentLevels
    ? { parent_comment_id: comment_id, depth: depth + 1, replied_author }
    : { parent_comment_id, depth, replied_author }
}

/**
 * Deletes the caller's own comment. If it has replies, it becomes a tombstone. Otherwise it is removed together with
 * the tombstones above it that have no other reply, including the tombstone of a deleted post.
 */
export async function deleteGroupComment(
  db: Db,
  me: Member,
  input: ParsedOf<typeof groups.deleteGroupComment>,
): Promise<'soft' | 'hard'> {
  const { id: group_id, post_id, comment_id } = input
  const post = await lockPost(db, group_id, post_id)
  const isComment = db`comment_id = ${comment_id} and post_id = ${post_id}`
  const lockedRows = await lockForDeletion(db, me, 'group_comments', isComment)
  const removedIds = lockedRows.map((comment) => comment.comment_id)
  await db`
    with removed as (delete from group_comments where comment_id = any(${removedIds}::uuid[])),
    tombstone as (
      update group_comments set deleted_at = now(), content = null, language = null
       where comment_id = ${comment_id} and comment_id <> all(${removedIds}::uuid[]))
    update group_posts set comment_count = comment_count - 1 where post_id = ${post_id}`
  const removedPosts = post.is_deleted ? await removeEmptyPost(db, post_id) : 0
  await updateGroupActivity(db, group_id, { posts: -removedPosts })
  return lockedRows.length > 0 ? 'hard' : 'soft'
}

async function removeEmptyPost(db: Db, post_id: string): Promise<number> {
  const { count } = await db`
    delete from group_posts where post_id = ${post_id}
       and not exists (select from group_comments where post_id = ${post_id})`
  return count
}
