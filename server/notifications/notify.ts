import type { Db, Part } from '../postgres/db.ts'
import { setAsideRows, restoreRows, type Keep, type SetAside } from '../postgres/setAside.ts'

/**
 * What members are told of (R59), and what takes it back. Each deed is one part of the act's own statement
 * (`with told as (${…})`): it stands or falls with the act, costs no statement of its own, and its locks come last.
 * Nobody is told of their own act, and nobody whose account is not active.
 */

/** A new follower: one unread item, and at most one a day, however often they come and go. */
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

/** They left before it was read. */
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
 * A new vote on somebody else's comment; `counted` names the part that counted it, with comment_id and author_id. Returns
 * the id of the author's unread notification, which the vote stores: a vote that is deleted is subtracted from it.
 * The item shows the latest vote's time to the minute, since each new time costs entries in all its indexes.
 */
export function notifyNewVote(db: Db, voter: string, counted: Part) {
  return db`
    insert into notifications as held (user_id, type, comment_id, votes)
    select u.user_id, 'comment_votes_batched', c.comment_id, 1
      from ${counted} c join users u on u.user_id = c.author_id
     where u.account_status = 'active' and u.user_id <> ${voter}
    on conflict (comment_id) where type = 'comment_votes_batched' and read_at is null do update set
      votes = held.votes + 1,
      created_at = case when held.created_at > now() - interval '1 minute' then held.created_at else now() end
    returning notification_id`
}

/**
 * Subtracts deleted votes from the unread notifications that count them; `counted_in` is a query of their notification ids.
 * An expression and not a part, because it must be computed after the other locks of the statement are taken.
 */
export function retractVotes(db: Db, counted_in: Part) {
  return db`retract_votes(array(${counted_in}))`
}

/** Retracts the votes of a member before they are deleted. The comments and the counters of their bills are locked. */
export async function retractVotesOf(db: Db, user_id: string): Promise<void> {
  const counted_in = db`
    select notification_id from comment_votes where user_id = ${user_id} and notification_id is not null`
  await db`select ${retractVotes(db, counted_in)}`
}

/** Deletes what followers were notified of, or are still to be, when a member makes their stances private. */
export async function retractStances(db: Db, user_id: string): Promise<void> {
  await db`delete from stance_fanouts where user_id = ${user_id}`
  await db`delete from notifications where actor_id = ${user_id} and type = 'followee_stance'`
}

/** A mind changed by a comment; `credited` names the part that gave the credit, with user_id, bill_id, comment_id. */
export function notifyChangedMind(db: Db, user_id: string, credited: Part) {
  return db`
    insert into notifications (user_id, type, actor_id, bill_id, comment_id, is_shown)
    select u.user_id, 'comment_influenced_mind', actor.user_id, c.bill_id, c.comment_id, actor.public_profile
      from ${credited} c join users u using (user_id) join users actor on actor.user_id = ${user_id}
     where u.account_status = 'active' and u.user_id <> ${user_id}
    on conflict (comment_id, actor_id) where type = 'comment_influenced_mind' do nothing`
}

/** Everything that is told of comments that are taken from sight; `comment_ids` is a list or a query. */
export function retractCommentNotifications(db: Db, comment_ids: Part) {
  return db`delete from notifications where comment_id in (${comment_ids})`
}

/**
 * A stance that followers are to hear of, once its transaction has ended (stanceFanout.ts); a row if there are any. Followed by nobody, or
 * hidden, it is nobody's news. Changes that come fast are told together, ten seconds after the last round began.
 */
export function queueStanceFanout(db: Db, user_id: string, bill_id: string) {
  return db`
    insert into stance_fanouts as held (user_id, bill_id)
    select user_id, ${bill_id} from users
     where user_id = ${user_id} and public_profile and public_stances and follower_count > 0
    on conflict (user_id, bill_id) do update set
      version = held.version + 1, changed_at = now(), cursor = null,
      due_at = greatest(now(), held.started_at + interval '10 seconds')
    returning user_id`
}

/** Copies the member's notifications and those about them before the account is deleted. */
export async function setAsideNotifications(db: Db, user_id: string, keep: Keep): Promise<void> {
  await keep(
    'notifications',
    db`select * from notifications
        where user_id = ${user_id} or actor_id = ${user_id}
           or comment_id in (select comment_id from bill_comments where user_id = ${user_id})`,
  )
}

/**
 * Puts notifications back once the comments are back. Left out are those that would have been deleted meanwhile: about a
 * comment that is deleted or hidden, or about a stance of somebody whose stances are private now. Those about somebody who
 * is hidden now are hidden too.
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
