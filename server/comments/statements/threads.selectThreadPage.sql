with recursive top as (
  (select root.*, 1 as position, thread.comment_count, thread.comment_count as running_total
     from (
    select comment_id, created_at, bridging_score from bill_comments
     where bill_id = $1 and depth = 1 and category_id = $2 order by bridging_score desc, created_at desc, comment_id desc limit 1 ) root
    cross join lateral (
      select 1 + count(*)::int + coalesce(sum(least(reply_count, 20)), 0)::int as comment_count
        from (select reply_count from "bill_comments" where parent_comment_id = root.comment_id
               order by created_at, comment_id limit 20) r) thread)
  union all
  select next.*, top.position + 1, thread.comment_count, top.running_total + thread.comment_count
    from top
   cross join lateral (
    select comment_id, created_at, bridging_score from bill_comments
     where bill_id = $3 and depth = 1 and category_id = $4 and (bridging_score, created_at, comment_id) < (top.bridging_score, top.created_at, top.comment_id) order by bridging_score desc, created_at desc, comment_id desc limit 1) next
   cross join lateral (
     select 1 + count(*)::int + coalesce(sum(least(reply_count, 20)), 0)::int as comment_count
       from (select reply_count from "bill_comments" where parent_comment_id = next.comment_id
              order by created_at, comment_id limit 20) r) thread
   where top.position < $5
     and top.running_total + thread.comment_count <= 200),
replies as (
  select r.comment_id, position
    from top
   cross join lateral (
     select comment_id from "bill_comments" where parent_comment_id = top.comment_id
      order by created_at, comment_id limit 20) r),
last_replies as (
  select r.comment_id, position
    from replies
   cross join lateral (
     select comment_id from "bill_comments" where parent_comment_id = replies.comment_id
      order by created_at, comment_id limit 20) r),
shown as (
  select * from (
    select comment_id, position from top
    union all select comment_id, position from replies
    union all select comment_id, position from last_replies) all_levels
   limit 442),
next_page as (
  select json_build_array(top.bridging_score, to_char(top.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), top.comment_id) as keys
    from (select * from top order by position desc limit 1) top
   where exists (
    select comment_id, created_at, bridging_score from bill_comments
     where bill_id = $6 and depth = 1 and category_id = $7 and (bridging_score, created_at, comment_id) < (top.bridging_score, top.created_at, top.comment_id)))
select
c.comment_id, c.parent_comment_id, c.category_id,
case when c.is_live then c.content when c.deleted_at is null then $8
     else $9 end as content,
u.user_id, u.username, u.full_name as full_name,
u.email_verified_at is not null as is_verified, u.member_type,
case when u.user_id is not null
     then engagement_level(u.total_stances, u.total_comments, u.follower_count) end as engagement_level, c.created_at,
case when c.is_live then c.upvotes else 0 end as upvotes,
case when c.is_live then c.downvotes else 0 end as downvotes,
case when c.is_live then (
  select v.vote from comment_votes v where v.comment_id = c.comment_id and v.user_id = $10) end
  as user_vote,
case when u.public_stances or u.user_id = $11 then (
  select s.stance from stances s where s.bill_id = c.bill_id and s.user_id = c.user_id) end as user_stance,
u.profile_picture_url, not c.is_live as is_deleted, c.change_count,
c.is_live and c.change_count > 0 and exists (
  select from mind_changes m where m.comment_id = c.comment_id and m.user_id = $12) as changed_my_mind,
c.reply_count,
case when c.is_live and c.upvotes >= 10 and is_liked_by_side(c.support_upvotes, c.support_downvotes)
       and is_liked_by_side(c.oppose_upvotes, c.oppose_downvotes)
     then json_build_object(
       'support', json_build_object('upvotes', c.support_upvotes, 'votes', c.support_upvotes + c.support_downvotes),
       'oppose', json_build_object('upvotes', c.oppose_upvotes, 'votes', c.oppose_upvotes + c.oppose_downvotes)) end as both_sides, (
select coalesce(sum(thread_count), 0)::int from bill_category_counts
 where bill_id = $13 and category_id = $14) as total, (select keys from next_page) as next
  from shown join "bill_comments" c using (comment_id)
  left join users u on u.user_id = c.user_id and c.deleted_at is null and c.hidden_at is null
 order by c.depth, shown.position, c.created_at, c.comment_id

with recursive top as (
  (select root.*, 1 as position, thread.comment_count, thread.comment_count as running_total
     from (
  select comment_id, created_at from group_comments
   where post_id = $1 and group_id = $2 and depth = 1 order by created_at, comment_id limit 1 ) root
    cross join lateral (
      select 1 + count(*)::int + coalesce(sum(least(reply_count, 20)), 0)::int as comment_count
        from (select reply_count from "group_comments" where parent_comment_id = root.comment_id
               order by created_at, comment_id limit 20) r) thread)
  union all
  select next.*, top.position + 1, thread.comment_count, top.running_total + thread.comment_count
    from top
   cross join lateral (
  select comment_id, created_at from group_comments
   where post_id = $3 and group_id = $4 and depth = 1 and (created_at, comment_id) > (top.created_at, top.comment_id) order by created_at, comment_id limit 1) next
   cross join lateral (
     select 1 + count(*)::int + coalesce(sum(least(reply_count, 20)), 0)::int as comment_count
       from (select reply_count from "group_comments" where parent_comment_id = next.comment_id
              order by created_at, comment_id limit 20) r) thread
   where top.position < $5
     and top.running_total + thread.comment_count <= 200),
