-- What every derived value must be, computed from the rows from which it is derived. `hurd check` compares the stored values
-- with these views and those of server/operations/check/values.ts, a range of keys at a time, and repairs one key at a time. The
-- views that functions use are in the files of their tables.
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

-- The votes that the comparison of the echo score with chance analyzes, grouped. `cell` is the index in the 4 × 4 × 2 numbers of
-- server/participation/discussions/chance/expectedTable.ts.
create view actual_echo_cells as
  select bill_id, jackknife_group(voter_id) as voters, jackknife_group(comment_id) as comments,
         8 * voter_side + 2 * author_side + (not is_upvote)::int as cell, count(*)::int as votes
    from analyzed_votes
   group by bill_id, 2, 3, 4;

-- The votes of clusters above one voice, of each comment.
create view actual_vote_discounts as
  select c.bill_id, c.comment_id, n.*
    from bill_comments c
   cross join lateral (
     select
           coalesce(sum(votes[1] - (side = 0)::int) filter (where is_upvote and votes[1] > 0), 0)::smallint as support_upvotes_discount,
           coalesce(sum(votes[1] - (side = 0)::int) filter (where not is_upvote and votes[1] > 0), 0)::smallint as support_downvotes_discount,
           coalesce(sum(votes[2] - (side = 1)::int) filter (where is_upvote and votes[2] > 0), 0)::smallint as oppose_upvotes_discount,
           coalesce(sum(votes[2] - (side = 1)::int) filter (where not is_upvote and votes[2] > 0), 0)::smallint as oppose_downvotes_discount,
           coalesce(sum(votes[3] - (side = 2)::int) filter (where is_upvote and votes[3] > 0), 0)::smallint as neutral_upvotes_discount,
           coalesce(sum(votes[3] - (side = 2)::int) filter (where not is_upvote and votes[3] > 0), 0)::smallint as neutral_downvotes_discount,
           coalesce(sum(votes[4] - (side = 3)::int) filter (where is_upvote and votes[4] > 0), 0)::smallint as learning_upvotes_discount,
           coalesce(sum(votes[4] - (side = 3)::int) filter (where not is_upvote and votes[4] > 0), 0)::smallint as learning_downvotes_discount
       from cluster_voices w where w.bill_id = c.bill_id and w.comment_id = c.comment_id) n;

-- What members answered about their changes of mind, of all bills (an empty topic) and by topic.
create view actual_persuasion_totals as
  select topic, sum(p.credited_changes)::int as credited_changes, sum(p.yes)::int as yes, sum(p.no)::int as no,
         sum(p.unsure)::int as unsure, sum(p.left_out)::int as left_out,
         md5(string_agg(concat_ws(' ', p.comment_id, p.credited_changes, p.yes, p.no, p.unsure, p.left_out), ','
                        order by p.comment_id)) as source
    from comment_persuasion p join bills b using (bill_id)
   cross join lateral unnest(array_prepend('', b.topics)) topic
   group by topic;

create view actual_bill_search as
  select bill_id, created_at, code_key(bill_code) as code_key,
         bill_search_keys(created_at, government_level, jurisdiction, status, topics) as keys,
         bill_search_words(bill_code, title, summary) || bill_subject_words(bill_id) as words
    from bills;

-- The same rule as `isActionShown` in server/members/people/shownActions.ts.
create view actual_shown_notifications as
  select n.user_id, n.notification_id,
         a.account_status = 'active' and (a.public_profile or n.type in ('comment_reply', 'comment_mention', 'post_comment'))
           and (a.public_stances or n.type <> 'comment_influenced_mind') as is_shown
    from notifications n join users a on a.user_id = n.actor_id;

-- A wrong path becomes the expected one, or, if another bill has that one, the expected one with a part of the bill's id.
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

create view actual_version_order as
  select bill_id, version_no,
         row_number() over (partition by bill_id order by stage, coalesce(printed_on::text, '') collate "C", version_no)::smallint
           as ordinal
    from bill_versions;

