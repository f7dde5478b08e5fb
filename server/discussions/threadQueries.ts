import type { Comment, listComments } from '../../contract/discussions.ts'
import type { ParsedOf } from '../../contract/kit/endpoint.ts'
import { oldestFirst, pageOfThreads, threadAround, type Walk } from '../comments/pages.ts'
import type { Db } from '../postgres/db.ts'
import { commentAsSeenBy, commentAuthor } from './queries.ts'

type CommentPage = ParsedOf<typeof listComments>

/** A comment without its replies. */
type ThreadRow = Omit<Comment, 'replies'>

/** The comments of one page, parents before replies and siblings in their order, with the number of its first level's siblings. */
export function selectPage(
  db: Db,
  viewer: string,
  page: CommentPage,
): Promise<(ThreadRow & { total: number })[]> {
  return db<(ThreadRow & { total: number })[]>`
    ${pageOfThreads(db, walkOf(db, page))}
    select ${commentAsSeenBy(db, viewer)}, ${siblings(db, page)} as total ${shownComments(db)}`
}

function walkOf(db: Db, page: CommentPage): Walk {
  const { id, category_id, parent_comment_id, sort, limit, offset } = page
  const shared = { table: 'bill_comments', limit, offset } as const
  const byTime = db`select comment_id, created_at from bill_comments where bill_id = ${id}`
  if (parent_comment_id) {
    return { ...shared, ...oldestFirst(db, db`${byTime} and parent_comment_id = ${parent_comment_id}`) }
  }
  const within = db`and depth = 1 ${category_id ? db`and category_id = ${category_id}` : db``}`
  if (sort === 'oldest') return { ...shared, ...oldestFirst(db, db`${byTime} ${within}`) }
  if (sort === 'newest') {
    return {
      ...shared,
      from: db`${byTime} ${within}`,
      order: db`order by created_at desc, comment_id desc`,
      after: db`(created_at, comment_id) < (top.created_at, top.comment_id)`,
    }
  }
  return {
    ...shared,
    from: db`select comment_id, created_at, bridging_score from comment_vote_breakdown where bill_id = ${id} ${within}`,
    order: db`order by bridging_score desc, created_at desc, comment_id desc`,
    after: db`(bridging_score, created_at, comment_id) < (top.bridging_score, top.created_at, top.comment_id)`,
  }
}

/** How many comments the page's first level has in all; null when the parent is not there. */
function siblings(db: Db, { id, category_id, parent_comment_id }: CommentPage) {
  if (parent_comment_id) {
    return db`(
      select reply_count from bill_comments where comment_id = ${parent_comment_id} and bill_id = ${id})`
  }
  return db`(
    select coalesce(sum(thread_count), 0)::int from bill_category_counts
     where bill_id = ${id} ${category_id ? db`and category_id = ${category_id}` : db``})`
}

/** For a page beyond the last comment; undefined when there is no such bill. */
export async function countSiblings(
  db: Db,
  page: CommentPage,
): Promise<{ total: number | null } | undefined> {
  const [row] = await db<{ total: number | null }[]>`
    select ${siblings(db, page)} as total from bills where bill_id = ${page.id}`
  return row
}

/** The first-level comment above a comment with what a page shows below it, and the path from the one to the other. */
export function selectThread(
  db: Db,
  viewer: string,
  bill_id: string,
  comment_id: string,
): Promise<ThreadRow[]> {
  return db<ThreadRow[]>`
    ${threadAround(db, 'bill_comments', db`comment_id = ${comment_id} and bill_id = ${bill_id}`)}
    select ${commentAsSeenBy(db, viewer)} ${shownComments(db)}`
}

function shownComments(db: Db) {
  return db`
    from shown join bill_comments c using (comment_id) ${commentAuthor(db)}
   order by c.depth, shown.position, c.created_at, c.comment_id`
}
