with inserted as (insert into follows (follower_id, followee_id) values ($1, …)),
notified as (
insert into notifications (user_id, type, actor_id, is_shown)
select $3::uuid, 'new_follower', actor.user_id, actor.public_profile
  from users actor
 where actor.user_id = $4 and not exists (
   select from notifications
    where user_id = $5 and actor_id = $6 and type = 'new_follower'
      and created_at > now() - interval '1 day')
on conflict (user_id, actor_id) where type = 'new_follower' and read_at is null do nothing),
own as (update users set following_count = following_count + 1 where user_id = $7)
update users set follower_count = follower_count + 1 where user_id = $8
returning follower_count