-- What follows from the counts of a release alone. Whether a division would show what its neighbors think depends on the other
-- divisions of that Monday. A row keeps the floors if open data has nothing that residents do not see or that is of fewer than 25,
-- and if what residents see is noted as seen.
create view actual_district_releases as
  select bill_id, division, support + oppose + neutral + learning as n, true as keeps_floors,
         case when division = 'ocd-division/country:us' then null
              when support + oppose + neutral + learning < 10 then 'too_few'
              when greatest(support, oppose, neutral, learning) > support + oppose + neutral + learning - 3 then 'too_alike' end
           as reason_of_counts
    from district_releases;

-- A bill whose stances differ from its newest entry has to be due for the tally, unless steps are waiting that will make it due.
create view actual_stances_revisions as
  select c.bill_id, c.stances_revision + (
           c.stances_revision = c.tallied_revision
           and not exists (select from bill_counter_steps s where s.bill_id = c.bill_id)
           and (select array[count(*) filter (where stance = 'support'), count(*) filter (where stance = 'oppose'),
                             count(*) filter (where stance = 'neutral'), count(*) filter (where stance = 'learning')]::int[]
                  from stances s where s.bill_id = c.bill_id) <> coalesce((
             select string_to_array(split_part(e.line, E'\n', 5), ' ')::int[]
               from tally_entries e where e.bill_id = c.bill_id order by e.day desc limit 1), '{0,0,0,0}')
         )::int as stances_revision
    from bill_counters c;

-- What the entries say about the leaves that are still stored.
create view stored_tally_counts as
  select e.entry_no, split_part(e.line, E'\n', 5) as counts, split_part(e.line, E'\n', 6) as current_counts,
         split_part(e.line, E'\n', 7) as public_stances
    from tally_entries e join tally_leaves l using (entry_no);

create view actual_tally_counts as
  select l.entry_no,
         concat_ws(' ', n.support, n.oppose, n.neutral, n.learning) as counts,
         concat_ws(' ', n.current_support, n.current_oppose, n.current_neutral, n.current_learning) as current_counts,
         n.public_stances::text as public_stances
    from tally_leaves l
   cross join lateral (
     select count(*) filter (where b & 3 = 0) as support, count(*) filter (where b & 3 = 1) as oppose,
            count(*) filter (where b & 3 = 2) as neutral, count(*) filter (where b & 3 = 3) as learning,
            count(*) filter (where b & 7 = 4) as current_support, count(*) filter (where b & 7 = 5) as current_oppose,
            count(*) filter (where b & 7 = 6) as current_neutral, count(*) filter (where b & 7 = 7) as current_learning,
            count(*) filter (where b & 8 = 8) as public_stances
       from generate_series(1, length(l.leaves) / 33) leaf
      cross join lateral (select get_byte(l.leaves, leaf * 33 - 1) as b) bits) n;

create view actual_tally_nodes as
  select 0::smallint as level, entry_no as node_index, sha256('\x00'::bytea || convert_to(line, 'UTF8')) as hash from tally_entries
  union all
  select (l.level + 1)::smallint, l.node_index / 2, sha256('\x01'::bytea || l.hash || r.hash)
    from tally_nodes l join tally_nodes r on r.level = l.level and r.node_index = l.node_index + 1
   where l.node_index % 2 = 0;

-- The members that follow from the roll before, and the day of a checkpoint that follows from the rolls before it.
create view actual_tally_rolls as
  select entry_no, (coalesce(lag(members) over (order by entry_no), 0) + joined - gone)::text as members
    from (select entry_no, split_part(line, E'\n', 3)::int as members, split_part(line, E'\n', 6)::int as joined,
                 split_part(line, E'\n', 7)::int as gone
            from tally_entries where kind = 'roll') rolls;

create view actual_checkpoint_days as
  select size, (select max(e.day) from tally_entries e where e.kind = 'roll' and e.entry_no < c.size) as day
    from tally_checkpoints c;
