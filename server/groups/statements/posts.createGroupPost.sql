with post as (
  insert into group_posts (group_id, user_id, content)
  values ($1, …) returning post_id, created_at)
update groups g set post_count = g.post_count + 1, live_post_count = g.live_post_count + 1,
       last_activity_at = greatest(g.last_activity_at, post.created_at)
  from post where g.group_id = $4 returning post.post_id
