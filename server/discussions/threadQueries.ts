import type { Comment, listComments } from '../../contract/discussions.ts'
import type { ParsedOf } from '../../contract/kit/endpoint.ts'
import {
  byTime,
  selectThreadAround,
  selectThreadPage,
  type ThreadPage,
  timeStart,
} from '../comments/threads.ts'
import { refuseCursor, timeKey } from '../http/page.ts'
import type { Db } from '../postgres/db.ts'
import { commentAsSeenBy } from './queries.ts'

type CommentPage = ParsedOf<typeof listComments>

/** A comment without its replies. */
type ThreadRow = Omit<Comment, 'replies'>

/** The comments of one page, parents before replies and siblings in their order. */
export function selectPage(db: Db, viewer: string, page: CommentPage) {
  const { limit, offset } = page
  return selectThreadPage<ThreadRow>(db, {
    table: 'bill_comments',
    ...orderOf(db, page),
    limit,
    offset,
    columns: commentAsSeenBy(db, viewer),
    total: siblingCount(db, page),
    sort: parentsFirst(db),
  })
}

function orderOf(db: Db, page: CommentPage): Pick<ThreadPage, 'roots' | 'order' | 'start'> {
  const { id, category_id, parent_comment_id, sort, after } = page
  const inCategory = category_id ? db`and category_id = ${category_id}` : db``
  if (sort === 'agreed' && !parent_comment_id) {
    return {
      roots: db`
        select comment_id, created_at, bridging_score from bill_comments
         where bill_id = ${id} and depth = 1 ${inCategory}`,
      order: {
        orderBy: db`order by bridging_score desc, created_at desc, comment_id desc`,
        after: (keys) => db`(bridging_score, created_at, comment_id) < (${keys})`,
        keys: db`top.bridging_score, top.created_at, top.comment_id`,
        cursorKeys: db`top.bridging_score, ${timeKey(db, 'top.created_at')}, top.comment_id`,
      },
      start: bridgingStart(db, after),
    }
  }
  const level = parent_comment_id ? db`parent_comment_id = ${parent_comment_id}` : db`depth = 1 ${inCategory}`
  return {
    roots: db`select comment_id, created_at from bill_comments where bill_id = ${id} and ${level}`,
    order: byTime(db, sort === 'newest' && !parent_comment_id ? 'newest' : 'oldest'),
    start: timeStart(db, after),
  }
}

function bridgingStart(db: Db, after: CommentPage['after']) {
  if (!after) return null
  if (after.length !== 3) refuseCursor()
  const [score, time, comment_id] = after
  return db`${score}, ${time}::timestamptz, ${comment_id}`
}

function parentsFirst(db: Db) {
  return db`c.depth, shown.position, c.created_at, c.comment_id`
}

/** The number of comments on the page's first level; null if the parent does not exist. */
function siblingCount(db: Db, { id, category_id, parent_comment_id }: CommentPage) {
  if (parent_comment_id) {
    return db`(
      select reply_count from bill_comments where comment_id = ${parent_comment_id} and bill_id = ${id})`
  }
  return db`(
    select coalesce(sum(thread_count), 0)::int from bill_category_counts
     where bill_id = ${id} ${category_id ? db`and category_id = ${category_id}` : db``})`
}

/** The total for a page beyond the last comment; undefined if there is no such bill. */
export async function countSiblings(
  db: Db,
  page: CommentPage,
): Promise<{ total: number | null } | undefined> {
  const [row] = await db<{ total: number | null }[]>`
    select ${siblingCount(db, page)} as total from bills where bill_id = ${page.id}`
  return row
}

export function selectThread(db: Db, viewer: string, bill_id: string, comment_id: string) {
  return selectThreadAround<ThreadRow>(db, {
    table: 'bill_comments',
    where: db`comment_id = ${comment_id} and bill_id = ${bill_id}`,
    columns: commentAsSeenBy(db, viewer),
    sort: parentsFirst(db),
  })
}
