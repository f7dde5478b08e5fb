with deleted as (delete from follows where follower_id = $1 and followee_id = $2),
notified as (
delete from notifications
 where user_id = $3 and actor_id = $4 and type = 'new_follower' and read_at is null),
own as (update users set following_count = following_count - 1 where user_id = $5)
update users set follower_count = follower_count - 1 where user_id = $6
returning follower_count
