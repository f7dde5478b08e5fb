-- Discussions that stay light however long they grow: pages of threads in three orders, what moderators hide, votes
-- counted by the stance of who gave them, and the echo score that is read from those counts.

alter table bill_comments
  -- Hidden by an operator (R74): the row and its votes stay, so that it can come back as it was.
  add column hidden_at timestamptz,
  add column is_live boolean not null generated always as (deleted_at is null and hidden_at is null) stored,
  -- Direct replies that stand below it, marks of deleted and hidden ones included.
  add column reply_count int not null default 0 check (reply_count >= 0),
  -- Its author's word is the last: what is deleted is not hidden besides.
  add check (deleted_at is null or hidden_at is null);

drop index bill_comments_thread, bill_comments_parent;
create index bill_comments_threads on bill_comments (bill_id, created_at, comment_id) where depth = 1;
create index bill_comments_category on bill_comments (bill_id, category_id, created_at, comment_id) where depth = 1;
create index bill_comments_replies on bill_comments (parent_comment_id, created_at, comment_id);
-- Who speaks on a bill: for the comments from one's own place.
create index bill_comments_voices on bill_comments (bill_id, user_id) include (is_live);

alter table bill_category_counts
  -- First-level comments, marks of deleted and hidden ones included: what a page of threads counts by.
  add column thread_count int not null default 0 check (thread_count >= 0);

-- The comment's bill again, so that all the votes of one member on one bill are found at once.
alter table comment_votes add column bill_id uuid;
update comment_votes v set bill_id = c.bill_id from bill_comments c where c.comment_id = v.comment_id;
alter table comment_votes alter column bill_id set not null;
drop index comment_votes_voter;
create index comment_votes_voter on comment_votes (user_id, bill_id);

-- How far those agree who otherwise do not, in thousandths: the share of upvotes in the camp that likes the comment
-- least, each camp with one vote for and one against it added. While fewer than two camps have voted, the others count
-- as undecided, so the praise of one camp alone lifts nothing. docs/decisions/011 tells why.
create function agreement(
  support_upvotes int, support_downvotes int, oppose_upvotes int, oppose_downvotes int,
  neutral_upvotes int, neutral_downvotes int, learning_upvotes int, learning_downvotes int
) returns smallint language sql immutable parallel safe
  return (1000 * least(
    case when support_upvotes + support_downvotes > 0
         then (support_upvotes + 1)::float8 / (support_upvotes + support_downvotes + 2) end,
    case when oppose_upvotes + oppose_downvotes > 0
         then (oppose_upvotes + 1)::float8 / (oppose_upvotes + oppose_downvotes + 2) end,
    case when neutral_upvotes + neutral_downvotes > 0
         then (neutral_upvotes + 1)::float8 / (neutral_upvotes + neutral_downvotes + 2) end,
    case when learning_upvotes + learning_downvotes > 0
         then (learning_upvotes + 1)::float8 / (learning_upvotes + learning_downvotes + 2) end,
    case when (support_upvotes + support_downvotes > 0)::int + (oppose_upvotes + oppose_downvotes > 0)::int
            + (neutral_upvotes + neutral_downvotes > 0)::int + (learning_upvotes + learning_downvotes > 0)::int < 2
         then 0.5 end))::smallint;

