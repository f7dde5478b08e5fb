select json_build_array(to_char(m.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), m.muted_id) as keys,
       u.user_id, u.username, u.full_name, u.profile_picture_url,
       engagement_level(u.total_stances, u.total_comments, u.follower_count) as engagement_level
  from mutes m join users u on u.user_id = m.muted_id
 where m.user_id = $1 and m.kind = $2
 order by m.created_at desc, m.muted_id limit $3
