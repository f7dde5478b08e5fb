-- Accounts, bills, stances, discussions: what everything else stands on.
-- Counters live beside the rows they count and change in the same transaction; `hurd check` recomputes every one.

create extension if not exists pg_trgm;

-- Points are never rounded before a threshold (R34); contract/rules/engagement.ts holds the same rule for the browser.
create function engagement_level(stances int, comments int, followers int) returns text
  language sql immutable parallel safe
  return case
    when stances + 2 * comments + 0.5 * followers >= 100 then 'gold'
    when stances + 2 * comments + 0.5 * followers >= 50 then 'silver'
    when stances + 2 * comments + 0.5 * followers >= 10 then 'bronze'
    else 'new'
  end;

-- A time inside JSON as the contract writes it.
create function iso_time(at timestamptz) returns text language sql immutable parallel safe
  return to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');

-- Accounts ----------------------------------------------------------------------------------------------------------

create table access_codes (
  code text primary key check (code ~ '^[A-Z0-9-]{6,20}$'),
  max_uses int not null default 1 check (max_uses > 0),
  uses int not null default 0 check (uses between 0 and max_uses),
  expires_at timestamptz,
  revoked_at timestamptz,
  note text not null default '',
  created_at timestamptz not null default now()
);

create table users (
  user_id uuid primary key default gen_random_uuid(),
  member_number bigint generated always as identity unique,
  username text not null check (username ~ '^[A-Za-z0-9_-]{3,50}$'),
  email text not null check (email = lower(email) and char_length(email) <= 254),
  full_name text not null check (char_length(full_name) between 2 and 255),
  password_hash text not null,
  email_verified_at timestamptz,
  bio text check (char_length(bio) <= 500),
  address text,
  ocd_city_id text,
  member_type text not null default 'regular'
    check (member_type in ('regular', 'elected_official', 'community_leader')),
  account_status text not null default 'active' check (account_status in ('active', 'inactive', 'suspended')),
  profile_picture_url text,
  access_code text references access_codes,
  total_stances int not null default 0 check (total_stances >= 0),
  total_comments int not null default 0 check (total_comments >= 0),
  follower_count int not null default 0 check (follower_count >= 0),
  following_count int not null default 0 check (following_count >= 0),
  minds_changed int not null default 0 check (minds_changed >= 0),
  created_at timestamptz not null default now()
) with (fillfactor = 80);
create unique index users_username_key on users (lower(username));
create unique index users_email_key on users (email);
create index users_access_code on users (access_code);

