with recursive path as (
  select comment_id, parent_comment_id, depth from "bill_comments" where comment_id = $1 and bill_id = $2
  union all
  select c.comment_id, c.parent_comment_id, c.depth
    from path join "bill_comments" c on c.comment_id = path.parent_comment_id),
replies as (
  select r.comment_id
    from path
   cross join lateral (
     select comment_id from "bill_comments" where parent_comment_id = path.comment_id
      order by created_at, comment_id limit 20) r
   where path.depth = 1
  union
  select comment_id from path where depth = 2),
last_replies as (
  select r.comment_id
    from replies
   cross join lateral (
     select comment_id from "bill_comments" where parent_comment_id = replies.comment_id
      order by created_at, comment_id limit 20) r
  union
  select comment_id from path where depth = 3),
shown as (
  select comment_id from (
    select comment_id from path where depth = 1
    union all select comment_id from replies
    union all select comment_id from last_replies) all_levels
   limit 442)
select c.comment_id, c.parent_comment_id, concat(
concat(
  c.json_head,
  coalesce((
    select concat(u.author_json, ',"engagement_level":"',
                  engagement_level(u.total_stances, u.total_comments, u.follower_count), '","user_stance":',
                  coalesce(case when (u.public_stances or u.user_id = $3) then (
                    select '"' || s.stance || '"' from stances s
                     where s.bill_id = $4 and s.user_id = u.user_id) end, 'null'),
                  ',"stance_when_written":',
                  coalesce(case when (u.public_stances or u.user_id = $5) then '"' || c.stance_when_written || '"' end, 'null'))
      from users u where u.user_id = c.user_id and c.is_live),
    ',"user_id":null,"username":null,"full_name":null,"is_verified":false,"member_type":null,'
    '"profile_picture_url":null,"engagement_level":null,"user_stance":null,"stance_when_written":null'),
  ',"upvotes":', case when c.is_live then c.upvotes else 0 end,
  ',"downvotes":', case when c.is_live then c.downvotes else 0 end,
  ',"change_count":', c.change_count, ',"reply_count":', c.reply_count,
  ',"both_sides":', coalesce(
case when c.is_live and c.upvotes >= 10 and is_liked_by_side(c.support_upvotes, c.support_downvotes)
       and is_liked_by_side(c.oppose_upvotes, c.oppose_downvotes)
     then json_build_object(
       'support', json_build_object('upvotes', c.support_upvotes, 'votes', c.support_upvotes + c.support_downvotes),
       'oppose', json_build_object('upvotes', c.oppose_upvotes, 'votes', c.oppose_upvotes + c.oppose_downvotes)) end::text, 'null')),
concat(
  ',"user_vote":', coalesce(case when c.is_live then (
    select '"' || v.vote || '"' from comment_votes v
     where v.comment_id = c.comment_id and v.user_id = $6) end, 'null'),
  ',"changed_my_mind":', case when c.is_live and c.change_count > 0 and exists (
    select from mind_changes m where m.comment_id = c.comment_id and m.user_id = $7) then 'true' else 'false' end))
  from (select 1 as position, c.* from shown join "bill_comments" c using (comment_id)) c
 order by c.depth, c.position, c.created_at, c.comment_id
