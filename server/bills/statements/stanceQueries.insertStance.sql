with saved as (
  insert into stances (bill_id, user_id, stance, change_source)
  values ($1, …) returning changed_at),
history as (
  insert into stance_changes (bill_id, user_id, to_stance, change_source)
  values ($5, …)),
-- Queued for the worker that notifies followers. Quick changes are notified together.
fanout as (
  insert into stance_fanouts as existing (user_id, bill_id)
  select user_id, $9 from users
   where user_id = $10 and public_profile and public_stances and follower_count > 0
  on conflict (user_id, bill_id) do update set
    lease_id = null, attempts = 0, changed_at = now(), cursor = null,
    next_attempt_at = greatest(now(), existing.started_at + interval '10 seconds')
  returning user_id),
member as (update users set total_stances = total_stances + 1 where user_id = $11),
today as (
  insert into bill_activity as existing (bill_id, day, points)
  values ($12, (now() at time zone 'utc')::date, activity_points('stance'))
  on conflict (bill_id, day) do update set points = existing.points + excluded.points)
update bill_counters n set
  support_count = n.support_count + (s.stance = 'support')::int,
  oppose_count = n.oppose_count + (s.stance = 'oppose')::int,
  neutral_count = n.neutral_count + (s.stance = 'neutral')::int,
  learning_count = n.learning_count + (s.stance = 'learning')::int,
  activity_score = n.activity_score + activity_points('stance'), echo_version = n.echo_version + 1
  from (select $13::text as stance) s
 where n.bill_id = $14
returning n.support_count, n.oppose_count, n.neutral_count, n.learning_count,
          (select changed_at from saved) as created_at, exists (select from fanout) as is_queued
