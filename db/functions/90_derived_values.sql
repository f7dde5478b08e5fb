-- What every derived value must be, computed from the rows from which it is derived. `hurd check` compares the stored values
-- with these views and repairs them, a few thousand keys at a time. The view for the members of groups is in groups.sql,
-- where functions use it.
--
-- A condition on the key of a view must reach every table in it. PostgreSQL passes it on through GROUP BY, but not into the
-- other side of a left join. Values that need such joins are therefore functions of the first and the last key. PostgreSQL
-- inlines them, and a single key is compared without reading others.

create function actual_bill_counts(first_key uuid, last_key uuid)
  returns table (bill_id uuid, support_count int, oppose_count int, neutral_count int, learning_count int, discussion_count int,
    activity_score float8)
  language sql stable parallel safe as $$
  select b.bill_id,
         coalesce(s.support_count, 0) as support_count, coalesce(s.oppose_count, 0) as oppose_count,
         coalesce(s.neutral_count, 0) as neutral_count, coalesce(s.learning_count, 0) as learning_count,
         coalesce(c.discussion_count, 0) as discussion_count, coalesce(a.activity_score, 0) as activity_score
    from bills b
    left join (select bill_id, count(*) filter (where stance = 'support')::int as support_count,
                      count(*) filter (where stance = 'oppose')::int as oppose_count,
                      count(*) filter (where stance = 'neutral')::int as neutral_count,
                      count(*) filter (where stance = 'learning')::int as learning_count
                 from stances where bill_id between first_key and last_key group by bill_id) s using (bill_id)
    left join (select bill_id, count(*)::int as discussion_count
                 from bill_comments
                where is_live and bill_id between first_key and last_key group by bill_id) c using (bill_id)
    left join (select bill_id, sum(points) as activity_score
                 from current_bill_activity where bill_id between first_key and last_key group by bill_id) a using (bill_id)
   where b.bill_id between first_key and last_key
$$;

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

create function actual_comment_counts(first_key uuid, last_key uuid)
  returns table (comment_id uuid, upvotes int, downvotes int, change_count int, reply_count int)
  language sql stable parallel safe as $$
  select c.comment_id, coalesce(v.upvotes, 0) as upvotes, coalesce(v.downvotes, 0) as downvotes,
         coalesce(m.change_count, 0) as change_count, coalesce(r.reply_count, 0) as reply_count
    from bill_comments c
    left join (select comment_id, count(*) filter (where vote = 'upvote')::int as upvotes,
                      count(*) filter (where vote = 'downvote')::int as downvotes
                 from comment_votes where comment_id between first_key and last_key group by comment_id) v using (comment_id)
    left join (select comment_id, count(*)::int as change_count
                 from mind_changes where comment_id between first_key and last_key group by comment_id) m
      using (comment_id)
    left join (select parent_comment_id as comment_id, count(*)::int as reply_count
                 from bill_comments where parent_comment_id between first_key and last_key group by 1) r using (comment_id)
   where c.comment_id between first_key and last_key
$$;

create view actual_bill_mind_changes as
  select bill_id, mind_changed_from as from_stance, mind_changed_to as to_stance, count(*)::int as member_count
    from stances where mind_changed_from is not null group by 1, 2, 3;

create function actual_member_counts(first_key uuid, last_key uuid)
  returns table (user_id uuid, total_stances int, total_comments int, follower_count int, following_count int, minds_changed int)
  language sql stable parallel safe as $$
  select u.user_id, coalesce(s.stances, 0) as total_stances, coalesce(c.comments, 0) as total_comments,
         coalesce(f.followers, 0) as follower_count, coalesce(g.followees, 0) as following_count,
         coalesce(m.credits, 0) as minds_changed
    from users u
    left join (select user_id, count(*)::int as stances
                 from stances where user_id between first_key and last_key group by user_id) s using (user_id)
    left join (select user_id, count(*)::int as comments
                 from bill_comments where is_live and user_id between first_key and last_key group by user_id) c
      using (user_id)
    left join (select followee_id as user_id, count(*)::int as followers
                 from follows join users on user_id = follower_id
                where account_status = 'active' and followee_id between first_key and last_key
                group by followee_id) f using (user_id)
    left join (select follower_id as user_id, count(*)::int as followees
                 from follows join users on user_id = followee_id
                where account_status = 'active' and follower_id between first_key and last_key
                group by follower_id) g using (user_id)
    left join (select c.user_id, count(*)::int as credits
                 from mind_changes mc join bill_comments c on c.comment_id = mc.comment_id
                where c.user_id between first_key and last_key group by c.user_id) m using (user_id)
   where u.user_id between first_key and last_key
