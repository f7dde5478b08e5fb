import { commentsInPage, repliesShown } from '../../contract/comments.ts'
import type { Db, Part } from '../postgres/db.ts'

/** A piece of a statement. */
export type Sql = Part

/** Every table has comment_id, parent_comment_id, depth, created_at and reply_count, and an index over the replies. */
export type CommentTable = 'bill_comments' | 'group_comments'

/** How the first level of a page is read: along the index of its order, one comment after the other. */
export type Walk = {
  table: CommentTable
  /** Selects comment_id and the columns of the order; ends in the conditions. */
  from: Sql
  order: Sql
  /** Which rows come after the row `top`. */
  after: Sql
  limit: number
  offset: number
}

/** `from … where …` of the walk with the oldest first. */
export function oldestFirst(db: Db, from: Sql): Pick<Walk, 'from' | 'order' | 'after'> {
  return {
    from,
    order: db`order by created_at, comment_id`,
    after: db`(created_at, comment_id) > (top.created_at, top.comment_id)`,
  }
}

// Bounds are written as digits so that the server plans for as few rows as there will be.
const firstReplies = `order by created_at, comment_id limit ${repliesShown}`
/** The bound of a page, or of one thread with all three levels full and the path to a linked comment. */
const mostShown = `limit ${Math.max(commentsInPage, 1 + (repliesShown + 1) ** 2)}`

/**
 * Starts a statement: `with …` up to `shown(comment_id, position)`, the comments of one page. The first level is walked
 * along its index, one comment after the other, each with its first replies and theirs; the walk ends with `limit`
 * comments, or where the next thread would bring the page past its bound. So a page reads what it answers and at most one
 * thread more, however many comments there are.
 */
export function pageOfThreads(db: Db, walk: Walk): Sql {
  const { table, from, order, after, limit, offset } = walk
  const step = (where: Sql) => db`
    select w.*, thread.comment_count
      from (${from} ${where}) w cross join lateral (
        select 1 + count(*)::int + coalesce(sum(least(reply_count, ${db.unsafe(`${repliesShown}`)})), 0)::int
                 as comment_count
          from (select reply_count from ${db(table)} where parent_comment_id = w.comment_id
                ${db.unsafe(firstReplies)}) r) thread`
  return db`
    with recursive top as (
      (select first.*, 1 as position, first.comment_count as running_total
         from (${step(db`${order} limit 1 ${offset > 0 ? db`offset ${offset}` : db``}`)}) first)
      union all
      select next.*, top.position + 1, top.running_total + next.comment_count
        from top cross join lateral (${step(db`and ${after} ${order} limit 1`)}) next
       where top.position < ${limit}
         and top.running_total + next.comment_count <= ${db.unsafe(`${commentsInPage}`)}),
    ${below(db, table)}`
}

/**
 * Starts a statement in the same way: the first-level comment above one comment with what a page shows below it, and
 * the path from the one to the other. `where` names the comment, and what it has to belong to.
 */
export function threadAround(db: Db, table: CommentTable, where: Sql): Sql {
  return db`
    with recursive path as (
      select comment_id, parent_comment_id, depth from ${db(table)} where ${where}
      union all
      select c.comment_id, c.parent_comment_id, c.depth
        from path join ${db(table)} c on c.comment_id = path.parent_comment_id),
    top as (select comment_id, 1 as position from path where depth = 1),
    ${below(db, table, (depth) => db`union select comment_id, 1 from path where depth = ${depth}`)}`
}

/** What is shown of each comment of `top`: itself, its first replies and theirs, and what `extra` adds to a level. */
function below(db: Db, table: CommentTable, extra: (depth: 2 | 3) => Sql = () => db``): Sql {
  const repliesTo = (level: 'top' | 'replies') => db`
    select r.comment_id, position from ${db(level)} above cross join lateral (
      select comment_id from ${db(table)} where parent_comment_id = above.comment_id
      ${db.unsafe(firstReplies)}) r`
  return db`
    replies as (${repliesTo('top')} ${extra(2)}),
    last_replies as (${repliesTo('replies')} ${extra(3)}),
    shown as (
      select * from (
        select comment_id, position from top
        union all select comment_id, position from replies
        union all select comment_id, position from last_replies) all_levels
      ${db.unsafe(mostShown)})`
}
