with own as materialized (
  select group_id from group_posts
   where (user_id = $1 or user_id = any(array(select muted_id from mutes where user_id = $2)))
     and deleted_at is null and hidden_at is null)
select (select coalesce(sum(g.live_post_count), 0)
          from group_follows f join groups g using (group_id) where f.user_id = $3)
     - (select count(*) from own join group_follows f using (group_id) where f.user_id = $4) as total