$$;

create view actual_bill_totals as
  select government_level, status, is_past, t.topic, count(*)::int as bill_count
    from bills cross join lateral (select '' as topic union all select unnest(topics)) t
   group by government_level, status, is_past, t.topic;

create function actual_comment_vote_breakdown(first_key uuid, last_key uuid)
  returns table (comment_id uuid,
    support_upvotes int, support_downvotes int,
    oppose_upvotes int, oppose_downvotes int,
    neutral_upvotes int, neutral_downvotes int,
    learning_upvotes int, learning_downvotes int,
    unknown_upvotes int, unknown_downvotes int)
  language sql stable parallel safe as $$
  select c.comment_id,
         coalesce(v.support_upvotes, 0) as support_upvotes, coalesce(v.support_downvotes, 0) as support_downvotes,
         coalesce(v.oppose_upvotes, 0) as oppose_upvotes, coalesce(v.oppose_downvotes, 0) as oppose_downvotes,
         coalesce(v.neutral_upvotes, 0) as neutral_upvotes, coalesce(v.neutral_downvotes, 0) as neutral_downvotes,
         coalesce(v.learning_upvotes, 0) as learning_upvotes, coalesce(v.learning_downvotes, 0) as learning_downvotes,
         coalesce(v.unknown_upvotes, 0) as unknown_upvotes, coalesce(v.unknown_downvotes, 0) as unknown_downvotes
    from bill_comments c
    left join (
      select v.comment_id,
             (count(*) filter (where stance = 'support' and vote = 'upvote'))::int as support_upvotes,
             (count(*) filter (where stance = 'support' and vote = 'downvote'))::int as support_downvotes,
             (count(*) filter (where stance = 'oppose' and vote = 'upvote'))::int as oppose_upvotes,
             (count(*) filter (where stance = 'oppose' and vote = 'downvote'))::int as oppose_downvotes,
             (count(*) filter (where stance = 'neutral' and vote = 'upvote'))::int as neutral_upvotes,
             (count(*) filter (where stance = 'neutral' and vote = 'downvote'))::int as neutral_downvotes,
             (count(*) filter (where stance = 'learning' and vote = 'upvote'))::int as learning_upvotes,
             (count(*) filter (where stance = 'learning' and vote = 'downvote'))::int as learning_downvotes,
             (count(*) filter (where stance is null and vote = 'upvote'))::int as unknown_upvotes,
             (count(*) filter (where stance is null and vote = 'downvote'))::int as unknown_downvotes
        from comment_votes v
        join bill_comments o using (comment_id)
        left join stances s on s.bill_id = o.bill_id and s.user_id = v.user_id
       where v.user_id is distinct from o.user_id and v.comment_id between first_key and last_key
         and o.comment_id between first_key and last_key
       group by v.comment_id) v using (comment_id)
   where c.comment_id between first_key and last_key
$$;

-- Computed from the votes and not from the counts by side, so that it does not depend on another derived value.
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

create view actual_notification_counts as
  select user_id, count(*)::int as total, (count(*) filter (where read_at is null))::int as unread
    from notifications where is_shown group by user_id;

create view actual_group_member_counts as
  select group_id, member_shard(user_id) as shard, count(*) filter (where rank = 0)::int as elected_officials,
         count(*) filter (where rank = 1)::int as community_leaders, count(*) filter (where rank = 2)::int as regular
    from group_members group by 1, 2;

create function actual_group_counts(first_key uuid, last_key uuid)
  returns table (group_id uuid, follower_count int, post_count int, live_post_count int, last_activity_at timestamptz)
  language sql stable parallel safe as $$
  select g.group_id, coalesce(m.followers, 0) as follower_count, coalesce(p.posts, 0) as post_count,
         coalesce(p.live, 0) as live_post_count, greatest(p.newest, c.newest) as last_activity_at
    from groups g
    left join (select group_id, count(*)::int as followers
                 from group_members where is_follower and group_id between first_key and last_key group by 1) m
      using (group_id)
    left join (select group_id, count(*)::int as posts,
                      count(*) filter (where deleted_at is null and hidden_at is null)::int as live,
                      max(created_at) filter (where deleted_at is null and hidden_at is null) as newest
                 from group_posts where group_id between first_key and last_key group by 1) p using (group_id)
    left join (select group_id, max(created_at) as newest from group_comments
                where deleted_at is null and hidden_at is null and group_id between first_key and last_key
                group by 1) c using (group_id)
   where g.group_id between first_key and last_key
