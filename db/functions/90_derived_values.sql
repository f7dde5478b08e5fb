-- What every derived value must be, computed from the rows from which it is derived. `hurd check` compares the stored values
-- with these views, a range of keys at a time, and repairs one key at a time. The views for the members of groups, attendance
-- and the last votes on bills are in the files of their tables, where functions use them.
--
-- A condition on the key must reach every table in a view. PostgreSQL passes it on through GROUP BY and UNION ALL, but not into
-- the other side of a left join, so such values are subqueries of one key.

-- The folded counts and activity of bills with the steps that are not folded yet. It adds up all steps at once: with a separate
-- sum for each bill, a check took minutes after a busy period.
create view stored_bill_counts as
  select bill_id, sum(support_count)::int as support_count, sum(oppose_count)::int as oppose_count,
         sum(neutral_count)::int as neutral_count, sum(learning_count)::int as learning_count,
         sum(discussion_count)::int as discussion_count, sum(activity_score) as activity_score
    from (select bill_id, support_count::int, oppose_count::int, neutral_count::int, learning_count::int, discussion_count::int,
                 activity_score
            from bill_counters
          union all
          select bill_id, support_count, oppose_count, neutral_count, learning_count, discussion_count,
                 case when counts_towards_activity(day) then points else 0 end
            from bill_counter_steps) both_parts
   group by bill_id;

create view actual_bill_counts as
  select bill_id, sum(support)::int as support_count, sum(oppose)::int as oppose_count, sum(neutral)::int as neutral_count,
         sum(learning)::int as learning_count, sum(comments)::int as discussion_count, sum(points) as activity_score
    from (select bill_id, (stance = 'support')::int as support, (stance = 'oppose')::int as oppose,
                 (stance = 'neutral')::int as neutral, (stance = 'learning')::int as learning, 0 as comments,
                 0::float8 as points
            from stances
          union all
          select bill_id, 0, 0, 0, 0, 1, 0 from bill_comments where is_live
          union all
          select bill_id, 0, 0, 0, 0, 0, points from current_bill_activity) actions
   group by bill_id;

create view actual_bill_activity as
  select bill_id, day, sum(points) as points
    from (select bill_id, (changed_at at time zone 'utc')::date as day, activity_points('stance') as points from stances
          union all
          select bill_id, (created_at at time zone 'utc')::date, activity_points('comment') from bill_comments where is_live
          union all
          select c.bill_id, (v.created_at at time zone 'utc')::date, activity_points('vote')
            from comment_votes v join bill_comments c using (comment_id)
           where c.is_live and v.user_id is distinct from c.user_id) actions
   where counts_towards_activity(day)
   group by bill_id, day;

create view actual_category_counts as
  select bill_id, category_id, (count(*) filter (where is_live))::int as comment_count,
         (count(*) filter (where depth = 1))::int as thread_count
    from bill_comments group by bill_id, category_id;

create view actual_local_counts as
  select c.bill_id, u.ocd_city_id, count(*)::int as comment_count
    from bill_comments c join users u using (user_id)
   where c.is_live and u.ocd_city_id is not null group by c.bill_id, u.ocd_city_id;

create view actual_comment_counts as
  select c.comment_id, v.*,
         (select count(*) from mind_changes m where m.comment_id = c.comment_id)::int as change_count,
         (select count(*) from bill_comments r where r.parent_comment_id = c.comment_id)::int as reply_count
    from bill_comments c
   cross join lateral (
     select count(*) filter (where v.vote = 'upvote')::int as upvotes, count(*) filter (where v.vote = 'downvote')::int as downvotes,
            count(*) filter (where side = 'support' and v.vote = 'upvote')::int as support_upvotes,
            count(*) filter (where side = 'support' and v.vote = 'downvote')::int as support_downvotes,
            count(*) filter (where side = 'oppose' and v.vote = 'upvote')::int as oppose_upvotes,
            count(*) filter (where side = 'oppose' and v.vote = 'downvote')::int as oppose_downvotes,
            count(*) filter (where side = 'neutral' and v.vote = 'upvote')::int as neutral_upvotes,
            count(*) filter (where side = 'neutral' and v.vote = 'downvote')::int as neutral_downvotes,
            count(*) filter (where side = 'learning' and v.vote = 'upvote')::int as learning_upvotes,
            count(*) filter (where side = 'learning' and v.vote = 'downvote')::int as learning_downvotes,
            count(*) filter (where side = 'unknown' and v.vote = 'upvote')::int as unknown_upvotes,
            count(*) filter (where side = 'unknown' and v.vote = 'downvote')::int as unknown_downvotes
       from comment_votes v
       left join stances s on s.bill_id = c.bill_id and s.user_id = v.user_id
      -- The author's own vote is on no side.
      cross join lateral (
        select case when v.user_id is distinct from c.user_id then coalesce(s.stance::text, 'unknown') end as side) counted
      where v.comment_id = c.comment_id) v;

create view actual_member_totals as
  select u.user_id, (select count(*) from stances s where s.user_id = u.user_id)::int as total_stances,
         (select count(*) from bill_comments c where c.user_id = u.user_id and c.is_live)::int as total_comments,
         (select count(*) from follows f join users o on o.user_id = f.follower_id
           where f.followee_id = u.user_id and o.account_status = 'active')::int as follower_count,
         (select count(*) from follows f join users o on o.user_id = f.followee_id
           where f.follower_id = u.user_id and o.account_status = 'active')::int as following_count,
         (select count(*) from mind_changes m join bill_comments c using (comment_id)
           where c.user_id = u.user_id)::int as minds_changed
    from users u;

