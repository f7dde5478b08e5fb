import type { Db, Part } from '../postgres/db.ts'
import { setAsideRows, restoreRows, type Keep, type SetAside } from '../postgres/setAside.ts'

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
 * Returns the condition that notifications about a member's actions are shown. `actor` is the alias of that member's
 * row in `users`.
 */
function actionsAreShown(db: Db, actor: string) {
  return db`${db(actor)}.account_status = 'active' and ${db(actor)}.public_profile`
}

/**
 * Returns the condition that a notification `n` about an action of `actor` is shown. The notification about a changed
 * mind says which stances the member had, so it is hidden while these are private.
 */
export function isActionShown(db: Db, n: string, actor: string) {
  return db`${actionsAreShown(db, actor)}
    and (${db(actor)}.public_stances or ${db(n)}.type <> 'comment_influenced_mind')`
}

/**
 * Hides the notifications that name this member as the actor, or shows them again, and updates the counts. It is used
 * when an account is deactivated, suspended or restored, and when its profile becomes private or public. The
 * notifications of a member whose account is not active or whose profile is private stay hidden regardless of `wanted`,
 * and so do those about a changed mind if the member's stances are private.
 */
export async function showActionsOf(db: Db, user_id: string, wanted: boolean): Promise<void> {
  await db`
    with theirs as materialized (
      select n.notification_id, shown.is_shown
        from notifications n
        join users actor on actor.user_id = n.actor_id
       cross join lateral (select ${wanted}::boolean and ${isActionShown(db, 'n', 'actor')} as is_shown) shown
       where n.actor_id = ${user_id} and n.is_shown <> shown.is_shown order by n.notification_id for update of n)
    update notifications n set is_shown = theirs.is_shown
      from theirs where n.notification_id = theirs.notification_id`
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

/** Deletes sent and pending notifications about a member's stances when the member makes them private. */
export async function retractStances(db: Db, user_id: string): Promise<void> {
  await db`delete from stance_fanouts where user_id = ${user_id}`
  await db`delete from notifications where actor_id = ${user_id} and type = 'followee_stance'`
}

/** Deletes all notifications about comments that are no longer shown. `comment_ids` is a list or a query. */
export function retractCommentNotifications(db: Db, comment_ids: Part) {
  return db`delete from notifications where comment_id in (${comment_ids})`
}

/** Sets aside the member's notifications and those about the member before the account is deleted. */
export async function setAsideNotifications(db: Db, user_id: string, keep: Keep): Promise<void> {
  await keep(
    'notifications',
    db`select * from notifications
        where user_id = ${user_id} or actor_id = ${user_id}
           or comment_id in (select comment_id from bill_comments where user_id = ${user_id})`,
  )
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
