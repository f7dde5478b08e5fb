with candidates as materialized (
  select row_number() over (order by bridging_score desc, created_at desc, comment_id desc) as position, root.*
    from (select * from bill_comments where bill_id = $1 and depth = 1 and category_id = $2   order by bridging_score desc, created_at desc, comment_id desc limit 51
          ) root),
first_level as materialized (
  select * from (
    select *, sum(1 + least(reply_count, 20)) over (order by position) as at_least from candidates) c
   where position <= 50 and (position = 1 or at_least <= 200)),
replies as materialized (
  select c.position, r.*
    from first_level c
   cross join lateral (
     select * from "bill_comments" where parent_comment_id = c.comment_id
      order by created_at, comment_id limit 20) r
   where c.reply_count > 0),
page as materialized (
  select max(position) as last from (
    select position, sum(sum(shown)) over (order by position) as running_total from (
      select position, 1 as shown from first_level
      union all select position, 1 + least(reply_count, 20) from replies) counted
     group by position) threads
   where position = 1 or running_total <= 200),
shown as (
  select *, null::bigint as at_least from replies where position <= (select last from page)
  union all select * from first_level where position <= (select last from page)
  union all
  select c.position, r.*, null
    from replies c
   cross join lateral (
     select * from "bill_comments" where parent_comment_id = c.comment_id
      order by created_at, comment_id limit 20) r
   where c.reply_count > 0 and c.position <= (select last from page))
select c.comment_id, c.parent_comment_id, concat(
concat(
  c.json_head,
  coalesce((
    select concat(u.author_json, ',"engagement_level":"',
                  engagement_level(u.total_stances, u.total_comments, u.follower_count), '","user_stance":',
                  coalesce(case when u.public_stances then (
                    select '"' || s.stance || '"' from stances s
                     where s.bill_id = $3 and s.user_id = u.user_id) end, 'null'),
                  ',"stance_when_written":',
                  coalesce(case when u.public_stances then '"' || c.stance_when_written || '"' end, 'null'))
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
       'oppose', json_build_object('upvotes', c.oppose_upvotes, 'votes', c.oppose_upvotes + c.oppose_downvotes)) end::text, 'null')), ',"user_vote":null,"changed_my_mind":false'),
       case when c.at_least is not null and c.position = (select last from page)
                 and exists (select from candidates where position > (select last from page))
            then json_build_array(c.bridging_score, to_char(c.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), c.comment_id) end
       , case when c.at_least is not null and c.position = 1 then (
select coalesce(sum(thread_count), 0) from bill_category_counts where bill_id = $4 and category_id = $5) end, case when c.at_least is not null and c.position = 1 then (select concat_ws(' ', pg_postmaster_start_time(), n.discussion_version,
                     coalesce((select version from author_version), 0) + (select count(*) from author_changes))
      from current_bill_counts n where n.bill_id = $6) end, case when c.at_least is not null and c.position = 1 then (select iso_time(read_at) from discussion_reads where user_id = $7 and bill_id = $8) end, case when c.at_least is not null and c.position = 1 then iso_time(now() - interval '5 seconds') end, case when c.at_least is not null and c.position = 1 then (select json_object_agg(v.comment_id, v.vote) filter (where (
             select c.is_live from bill_comments c where c.comment_id = v.comment_id))
      from comment_votes v where v.user_id = $9 and v.bill_id = $10) end, case when c.at_least is not null and c.position = 1 then (select json_agg(m.comment_id) filter (where (
             select c.is_live and c.bill_id = $11 from bill_comments c where c.comment_id = m.comment_id))
      from mind_changes m where m.user_id = $12) end, case when c.at_least is not null and c.position = 1 then (select json_build_object('stance', s.stance, 'when_written', coalesce((
             select json_object_agg(c.comment_id, c.stance_when_written) from bill_comments c
              where c.user_id = $13 and c.bill_id = $14 and c.is_live), '{}'))
      from users u left join stances s on s.user_id = u.user_id and s.bill_id = $15
     where u.user_id = $16 and not u.public_stances) end, case when c.at_least is not null and c.position = 1 then (select json_agg(json_build_object('user_id', m.muted_id, 'muted', m.kind))
           from mutes m where m.user_id = $17) end
  from shown c order by c.depth, c.position, c.created_at, c.comment_id

with candidates as materialized (
  select row_number() over (order by created_at desc, comment_id desc) as position, root.*
    from (select * from bill_comments where bill_id = $1 and depth = 1 and category_id = $2   order by created_at desc, comment_id desc limit 51
          ) root),
first_level as materialized (
  select * from (
    select *, sum(1 + least(reply_count, 20)) over (order by position) as at_least from candidates) c
   where position <= 50 and (position = 1 or at_least <= 200)),
replies as materialized (
  select c.position, r.*
    from first_level c
   cross join lateral (
     select * from "bill_comments" where parent_comment_id = c.comment_id
      order by created_at, comment_id limit 20) r
   where c.reply_count > 0),
page as materialized (
  select max(position) as last from (
    select position, sum(sum(shown)) over (order by position) as running_total from (
      select position, 1 as shown from first_level
      union all select position, 1 + least(reply_count, 20) from replies) counted
     group by position) threads
   where position = 1 or running_total <= 200),
