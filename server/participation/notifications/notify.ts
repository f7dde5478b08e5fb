import { isActionShown } from '#server/members/people/shownActions.ts'
import type { Db, Part } from '#server/platform/postgres/db.ts'
import { setAsideRows, restoreRows, type SetAside } from '#server/platform/postgres/setAside.ts'

/**
 * These SQL parts create and retract notifications. A write includes them in its own statement (`with notified as
 * (${…})`), so that they are committed together, cost no extra round trip and take their locks last. Members are never
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

/**
 * Restores notifications after the comments were restored. A notification is skipped if it would have been deleted in
 * the meantime: if its comment is deleted or hidden, or if it is about a stance of a member whose stances are private
 * now. Notifications about a member who is hidden now are hidden too.
 */
export async function restoreNotifications(db: Db, owner: SetAside): Promise<void> {
  const isStillTrue = `
    (r.comment_id is null or exists (select from bill_comments c where c.comment_id = r.comment_id and c.is_live))
    and (r.type <> 'followee_stance' or exists (select from users a where a.user_id = r.actor_id and a.public_stances))`
  await restoreRows(db, owner, 'notifications', isStillTrue)
  await db`
    update notifications n set is_shown = ${isActionShown(db, 'n', 'a')}
      from users a, ${setAsideRows(db, owner, 'notifications')} k
     where n.notification_id = k.notification_id and a.user_id = n.actor_id
       and n.is_shown <> (${isActionShown(db, 'n', 'a')})`
}
