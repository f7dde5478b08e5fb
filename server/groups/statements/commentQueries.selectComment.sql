select (
select row_to_json(o) from (
  select c.comment_id, c.parent_comment_id as "parentCommentId",
u.user_id, u.username, u.full_name as full_name,
u.email_verified_at is not null as is_verified, u.shown_type as member_type,
case when u.user_id is not null
     then engagement_level(u.total_stances, u.total_comments, u.follower_count) end as engagement_level,
         u.profile_picture_url as "profilePictureUrl",
         case when c.deleted_at is not null then $1
              when c.hidden_at is not null then $2 else c.content end as content,
         c.deleted_at is not null or c.hidden_at is not null as is_deleted,
         iso_time(c.created_at) as created_at, c.reply_count
    from (select c.user_id as author where c.deleted_at is null and c.hidden_at is null) shown
    right join (select) one on true left join users u on u.user_id = shown.author) o) as comment from group_comments c where c.comment_id = $3