shown as (
  select *, null::bigint as at_least from replies where position <= (select last from page)
  union all select * from first_level where position <= (select last from page)
  union all
  select c.position, r.*, null
    from replies c
   cross join lateral (
     select * from "bill_comments" where parent_comment_id = c.comment_id
      order by created_at, comment_id limit 20) r
   where c.reply_count > 0 and c.position <= (select last from page))
select c.comment_id, c.parent_comment_id, concat(
concat(
  c.json_head,
  coalesce((
    select concat(u.author_json, ',"engagement_level":"',
                  engagement_level(u.total_stances, u.total_comments, u.follower_count), '","user_stance":',
                  coalesce(case when u.public_stances then (
                    select '"' || s.stance || '"' from stances s
                     where s.bill_id = $3 and s.user_id = u.user_id) end, 'null'),
                  ',"stance_when_written":',
                  coalesce(case when u.public_stances then '"' || c.stance_when_written || '"' end, 'null'))
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
       'oppose', json_build_object('upvotes', c.oppose_upvotes, 'votes', c.oppose_upvotes + c.oppose_downvotes)) end::text, 'null')), ',"user_vote":null,"changed_my_mind":false'),
       case when c.at_least is not null and c.position = (select last from page)
                 and exists (select from candidates where position > (select last from page))
            then json_build_array(to_char(c.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), c.comment_id) end
       , case when c.at_least is not null and c.position = 1 then (
select coalesce(sum(thread_count), 0) from bill_category_counts where bill_id = $4 and category_id = $5) end, case when c.at_least is not null and c.position = 1 then (select concat_ws(' ', pg_postmaster_start_time(), n.discussion_version,
                     coalesce((select version from author_version), 0) + (select count(*) from author_changes))
      from current_bill_counts n where n.bill_id = $6) end, case when c.at_least is not null and c.position = 1 then (select iso_time(read_at) from discussion_reads where user_id = $7 and bill_id = $8) end, case when c.at_least is not null and c.position = 1 then iso_time(now() - interval '5 seconds') end, case when c.at_least is not null and c.position = 1 then (select json_object_agg(v.comment_id, v.vote) filter (where (
             select c.is_live from bill_comments c where c.comment_id = v.comment_id))
      from comment_votes v where v.user_id = $9 and v.bill_id = $10) end, case when c.at_least is not null and c.position = 1 then (select json_agg(m.comment_id) filter (where (
             select c.is_live and c.bill_id = $11 from bill_comments c where c.comment_id = m.comment_id))
      from mind_changes m where m.user_id = $12) end, case when c.at_least is not null and c.position = 1 then (select json_build_object('stance', s.stance, 'when_written', coalesce((
             select json_object_agg(c.comment_id, c.stance_when_written) from bill_comments c
              where c.user_id = $13 and c.bill_id = $14 and c.is_live), '{}'))
      from users u left join stances s on s.user_id = u.user_id and s.bill_id = $15
     where u.user_id = $16 and not u.public_stances) end, case when c.at_least is not null and c.position = 1 then (select json_agg(json_build_object('user_id', m.muted_id, 'muted', m.kind))
           from mutes m where m.user_id = $17) end
  from shown c order by c.depth, c.position, c.created_at, c.comment_id

with candidates as materialized (
  select row_number() over (order by created_at, comment_id) as position, root.*
    from (
  select * from group_comments
   where post_id = $1 and group_id = $2 and depth = 1  order by created_at, comment_id limit 51
          ) root),
first_level as materialized (
  select * from (
    select *, sum(1 + least(reply_count, 20)) over (order by position) as at_least from candidates) c
   where position <= 50 and (position = 1 or at_least <= 200)),
replies as materialized (
  select c.position, r.*
    from first_level c
   cross join lateral (
     select * from "group_comments" where parent_comment_id = c.comment_id
      order by created_at, comment_id limit 20) r
   where c.reply_count > 0),
page as materialized (
  select max(position) as last from (
    select position, sum(sum(shown)) over (order by position) as running_total from (
      select position, 1 as shown from first_level
      union all select position, 1 + least(reply_count, 20) from replies) counted
     group by position) threads
   where position = 1 or running_total <= 200),
shown as (
  select *, null::bigint as at_least from replies where position <= (select last from page)
  union all select * from first_level where position <= (select last from page)
  union all
  select c.position, r.*, null
    from replies c
   cross join lateral (
     select * from "group_comments" where parent_comment_id = c.comment_id
      order by created_at, comment_id limit 20) r
   where c.reply_count > 0 and c.position <= (select last from page))
