select json_build_array(p.is_pinned, to_char(p.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), p.post_id) as keys,
p.post_id,
u.user_id, u.username, u.full_name as full_name,
u.email_verified_at is not null as is_verified, u.shown_type as member_type,
case when u.user_id is not null
     then engagement_level(u.total_stances, u.total_comments, u.follower_count) end as engagement_level, u.profile_picture_url as "profilePictureUrl",
case when p.deleted_at is not null then $1
     when p.hidden_at is not null then $2 else p.content end as content,
p.deleted_at is not null or p.hidden_at is not null as is_deleted, p.created_at, p.is_pinned,
p.like_count, p.comment_count,
(select l.user_id from group_likes l where l.post_id = p.post_id and l.user_id = $3) is not null
  as user_has_liked
  from (select post_id from group_posts
         where group_id = $4
         order by is_pinned desc, created_at desc, post_id limit 21) page
  join group_posts p using (post_id)
  left join users u on u.user_id = p.user_id and p.deleted_at is null and p.hidden_at is null
 order by p.is_pinned desc, p.created_at desc, p.post_id
