-- Groups of a jurisdiction: who belongs to them, what is said in them, and the counts of both.

-- Groups ------------------------------------------------------------------------------------------------------------

create table groups (
  group_id uuid primary key default gen_random_uuid(),
  group_name text not null check (char_length(group_name) between 1 and 200),
  description text not null default '' check (char_length(description) <= 2000),
  government_level text not null check (government_level in ('federal', 'state', 'local')),
  group_type text not null check (group_type in ('country', 'state', 'county', 'place')),
  -- Who lives in this OCD division is a member and may post.
  jurisdiction text not null check (jurisdiction ~ '^ocd-division/country:us(/|$)'),
  follower_count int not null default 0 check (follower_count >= 0),
  -- All that stands in the feed, and that without what is deleted or hidden.
  post_count int not null default 0 check (post_count >= 0),
  live_post_count int not null default 0 check (live_post_count between 0 and post_count),
  -- Of the newest post or comment that is neither deleted nor hidden.
  last_activity_at timestamptz,
  created_at timestamptz not null default now()
) with (fillfactor = 70);
create index groups_liveliest on groups (last_activity_at desc nulls last, group_name, group_id);
create index groups_level on groups (government_level, last_activity_at desc nulls last, group_name, group_id);
create index groups_type on groups (group_type, last_activity_at desc nulls last, group_name, group_id);
create index groups_jurisdiction on groups (jurisdiction);

-- How many groups stand behind each filter.
create table group_totals (
  government_level text not null,
  group_type text not null,
  group_count int not null check (group_count >= 0),
  primary key (government_level, group_type)
);

create function count_groups() returns trigger language plpgsql as $$
begin
  if tg_op in ('INSERT', 'UPDATE') then
    insert into group_totals as held (government_level, group_type, group_count)
    values (new.government_level, new.group_type, 1)
    on conflict (government_level, group_type) do update set group_count = held.group_count + 1;
  end if;
  if tg_op in ('DELETE', 'UPDATE') then
    update group_totals set group_count = group_count - 1
     where (government_level, group_type) = (old.government_level, old.group_type);
  end if;
  return null;
end $$;

create trigger groups_counted after insert or delete on groups for each row execute function count_groups();
create trigger groups_counted_again after update of government_level, group_type on groups for each row
  when ((old.government_level, old.group_type) <> (new.government_level, new.group_type))
  execute function count_groups();

-- One id for one name, so that two who make the same group at once make it once.
create function group_id_of(name text) returns uuid language sql immutable parallel safe
  return overlay(overlay(md5('group ' || name) placing '8' from 13) placing '8' from 17)::uuid;

-- Which kind of group a division has; null for districts and the like, which have none.
create function division_group_type(division text) returns text language sql immutable parallel safe
  return case
    when division = 'ocd-division/country:us' then 'country'
    when division ~ '^ocd-division/country:us/(state|district|territory):[a-z]{2}$' then 'state'
    when division ~ '^ocd-division/country:us/(state|district|territory):[a-z]{2}/(county|parish|borough|census_area|municipio):[^/]+$'
      then 'county'
    when division ~ '^ocd-division/country:us/(state|district|territory):[a-z]{2}/(county:[^/]+/)?place:[^/]+$'
      then 'place'
  end;

