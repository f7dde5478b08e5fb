import type { Db, Part } from '#server/platform/postgres/db.ts'

/**
 * Inserts the demo members' notifications about each other's actions. The newest are unread, the others read. Triggers
 * count them as usual. Other members of the instance receive no notifications.
 */
export async function insertNotifications(db: Db, members: Map<string, string>): Promise<void> {
  const demoMembers = db`any(${[...members.values()]}::uuid[])`
  await db`
    with fresh as (
      select v.comment_id, v.user_id, v.created_at, c.user_id as author_id
        from comment_votes v join bill_comments c using (comment_id) join users u on u.user_id = c.user_id
       where v.created_at > now() - interval '1 day' and v.user_id <> c.user_id and u.account_status = 'active'
         and u.user_id = ${demoMembers}),
    batches as (
      insert into notifications (user_id, type, comment_id, votes, created_at)
      select author_id, 'comment_votes_batched', comment_id, count(*), max(created_at)
        from fresh group by comment_id, author_id
      returning comment_id, notification_id)
    update comment_votes v set notification_id = batches.notification_id
      from fresh join batches using (comment_id) where (v.comment_id, v.user_id) = (fresh.comment_id, fresh.user_id)`
  await db`
    insert into notifications (user_id, type, actor_id, bill_id, comment_id, created_at, read_at)
    select c.user_id, 'comment_influenced_mind', m.user_id, c.bill_id, c.comment_id, m.created_at,
           ${readLater(db, db`m.created_at`)}
      from mind_changes m join bill_comments c using (comment_id) join users u on u.user_id = c.user_id
     where m.created_at > now() - interval '30 days' and m.user_id <> c.user_id and u.account_status = 'active'
       and u.user_id = ${demoMembers}`
  await db`
    insert into notifications (user_id, type, actor_id, bill_id, stance, created_at, read_at)
    select f.follower_id, 'followee_stance', s.user_id, s.bill_id, s.stance, s.changed_at,
           ${readLater(db, db`s.changed_at`)}
      from stances s join follows f on f.followee_id = s.user_id join users u on u.user_id = f.follower_id
     where s.changed_at > now() - interval '3 days' and u.account_status = 'active'
       and u.user_id = ${demoMembers}`
  await db`
    insert into notifications (user_id, type, actor_id, created_at, read_at)
    select f.followee_id, 'new_follower', f.follower_id, followed.at, ${readLater(db, db`followed.at`)}
      from follows f join users u on u.user_id = f.followee_id join users a on a.user_id = f.follower_id
     cross join lateral (
       select now() - (abs(hashtext(a.username || u.username)) % 600) * interval '1 hour' as at) followed
     where u.account_status = 'active' and u.user_id = ${demoMembers}`
  await insertReplies(db, demoMembers)
}

/** Inserts notifications about replies of the last two weeks to comments of demo members. */
async function insertReplies(db: Db, demoMembers: Part): Promise<void> {
  await db`
    insert into notifications (user_id, type, actor_id, comment_id, created_at, read_at)
    select p.user_id, 'comment_reply', c.user_id, c.comment_id, c.created_at, ${readLater(db, db`c.created_at`)}
      from bill_comments c join bill_comments p on p.comment_id = c.parent_comment_id
      join users u on u.user_id = p.user_id join users a on a.user_id = c.user_id
     where c.created_at > now() - interval '14 days' and c.is_live and p.is_live and c.user_id <> p.user_id
       and u.account_status = 'active' and a.account_status = 'active' and u.user_id = ${demoMembers}`
}

function readLater(db: Db, at: Part) {
  return db`case when ${at} < now() - interval '12 hours' then ${at} + interval '5 hours' end`
}
