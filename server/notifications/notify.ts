import type { Db, Part } from '../kit/db.ts'

/**
 * What members are told of (R59), and what takes it back. Each deed is one part of the act's own statement
 * (`with told as (${…})`): it stands or falls with the act, costs no statement of its own, and its locks come last.
 * Nobody is told of their own act, and nobody whose account is not active.
 */

/** A new follower: one unread item, and at most one a day, however often they come and go. */
export function newFollower(db: Db, follower_id: string, followee_id: string) {
  return db`
    insert into notifications (user_id, type, actor_id)
    select ${followee_id}::uuid, 'new_follower', ${follower_id}::uuid
     where not exists (
       select from notifications
        where user_id = ${followee_id} and actor_id = ${follower_id} and type = 'new_follower'
          and created_at > now() - interval '1 day')
    on conflict (user_id, actor_id) where type = 'new_follower' and read_at is null do nothing`
}

/** They left before it was read. */
export function followerGone(db: Db, follower_id: string, followee_id: string) {
  return db`
    delete from notifications
     where user_id = ${followee_id} and actor_id = ${follower_id} and type = 'new_follower' and read_at is null`
}

/**
 * Hides what names this member as who did it, from everybody it was told to, or shows it again; the counts follow. For
 * who is deactivated or suspended, and comes back.
 */
export async function showActsOf(db: Db, user_id: string, is_shown: boolean): Promise<void> {
  await db`
    with theirs as materialized (
      select notification_id from notifications
       where actor_id = ${user_id} and is_shown <> ${is_shown} order by notification_id for update)
    update notifications n set is_shown = ${is_shown} from theirs where n.notification_id = theirs.notification_id`
}

/**
 * A new vote on somebody else's comment; `counted` names the part that counted it, with comment_id and author_id. Answers
 * the id of the author's one unread item, for the vote to keep: votes that go take themselves out of it (untell_votes).
 * The item shows the latest vote's time to the minute, since each new time costs entries in all its indexes.
 */
export function newVote(db: Db, voter: string, counted: Part) {
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

/** A mind changed by a comment; `credited` names the part that gave the credit, with user_id, bill_id, comment_id. */
export function changedMind(db: Db, user_id: string, credited: Part) {
  return db`
    insert into notifications (user_id, type, actor_id, bill_id, comment_id)
    select u.user_id, 'comment_influenced_mind', ${user_id}, c.bill_id, c.comment_id
      from ${credited} c join users u using (user_id)
     where u.account_status = 'active' and u.user_id <> ${user_id}
    on conflict (comment_id, actor_id) where type = 'comment_influenced_mind' do nothing`
}

/** Everything that is told of comments that are taken from sight; `comment_ids` is a list or a query. */
export function commentsGone(db: Db, comment_ids: Part) {
  return db`delete from notifications where comment_id in (${comment_ids})`
}

/**
 * A stance that followers are to hear of, once its transaction has ended (tellFollowers.ts); a row if there are any. Followed by nobody, or
 * hidden, it is nobody's news. Changes that come fast are told together, ten seconds after the last round began.
 */
export function newStance(db: Db, user_id: string, bill_id: string) {
  return db`
    insert into stance_news as held (user_id, bill_id)
    select user_id, ${bill_id} from users where user_id = ${user_id} and public_stances and follower_count > 0
    on conflict (user_id, bill_id) do update set
      version = held.version + 1, changed_at = now(), told_up_to = null,
      due_at = greatest(now(), held.begun_at + interval '10 seconds')
    returning user_id`
}