-- What people call a division; contract/places.ts has the same names for the browser.
create function division_name(division text) returns text language sql stable parallel safe
  return (
    select case
        when state is null then 'United States'
        when within is null then coalesce('{
    "al": "Alabama", "ak": "Alaska", "as": "American Samoa", "az": "Arizona", "ar": "Arkansas", "ca": "California",
    "co": "Colorado", "ct": "Connecticut", "dc": "District of Columbia", "de": "Delaware", "fl": "Florida",
    "ga": "Georgia", "gu": "Guam", "hi": "Hawaii", "id": "Idaho", "il": "Illinois", "in": "Indiana", "ia": "Iowa",
    "ks": "Kansas", "ky": "Kentucky", "la": "Louisiana", "me": "Maine", "md": "Maryland", "ma": "Massachusetts",
    "mi": "Michigan", "mn": "Minnesota", "mp": "Northern Mariana Islands", "ms": "Mississippi", "mo": "Missouri",
    "mt": "Montana", "ne": "Nebraska", "nv": "Nevada", "nh": "New Hampshire", "nj": "New Jersey",
    "nm": "New Mexico", "ny": "New York", "nc": "North Carolina", "nd": "North Dakota", "oh": "Ohio",
    "ok": "Oklahoma", "or": "Oregon", "pa": "Pennsylvania", "pr": "Puerto Rico", "ri": "Rhode Island",
    "sc": "South Carolina", "sd": "South Dakota", "tn": "Tennessee", "tx": "Texas", "ut": "Utah", "va": "Virginia",
    "vi": "U.S. Virgin Islands", "vt": "Vermont", "wa": "Washington", "wv": "West Virginia", "wi": "Wisconsin",
    "wy": "Wyoming"}'::jsonb ->> state, upper(state))
        else initcap(replace(within, '_', ' ')) || case kind
            when 'county' then ' County' when 'parish' then ' Parish' when 'borough' then ' Borough'
            when 'census_area' then ' Census Area' else '' end || ', ' || upper(state)
      end
      from (select substring(division from '/(?:state|district|territory):([a-z]{2})') as state,
                   substring(division from '/(county|parish|borough|census_area|municipio|place):[^/]+$') as kind,
                   substring(division from '/(?:county|parish|borough|census_area|municipio|place):([^/]+)$') as within
           ) parts);

-- The groups of these divisions that there are not yet; one that an operator has brought in is enough.
create function make_groups(divisions text[]) returns void language sql as $$
  insert into groups (group_id, group_name, description, government_level, group_type, jurisdiction)
  select group_id_of(division), name,
         case type
           when 'country' then 'Residents of the United States, on what is before Congress.'
           when 'state' then 'Residents of ' || name || ', on what is before their lawmakers.'
           when 'county' then 'Residents of ' || name || ', and the people who represent them, on the matters of the county.'
           else 'Residents of ' || name || ', and the people who represent them, on what is before the city.'
         end,
         case type when 'country' then 'federal' when 'state' then 'state' else 'local' end, type, division
    from (select division, division_name(division) as name, division_group_type(division) as type
            from unnest(divisions) division
           where not exists (select from groups g where g.jurisdiction = division)) missing
   where type is not null
   order by array_position(array['country', 'state', 'county', 'place'], type), division
  on conflict (group_id) do nothing
$$;

-- Who belongs -------------------------------------------------------------------------------------------------------

create table group_follows (
  user_id uuid not null references users on delete cascade,
  group_id uuid not null references groups on delete cascade,
  created_at timestamptz not null default now(),
  primary key (user_id, group_id)
);
create index group_follows_of on group_follows (group_id, user_id);

-- One row for each active person who lives in a group's jurisdiction or follows it (R67). Kept by triggers, because a
-- person comes, moves, rests and goes by the deeds of features that know nothing of groups. What the list of members is
-- ordered by is repeated here, so that one index gives any page of it.
create table group_members (
  group_id uuid not null references groups on delete cascade,
  user_id uuid not null references users on delete cascade,
  is_resident boolean not null default false,
  is_follower boolean not null default false,
  -- Elected officials 0, community leaders 1, everybody else 2.
  rank smallint not null check (rank between 0 and 2),
  sort_name text not null,
  is_shown boolean not null,
  primary key (group_id, user_id),
  check (is_resident or is_follower)
) with (fillfactor = 90);
create index group_members_list on group_members (group_id, rank, sort_name, user_id) include (is_shown);
create index group_members_of on group_members (user_id);

-- Sixteen rows a group, each for the people whose id ends in one digit: people who come at the same moment seldom wait
-- for one another, although everybody belongs to the nation.
create table group_member_counts (
  group_id uuid not null references groups on delete cascade,
  shard smallint not null check (shard between 0 and 15),
  elected_officials int not null default 0 check (elected_officials >= 0),
  community_leaders int not null default 0 check (community_leaders >= 0),
  regular int not null default 0 check (regular >= 0),
  primary key (group_id, shard)
) with (fillfactor = 50);

create function member_rank(member_type text) returns smallint language sql immutable parallel safe
  return case member_type when 'elected_official' then 0 when 'community_leader' then 1 else 2 end;

create function member_shard(user_id uuid) returns smallint language sql immutable parallel safe
  return get_byte(uuid_send(user_id), 15) & 15;

