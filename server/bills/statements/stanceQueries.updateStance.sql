with saved as (
  update stances set stance = $1, change_source = $2, comment_id = $3,
         changed_at = now(),
         mind_changed_from = case when $4::uuid is null then mind_changed_from else stance end,
         mind_changed_to = case when $5::uuid is null then mind_changed_to else $6 end
   where bill_id = $7 and user_id = $8 returning changed_at),
history as (
  insert into stance_changes (bill_id, user_id, from_stance, to_stance, change_source, comment_id)
  values ($9, …)),
-- Queued for the worker that notifies followers. Quick changes are notified together.
fanout as (
  insert into stance_fanouts as existing (user_id, bill_id)
  select user_id, $15 from users
   where user_id = $16 and public_profile and public_stances and follower_count > 0
  on conflict (user_id, bill_id) do update set
    lease_id = null, attempts = 0, changed_at = now(), cursor = null,
    next_attempt_at = greatest(now(), existing.started_at + interval '10 seconds')
  returning user_id),
earlier_day as (
  update bill_activity set points = points - activity_points('stance')
   where bill_id = $17 and $18::bool
     and day = ($19::timestamptz at time zone 'utc')::date),
today as (
  insert into bill_activity as existing (bill_id, day, points)
  select $20, (now() at time zone 'utc')::date, activity_points('stance')
   where $21::bool
  on conflict (bill_id, day) do update set points = existing.points + excluded.points)
update bill_counters n set
  support_count = n.support_count + (s.current = 'support')::int - (s.previous = 'support')::int,
  oppose_count = n.oppose_count + (s.current = 'oppose')::int - (s.previous = 'oppose')::int,
  neutral_count = n.neutral_count + (s.current = 'neutral')::int - (s.previous = 'neutral')::int,
  learning_count = n.learning_count + (s.current = 'learning')::int - (s.previous = 'learning')::int,
  activity_score = n.activity_score + $22 * activity_points('stance'),
  echo_version = n.echo_version + 1
  from (select $23::text as current, $24::text as previous) s
 where n.bill_id = $25
returning n.support_count, n.oppose_count, n.neutral_count, n.learning_count,
          (select changed_at from saved) as created_at, exists (select from fanout) as is_queued
