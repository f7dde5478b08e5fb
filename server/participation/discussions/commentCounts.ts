import type { Db, Part } from '#server/platform/postgres/db.ts'

/**
 * Locks the counters of the bill of a comment, and selects what the counts need to know about the comment. Every write
 * that adds or removes a comment takes this lock before it changes other counts of the bill.
 */
export function lockedBill(db: Db, comment_id: string): Part {
  return db`
    select c.bill_id, c.category_id, c.user_id
      from bill_counters n join bill_comments c using (bill_id)
     where c.comment_id = ${comment_id} for no key update of n`
}

/**
 * Adds a comment to the counts of its bill (1) or subtracts it (-1). The counts are the number of comments and the
 * points of activity by day, including the points of others' votes on the comment.
 */
export function insertSteps(db: Db, comment_id: string, step: 1 | -1): Part {
  return db`
    insert into bill_counter_steps (bill_id, discussion_count, echo_changes, day, points)
    select bill_id, ${step}::int, 1, null::date, 0 from bill_comments where comment_id = ${comment_id}
    union all
    select bill_id, 0, 0, (at at time zone 'utc')::date, ${step}::int * sum(points)
      from (
        select bill_id, created_at as at, activity_points('comment') as points
          from bill_comments where comment_id = ${comment_id}
        union all
        select c.bill_id, v.created_at, activity_points('vote')
          from bill_comments c join comment_votes v using (comment_id)
         where c.comment_id = ${comment_id} and v.user_id is distinct from c.user_id) actions
     group by 1, 4`
}