-- Adds steps {group_id, shard, elected_officials, community_leaders, regular, followers} to the counts; always in the
-- order of the ids, counts of members before groups.
create function step_group_counts(steps jsonb) returns void language sql as $$
  insert into group_member_counts (group_id, shard)
  select group_id, shard from jsonb_to_recordset(steps) as s(group_id uuid, shard smallint) order by 1, 2
  on conflict do nothing;

  with step as (
    select * from jsonb_to_recordset(steps) as s(
      group_id uuid, shard smallint, elected_officials int, community_leaders int, regular int)
     where (elected_officials, community_leaders, regular) <> (0, 0, 0)),
  held as (
    select c.group_id, c.shard from group_member_counts c
     where (c.group_id, c.shard) in (select group_id, shard from step)
     order by c.group_id, c.shard for no key update)
  update group_member_counts c
     set elected_officials = c.elected_officials + s.elected_officials,
         community_leaders = c.community_leaders + s.community_leaders,
         regular = c.regular + s.regular
    from held join step s using (group_id, shard)
   where (c.group_id, c.shard) = (held.group_id, held.shard);

  with turned as (
    select group_id, sum(followers)::int as followers
      from jsonb_to_recordset(steps) as s(group_id uuid, followers int)
     group by 1 having sum(followers) <> 0),
  held as (
    select g.group_id from groups g
     where g.group_id in (select group_id from turned) order by g.group_id for no key update)
  update groups g set follower_count = g.follower_count + t.followers
    from held join turned t using (group_id) where g.group_id = held.group_id
$$;

create function count_group_members() returns trigger language plpgsql as $$
declare
  steps jsonb;
begin
  if tg_op = 'INSERT' then
    select jsonb_agg(s) into steps from (
      select group_id, member_shard(user_id) as shard, count(*) filter (where rank = 0) as elected_officials,
             count(*) filter (where rank = 1) as community_leaders, count(*) filter (where rank = 2) as regular,
             count(*) filter (where is_follower) as followers
        from new_rows group by 1, 2) s;
  elsif tg_op = 'DELETE' then
    select jsonb_agg(s) into steps from (
      select group_id, member_shard(user_id) as shard, -count(*) filter (where rank = 0) as elected_officials,
             -count(*) filter (where rank = 1) as community_leaders, -count(*) filter (where rank = 2) as regular,
             -count(*) filter (where is_follower) as followers
        from old_rows group by 1, 2) s;
  else
    select jsonb_agg(s) into steps from (
      select group_id, member_shard(user_id) as shard, sum(step * (rank = 0)::int) as elected_officials,
             sum(step * (rank = 1)::int) as community_leaders, sum(step * (rank = 2)::int) as regular,
             sum(step * is_follower::int) as followers
        from (select group_id, user_id, rank, is_follower, 1 as step from new_rows
              union all
              select group_id, user_id, rank, is_follower, -1 from old_rows) turned
       group by 1, 2) s;
  end if;
  if steps is not null then
    perform step_group_counts(steps);
  end if;
  return null;
end $$;

create trigger group_members_counted_in after insert on group_members
  referencing new table as new_rows for each statement execute function count_group_members();
create trigger group_members_counted_out after delete on group_members
  referencing old table as old_rows for each statement execute function count_group_members();
create trigger group_members_counted_again after update on group_members
  referencing old table as old_rows new table as new_rows
  for each statement execute function count_group_members();

-- Who moves in is a member, and the first one founds the group.
create function admit_residents() returns trigger language plpgsql as $$
begin
  perform make_groups(array(select distinct division from new_rows));
  insert into group_members (group_id, user_id, is_resident, rank, sort_name, is_shown)
  select g.group_id, u.user_id, true, member_rank(u.member_type), lower(u.full_name), u.public_profile
    from new_rows d join groups g on g.jurisdiction = d.division join users u using (user_id)
   where u.account_status = 'active'
   order by g.group_id, u.user_id
  on conflict (group_id, user_id) do update set is_resident = true where not group_members.is_resident;
  return null;
end $$;

create function dismiss_residents() returns trigger language plpgsql as $$
begin
  delete from group_members m using old_rows d join groups g on g.jurisdiction = d.division
   where (m.group_id, m.user_id) = (g.group_id, d.user_id) and not m.is_follower;
  update group_members m set is_resident = false
    from old_rows d join groups g on g.jurisdiction = d.division
   where (m.group_id, m.user_id) = (g.group_id, d.user_id) and m.is_resident;
  return null;
