import { commentsInPage, repliesShown } from '#contract/discussions.ts'
import { refuseCursor, timeKey } from '#server/platform/http/page.ts'
import type { Db, Part } from '#server/platform/postgres/db.ts'
import type { CommentTable } from './commentTable.ts'

/**
 * The parts of the statement that reads a page of threads. Both kinds of comments have an index for each of their
 * orders, and one for replies.
 */
export type ThreadPage = {
  table: CommentTable
  /** The statement that selects comments, up to and including the `where` conditions. */
  roots: Part
  order: ThreadOrder
  limit: number
  offset: number
  /** The JSON text of the comment `c`. */
  json: Part
  /** Expressions for texts about the list as a whole, such as its total. */
  facts: [Part, ...Part[]]
  /** The table and the condition that select the row of the bill or post. */
  subject: Part
  /** The order of the returned rows. `c.position` is the position of their thread. */
  sort: Part
}

export type ThreadOrder = {
  orderBy: Part
  /** The condition for rows that come after the row of the cursor. If it is present, `offset` is ignored. */
  isAfter: Part | null
  /** The sort keys of the row `c` as the JSON of a cursor. */
  cursorKeys: Part
}

/** A comment as it is sent to the client. */
export type CommentJson = { comment_id: string; parent_comment_id: string; json: Buffer }

export type CommentList = { comments: CommentJson[]; facts: (string | null)[]; next: string | null }

/** Returns the orders by time. `after` is the cursor. */
export function byTime(
  db: Db,
  first: 'oldest' | 'newest',
  after: readonly unknown[] | undefined,
): ThreadOrder {
  const start = timeStart(db, after)
  const cursorKeys = db`${timeKey(db, 'c.created_at')}, c.comment_id`
  if (first === 'newest') {
    const isAfter = start && db`(created_at, comment_id) < (${start})`
    return { orderBy: db`order by created_at desc, comment_id desc`, isAfter, cursorKeys }
  }
  const isAfter = start && db`(created_at, comment_id) > (${start})`
  return { orderBy: db`order by created_at, comment_id`, isAfter, cursorKeys }
}

function timeStart(db: Db, after: readonly unknown[] | undefined): Part | null {
  if (!after) return null
  const [time, comment_id, ...others] = after
  if (typeof time !== 'string' || typeof comment_id !== 'string' || others.length > 0) refuseCursor()
  return db`${time}::timestamptz, ${comment_id}`
}

/**
 * Selects one page of threads in three sets: the first-level comments, their replies, and the replies to those. Each
 * set uses its own index. The page ends before the thread that would exceed the maximum number of comments in
 * a page. `reply_count` shows this before the rows are read, so a page reads little more than it returns, regardless of
 * the number of comments. Returns undefined if the bill or post does not exist.
 */
export async function selectThreadPage(
  db: Db,
  { table: name, roots, order, limit, offset, json, facts, subject, sort }: ThreadPage,
): Promise<CommentList | undefined> {
  const { orderBy, isAfter, cursorKeys } = order
  const { table, replyLimit, pageLimit } = literals(db, name)
  const [last, oneMore] = [db.unsafe(String(limit)), db.unsafe(String(limit + 1))]
  const rows = await db`
    with candidates as materialized (
      select row_number() over (${orderBy}) as position, root.*
        from (${roots} ${isAfter ? db`and ${isAfter}` : db``} ${orderBy} limit ${oneMore}
              ${!isAfter && offset > 0 ? db`offset ${offset}` : db``}) root),
    first_level as materialized (
      select * from (
        select *, sum(1 + least(reply_count, ${replyLimit})) over (order by position) as at_least from candidates) c
       where position <= ${last} and (position = 1 or at_least <= ${pageLimit})),
    replies as materialized (
      select c.position, r.*
        from first_level c
       cross join lateral (
         select * from ${table} where parent_comment_id = c.comment_id
          order by created_at, comment_id limit ${replyLimit}) r
       where c.reply_count > 0),
    page as materialized (
      select max(position) as last from (
        select position, sum(sum(shown)) over (order by position) as running_total from (
          select position, 1 as shown from first_level
          union all select position, 1 + least(reply_count, ${replyLimit}) from replies) counted
         group by position) threads
       where position = 1 or running_total <= ${pageLimit}),
    shown as (
      select *, null::bigint as at_least from replies where position <= (select last from page)
      union all select * from first_level where position <= (select last from page)
      union all
      select c.position, r.*, null
        from replies c
       cross join lateral (
         select * from ${table} where parent_comment_id = c.comment_id
          order by created_at, comment_id limit ${replyLimit}) r
       where c.reply_count > 0 and c.position <= (select last from page))
    select c.comment_id, c.parent_comment_id, ${json},
           case when c.at_least is not null and c.position = (select last from page)
                     and exists (select from candidates where position > (select last from page))
                then json_build_array(${cursorKeys}) end
           , ${each(db, facts, (fact) => db`case when c.at_least is not null and c.position = 1 then ${fact} end`)}
      from shown c order by ${sort}`.raw()
  if (rows.length === 0) {
    const [row] = await db`select ${each(db, facts, (fact) => fact)} from ${subject}`.raw()
    return row && { comments: [], facts: row.map(toText), next: null }
  }
  const next = rows.find((row) => row[3])?.[3]
  return {
    comments: rows.map(toComment),
    // The facts are computed for one row only, in which the first fact is not null.
    facts: (rows.find((row) => row[4]) ?? []).slice(4).map(toText),
    // A cursor is the JSON of its keys (contract/kit/cursor.ts).
    next: next?.toString('base64url') ?? null,
  }
}

function each(db: Db, [first, ...others]: ThreadPage['facts'], column: (fact: Part) => Part) {
  return others.reduce((list, fact) => db`${list}, ${column(fact)}`, column(first))
}

function toText(value: Buffer | null): string | null {
  return value?.toString() ?? null
}

/** Selects the thread of the comment that meets `where`, as a page shows it, and also the path to that comment. */
export async function selectThreadAround(
  db: Db,
  { table: name, where, json, sort }: Pick<ThreadPage, 'table' | 'json' | 'sort'> & { where: Part },
): Promise<CommentJson[]> {
  const { table, replyLimit, threadLimit } = literals(db, name)
  const rows = await db`
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
      select comment_id from (
        select comment_id from path where depth = 1
        union all select comment_id from replies
        union all select comment_id from last_replies) all_levels
       limit ${threadLimit})
    select c.comment_id, c.parent_comment_id, ${json}
      from (select 1 as position, c.* from shown join ${table} c using (comment_id)) c
     order by ${sort}`.raw()
  return rows.map(toComment)
}

function toComment([comment_id, parent_comment_id, json]: readonly (Buffer | null)[]): CommentJson {
  return {
    comment_id: comment_id!.toString('latin1'),
    parent_comment_id: parent_comment_id?.toString('latin1') ?? '',
    json: json!,
  }
}

/** Numbers are written as literals so that PostgreSQL plans for a small number of rows. */
function literals(db: Db, table: CommentTable) {
  // The maximum number of comments of one thread with three full levels, and the path to a linked comment.
  const maxThread = 1 + (repliesShown + 1) ** 2
  return {
    table: db(table),
    replyLimit: db.unsafe(String(repliesShown)),
    pageLimit: db.unsafe(String(commentsInPage)),
    threadLimit: db.unsafe(String(maxThread)),
  }
}
