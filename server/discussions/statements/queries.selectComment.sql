select
c.comment_id, c.parent_comment_id, c.category_id,
case when c.is_live then c.section_key end as section_key,
case when c.is_live then c.version_no end as version_no,
case when c.is_live then c.content when c.deleted_at is null then $1
     else $2 end as content,
u.user_id, u.username, u.full_name as full_name,
u.email_verified_at is not null as is_verified, u.member_type,
case when u.user_id is not null
     then engagement_level(u.total_stances, u.total_comments, u.follower_count) end as engagement_level, c.created_at,
case when c.is_live then c.upvotes else 0 end as upvotes,
case when c.is_live then c.downvotes else 0 end as downvotes,
case when c.is_live then (
  select v.vote from comment_votes v where v.comment_id = c.comment_id and v.user_id = $3) end
  as user_vote,
case when u.public_stances or u.user_id = $4 then (
  select s.stance from stances s where s.bill_id = c.bill_id and s.user_id = c.user_id) end as user_stance,
u.profile_picture_url, not c.is_live as is_deleted, c.change_count,
c.is_live and c.change_count > 0 and exists (
  select from mind_changes m where m.comment_id = c.comment_id and m.user_id = $5) as changed_my_mind,
c.reply_count,
case when c.is_live and c.upvotes >= 10 and is_liked_by_side(c.support_upvotes, c.support_downvotes)
       and is_liked_by_side(c.oppose_upvotes, c.oppose_downvotes)
     then json_build_object(
       'support', json_build_object('upvotes', c.support_upvotes, 'votes', c.support_upvotes + c.support_downvotes),
       'oppose', json_build_object('upvotes', c.oppose_upvotes, 'votes', c.oppose_upvotes + c.oppose_downvotes)) end as both_sides
  from bill_comments c left join users u on u.user_id = c.user_id and c.is_live
 where c.comment_id = $6
