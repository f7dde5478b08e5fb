with counters as (
  update bill_counters set discussion_count = discussion_count + 1, activity_score = activity_score + activity_points('comment')
   where bill_id = $1 returning bill_id),
today as (
  insert into bill_activity as existing (bill_id, day, points)
  select bill_id, (now() at time zone 'utc')::date, activity_points('comment') from counters
  on conflict (bill_id, day) do update set points = existing.points + excluded.points),
parent as (
  update bill_comments set reply_count = reply_count + 1 where comment_id = $2),
category as (
  insert into bill_category_counts as existing (bill_id, category_id, comment_count, thread_count)
  select bill_id, $3, 1, $4 from counters
  on conflict (bill_id, category_id) do update set
    comment_count = existing.comment_count + 1, thread_count = existing.thread_count + excluded.thread_count),
author as (
  update users u set total_comments = u.total_comments + 1 from counters where u.user_id = $5)
insert into bill_comments (bill_id, user_id, category_id, parent_comment_id, depth, content, section_key, version_no)
select bill_id, $6, $7, $8, $9, $10, $11,
       $12::smallint
  from counters
returning comment_id
