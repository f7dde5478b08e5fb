select case when o."follower_count" > $1 then o."follower_count" else (select count(*)::int from follows f join users u on u.user_id = f.follower_id
               where f.followee_id = $2 and u.account_status = 'active' and (u.user_id = $3 or (u.account_status = 'active' and u.public_profile))) end as total
  from users o where o.user_id = $4

select case when o."following_count" > $1 then o."following_count" else (select count(*)::int from follows f join users u on u.user_id = f.followee_id
               where f.follower_id = $2 and u.account_status = 'active' and (u.user_id = $3 or (u.account_status = 'active' and u.public_profile))) end as total
  from users o where o.user_id = $4

select json_build_array(to_char(f.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), f.followee_id) as keys,
       u.user_id, u.username, u.full_name, u.profile_picture_url,
       engagement_level(u.total_stances, u.total_comments, u.follower_count) as engagement_level,
       u.email_verified_at is not null as is_verified,
       exists (select from follows mine where mine.follower_id = $1 and mine.followee_id = u.user_id)
         as is_following,
       (select m.kind from mutes m where m.user_id = $2 and m.muted_id = u.user_id) as muted
  from follows f join users u on u.user_id = f.followee_id
               where f.follower_id = $3 and u.account_status = 'active' and (u.user_id = $4 or (u.account_status = 'active' and u.public_profile))   order by f.created_at desc, f.followee_id limit $5 offset $6

select json_build_array(to_char(f.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), f.follower_id) as keys,
       u.user_id, u.username, u.full_name, u.profile_picture_url,
       engagement_level(u.total_stances, u.total_comments, u.follower_count) as engagement_level,
       u.email_verified_at is not null as is_verified,
       exists (select from follows mine where mine.follower_id = $1 and mine.followee_id = u.user_id)
         as is_following,
       (select m.kind from mutes m where m.user_id = $2 and m.muted_id = u.user_id) as muted
  from follows f join users u on u.user_id = f.follower_id
               where f.followee_id = $3 and u.account_status = 'active' and (u.user_id = $4 or (u.account_status = 'active' and u.public_profile)) and (u.user_id in (select m.muted_id from mutes m where m.user_id = $5)) is not true and (select not has_blocked($6, …))  order by f.created_at desc, f.follower_id limit $8 offset $9
