with votes as (delete from comment_votes where comment_id = $1 returning user_id, created_at),
retracted as (delete from notifications where comment_id in ($2)),
tombstone as (
  update bill_comments set deleted_at = now(), content = $3, upvotes = 0, downvotes = 0,
support_upvotes = 0, support_downvotes = 0, oppose_upvotes = 0, oppose_downvotes = 0, neutral_upvotes = 0,
neutral_downvotes = 0, learning_upvotes = 0, learning_downvotes = 0, unknown_upvotes = 0, unknown_downvotes = 0
   where comment_id = $4 and comment_id <> all($5::uuid[])),
removed as (delete from bill_comments where comment_id = any($6::uuid[])),
parent as (
  update bill_comments set reply_count = reply_count - 1
   where comment_id = $7),
category as (
  update bill_category_counts set comment_count = comment_count - 1,
         thread_count = thread_count - $8
   where bill_id = $9 and category_id = $10),
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
  select (at at time zone 'utc')::date as day, sum(points) as points from lost
   where counts_towards_activity((at at time zone 'utc')::date)
   group by 1 order by 1)
update bill_counters set discussion_count = discussion_count - 1, echo_version = echo_version + 1
 where bill_id = $17
returning (select coalesce(json_agg(by_day), '[]') from by_day) as lost
