with found as materialized (
  (select user_id from users
    where name_words(username || ' ' || full_name) @@ (select $1::tsquery)
      and account_status = 'active' and public_profile limit 200)
  union
  select user_id from users
   where lower(username) = any($2::text[])
     and account_status = 'active' and public_profile)
select user_id, username, full_name, profile_picture_url, is_verified, engagement_level, is_following
  from (select u.user_id, u.username, u.full_name, u.profile_picture_url,
               u.email_verified_at is not null as is_verified,
               engagement_level(u.total_stances, u.total_comments, u.follower_count) as engagement_level,
               (select f.follower_id from follows f
                 where f.follower_id = $3 and f.followee_id = u.user_id) is not null as is_following,
               search_words(u.username) = $4 as is_named, u.follower_count
          from found join users u using (user_id) where (u.user_id in (select m.muted_id from mutes m where m.user_id = $5)) is not true) people
 order by is_named desc, is_following desc, follower_count desc, full_name, user_id
 limit 3