create view actual_last_stances as
  select s.user_id, s.bill_id, (select h.to_stance from stance_changes h
                                 where h.user_id = s.user_id and h.bill_id = s.bill_id
                                 order by h.change_id desc limit 1) as stance
    from stances s;

-- Computed from the votes and not from the counts by side so that it does not depend on another derived value.
create view actual_bill_echo as
  select o.bill_id,
         (count(*) filter (where voter.stance is not null and author.stance is not null
                           and (voter.stance = author.stance) = (v.vote = 'upvote')))::int as echo_votes,
         (count(*) filter (where voter.stance is not null and author.stance is not null))::int as analyzed_votes,
         count(*)::int as total_votes
    from comment_votes v
    join bill_comments o using (comment_id)
    left join stances voter on voter.bill_id = o.bill_id and voter.user_id = v.user_id
    left join stances author on author.bill_id = o.bill_id and author.user_id = o.user_id
   where o.is_live and v.user_id is distinct from o.user_id
   group by o.bill_id;

create view actual_bill_search as
  select bill_id, created_at, code_key(bill_code) as code_key,
         bill_search_keys(created_at, government_level, jurisdiction, status, topics) as keys,
         bill_search_words(bill_code, title, summary) || bill_subject_words(bill_id) as words
    from bills;

-- The same rule as `isActionShown` in server/members/people/shownActions.ts.
create view actual_shown_notifications as
  select n.user_id, n.notification_id,
         a.account_status = 'active' and a.public_profile and (a.public_stances or n.type <> 'comment_influenced_mind') as is_shown
    from notifications n join users a on a.user_id = n.actor_id;

-- A wrong address becomes the expected one, or, if another bill has that one, the expected one with a part of the bill's id.
create view actual_bill_paths as
  select b.bill_id, case when b.path in (expected, other) then b.path
                         when exists (select from bill_paths p where p.path = expected and p.bill_id <> b.bill_id) then other
                         else expected end as path
    from bills b
   cross join lateral (select bill_path(source_id, government_level, jurisdiction) as expected) e
   cross join lateral (select expected || '-' || left(bill_id::text, 8) as other) o;

-- Updates of bills that have not changed since the update. The topics of other bills may have been different then.
create view comparable_updates as
  select b.bill_id, u.update_id, u.is_alertable, b.jurisdiction, b.topics
    from bills b cross join lateral (
      select update_id, is_alertable from bill_updates where bill_id = b.bill_id and first_seen_at >= b.changed_at) u;

create view actual_update_targets as
  select bill_id, update_id, 'jurisdiction' as target_type, jurisdiction::text as target_id
    from comparable_updates where is_alertable
  union all
  select bill_id, update_id, 'topic', unnest(topics) from comparable_updates where is_alertable;

create view actual_group_member_counts as
  select group_id, member_shard(user_id) as shard, count(*) filter (where rank = 0)::int as elected_officials,
         count(*) filter (where rank = 1)::int as community_leaders, count(*) filter (where rank = 2)::int as regular
    from group_members group by 1, 2;

create view actual_group_counts as
  select g.group_id, (select count(*) from group_members m where m.group_id = g.group_id and m.is_follower)::int as follower_count,
         p.post_count, p.live_post_count, greatest(p.newest, (
           select max(created_at) from group_comments c
            where c.group_id = g.group_id and c.is_live)) as last_activity_at
    from groups g
   cross join lateral (
     select count(*)::int as post_count, (count(*) filter (where is_live))::int as live_post_count,
            max(created_at) filter (where is_live) as newest
       from (select created_at, is_live
               from group_posts where group_id = g.group_id) posts) p;

create view actual_group_post_counts as
  select p.post_id, (select count(*) from group_likes l where l.post_id = p.post_id)::int as like_count, c.*
    from group_posts p
   cross join lateral (
     select (count(*) filter (where is_live))::int as comment_count,
            (count(*) filter (where depth = 1))::int as thread_count
       from group_comments where post_id = p.post_id) c;

create view actual_version_order as
  select bill_id, version_no,
         row_number() over (partition by bill_id order by stage, coalesce(printed_on::text, '') collate "C", version_no)::smallint
           as ordinal
    from bill_versions;

create view actual_current_versions as
  select b.bill_id, coalesce(v.version_no, 0::smallint) as version_no,
         coalesce(v.bill_text, v.summary_text, v.amendment_text, 0::smallint) as text_version_no,
         coalesce(v.counted_from_version, 0::smallint) as counted_from_version
    from bills b
   cross join lateral (
     select (array_agg(version_no order by ordinal desc)
              filter (where document_type = 'bill' and kind is distinct from 'late' and kind is distinct from 'retracted'))[1]
              as version_no,
            (array_agg(version_no order by ordinal desc) filter (where document_type = 'bill' and is_text))[1] as bill_text,
            (array_agg(version_no order by ordinal desc) filter (where document_type = 'summary' and is_text))[1] as summary_text,
            (array_agg(version_no order by ordinal desc) filter (where document_type = 'amendment' and is_text))[1] as amendment_text,
            max(version_no) filter (where kind = 'material') as counted_from_version
       from (select *, text_format is not null and kind is distinct from 'retracted' as is_text
               from bill_versions where bill_id = b.bill_id) versions) v;

create view actual_version_counts as
  select bill_id, version_no,
         count(*) filter (where stance = 'support')::int as support_count,
         count(*) filter (where stance = 'oppose')::int as oppose_count,
         count(*) filter (where stance = 'neutral')::int as neutral_count,
         count(*) filter (where stance = 'learning')::int as learning_count
    from stances where version_no > 0 group by bill_id, version_no;
