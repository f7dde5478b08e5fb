select c.comment_id, c.category_id, c.content, c.created_at, c.change_count,
u.user_id, u.username, u.full_name as full_name,
u.email_verified_at is not null as is_verified, u.shown_type as member_type,
case when u.user_id is not null
     then engagement_level(u.total_stances, u.total_comments, u.follower_count) end as engagement_level,
       u.profile_picture_url,
       case when u.public_stances or u.user_id = $1 then (
         select s.stance from stances s where s.bill_id = c.bill_id and s.user_id = c.user_id) end as user_stance,
       case when u.public_stances or u.user_id = $2 then c.stance_when_written end as stance_when_written,
       json_build_array(c.change_count, to_char(c.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), c.comment_id) as keys
  from bill_comments c join users u on u.user_id = c.user_id
 where c.bill_id = $3 and c.is_live and c.change_count > 0
   and (u.user_id = $4 or (u.account_status = 'active' and u.public_profile))
   and (c.user_id in (select m.muted_id from mutes m where m.user_id = $5)) is not true
 order by c.change_count desc, c.created_at desc, c.comment_id desc limit $6
