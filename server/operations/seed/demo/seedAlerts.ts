import type { Db } from '#server/platform/postgres/db.ts'

/**
 * The number of bills that get an update in the past week. They are the bills with the newest official actions.
 */
const updatedBillCount = 40

/**
 * Adds recent updates to the bills with the newest official actions, and makes the demo members who sign in follow
 * some of these bills. Their weekly digest is due at once so that the outbox has an alert email after the first start.
 * Dates and texts come from the official records. Only the times at which Hurd saw them are invented.
 */
export async function seedAlerts(db: Db, members: readonly string[]): Promise<void> {
  await db`
    with newest as (
      select b.bill_id, b.source_name, b.jurisdiction, b.topics, action.acted_on::text as date, action.description as text,
             row_number() over (order by b.latest_action_at desc, b.source_id) as position
        from bills b
       cross join lateral (
         select acted_on, description from bill_actions a
          where a.bill_id = b.bill_id and acted_on <= current_date order by acted_on desc, position desc limit 1) action
       order by b.latest_action_at desc, b.source_id limit ${updatedBillCount}),
    added as (
      insert into bill_updates (bill_id, update_type, update_key, occurred_on, first_seen_at, summary, source_name, is_alertable)
      select bill_id, 'status', 'status:demo:' || date, date::date,
             now() - position * interval '3 hours', left(text, 300), source_name, true
        from newest order by position desc
      returning update_id, bill_id)
    insert into bill_update_targets (target_type, target_id, update_id)
    select 'jurisdiction', n.jurisdiction, a.update_id from added a join newest n using (bill_id)
    union select 'topic', unnest(n.topics), a.update_id from added a join newest n using (bill_id)`
  await db`
    insert into alert_follows (user_id, target_type, target_id, created_at)
    select u.user_id, 'bill', moved.bill_id::text, u.created_at
      from users u
     cross join lateral (
       select b.bill_id from bill_updates n join bills b using (bill_id)
        where n.is_alertable and (b.government_level = 'federal' or exists (
                select from member_divisions d where d.user_id = u.user_id and d.division = b.jurisdiction))
        order by md5(u.username || b.source_id) limit 4) moved
     where u.user_id = any(${members}::uuid[])
    on conflict do nothing`
  await db`
    insert into alert_settings (user_id, time_zone, next_digest_at)
    select user_id, member_time_zone(user_id), now() from users
     where user_id = any(${members}::uuid[])
    on conflict (user_id) do nothing`
}

/** How many of the bills on which a demo member has a stance moved since the member's last visit. */
const movedBillCount = 2

/**
 * Lets the demo members who sign in come back after two days, in which two bills moved on which they have a stance. The moves are the
 * newest official actions. Only the times at which Hurd learned of them are invented.
 */
export async function seedMoves(db: Db, members: readonly string[]): Promise<void> {
  await db`
    with chosen as (
      select distinct newest.bill_id
        from unnest(${members}::uuid[]) member (user_id)
       cross join lateral (
         select b.bill_id from stances s join bills b using (bill_id)
          where s.user_id = member.user_id and b.feed_rank = 0
          order by b.latest_action_at desc, b.source_id limit ${movedBillCount}) newest)
    update bills b set moved_at = now() - interval '1 day', moved_by = 'action' from chosen where b.bill_id = chosen.bill_id`
  await db`
    update users set active_at = now() - interval '2 days' where user_id = any(${members}::uuid[])`
  await db`
    update stances set first_taken_at = least(first_taken_at, now() - interval '3 days')
     where user_id = any(${members}::uuid[])`
}
