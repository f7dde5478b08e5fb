import { commentsInPage, repliesShown } from '../../contract/comments.ts'
import { refuseCursor, timeKey } from '../http/page.ts'
import type { Db, Part } from '../postgres/db.ts'
import type { CommentTable } from './commentTable.ts'

/** What a page of threads shows. Both kinds of comments have an index for each of their orders, and one for replies. */
export type ThreadPage = {
  table: CommentTable
  /** Selects comment_id and the columns of the order, up to and including the `where` conditions. */
  roots: Part
  order: ThreadOrder
  /** The sort keys that the cursor contains; they take precedence over `offset`. */
  start: Part | null
  limit: number
  offset: number
  /** The columns to return, of the comment `c` and its author `u`. */
  columns: Part
  /** The number of first-level comments, or of direct replies to the parent. */
  total: Part
  /** The order of the returned rows; `shown.position` is that of their thread. */
  sort: Part
}

/** The total, and the sort keys of the last thread if there are more. */
type PageFacts = { total: number; next: unknown[] | null }

export type ThreadOrder = {
  orderBy: Part
  /** The condition for rows that come after the row with these sort keys. */
  after: (keys: Part) => Part
  /** The sort keys of the row `top`. */
  keys: Part
  /** The same as the JSON of a cursor. */
  cursorKeys: Part
}

/** The orders by time. */
export function byTime(db: Db, first: 'oldest' | 'newest'): ThreadOrder {
  return {
    orderBy:
      first === 'oldest'
        ? db`order by created_at, comment_id`
        : db`order by created_at desc, comment_id desc`,
    after: (keys) =>
      first === 'oldest'
        ? db`(created_at, comment_id) > (${keys})`
        : db`(created_at, comment_id) < (${keys})`,
    keys: db`top.created_at, top.comment_id`,
    cursorKeys: db`${timeKey(db, 'top.created_at')}, top.comment_id`,
  }
}

/** The sort keys of a cursor by time; null without a cursor. */
export function timeStart(db: Db, after: readonly unknown[] | undefined): Part | null {
  if (!after) return null
  const [time, comment_id, ...others] = after
  if (typeof time !== 'string' || typeof comment_id !== 'string' || others.length > 0) refuseCursor()
  return db`${time}::timestamptz, ${comment_id}`
}

/**
 * One page of threads. `top` walks the index of the order from thread to thread and counts what each would show; it ends
 * at the limit, or before the thread that would exceed the maximum of comments in a page. So a page reads no more than it
 * returns and one further thread, regardless of the number of comments.
 */
export function selectThreadPage<Row extends object>(
  db: Db,
  { table: name, roots, order, start, limit, offset, columns, total, sort }: ThreadPage,
): Promise<(Row & PageFacts)[]> {
  const { orderBy, after, keys, cursorKeys } = order
  const begin = start
    ? db`and ${after(start)} ${orderBy} limit 1`
    : db`${orderBy} limit 1 ${offset > 0 ? db`offset ${offset}` : db``}`
  const { table, replyLimit, shownLimit } = literals(db, name)
  return db<(Row & PageFacts)[]>`
    with recursive top as (
      (select root.*, 1 as position, thread.comment_count, thread.comment_count as running_total
         from (${roots} ${begin}) root
        cross join lateral (
          select 1 + count(*)::int + coalesce(sum(least(reply_count, ${replyLimit})), 0)::int as comment_count
            from (select reply_count from ${table} where parent_comment_id = root.comment_id
                   order by created_at, comment_id limit ${replyLimit}) r) thread)
      union all
      select next.*, top.position + 1, thread.comment_count, top.running_total + thread.comment_count
        from top
       cross join lateral (${roots} and ${after(keys)} ${orderBy} limit 1) next
       cross join lateral (
         select 1 + count(*)::int + coalesce(sum(least(reply_count, ${replyLimit})), 0)::int as comment_count
           from (select reply_count from ${table} where parent_comment_id = next.comment_id
                  order by created_at, comment_id limit ${replyLimit}) r) thread
       where top.position < ${limit}
         and top.running_total + thread.comment_count <= ${db.unsafe(String(commentsInPage))}),
    replies as (
      select r.comment_id, position
        from top
       cross join lateral (
         select comment_id from ${table} where parent_comment_id = top.comment_id
          order by created_at, comment_id limit ${replyLimit}) r),
    last_replies as (
      select r.comment_id, position
        from replies
       cross join lateral (
         select comment_id from ${table} where parent_comment_id = replies.comment_id
          order by created_at, comment_id limit ${replyLimit}) r),
    shown as (
      select * from (
        select comment_id, position from top
        union all select comment_id, position from replies
        union all select comment_id, position from last_replies) all_levels
       limit ${shownLimit}),
    next_page as (
      select json_build_array(${cursorKeys}) as keys
        from (select * from top order by position desc limit 1) top
       where exists (${roots} and ${after(keys)}))
    select ${columns}, ${total} as total, (select keys from next_page) as next
      from shown join ${table} c using (comment_id)
      left join users u on u.user_id = c.user_id and c.deleted_at is null and c.hidden_at is null
     order by ${sort}`
}

/** The thread of the comment that meets `where`, with what a page shows of it, and the path to that comment. */
export function selectThreadAround<Row extends object>(
  db: Db,
  { table: name, where, columns, sort }: Pick<ThreadPage, 'table' | 'columns' | 'sort'> & { where: Part },
): Promise<Row[]> {
  const { table, replyLimit, shownLimit } = literals(db, name)
  return db<Row[]>`
    with recursive path as (
      select comment_id, parent_comment_id, depth from ${table} where ${where}
      union all
      select c.comment_id, c.parent_comment_id, c.depth
        from path join ${table} c on c.comment_id = path.parent_comment_id),
    replies as (
      select r.comment_id
        from path
       cross join lateral (
         select comment_id from ${table} where parent_comment_id = path.comment_id
          order by created_at, comment_id limit ${replyLimit}) r
       where path.depth = 1
      union
      select comment_id from path where depth = 2),
    last_replies as (
      select r.comment_id
        from replies
       cross join lateral (
         select comment_id from ${table} where parent_comment_id = replies.comment_id
          order by created_at, comment_id limit ${replyLimit}) r
      union
      select comment_id from path where depth = 3),
    shown as (
      select comment_id, 1 as position from (
        select comment_id from path where depth = 1
        union all select comment_id from replies
        union all select comment_id from last_replies) all_levels
       limit ${shownLimit})
    select ${columns}
      from shown join ${table} c using (comment_id)
      left join users u on u.user_id = c.user_id and c.deleted_at is null and c.hidden_at is null
     order by ${sort}`
}

/** Numbers are literals, so that PostgreSQL plans for that few rows. */
function literals(db: Db, table: CommentTable) {
  // One thread with three full levels, and the path to a linked comment.
  const maxThread = 1 + (repliesShown + 1) ** 2
  return {
    table: db(table),
    replyLimit: db.unsafe(String(repliesShown)),
    shownLimit: db.unsafe(String(Math.max(commentsInPage, maxThread))),
  }
}
