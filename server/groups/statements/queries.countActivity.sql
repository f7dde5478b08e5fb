select (select coalesce(sum(g.live_post_count), 0)
          from group_follows f join groups g using (group_id) where f.user_id = $1)
     - (select count(*)
          from group_follows f join group_posts p using (user_id, group_id)
         where f.user_id = $2 and p.deleted_at is null and p.hidden_at is null) as total