select c.comment_id, c.parent_comment_id, (
select row_to_json(o) from (
  select c.comment_id, c.parent_comment_id as "parentCommentId",
u.user_id, u.username, u.full_name as full_name,
u.email_verified_at is not null as is_verified, u.shown_type as member_type,
case when u.user_id is not null
     then engagement_level(u.total_stances, u.total_comments, u.follower_count) end as engagement_level,
         u.profile_picture_url as "profilePictureUrl",
         case when c.deleted_at is not null then $3
              when c.hidden_at is not null then $4 else c.content end as content,
         c.deleted_at is not null or c.hidden_at is not null as is_deleted,
         iso_time(c.created_at) as created_at, c.reply_count
    from (select c.user_id as author where c.deleted_at is null and c.hidden_at is null) shown
    right join (select) one on true left join users u on u.user_id = shown.author) o),
       case when c.at_least is not null and c.position = (select last from page)
                 and exists (select from candidates where position > (select last from page))
            then json_build_array(to_char(c.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), c.comment_id) end
       , case when c.at_least is not null and c.position = 1 then (select thread_count from group_posts where post_id = $5) end, case when c.at_least is not null and c.position = 1 then (select json_agg(json_build_object('user_id', m.muted_id, 'muted', m.kind))
           from mutes m where m.user_id = $6) end
  from shown c order by c.created_at, c.comment_id

with candidates as materialized (
  select row_number() over (order by created_at, comment_id) as position, root.*
    from (select * from bill_comments where bill_id = $1 and depth = 1 and category_id = $2   order by created_at, comment_id limit 51
          ) root),
first_level as materialized (
  select * from (
    select *, sum(1 + least(reply_count, 20)) over (order by position) as at_least from candidates) c
   where position <= 50 and (position = 1 or at_least <= 200)),
replies as materialized (
  select c.position, r.*
    from first_level c
   cross join lateral (
     select * from "bill_comments" where parent_comment_id = c.comment_id
      order by created_at, comment_id limit 20) r
   where c.reply_count > 0),
page as materialized (
  select max(position) as last from (
    select position, sum(sum(shown)) over (order by position) as running_total from (
      select position, 1 as shown from first_level
      union all select position, 1 + least(reply_count, 20) from replies) counted
     group by position) threads
   where position = 1 or running_total <= 200),
shown as (
  select *, null::bigint as at_least from replies where position <= (select last from page)
  union all select * from first_level where position <= (select last from page)
  union all
  select c.position, r.*, null
    from replies c
   cross join lateral (
     select * from "bill_comments" where parent_comment_id = c.comment_id
      order by created_at, comment_id limit 20) r
   where c.reply_count > 0 and c.position <= (select last from page))
select c.comment_id, c.parent_comment_id, concat(
concat(
  c.json_head,
  coalesce((
    select concat(u.author_json, ',"engagement_level":"',
                  engagement_level(u.total_stances, u.total_comments, u.follower_count), '","user_stance":',
                  coalesce(case when u.public_stances then (
                    select '"' || s.stance || '"' from stances s
                     where s.bill_id = $3 and s.user_id = u.user_id) end, 'null'),
                  ',"stance_when_written":',
                  coalesce(case when u.public_stances then '"' || c.stance_when_written || '"' end, 'null'))
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
       'oppose', json_build_object('upvotes', c.oppose_upvotes, 'votes', c.oppose_upvotes + c.oppose_downvotes)) end::text, 'null')), ',"user_vote":null,"changed_my_mind":false'),
       case when c.at_least is not null and c.position = (select last from page)
                 and exists (select from candidates where position > (select last from page))
            then json_build_array(to_char(c.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), c.comment_id) end
       , case when c.at_least is not null and c.position = 1 then (
select coalesce(sum(thread_count), 0) from bill_category_counts where bill_id = $4 and category_id = $5) end, case when c.at_least is not null and c.position = 1 then (select concat_ws(' ', pg_postmaster_start_time(), n.discussion_version,
                     coalesce((select version from author_version), 0) + (select count(*) from author_changes))
      from current_bill_counts n where n.bill_id = $6) end, case when c.at_least is not null and c.position = 1 then (select iso_time(read_at) from discussion_reads where user_id = $7 and bill_id = $8) end, case when c.at_least is not null and c.position = 1 then iso_time(now() - interval '5 seconds') end, case when c.at_least is not null and c.position = 1 then (select json_object_agg(v.comment_id, v.vote) filter (where (
             select c.is_live from bill_comments c where c.comment_id = v.comment_id))
      from comment_votes v where v.user_id = $9 and v.bill_id = $10) end, case when c.at_least is not null and c.position = 1 then (select json_agg(m.comment_id) filter (where (
             select c.is_live and c.bill_id = $11 from bill_comments c where c.comment_id = m.comment_id))
      from mind_changes m where m.user_id = $12) end, case when c.at_least is not null and c.position = 1 then (select json_build_object('stance', s.stance, 'when_written', coalesce((
             select json_object_agg(c.comment_id, c.stance_when_written) from bill_comments c
              where c.user_id = $13 and c.bill_id = $14 and c.is_live), '{}'))
      from users u left join stances s on s.user_id = u.user_id and s.bill_id = $15
     where u.user_id = $16 and not u.public_stances) end, case when c.at_least is not null and c.position = 1 then (select json_agg(json_build_object('user_id', m.muted_id, 'muted', m.kind))
           from mutes m where m.user_id = $17) end
  from shown c order by c.depth, c.position, c.created_at, c.comment_id
