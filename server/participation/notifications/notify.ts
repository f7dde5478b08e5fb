import type { Db, Part } from '#server/platform/postgres/db.ts'

/**
 * These SQL parts create and retract notifications. A write includes them in its own statement (`with notified as
 * (${…})`) so that they are committed together, cost no extra round trip and take their locks last. Members are never
 * notified of their own actions or while their account is not active.
 */

/**
 * Notifies about an update of a bill that members follow. A member has one unread notification per bill, which the
 * newest update replaces. `recipients` has the columns `user_id` and `update_id`, in the order of the members.
 */
export function notifyBillUpdate(db: Db, bill_id: string, recipients: Part) {
  return db`
    insert into notifications as existing (user_id, type, bill_id, update_id)
    select recipient.user_id, 'bill_update', ${bill_id}::uuid, recipient.update_id from (${recipients}) recipient
    on conflict (user_id, bill_id) where type = 'bill_update' and read_at is null
      do update set update_id = excluded.update_id, created_at = now()
      where existing.update_id <> excluded.update_id`
}

/**
 * Retracts the notifications about a member's votes before the votes are deleted. Requires the locks on the comments
 * and on the bills' counters.
 */
export async function retractVotesOf(db: Db, user_id: string): Promise<void> {
  await db`
    select retract_votes(array(
      select notification_id from comment_votes where user_id = ${user_id} and notification_id is not null))`
}

/** Deletes all notifications about comments that are no longer shown. `comment_ids` is a list or a query. */
export function retractCommentNotifications(db: Db, comment_ids: Part) {
  return db`delete from notifications where comment_id in (${comment_ids})`
}