-- The votes on a comment by the stance that each voter holds on its bill now; the author's own vote is not among them.
-- Apart from the comment, so that the order by agreement costs the comment's own row and indexes nothing.
create table comment_camps (
  comment_id uuid primary key references bill_comments on delete cascade,
  -- The comment's own, repeated so that one index serves the order by agreement and one table the echo score.
  bill_id uuid not null,
  user_id uuid,
  category_id text not null,
  depth smallint not null,
  created_at timestamptz not null,
  is_live boolean not null,
  support_upvotes int not null default 0 check (support_upvotes >= 0),
  support_downvotes int not null default 0 check (support_downvotes >= 0),
  oppose_upvotes int not null default 0 check (oppose_upvotes >= 0),
  oppose_downvotes int not null default 0 check (oppose_downvotes >= 0),
  neutral_upvotes int not null default 0 check (neutral_upvotes >= 0),
  neutral_downvotes int not null default 0 check (neutral_downvotes >= 0),
  learning_upvotes int not null default 0 check (learning_upvotes >= 0),
  learning_downvotes int not null default 0 check (learning_downvotes >= 0),
  -- Voters without a stance on the bill.
  unknown_upvotes int not null default 0 check (unknown_upvotes >= 0),
  unknown_downvotes int not null default 0 check (unknown_downvotes >= 0),
  -- What is deleted or hidden comes last.
  agreement smallint not null generated always as (case when is_live then agreement(
    support_upvotes, support_downvotes, oppose_upvotes, oppose_downvotes,
    neutral_upvotes, neutral_downvotes, learning_upvotes, learning_downvotes) else -1 end) stored
) with (fillfactor = 50);
create index comment_camps_threads on comment_camps (bill_id, depth, agreement, created_at, comment_id);
create index comment_camps_category on comment_camps (bill_id, category_id, agreement, created_at, comment_id)
  where depth = 1;

create function make_camps() returns trigger language plpgsql as $$
begin
  insert into comment_camps (comment_id, bill_id, user_id, category_id, depth, created_at, is_live)
  select comment_id, bill_id, user_id, category_id, depth, created_at, is_live from new_comments;
  return null;
end $$;
create trigger comments_made after insert on bill_comments
  referencing new table as new_comments for each statement execute function make_camps();

create function mark_camps() returns trigger language plpgsql as $$
begin
  update comment_camps
     set bill_id = new.bill_id, user_id = new.user_id, category_id = new.category_id, depth = new.depth,
         created_at = new.created_at, is_live = new.is_live
   where comment_id = new.comment_id;
  return null;
end $$;
create trigger comments_marked after update on bill_comments
  for each row when (
    (old.bill_id, old.user_id, old.category_id, old.depth, old.created_at, old.is_live)
    is distinct from (new.bill_id, new.user_id, new.category_id, new.depth, new.created_at, new.is_live))
  execute function mark_camps();

alter table bill_counters
  -- Raised by whatever ends a kept echo score: a vote, a stance, a deletion, something hidden or shown again (R51).
  add column echo_version bigint not null default 0;

-- The echo score as last computed, good while the version is still the bill's own: for every instance alike.
create table bill_echo (
  bill_id uuid primary key references bills on delete cascade,
  echo_version bigint not null,
  echo_votes int not null check (echo_votes >= 0),
  analyzed_votes int not null check (analyzed_votes >= echo_votes),
  total_votes int not null check (total_votes >= analyzed_votes)
) with (fillfactor = 50);

-- What every kept figure must be. ------------------------------------------------------------------------------------

create or replace view actual_bill_counts as
  select b.bill_id,
         coalesce(s.support_count, 0) as support_count, coalesce(s.oppose_count, 0) as oppose_count,
         coalesce(s.neutral_count, 0) as neutral_count, coalesce(s.learning_count, 0) as learning_count,
         coalesce(c.discussion_count, 0) as discussion_count, coalesce(a.activity_score, 0) as activity_score
    from bills b
    left join (select bill_id, count(*) filter (where stance = 'support')::int as support_count,
                      count(*) filter (where stance = 'oppose')::int as oppose_count,
                      count(*) filter (where stance = 'neutral')::int as neutral_count,
                      count(*) filter (where stance = 'learning')::int as learning_count
                 from stances group by bill_id) s using (bill_id)
    left join (select bill_id, count(*)::int as discussion_count
                 from bill_comments where is_live group by bill_id) c using (bill_id)
    left join (select bill_id, sum(points) as activity_score from bill_activity group by bill_id) a using (bill_id);

