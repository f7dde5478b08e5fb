import { deletedCommentText } from '../../contract/comments.ts'
import { lockedCounters } from '../bills/activity.ts'
import { clearBreakdown } from '../bills/voteBreakdown.ts'
import type { CommentScope } from '../comments/commentTable.ts'
import { type BranchComment, lockForDeletion } from '../comments/deletion.ts'
import type { Member } from '../http/route/route.ts'
import { retractCommentNotifications } from '../notifications/notify.ts'
import type { Db } from '../postgres/db.ts'

type Columns = { bill_id: string; category_id: string }
type OwnComment = BranchComment & Columns

/**
 * Deletes the caller's own comment. With replies it becomes a tombstone; without, it is removed together with the
 * tombstones above it that have no other reply. Its votes are deleted, and the points of the comment and of others' votes
 * on it are subtracted from the bill's activity.
 */
export async function deleteComment(db: Db, me: Member, comment_id: string): Promise<'soft' | 'hard'> {
  const scope: CommentScope = {
    table: 'bill_comments',
    where: db`true`,
    columns: db`c.bill_id, c.category_id`,
  }
  const { comment, removed } = await lockForDeletion<Columns>(db, me, scope, comment_id)
  await eraseComment(db, comment, removed)
  return removed.length > 0 ? 'hard' : 'soft'
}

/**
 * Removes the rows in `removed`, or else the text of the comment, and updates all counts. A removed comment loses its
 * changed minds, so that the author's total is always the sum of their existing comments.
 */
async function eraseComment(db: Db, comment: OwnComment, removed: OwnComment[]): Promise<void> {
  const { comment_id, bill_id, category_id, user_id } = comment
  const removedIds = removed.map((row) => row.comment_id)
  const highest = removed.at(-1)
  const removedThreads = Number(highest?.parent_comment_id === null)
  await db`
    with counters as materialized (${lockedCounters(db, bill_id)}),
    votes as (delete from comment_votes where comment_id = ${comment_id} returning user_id, created_at),
    retracted as (${retractCommentNotifications(db, db`${comment_id}`)}),
    tombstone as (
      update bill_comments set deleted_at = now(), content = ${deletedCommentText}, upvotes = 0, downvotes = 0,
             ${clearBreakdown(db)}
       where comment_id = ${comment_id} and comment_id <> all(${removedIds}::uuid[])),
    removed as (delete from bill_comments where comment_id = any(${removedIds}::uuid[])),
    parent as (
      update bill_comments set reply_count = reply_count - 1
       where comment_id = ${highest?.parent_comment_id ?? null}),
    category as (
      update bill_category_counts k set comment_count = comment_count - 1,
             thread_count = thread_count - ${removedThreads}
        from counters where k.bill_id = counters.bill_id and k.category_id = ${category_id}),
    minds as (
      select user_id, sum(change_count) filter (where comment_id = any(${removedIds}::uuid[])) as credits
        from bill_comments where comment_id = ${comment_id} or comment_id = any(${removedIds}::uuid[])
       group by user_id),
    locked_authors as (
      select user_id from users where user_id in (select user_id from minds)
       order by user_id for no key update),
    authors as (
      update users u set minds_changed = u.minds_changed - coalesce(minds.credits, 0),
             total_comments = u.total_comments - (u.user_id = ${user_id})::int
        from locked_authors a join minds using (user_id) where u.user_id = a.user_id),
    lost as (
      select created_at as at, activity_points('comment') as points
        from bill_comments where comment_id = ${comment_id}
      union all
      select created_at, activity_points('vote') from votes where user_id <> ${user_id}),
    by_day as (
      select (at at time zone 'utc')::date as day, sum(points) as points from lost group by 1)
    insert into bill_counter_steps (bill_id, discussion_count, echo_changes, day, points)
    select ${bill_id}::uuid, -1, 1, null, 0 union all select ${bill_id}, 0, 0, day, -points from by_day`
}
