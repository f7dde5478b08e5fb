import { commentsInPage, maxReplies } from '#contract/discussions.ts'
import type { Db, Part } from '#server/platform/postgres/db.ts'
import type { CommentTable } from './commentTable.ts'

/**
 * Returns the queries of a `with` whose last one, `shown`, has the comments of a page in three sets: the first level, the replies,
 * and the replies to those. Each set uses its own index, and `reply_count` says how many rows a set has, so a page reads little more
 * than it returns.
 */
export function shownPage(
  db: Db,
  table: CommentTable,
  { isListed, order, limit, offset }: { isListed: Part; order: Part; limit: number; offset: number },
): Part {
  const [comments, most] = [db(table), db.unsafe(String(maxReplies))]
  const perPage = db.unsafe(String(commentsInPage))
  const repliesOf = (parents: Part) => db`
    from ${parents} r
    cross join lateral (
      select * from ${comments} where parent_comment_id = r.comment_id
       order by created_at, comment_id limit ${most}) c
    where r.reply_count > 0 and (r.position = 1 or r.most_comments <= ${perPage})`
  return db`
    roots as materialized (
      select row_number() over (${order}) as position,
             sum(1 + least(reply_count, ${most})) over (${order}) as most_comments, first_level.*
        from (select * from ${comments} where ${isListed} ${order} limit ${db.unsafe(String(limit + 1))}
               ${offset === 0 ? db`` : db`offset ${offset}`}) first_level),
    replies as materialized (
      select r.position, sum(1 + least(c.reply_count, ${most})) over (order by r.position, c.created_at, c.comment_id)
               as most_comments, c.*
      ${repliesOf(db`roots`)}),
    shown as (
      select true as is_root, * from roots
       union all
      select false, * from replies
       union all
      select false, r.position, 0, c.*
      ${repliesOf(db`replies`)})`
}

/**
 * Returns the queries of a `with recursive` whose last one, `shown`, has the comments of one thread: the path from its root to the
 * comment that `isComment` names, and the first replies of the first two levels.
 */
export function shownThread(db: Db, table: CommentTable, isComment: Part): Part {
  const [comments, most] = [db(table), db.unsafe(String(maxReplies))]
  return db`
    path as (
      select comment_id, parent_comment_id, depth from ${comments} where ${isComment}
       union all
      select c.comment_id, c.parent_comment_id, c.depth
        from path join ${comments} c on c.comment_id = path.parent_comment_id),
    replies as (
      select r.comment_id
        from path
       cross join lateral (
         select comment_id from ${comments} where parent_comment_id = path.comment_id
          order by created_at, comment_id limit ${most}) r
       where path.depth = 1
       union
      select comment_id from path where depth = 2),
    last_replies as (
      select r.comment_id
        from replies
       cross join lateral (
         select comment_id from ${comments} where parent_comment_id = replies.comment_id
          order by created_at, comment_id limit ${most}) r
       union
      select comment_id from path where depth = 3),
    shown as (
      select c.depth = 1 as is_root, c.*
        from (select comment_id from path where depth = 1
               union all select comment_id from replies
               union all select comment_id from last_replies) ids
       cross join lateral (select * from ${comments} where comment_id = ids.comment_id limit 1) c)`
}