create table sessions (
  token_hash bytea primary key check (length(token_hash) = 32),
  user_id uuid not null references users on delete cascade,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index sessions_user on sessions (user_id);
create index sessions_expiry on sessions (expires_at);

-- One row a member: counting a write takes its lock, so one member's writes come one after the other.
create table member_writes (
  user_id uuid primary key references users on delete cascade,
  window_started_at timestamptz not null default now(),
  writes int not null default 0 check (writes >= 0)
) with (fillfactor = 50);

create table rate_limits (
  rule text not null,
  -- SHA-256 of who is limited, so that no address and no email is kept here.
  subject bytea not null check (length(subject) = 32),
  window_ends_at timestamptz not null,
  attempts int not null check (attempts > 0),
  primary key (rule, subject)
) with (fillfactor = 50);
create index rate_limits_end on rate_limits (window_ends_at);

create table idempotency_keys (
  user_id uuid not null references users on delete cascade,
  key text not null check (char_length(key) between 1 and 200),
  request_hash bytea not null,
  status int,
  answer jsonb,
  created_at timestamptz not null default now(),
  primary key (user_id, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);

create table follows (
  follower_id uuid not null references users on delete cascade,
  followee_id uuid not null references users on delete cascade,
  created_at timestamptz not null default now(),
  primary key (follower_id, followee_id),
  check (follower_id <> followee_id)
);
create index follows_of on follows (followee_id, created_at desc);

-- Bills -------------------------------------------------------------------------------------------------------------

create table bills (
  bill_id uuid primary key default gen_random_uuid(),
  -- The bill itself, the same whichever source tells of it: "us/119/hr/22".
  source_id text not null unique,
  source_family text not null,
  source_name text not null,
  source_updated_at timestamptz,
  source_checked_at timestamptz,
  content_hash bytea not null,
  bill_code text not null,
  title text not null,
  summary text not null default '',
  topics text[] not null default '{}',
  government_level text not null check (government_level in ('federal', 'state', 'local')),
  jurisdiction text not null,
  status text not null
    check (status in ('introduced', 'engrossed', 'active', 'passed', 'rejected', 'pending')),
  created_at timestamptz not null,
  source_url text check (source_url ~ '^https?://'),
  sponsors jsonb not null default '[]',
  actions jsonb not null default '[]'
);
create index bills_newest on bills (created_at desc, bill_id);
create index bills_level on bills (government_level, created_at desc, bill_id);
create index bills_status on bills (status, created_at desc, bill_id);
create index bills_level_status on bills (government_level, status, created_at desc, bill_id);
create index bills_topics on bills using gin (topics);
create index bills_words on bills
  using gin (lower(bill_code || ' ' || title || ' ' || summary) gin_trgm_ops);

-- Large texts stand apart so that a list never reads them.
create table bill_texts (
  bill_id uuid primary key references bills on delete cascade,
  version text,
  text_hash bytea not null,
  formatted_text text,
  bill_sections jsonb,
  full_text text
);

-- created_at, level and status are the bill's own, repeated so that one index serves the trending order and its filters.
create table bill_counters (
  bill_id uuid primary key references bills on delete cascade,
  created_at timestamptz not null,
  government_level text not null,
  status text not null,
  support_count int not null default 0 check (support_count >= 0),
  oppose_count int not null default 0 check (oppose_count >= 0),
  neutral_count int not null default 0 check (neutral_count >= 0),
  learning_count int not null default 0 check (learning_count >= 0),
  discussion_count int not null default 0 check (discussion_count >= 0),
  -- Stances + 2 x comments + 0.5 x votes of the last 14 days (R44); halves are exact in binary.
  activity_score double precision not null default 0 check (activity_score >= 0)
) with (fillfactor = 50);
create index bill_counters_trending on bill_counters (activity_score desc, created_at desc, bill_id)
  include (government_level, status);

-- The topics of bills again, so that one index serves the newest of a topic: an array has no index with an order.
create table bill_topics (
  bill_id uuid not null references bills on delete cascade,
  topic text not null,
  created_at timestamptz not null,
  government_level text not null,
  status text not null,
  primary key (bill_id, topic)
);
create index bill_topics_newest on bill_topics (topic, created_at desc, bill_id) include (government_level, status);

-- Activity by UTC day, so that a day can leave the 14-day window by one subtraction.
create table bill_activity (
  bill_id uuid not null references bills on delete cascade,
  day date not null,
  points double precision not null check (points >= 0),
  primary key (bill_id, day)
) with (fillfactor = 50);
create index bill_activity_day on bill_activity (day);

-- How many bills stand behind each filter; topic '' counts them all.
create table bill_totals (
  government_level text not null,
  status text not null,
  topic text not null,
  bill_count int not null check (bill_count >= 0),
  primary key (topic, government_level, status)
);

create function count_bills() returns trigger language plpgsql as $$
begin
  if tg_op in ('INSERT', 'UPDATE') then
    insert into bill_totals as held (government_level, status, topic, bill_count)
      select government_level, status, t.topic, count(*)
        from new_bills cross join lateral (select '' as topic union all select unnest(topics)) t
       group by 1, 2, 3 order by 1, 2, 3
    on conflict (topic, government_level, status)
      do update set bill_count = held.bill_count + excluded.bill_count;
  end if;
  if tg_op in ('DELETE', 'UPDATE') then
    update bill_totals held set bill_count = held.bill_count - gone.bill_count
      from (select government_level, status, t.topic, count(*)::int as bill_count
              from old_bills cross join lateral (select '' as topic union all select unnest(topics)) t
             group by 1, 2, 3 order by 1, 2, 3) gone
     where (held.topic, held.government_level, held.status)
         = (gone.topic, gone.government_level, gone.status);
  end if;
  if tg_op = 'INSERT' then
    insert into bill_counters (bill_id, created_at, government_level, status)
      select bill_id, created_at, government_level, status from new_bills;
  end if;
  if tg_op = 'UPDATE' then
    update bill_counters c set created_at = n.created_at, government_level = n.government_level, status = n.status
      from new_bills n
     where n.bill_id = c.bill_id
       and (n.created_at, n.government_level, n.status) <> (c.created_at, c.government_level, c.status);
    delete from bill_topics t using new_bills n
     where n.bill_id = t.bill_id
       and (t.topic <> all (n.topics)
            or (n.created_at, n.government_level, n.status) <> (t.created_at, t.government_level, t.status));
  end if;
  if tg_op in ('INSERT', 'UPDATE') then
    insert into bill_topics (bill_id, topic, created_at, government_level, status)
      select bill_id, unnest(topics), created_at, government_level, status from new_bills
    on conflict do nothing;
  end if;
  return null;
end $$;

create trigger bills_counted_in after insert on bills
  referencing new table as new_bills for each statement execute function count_bills();
create trigger bills_counted_again after update on bills
  referencing old table as old_bills new table as new_bills for each statement execute function count_bills();
create trigger bills_counted_out after delete on bills
  referencing old table as old_bills for each statement execute function count_bills();

create table bookmarks (
  user_id uuid not null references users on delete cascade,
  bill_id uuid not null references bills on delete cascade,
  created_at timestamptz not null default now(),
  primary key (user_id, bill_id)
);
create index bookmarks_newest on bookmarks (user_id, created_at desc, bill_id);
create index bookmarks_bill on bookmarks (bill_id);

create table topic_follows (
  user_id uuid not null references users on delete cascade,
  topic text not null,
  created_at timestamptz not null default now(),
  primary key (user_id, topic)
);

create function topic_bill_count(named text) returns int language sql stable parallel safe
  return (select coalesce(sum(bill_count), 0)::int from bill_totals where topic = named);

-- Discussions -------------------------------------------------------------------------------------------------------

create table bill_comments (
  comment_id uuid primary key default gen_random_uuid(),
  bill_id uuid not null references bills on delete cascade,
  category_id text not null
    check (category_id in ('general-discussion', 'economic-impact', 'personal-stories', 'questions-clarifications')),
  parent_comment_id uuid references bill_comments on delete cascade,
  depth smallint not null default 1 check (depth between 1 and 3),
  -- Null once the author has left.
  user_id uuid references users on delete set null,
  content text not null check (char_length(content) between 1 and 2000),
  upvotes int not null default 0 check (upvotes >= 0),
  downvotes int not null default 0 check (downvotes >= 0),
  change_count int not null default 0 check (change_count >= 0),
  deleted_at timestamptz,
  created_at timestamptz not null default now(),
  check ((parent_comment_id is null) = (depth = 1))
) with (fillfactor = 80);
create index bill_comments_thread on bill_comments (bill_id, category_id, created_at, comment_id);
create index bill_comments_parent on bill_comments (parent_comment_id);
create index bill_comments_author on bill_comments (user_id, created_at desc);

create function category_name(category_id text) returns text language sql immutable parallel safe
  return case category_id
    when 'general-discussion' then 'General Discussion'
    when 'economic-impact' then 'Economic Impact'
    when 'personal-stories' then 'Personal Stories'
    when 'questions-clarifications' then 'Questions & Clarifications'
  end;

create table bill_category_counts (
  bill_id uuid not null references bills on delete cascade,
  category_id text not null,
  comment_count int not null check (comment_count >= 0),
  primary key (bill_id, category_id)
) with (fillfactor = 50);

create table comment_votes (
  comment_id uuid not null references bill_comments on delete cascade,
  user_id uuid not null references users on delete cascade,
  vote text not null check (vote in ('upvote', 'downvote')),
  created_at timestamptz not null default now(),
  primary key (comment_id, user_id)
);
create index comment_votes_voter on comment_votes (user_id, comment_id);

-- Stances -----------------------------------------------------------------------------------------------------------

create table stances (
  bill_id uuid not null references bills on delete cascade,
  user_id uuid not null references users on delete cascade,
  stance text not null check (stance in ('support', 'oppose', 'neutral', 'learning')),
  change_source text not null default 'direct' check (change_source in ('direct', 'comment')),
  comment_id uuid references bill_comments on delete set null,
  first_taken_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  primary key (bill_id, user_id)
) with (fillfactor = 80);
create index stances_newest on stances (user_id, changed_at desc);
create index stances_comment on stances (comment_id) where comment_id is not null;

-- Every stance ever taken, in order; the first of a member on a bill has no from_stance.
create table stance_changes (
  change_id bigint generated always as identity primary key,
  bill_id uuid not null references bills on delete cascade,
  user_id uuid not null references users on delete cascade,
  from_stance text check (from_stance in ('support', 'oppose', 'neutral', 'learning')),
  to_stance text not null check (to_stance in ('support', 'oppose', 'neutral', 'learning')),
  change_source text not null check (change_source in ('direct', 'comment')),
  comment_id uuid references bill_comments on delete set null,
  changed_at timestamptz not null default now(),
  check (from_stance is distinct from to_stance)
);
create unique index stance_changes_first on stance_changes (bill_id, user_id) where from_stance is null;
create index stance_changes_member on stance_changes (user_id);
create index stance_changes_comment on stance_changes (comment_id) where comment_id is not null;

-- One credit a person and comment, given once and kept (R33).
create table mind_changes (
  comment_id uuid not null references bill_comments on delete cascade,
  user_id uuid not null references users on delete cascade,
  created_at timestamptz not null default now(),
  primary key (comment_id, user_id)
);
create index mind_changes_member on mind_changes (user_id);

-- What every kept figure must be, recomputed from the rows: `hurd check` compares with these and repairs from them. ----

create view actual_bill_counts as
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
                 from bill_comments where deleted_at is null group by bill_id) c using (bill_id)
    left join (select bill_id, sum(points) as activity_score from bill_activity group by bill_id) a using (bill_id);

create view actual_bill_activity as
  select bill_id, day, sum(points) as points
    from (select bill_id, (changed_at at time zone 'utc')::date as day, 1.0::float8 as points from stances
          union all
          select bill_id, (created_at at time zone 'utc')::date, 2 from bill_comments where deleted_at is null
          union all
          select c.bill_id, (v.created_at at time zone 'utc')::date, 0.5
            from comment_votes v join bill_comments c using (comment_id)
           where c.deleted_at is null and v.user_id is distinct from c.user_id) acts
   where day > (now() at time zone 'utc')::date - 14
   group by bill_id, day;

create view actual_category_counts as
  select bill_id, category_id, count(*)::int as comment_count
    from bill_comments where deleted_at is null group by bill_id, category_id;

create view actual_comment_counts as
  select c.comment_id, coalesce(v.upvotes, 0) as upvotes, coalesce(v.downvotes, 0) as downvotes,
         coalesce(m.change_count, 0) as change_count
    from bill_comments c
    left join (select comment_id, count(*) filter (where vote = 'upvote')::int as upvotes,
                      count(*) filter (where vote = 'downvote')::int as downvotes
                 from comment_votes group by comment_id) v using (comment_id)
    left join (select comment_id, count(*)::int as change_count from mind_changes group by comment_id) m
      using (comment_id);

create view actual_member_counts as
  select u.user_id, coalesce(s.n, 0) as total_stances, coalesce(c.n, 0) as total_comments,
         coalesce(f.n, 0) as follower_count, coalesce(g.n, 0) as following_count, coalesce(m.n, 0) as minds_changed
    from users u
    left join (select user_id, count(*)::int as n from stances group by user_id) s using (user_id)
    left join (select user_id, count(*)::int as n from bill_comments where deleted_at is null group by user_id) c
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

create view actual_bill_totals as
  select government_level, status, t.topic, count(*)::int as bill_count
    from bills cross join lateral (select '' as topic union all select unnest(topics)) t
   group by government_level, status, t.topic;