$$;

create function actual_group_post_counts(first_key uuid, last_key uuid)
  returns table (post_id uuid, like_count int, comment_count int, thread_count int) language sql stable parallel safe as $$
  select p.post_id, coalesce(l.likes, 0) as like_count, coalesce(c.comments, 0) as comment_count,
         coalesce(c.threads, 0) as thread_count
    from group_posts p
    left join (select post_id, count(*)::int as likes
                 from group_likes where post_id between first_key and last_key group by post_id) l using (post_id)
    left join (
      select post_id, (count(*) filter (where deleted_at is null and hidden_at is null))::int as comments,
             (count(*) filter (where depth = 1))::int as threads
        from group_comments where post_id between first_key and last_key group by post_id) c using (post_id)
   where p.post_id between first_key and last_key
$$;

create view actual_group_totals as
  select government_level, group_type, count(*)::int as group_count from groups group by 1, 2;

create view actual_local_counts as
  select c.bill_id, u.ocd_city_id, count(*)::int as comment_count
    from bill_comments c join users u using (user_id)
   where c.is_live and u.ocd_city_id is not null group by c.bill_id, u.ocd_city_id;

create function actual_group_reply_counts(first_key uuid, last_key uuid)
  returns table (comment_id uuid, reply_count int) language sql stable parallel safe as $$
  select c.comment_id, coalesce(r.replies, 0) as reply_count
    from group_comments c
    left join (
      select parent_comment_id as comment_id, count(*)::int as replies
        from group_comments
       where parent_comment_id between first_key and last_key group by parent_comment_id) r using (comment_id)
   where c.comment_id between first_key and last_key
$$;

create view actual_version_order as
  select bill_id, version_no,
         row_number() over (partition by bill_id order by stage, coalesce(printed_on::text, '') collate "C", version_no)::smallint
           as ordinal
    from bill_versions;

create function actual_current_versions(first_key uuid, last_key uuid)
  returns table (bill_id uuid, version_no smallint, text_version_no smallint, counted_from_version smallint)
  language sql stable parallel safe as $$
  select b.bill_id, coalesce(v.version_no, 0::smallint) as version_no,
         coalesce(v.bill_text, v.summary_text, v.amendment_text, 0::smallint) as text_version_no,
         coalesce(v.counted_from_version, 0::smallint) as counted_from_version
    from bills b
    left join (
      select bill_id,
             (array_agg(version_no order by ordinal desc)
               filter (where document_type = 'bill' and kind is distinct from 'late' and kind is distinct from 'retracted'))[1]
               as version_no,
             (array_agg(version_no order by ordinal desc)
               filter (where document_type = 'bill' and text_format is not null and kind is distinct from 'retracted'))[1]
               as bill_text,
             (array_agg(version_no order by ordinal desc)
               filter (where document_type = 'summary' and text_format is not null and kind is distinct from 'retracted'))[1] as summary_text,
             (array_agg(version_no order by ordinal desc)
               filter (where document_type = 'amendment' and text_format is not null and kind is distinct from 'retracted'))[1] as amendment_text,
             max(version_no) filter (where kind = 'material') as counted_from_version
        from bill_versions where bill_id between first_key and last_key group by bill_id) v using (bill_id)
   where b.bill_id between first_key and last_key
$$;

create view actual_section_counts as
  select bill_id, section_key, count(*)::int as comment_count
    from bill_comments where is_live and section_key is not null group by bill_id, section_key;

create view actual_version_counts as
  select bill_id, version_no,
         count(*) filter (where stance = 'support')::int as support_count,
         count(*) filter (where stance = 'oppose')::int as oppose_count,
         count(*) filter (where stance = 'neutral')::int as neutral_count,
         count(*) filter (where stance = 'learning')::int as learning_count
    from stances where version_no > 0 group by bill_id, version_no;
