with counters as materialized (select bill_id from bill_counters where bill_id = $1 for no key update),
votes as (delete from comment_votes where comment_id = $2 returning user_id, created_at),
retracted as (delete from notifications where comment_id in ($3)),
tombstone as (
  update bill_comments set deleted_at = now(), content = $4, upvotes = 0, downvotes = 0,
support_upvotes = 0, support_downvotes = 0, oppose_upvotes = 0, oppose_downvotes = 0, neutral_upvotes = 0,
neutral_downvotes = 0, learning_upvotes = 0, learning_downvotes = 0, unknown_upvotes = 0, unknown_downvotes = 0
   where comment_id = $5 and comment_id <> all($6::uuid[])),
removed as (delete from bill_comments where comment_id = any($7::uuid[])),
parent as (
  update bill_comments set reply_count = reply_count - 1
   where comment_id = $8),
category as (
  update bill_category_counts k set comment_count = comment_count - 1,
         thread_count = thread_count - $9
    from counters where k.bill_id = counters.bill_id and k.category_id = $10),
minds as (
  select user_id, sum(change_count) filter (where comment_id = any($11::uuid[])) as credits
    from bill_comments where comment_id = $12 or comment_id = any($13::uuid[])
   group by user_id),
locked_authors as (
  select user_id from users where user_id in (select user_id from minds)
   order by user_id for no key update),
authors as (
  update users u set minds_changed = u.minds_changed - coalesce(minds.credits, 0),
         total_comments = u.total_comments - (u.user_id = $14)::int
    from locked_authors a join minds using (user_id) where u.user_id = a.user_id),
lost as (
  select created_at as at, activity_points('comment') as points
    from bill_comments where comment_id = $15
  union all
  select created_at, activity_points('vote') from votes where user_id <> $16),
by_day as (
  select (at at time zone 'utc')::date as day, sum(points) as points from lost group by 1)
insert into bill_counter_steps (bill_id, discussion_count, echo_changes, day, points)
select $17::uuid, -1, 1, null, 0 union all select $18, 0, 0, day, -points from by_day