create or replace view actual_bill_activity as
  select bill_id, day, sum(points) as points
    from (select bill_id, (changed_at at time zone 'utc')::date as day, 1.0::float8 as points from stances
          union all
          select bill_id, (created_at at time zone 'utc')::date, 2 from bill_comments where is_live
          union all
          select c.bill_id, (v.created_at at time zone 'utc')::date, 0.5
            from comment_votes v join bill_comments c using (comment_id)
           where c.is_live and v.user_id is distinct from c.user_id) acts
   where day > (now() at time zone 'utc')::date - 14
   group by bill_id, day;

create or replace view actual_category_counts as
  select bill_id, category_id, (count(*) filter (where is_live))::int as comment_count,
         (count(*) filter (where depth = 1))::int as thread_count
    from bill_comments group by bill_id, category_id;

create or replace view actual_comment_counts as
  select c.comment_id, coalesce(v.upvotes, 0) as upvotes, coalesce(v.downvotes, 0) as downvotes,
         coalesce(m.change_count, 0) as change_count, coalesce(r.reply_count, 0) as reply_count
    from bill_comments c
    left join (select comment_id, count(*) filter (where vote = 'upvote')::int as upvotes,
                      count(*) filter (where vote = 'downvote')::int as downvotes
                 from comment_votes group by comment_id) v using (comment_id)
    left join (select comment_id, count(*)::int as change_count from mind_changes group by comment_id) m
      using (comment_id)
    left join (select parent_comment_id as comment_id, count(*)::int as reply_count
                 from bill_comments where parent_comment_id is not null group by 1) r using (comment_id);

create or replace view actual_member_counts as
  select u.user_id, coalesce(s.n, 0) as total_stances, coalesce(c.n, 0) as total_comments,
         coalesce(f.n, 0) as follower_count, coalesce(g.n, 0) as following_count, coalesce(m.n, 0) as minds_changed
    from users u
    left join (select user_id, count(*)::int as n from stances group by user_id) s using (user_id)
    left join (select user_id, count(*)::int as n from bill_comments where is_live group by user_id) c
      using (user_id)
    left join (select followee_id as user_id, count(*)::int as n
                 from follows join users on user_id = follower_id
                where account_status = 'active' group by followee_id) f using (user_id)
    left join (select follower_id as user_id, count(*)::int as n
                 from follows join users on user_id = followee_id
                where account_status = 'active' group by follower_id) g using (user_id)
    left join (select c.user_id, count(*)::int as n
                 from mind_changes mc join bill_comments c on c.comment_id = mc.comment_id
                group by c.user_id) m using (user_id);

create view actual_comment_camps as
  select c.comment_id, c.bill_id, c.user_id, c.category_id, c.depth, c.created_at, c.is_live,
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
       where v.user_id is distinct from o.user_id
       group by v.comment_id) v using (comment_id);

-- From the votes themselves, by R51's own words: not from the camps.
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

-- What was there before this migration.
insert into comment_camps (comment_id, bill_id, user_id, category_id, depth, created_at, is_live,
                           support_upvotes, support_downvotes, oppose_upvotes, oppose_downvotes, neutral_upvotes,
                           neutral_downvotes, learning_upvotes, learning_downvotes, unknown_upvotes, unknown_downvotes)
select comment_id, bill_id, user_id, category_id, depth, created_at, is_live,
       support_upvotes, support_downvotes, oppose_upvotes, oppose_downvotes, neutral_upvotes,
       neutral_downvotes, learning_upvotes, learning_downvotes, unknown_upvotes, unknown_downvotes
  from actual_comment_camps;
update bill_comments c set reply_count = a.reply_count
  from actual_comment_counts a where a.comment_id = c.comment_id and a.reply_count > 0;
insert into bill_category_counts (bill_id, category_id, comment_count, thread_count)
select bill_id, category_id, comment_count, thread_count from actual_category_counts
on conflict (bill_id, category_id) do update set thread_count = excluded.thread_count;
