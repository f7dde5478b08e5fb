import { lockForDeletion } from '#server/participation/comments/deletion.ts'
import { retractCommentNotifications } from '#server/participation/notifications/notify.ts'
import { clearVotes } from '#server/participation/stances/voteBreakdown.ts'
import type { Member } from '#server/platform/http/route/route.ts'
import type { Db } from '#server/platform/postgres/db.ts'
import { insertSteps, lockedBill } from './commentCounts.ts'

/**
 * Deletes the caller's own comment. If it has replies, it becomes a tombstone. Otherwise it is removed together with
 * the tombstones above it that have no other reply. Its votes are deleted, and the points of the comment and of others'
 * votes on it are subtracted from the bill's activity. A removed comment loses its changed minds so that an author's
 * total is always the sum of the author's existing comments.
 */
export async function deleteComment(db: Db, me: Member, comment_id: string): Promise<'soft' | 'hard'> {
  const lockedRows = await lockForDeletion(db, me, 'bill_comments', db`comment_id = ${comment_id}`)
  const removedIds = lockedRows.map((row) => row.comment_id)
  const highest = lockedRows.at(-1)
  const removedThreads = Number(highest?.parent_comment_id === null)
  await db`
    with bill as materialized (${lockedBill(db, comment_id)}),
    votes as (delete from comment_votes where comment_id = ${comment_id}),
    retracted as (${retractCommentNotifications(db, db`${comment_id}`)}),
    tombstone as (
      update bill_comments set deleted_at = now(), content = null, language = null, stance_when_written = null,
             ${db.unsafe(clearVotes)}
       where comment_id = ${comment_id} and comment_id <> all(${removedIds}::uuid[])),
    -- A repeat of the request that posted a removed comment must not post it again.
    answered as (
      insert into idempotency_keys (user_id, request_key, request_body, status, response)
      select user_id, request_key, request_body, 201,
             posted_comment_response(jsonb_populate_record(c, '{"content": null}'))
        from bill_comments c where comment_id = any(${removedIds}::uuid[]) and user_id is not null and request_key is not null
      on conflict do nothing),
    removed as (delete from bill_comments where comment_id = any(${removedIds}::uuid[])),
    parent as (
      update bill_comments set reply_count = reply_count - 1
       where comment_id = ${highest?.parent_comment_id ?? null}),
    category as (
      update bill_category_counts k set comment_count = k.comment_count - 1,
             thread_count = k.thread_count - ${removedThreads}
        from bill where (k.bill_id, k.category_id) = (bill.bill_id, bill.category_id)),
    minds as (
      select user_id, sum(change_count) filter (where comment_id = any(${removedIds}::uuid[])) as credits
        from bill_comments where comment_id = ${comment_id} or comment_id = any(${removedIds}::uuid[])
       group by user_id),
    locked_authors as (
      select user_id from users where user_id in (select user_id from minds)
       order by user_id for no key update),
    authors as (
      update users u set minds_changed = u.minds_changed - coalesce(minds.credits, 0),
             total_comments = u.total_comments - (u.user_id = ${me.user_id})::int
        from locked_authors a join minds using (user_id) where u.user_id = a.user_id)
    ${insertSteps(db, comment_id, -1)}`
  return lockedRows.length > 0 ? 'hard' : 'soft'
}