replies as (
  select r.comment_id, position
    from top
   cross join lateral (
     select comment_id from "group_comments" where parent_comment_id = top.comment_id
      order by created_at, comment_id limit 20) r),
last_replies as (
  select r.comment_id, position
    from replies
   cross join lateral (
     select comment_id from "group_comments" where parent_comment_id = replies.comment_id
      order by created_at, comment_id limit 20) r),
shown as (
  select * from (
    select comment_id, position from top
    union all select comment_id, position from replies
    union all select comment_id, position from last_replies) all_levels
   limit 442),
next_page as (
  select json_build_array(to_char(top.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), top.comment_id) as keys
    from (select * from top order by position desc limit 1) top
   where exists (
  select comment_id, created_at from group_comments
   where post_id = $6 and group_id = $7 and depth = 1 and (created_at, comment_id) > (top.created_at, top.comment_id)))
select
c.comment_id, c.parent_comment_id as "parentCommentId",
u.user_id, u.username, u.full_name as full_name,
u.email_verified_at is not null as is_verified, u.member_type,
case when u.user_id is not null
     then engagement_level(u.total_stances, u.total_comments, u.follower_count) end as engagement_level,
u.profile_picture_url as "profilePictureUrl",
case when c.deleted_at is not null then $8
     when c.hidden_at is not null then $9 else c.content end as content,
c.deleted_at is not null or c.hidden_at is not null as is_deleted, c.created_at, c.reply_count, (select thread_count from group_posts where post_id = $10) as total, (select keys from next_page) as next
  from shown join "group_comments" c using (comment_id)
  left join users u on u.user_id = c.user_id and c.deleted_at is null and c.hidden_at is null
 order by c.created_at, c.comment_id

with recursive top as (
  (select root.*, 1 as position, thread.comment_count, thread.comment_count as running_total
     from (select comment_id, created_at from bill_comments where bill_id = $1 and depth = 1 and category_id = $2 order by created_at desc, comment_id desc limit 1 ) root
    cross join lateral (
      select 1 + count(*)::int + coalesce(sum(least(reply_count, 20)), 0)::int as comment_count
        from (select reply_count from "bill_comments" where parent_comment_id = root.comment_id
               order by created_at, comment_id limit 20) r) thread)
  union all
  select next.*, top.position + 1, thread.comment_count, top.running_total + thread.comment_count
    from top
   cross join lateral (select comment_id, created_at from bill_comments where bill_id = $3 and depth = 1 and category_id = $4 and (created_at, comment_id) < (top.created_at, top.comment_id) order by created_at desc, comment_id desc limit 1) next
   cross join lateral (
     select 1 + count(*)::int + coalesce(sum(least(reply_count, 20)), 0)::int as comment_count
       from (select reply_count from "bill_comments" where parent_comment_id = next.comment_id
              order by created_at, comment_id limit 20) r) thread
   where top.position < $5
     and top.running_total + thread.comment_count <= 200),
replies as (
  select r.comment_id, position
    from top
   cross join lateral (
     select comment_id from "bill_comments" where parent_comment_id = top.comment_id
      order by created_at, comment_id limit 20) r),
last_replies as (
  select r.comment_id, position
    from replies
   cross join lateral (
     select comment_id from "bill_comments" where parent_comment_id = replies.comment_id
      order by created_at, comment_id limit 20) r),
shown as (
  select * from (
    select comment_id, position from top
    union all select comment_id, position from replies
    union all select comment_id, position from last_replies) all_levels
   limit 442),
next_page as (
  select json_build_array(to_char(top.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), top.comment_id) as keys
    from (select * from top order by position desc limit 1) top
   where exists (select comment_id, created_at from bill_comments where bill_id = $6 and depth = 1 and category_id = $7 and (created_at, comment_id) < (top.created_at, top.comment_id)))
select
c.comment_id, c.parent_comment_id, c.category_id,
case when c.is_live then c.content when c.deleted_at is null then $8
     else $9 end as content,
u.user_id, u.username, u.full_name as full_name,
u.email_verified_at is not null as is_verified, u.member_type,
case when u.user_id is not null
     then engagement_level(u.total_stances, u.total_comments, u.follower_count) end as engagement_level, c.created_at,
case when c.is_live then c.upvotes else 0 end as upvotes,
case when c.is_live then c.downvotes else 0 end as downvotes,
case when c.is_live then (
  select v.vote from comment_votes v where v.comment_id = c.comment_id and v.user_id = $10) end
  as user_vote,
case when u.public_stances or u.user_id = $11 then (
  select s.stance from stances s where s.bill_id = c.bill_id and s.user_id = c.user_id) end as user_stance,
