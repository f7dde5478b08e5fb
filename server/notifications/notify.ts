import type { Db, Part } from '../postgres/db.ts'
import { setAsideRows, restoreRows, type Keep, type SetAside } from '../postgres/setAside.ts'

/**
 * SQL parts that create and retract notifications. A write includes them in its own statement
 * (`with notified as (${…})`), so that they commit together, cost no extra round trip and take their locks last.
 * Members are never notified of their own actions or while their account is not active.
 */

/** A new follower. At most one unread notification, and at most one per day for the same follower. */
export function notifyNewFollower(db: Db, follower_id: string, followee_id: string) {
  return db`
    insert into notifications (user_id, type, actor_id, is_shown)
    select ${followee_id}::uuid, 'new_follower', actor.user_id, actor.public_profile
      from users actor
     where actor.user_id = ${follower_id} and not exists (
       select from notifications
        where user_id = ${followee_id} and actor_id = ${follower_id} and type = 'new_follower'
          and created_at > now() - interval '1 day')
    on conflict (user_id, actor_id) where type = 'new_follower' and read_at is null do nothing`
}

/** Deletes the notification of a follower who unfollowed before it was read. */
export function retractNewFollower(db: Db, follower_id: string, followee_id: string) {
  return db`
    delete from notifications
     where user_id = ${followee_id} and actor_id = ${follower_id} and type = 'new_follower' and read_at is null`
}

/** Whether notifications about a member's actions are shown; `actor` is the alias of that member's row in `users`. */
export function actionsAreShown(db: Db, actor: string) {
  return db`${db(actor)}.account_status = 'active' and ${db(actor)}.public_profile`
}

/**
 * Hides the notifications that name this member as the actor, or shows them again; the counts follow. Used when an account
 * is deactivated, suspended or returns, and when its profile becomes private or public. A member whose account is not
 * active or whose profile is private stays hidden whatever `wanted` says.
 */
export async function showActionsOf(db: Db, user_id: string, wanted: boolean): Promise<void> {
  await db`
    with actor as (
      select ${wanted}::boolean and ${actionsAreShown(db, 'u')} as is_shown
        from users u where user_id = ${user_id}),
    theirs as materialized (
      select n.notification_id, actor.is_shown from notifications n cross join actor
       where n.actor_id = ${user_id} and n.is_shown <> actor.is_shown order by n.notification_id for update of n)
    update notifications n set is_shown = theirs.is_shown
      from theirs where n.notification_id = theirs.notification_id`
}

/**
 * A new vote on another member's comment. `counted` is the part that counted it, with comment_id and author_id. Adds the
 * vote to the author's unread notification for the comment and returns its id, which the vote stores so that
 * it can be subtracted when it is removed. The time is updated at most once per minute, because every new time costs entries in
 * all indexes.
 */
export function notifyNewVote(db: Db, voter: string, counted: Part) {
  return db`
    insert into notifications as existing (user_id, type, comment_id, votes)
    select u.user_id, 'comment_votes_batched', c.comment_id, 1
      from ${counted} c join users u on u.user_id = c.author_id
     where u.account_status = 'active' and u.user_id <> ${voter}
    on conflict (comment_id) where type = 'comment_votes_batched' and read_at is null do update set
      votes = existing.votes + 1,
      created_at = case when existing.created_at > now() - interval '1 minute' then existing.created_at else now() end
    returning notification_id`
}

/**
 * Subtracts deleted votes from the unread notifications that count them. `counted_in` is a query of their notification
 * ids. This is an expression, not a part, because it must run after the statement has taken its other locks.
 */
export function retractVotes(db: Db, counted_in: Part) {
  return db`retract_votes(array(${counted_in}))`
}

/** Retracts the votes of a member before they are deleted. Requires the locks on their comments and on the bills' counters. */
export async function retractVotesOf(db: Db, user_id: string): Promise<void> {
  const counted_in = db`
    select notification_id from comment_votes where user_id = ${user_id} and notification_id is not null`
  await db`select ${retractVotes(db, counted_in)}`
}

/** Deletes sent and pending notifications about a member's stances when the member makes them private. */
export async function retractStances(db: Db, user_id: string): Promise<void> {
  await db`delete from stance_fanouts where user_id = ${user_id}`
  await db`delete from notifications where actor_id = ${user_id} and type = 'followee_stance'`
}

/** A mind changed by a comment. `credited` is the part that credited the author, with user_id, bill_id, comment_id. */
export function notifyChangedMind(db: Db, user_id: string, credited: Part) {
  return db`
    insert into notifications (user_id, type, actor_id, bill_id, comment_id, is_shown)
    select u.user_id, 'comment_influenced_mind', actor.user_id, c.bill_id, c.comment_id, actor.public_profile
      from ${credited} c join users u using (user_id) join users actor on actor.user_id = ${user_id}
     where u.account_status = 'active' and u.user_id <> ${user_id}
    on conflict (comment_id, actor_id) where type = 'comment_influenced_mind' do nothing`
}

/** Deletes all notifications about comments that are no longer shown. `comment_ids` is a list or a query. */
export function retractCommentNotifications(db: Db, comment_ids: Part) {
  return db`delete from notifications where comment_id in (${comment_ids})`
}

/**
 * Queues a stance for notifying the followers after the commit (stanceFanout.ts). Returns a row if there is anyone to
 * notify: not if the member has no followers or keeps stances private. Changes in quick succession are reported together,
 * ten seconds after the last fan-out began.
 */
export function queueStanceFanout(db: Db, user_id: string, bill_id: string) {
  return db`
    insert into stance_fanouts as existing (user_id, bill_id)
    select user_id, ${bill_id} from users
     where user_id = ${user_id} and public_profile and public_stances and follower_count > 0
    on conflict (user_id, bill_id) do update set
      version = existing.version + 1, changed_at = now(), cursor = null,
      due_at = greatest(now(), existing.started_at + interval '10 seconds')
    returning user_id`
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
 * Restores notifications after the comments were restored. Skips those that would have been deleted in the meantime:
 * about a comment that is deleted or hidden, or about a stance of a member whose stances are private now. Notifications
 * about a member who is hidden now are hidden too.
 */
export async function restoreNotifications(db: Db, owner: SetAside): Promise<void> {
  const isStillTrue = `
    (r.comment_id is null or exists (select from bill_comments c where c.comment_id = r.comment_id and c.is_live))
    and (r.type <> 'followee_stance' or exists (select from users a where a.user_id = r.actor_id and a.public_stances))`
  await restoreRows(db, owner, 'notifications', isStillTrue)
  await db`
    update notifications n set is_shown = ${actionsAreShown(db, 'a')}
      from users a, ${setAsideRows(db, owner, 'notifications')} k
     where n.notification_id = k.notification_id and a.user_id = n.actor_id
       and n.is_shown <> (${actionsAreShown(db, 'a')})`
}