end $$;

create trigger member_divisions_moved_in after insert on member_divisions
  referencing new table as new_rows for each statement execute function admit_residents();
create trigger member_divisions_moved_out after delete on member_divisions
  referencing old table as old_rows for each statement execute function dismiss_residents();

-- A group that is brought in, or moved to another jurisdiction, finds its residents there.
create function settle_group() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    delete from group_members where group_id = new.group_id and not is_follower;
    update group_members set is_resident = false where group_id = new.group_id and is_resident;
  end if;
  insert into group_members (group_id, user_id, is_resident, rank, sort_name, is_shown)
  select new.group_id, u.user_id, true, member_rank(u.member_type), lower(u.full_name), u.public_profile
    from member_divisions d join users u using (user_id)
   where d.division = new.jurisdiction and u.account_status = 'active'
  on conflict (group_id, user_id) do update set is_resident = true;
  return null;
end $$;

create trigger groups_settled after insert on groups for each row execute function settle_group();
create trigger groups_settled_again after update of jurisdiction on groups for each row
  when (old.jurisdiction <> new.jurisdiction) execute function settle_group();

create function admit_followers() returns trigger language plpgsql as $$
begin
  insert into group_members (group_id, user_id, is_follower, rank, sort_name, is_shown)
  select f.group_id, u.user_id, true, member_rank(u.member_type), lower(u.full_name), u.public_profile
    from new_rows f join users u using (user_id)
   where u.account_status = 'active'
   order by f.group_id, u.user_id
  on conflict (group_id, user_id) do update set is_follower = true where not group_members.is_follower;
  return null;
end $$;

create function dismiss_followers() returns trigger language plpgsql as $$
begin
  delete from group_members m using old_rows f
   where (m.group_id, m.user_id) = (f.group_id, f.user_id) and not m.is_resident;
  update group_members m set is_follower = false from old_rows f
   where (m.group_id, m.user_id) = (f.group_id, f.user_id) and m.is_follower;
  return null;
end $$;

create trigger group_follows_begun after insert on group_follows
  referencing new table as new_rows for each statement execute function admit_followers();
create trigger group_follows_ended after delete on group_follows
  referencing old table as old_rows for each statement execute function dismiss_followers();

-- Who rests or is suspended belongs nowhere until they come back; a new label or name shows at once.
create function follow_member_status() returns trigger language plpgsql as $$
begin
  if new.account_status <> 'active' then
    delete from group_members where user_id = new.user_id;
  elsif old.account_status <> 'active' then
    insert into group_members (group_id, user_id, is_resident, is_follower, rank, sort_name, is_shown)
    select group_id, new.user_id, bool_or(lives), bool_or(not lives), member_rank(new.member_type),
           lower(new.full_name), new.public_profile
      from (select g.group_id, true as lives from member_divisions d join groups g on g.jurisdiction = d.division
             where d.user_id = new.user_id
            union all
            select group_id, false from group_follows where user_id = new.user_id) belongs
     group by group_id order by group_id
    on conflict do nothing;
  else
    update group_members set rank = member_rank(new.member_type), sort_name = lower(new.full_name),
           is_shown = new.public_profile
     where user_id = new.user_id;
  end if;
  return null;
end $$;

create trigger users_belong after update of account_status, member_type, full_name, public_profile on users
  for each row
  when ((old.account_status, old.member_type, old.full_name, old.public_profile)
     <> (new.account_status, new.member_type, new.full_name, new.public_profile))
  execute function follow_member_status();

-- What is said ------------------------------------------------------------------------------------------------------

create table group_posts (
  post_id uuid primary key default gen_random_uuid(),
  group_id uuid not null references groups on delete cascade,
  -- Null once the author has left.
  user_id uuid references users on delete set null,
  content text not null check (char_length(content) between 1 and 5000),
  is_pinned boolean not null default false,
  like_count int not null default 0 check (like_count >= 0),
  -- Comments that are neither deleted nor hidden.
  comment_count int not null default 0 check (comment_count >= 0),
  deleted_at timestamptz,
  hidden_at timestamptz,
  created_at timestamptz not null default now(),
  -- Nothing that was deleted is kept.
  check (deleted_at is null or (content = '[Post deleted by user]' and like_count = 0 and not is_pinned))
) with (fillfactor = 80);
create index group_posts_feed on group_posts (group_id, is_pinned desc, created_at desc, post_id);
create index group_posts_live on group_posts (group_id, created_at desc, post_id) include (user_id)
  where deleted_at is null and hidden_at is null;
