with bill as materialized (
select c.bill_id, c.category_id, c.user_id
  from bill_counters n join bill_comments c using (bill_id)
 where c.comment_id = $1 for no key update of n),
votes as (delete from comment_votes where comment_id = $2),
retracted as (delete from notifications where comment_id in ($3)),
tombstone as (
  update bill_comments set deleted_at = now(), content = $4, stance_when_written = null,
         upvotes = 0, downvotes = 0,
support_upvotes = 0, support_downvotes = 0, oppose_upvotes = 0, oppose_downvotes = 0, neutral_upvotes = 0,
neutral_downvotes = 0, learning_upvotes = 0, learning_downvotes = 0, unknown_upvotes = 0, unknown_downvotes = 0
   where comment_id = $5 and comment_id <> all($6::uuid[])),
removed as (delete from bill_comments where comment_id = any($7::uuid[])),
parent as (
  update bill_comments set reply_count = reply_count - 1
   where comment_id = $8),
category as (
  update bill_category_counts k set comment_count = k.comment_count - 1,
         thread_count = k.thread_count - $9
    from bill where (k.bill_id, k.category_id) = (bill.bill_id, bill.category_id)),
minds as (
  select user_id, sum(change_count) filter (where comment_id = any($10::uuid[])) as credits
    from bill_comments where comment_id = $11 or comment_id = any($12::uuid[])
   group by user_id),
locked_authors as (
  select user_id from users where user_id in (select user_id from minds)
   order by user_id for no key update),
authors as (
  update users u set minds_changed = u.minds_changed - coalesce(minds.credits, 0),
         total_comments = u.total_comments - (u.user_id = $13)::int
    from locked_authors a join minds using (user_id) where u.user_id = a.user_id)
insert into bill_counter_steps (bill_id, discussion_count, echo_changes, day, points)
select bill_id, $14::int, 1, null::date, 0 from bill_comments where comment_id = $15
union all
select bill_id, 0, 0, (at at time zone 'utc')::date, $16::int * sum(points)
  from (
    select bill_id, created_at as at, activity_points('comment') as points
      from bill_comments where comment_id = $17
    union all
    select c.bill_id, v.created_at, activity_points('vote')
      from bill_comments c join comment_votes v using (comment_id)
     where c.comment_id = $18 and v.user_id is distinct from c.user_id) actions
 group by 1, 4
