with existing as (select from group_likes where post_id = $1 and user_id = $2),
removed as (delete from group_likes where post_id = $3 and user_id = $4),
added as (
  insert into group_likes (post_id, user_id)
  select $5, $6 where not exists (select from existing) on conflict do nothing)
update group_posts set like_count = like_count + case when exists (select from existing) then -1 else 1 end
 where post_id = $7
returning like_count, not exists (select from existing) as user_has_liked