create index group_posts_author on group_posts (user_id, group_id);

create table group_likes (
  post_id uuid not null references group_posts on delete cascade,
  user_id uuid not null references users on delete cascade,
  created_at timestamptz not null default now(),
  primary key (post_id, user_id)
);
create index group_likes_of on group_likes (user_id, post_id);

create table group_comments (
  comment_id uuid primary key default gen_random_uuid(),
  post_id uuid not null references group_posts on delete cascade,
  -- The post's own, repeated so that one index finds the newest of a group.
  group_id uuid not null references groups on delete cascade,
  parent_comment_id uuid references group_comments on delete cascade,
  depth smallint not null default 1 check (depth between 1 and 3),
  user_id uuid references users on delete set null,
  content text not null check (char_length(content) between 1 and 500),
  deleted_at timestamptz,
  hidden_at timestamptz,
  created_at timestamptz not null default now(),
  check ((parent_comment_id is null) = (depth = 1)),
  check (deleted_at is null or content = '[Comment deleted by user]')
) with (fillfactor = 90);
create index group_comments_thread on group_comments (post_id, created_at, comment_id);
create index group_comments_live on group_comments (group_id, created_at desc)
  where deleted_at is null and hidden_at is null;
create index group_comments_parent on group_comments (parent_comment_id);
create index group_comments_author on group_comments (user_id, created_at desc);

create function group_last_activity(of_group uuid) returns timestamptz language sql stable
  return greatest(
    (select created_at from group_posts
      where group_id = of_group and deleted_at is null and hidden_at is null order by created_at desc limit 1),
    (select created_at from group_comments
      where group_id = of_group and deleted_at is null and hidden_at is null order by created_at desc limit 1));

-- What every kept figure must be ------------------------------------------------------------------------------------

create view actual_group_members as
  select m.group_id, m.user_id, m.is_resident, m.is_follower, member_rank(u.member_type) as rank,
         lower(u.full_name) as sort_name, u.public_profile as is_shown
    from (select group_id, user_id, bool_or(lives) as is_resident, bool_or(not lives) as is_follower
            from (select g.group_id, d.user_id, true as lives
                    from member_divisions d join groups g on g.jurisdiction = d.division
                  union all
                  select group_id, user_id, false from group_follows) belongs
           group by 1, 2) m
    join users u using (user_id)
   where u.account_status = 'active';

create view actual_group_member_counts as
  select group_id, member_shard(user_id) as shard, count(*) filter (where rank = 0)::int as elected_officials,
         count(*) filter (where rank = 1)::int as community_leaders, count(*) filter (where rank = 2)::int as regular
    from group_members group by 1, 2;

create view actual_group_counts as
  select g.group_id, coalesce(m.followers, 0) as follower_count, coalesce(p.posts, 0) as post_count,
         coalesce(p.live, 0) as live_post_count, greatest(p.newest, c.newest) as last_activity_at
    from groups g
    left join (select group_id, count(*)::int as followers from group_members where is_follower group by 1) m
      using (group_id)
    left join (select group_id, count(*)::int as posts,
                      count(*) filter (where deleted_at is null and hidden_at is null)::int as live,
                      max(created_at) filter (where deleted_at is null and hidden_at is null) as newest
                 from group_posts group by 1) p using (group_id)
    left join (select group_id, max(created_at) as newest from group_comments
                where deleted_at is null and hidden_at is null group by 1) c using (group_id);

create view actual_group_post_counts as
  select p.post_id, coalesce(l.likes, 0) as like_count, coalesce(c.comments, 0) as comment_count
    from group_posts p
    left join (select post_id, count(*)::int as likes from group_likes group by 1) l using (post_id)
    left join (select post_id, count(*)::int as comments from group_comments
                where deleted_at is null and hidden_at is null group by 1) c using (post_id);

create view actual_group_totals as
  select government_level, group_type, count(*)::int as group_count from groups group by 1, 2;

-- Whoever is here already.
select make_groups(array(select distinct division from member_divisions));