u.profile_picture_url, not c.is_live as is_deleted, c.change_count,
c.is_live and c.change_count > 0 and exists (
  select from mind_changes m where m.comment_id = c.comment_id and m.user_id = $12) as changed_my_mind,
c.reply_count,
case when c.is_live and c.upvotes >= 10 and is_liked_by_side(c.support_upvotes, c.support_downvotes)
       and is_liked_by_side(c.oppose_upvotes, c.oppose_downvotes)
     then json_build_object(
       'support', json_build_object('upvotes', c.support_upvotes, 'votes', c.support_upvotes + c.support_downvotes),
       'oppose', json_build_object('upvotes', c.oppose_upvotes, 'votes', c.oppose_upvotes + c.oppose_downvotes)) end as both_sides, (
select coalesce(sum(thread_count), 0)::int from bill_category_counts
 where bill_id = $13 and category_id = $14) as total, (select keys from next_page) as next
  from shown join "bill_comments" c using (comment_id)
  left join users u on u.user_id = c.user_id and c.deleted_at is null and c.hidden_at is null
 order by c.depth, shown.position, c.created_at, c.comment_id

with recursive top as (
  (select root.*, 1 as position, thread.comment_count, thread.comment_count as running_total
     from (select comment_id, created_at from bill_comments where bill_id = $1 and depth = 1 and category_id = $2 order by created_at, comment_id limit 1 ) root
    cross join lateral (
      select 1 + count(*)::int + coalesce(sum(least(reply_count, 20)), 0)::int as comment_count
        from (select reply_count from "bill_comments" where parent_comment_id = root.comment_id
               order by created_at, comment_id limit 20) r) thread)
  union all
  select next.*, top.position + 1, thread.comment_count, top.running_total + thread.comment_count
    from top
   cross join lateral (select comment_id, created_at from bill_comments where bill_id = $3 and depth = 1 and category_id = $4 and (created_at, comment_id) > (top.created_at, top.comment_id) order by created_at, comment_id limit 1) next
   cross join lateral (
     select 1 + count(*)::int + coalesce(sum(least(reply_count, 20)), 0)::int as comment_count
       from (select reply_count from "bill_comments" where parent_comment_id = next.comment_id
              order by created_at, comment_id limit 20) r) thread
   where top.position < $5
     and top.running_total + thread.comment_count <= 200),
replies as (
  select r.comment_id, position
    from top
   cross join lateral (
     select comment_id from "bill_comments" where parent_comment_id = top.comment_id
      order by created_at, comment_id limit 20) r),
last_replies as (
  select r.comment_id, position
    from replies
   cross join lateral (
     select comment_id from "bill_comments" where parent_comment_id = replies.comment_id
      order by created_at, comment_id limit 20) r),
shown as (
  select * from (
    select comment_id, position from top
    union all select comment_id, position from replies
    union all select comment_id, position from last_replies) all_levels
   limit 442),
next_page as (
  select json_build_array(to_char(top.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), top.comment_id) as keys
    from (select * from top order by position desc limit 1) top
   where exists (select comment_id, created_at from bill_comments where bill_id = $6 and depth = 1 and category_id = $7 and (created_at, comment_id) > (top.created_at, top.comment_id)))
select
c.comment_id, c.parent_comment_id, c.category_id,
case when c.is_live then c.content when c.deleted_at is null then $8
     else $9 end as content,
u.user_id, u.username, u.full_name as full_name,
u.email_verified_at is not null as is_verified, u.member_type,
case when u.user_id is not null
     then engagement_level(u.total_stances, u.total_comments, u.follower_count) end as engagement_level, c.created_at,
case when c.is_live then c.upvotes else 0 end as upvotes,
case when c.is_live then c.downvotes else 0 end as downvotes,
case when c.is_live then (
  select v.vote from comment_votes v where v.comment_id = c.comment_id and v.user_id = $10) end
  as user_vote,
case when u.public_stances or u.user_id = $11 then (
  select s.stance from stances s where s.bill_id = c.bill_id and s.user_id = c.user_id) end as user_stance,
u.profile_picture_url, not c.is_live as is_deleted, c.change_count,
c.is_live and c.change_count > 0 and exists (
  select from mind_changes m where m.comment_id = c.comment_id and m.user_id = $12) as changed_my_mind,
c.reply_count,
case when c.is_live and c.upvotes >= 10 and is_liked_by_side(c.support_upvotes, c.support_downvotes)
       and is_liked_by_side(c.oppose_upvotes, c.oppose_downvotes)
     then json_build_object(
       'support', json_build_object('upvotes', c.support_upvotes, 'votes', c.support_upvotes + c.support_downvotes),
       'oppose', json_build_object('upvotes', c.oppose_upvotes, 'votes', c.oppose_upvotes + c.oppose_downvotes)) end as both_sides, (
select coalesce(sum(thread_count), 0)::int from bill_category_counts
 where bill_id = $13 and category_id = $14) as total, (select keys from next_page) as next
  from shown join "bill_comments" c using (comment_id)
  left join users u on u.user_id = c.user_id and c.deleted_at is null and c.hidden_at is null
 order by c.depth, shown.position, c.created_at, c.comment_id
