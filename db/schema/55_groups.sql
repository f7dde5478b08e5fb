-- Groups of jurisdictions: their members, their posts, and the counters of both.

-- The order of groups by place: the nation, then the states by name, each followed by its counties and places by name.
create function group_place_order(division text, type text, name text) returns text language sql immutable parallel safe
  return case when type = 'country' then '00'
              else lpad(coalesce(array_position(
                string_to_array('al ak as az ar ca co ct de dc fl ga gu hi id il in ia ks ky la me md ma mi mn ms mo mt ne nv nh nj nm ny nc nd mp oh ok or pa pr ri sc sd tn tx vi ut vt va wa wv wi wy', ' '),
                substring(division from '^ocd-division/country:us/(?:state|district|territory):([a-z]{2})')), 99)::text, 2, '0')
         end || array_position(array['country', 'state', 'county', 'place'], type) || ' ' || lower(name);

create table groups (
  group_id uuid not null default gen_random_uuid() constraint groups_pkey primary key,
  group_name text not null constraint groups_group_name_check check (char_length(group_name) between 1 and 200),
  description text not null default ''
    constraint groups_description_check check (char_length(description) <= 2000),
  government_level government_level not null,
  group_type text not null
    constraint groups_group_type_check check (group_type in ('country', 'state', 'county', 'place')),
  -- Residents of this division are members and may post.
  jurisdiction ocd_division not null,
  follower_count counter not null default 0,
  -- All posts in the feed, and those of them that are neither deleted nor hidden.
  post_count counter not null default 0,
  live_post_count int not null default 0,
  -- The time of the newest post or comment that is neither deleted nor hidden.
  last_activity_at timestamptz,
  created_at timestamptz not null default now(),
  place_order text collate "C" not null
    generated always as (group_place_order(jurisdiction, group_type, group_name)) stored,
  constraint groups_live_post_count_check check (live_post_count between 0 and post_count)
) with (fillfactor = 70);
comment on table groups is 'One group per jurisdiction, and more groups that operators imported.';
create index groups_most_active
  on groups (coalesce(last_activity_at, '-infinity'::timestamptz) desc, group_name, group_id);
comment on index groups_most_active is 'The list of all groups, most recently active first.';
create index groups_level
  on groups (government_level, coalesce(last_activity_at, '-infinity'::timestamptz) desc, group_name, group_id);
comment on index groups_level is 'The list of groups filtered by level of government.';
create index groups_type
  on groups (group_type, coalesce(last_activity_at, '-infinity'::timestamptz) desc, group_name, group_id);
comment on index groups_type is 'The list of groups filtered by type.';
create index groups_by_place on groups (place_order, group_id);
comment on index groups_by_place is 'The list of all groups by place.';
create index groups_by_place_level on groups (government_level, place_order, group_id);
comment on index groups_by_place_level is 'The list of groups by place, filtered by level of government.';
create index groups_by_place_type on groups (group_type, place_order, group_id);
comment on index groups_by_place_type is 'The list of groups by place, filtered by type.';
create index groups_jurisdiction on groups (jurisdiction);
comment on index groups_jurisdiction is 'The groups of a division, for members who move there.';

create table group_totals (
  government_level government_level not null,
  group_type text not null,
  group_count counter not null,
  constraint group_totals_pkey primary key (government_level, group_type)
);
comment on table group_totals is 'How many groups match each combination of filters.';

create function count_groups() returns trigger language plpgsql as $$
begin
  if tg_op in ('INSERT', 'UPDATE') then
    insert into group_totals as existing (government_level, group_type, group_count)
    values (new.government_level, new.group_type, 1)
    on conflict (government_level, group_type) do update set group_count = existing.group_count + 1;
  end if;
  if tg_op in ('DELETE', 'UPDATE') then
    update group_totals set group_count = group_count - 1
     where (government_level, group_type) = (old.government_level, old.group_type);
  end if;
  return null;
end $$;
create trigger groups_after_insert_delete_count after insert or delete on groups
  for each row execute function count_groups();
create trigger groups_after_update_count after update of government_level, group_type on groups for each row
  when ((old.government_level, old.group_type) <> (new.government_level, new.group_type))
  execute function count_groups();

-- The id of the group with this name. It depends on the name only, so two transactions that create the same group create it
-- once.
create function group_id_of(name text) returns uuid language sql immutable parallel safe
  return overlay(overlay(md5('group ' || name) placing '8' from 13) placing '8' from 17)::uuid;

-- The type of group that a division has; null for districts and other kinds, which have none.
create function division_group_type(division text) returns text language sql immutable parallel safe
  return case
    when division = 'ocd-division/country:us' then 'country'
    when division ~ '^ocd-division/country:us/(state|district|territory):[a-z]{2}$' then 'state'
    when division ~ '^ocd-division/country:us/(state|district|territory):[a-z]{2}/(county|parish|borough|census_area|municipio):[^/]+$'
      then 'county'
    when division ~ '^ocd-division/country:us/(state|district|territory):[a-z]{2}/(county:[^/]+/)?place:[^/]+$'
      then 'place'
  end;

-- Membership ----------------------------------------------------------------------------------------------------------

create table group_follows (
  user_id uuid not null constraint group_follows_user_id_fkey references users on delete cascade,
  group_id uuid not null constraint group_follows_group_id_fkey references groups on delete cascade,
  created_at timestamptz not null default now(),
  constraint group_follows_pkey primary key (user_id, group_id)
);
comment on table group_follows is 'Groups that members follow, wherever they live.';

create table group_members (
  group_id uuid not null constraint group_members_group_id_fkey references groups on delete cascade,
  user_id uuid not null constraint group_members_user_id_fkey references users on delete cascade,
  is_resident boolean not null default false,
  is_follower boolean not null default false,
  -- Elected officials 0, community leaders 1, everybody else 2.
  rank smallint not null constraint group_members_rank_check check (rank between 0 and 2),
  -- Copied from the member, so that one index returns any page of the list.
  sort_name text not null,
  is_shown boolean not null,
  constraint group_members_pkey primary key (group_id, user_id),
  constraint group_members_belongs_check check (is_resident or is_follower)
) with (fillfactor = 90);
comment on table group_members is
  'Each active member who lives in a group''s jurisdiction or follows the group, with the columns that order the list of members. Derived from member_divisions, group_follows and users; `hurd check` compares them.';
create index group_members_list on group_members (group_id, rank, sort_name, user_id) include (is_shown);
comment on index group_members_list is 'Pages of a group''s members.';
create index group_members_member on group_members (user_id);
comment on index group_members_member is 'The groups of one member, for changes of the account.';

create table group_member_counts (
  group_id uuid not null constraint group_member_counts_group_id_fkey references groups on delete cascade,
  shard smallint not null constraint group_member_counts_shard_check check (shard between 0 and 15),
  elected_officials counter not null default 0,
  community_leaders counter not null default 0,
  regular counter not null default 0,
  constraint group_member_counts_pkey primary key (group_id, shard)
) with (fillfactor = 50);
comment on table group_member_counts is
  'Members of each group by type. Sixteen rows per group, chosen by the last digit of the member''s id, so that members who join at the same moment rarely wait for one another although everybody belongs to the national group.';

create function member_rank(member_type text) returns smallint language sql immutable parallel safe
  return case member_type when 'elected_official' then 0 when 'community_leader' then 1 else 2 end;

create function member_shard(user_id uuid) returns smallint language sql immutable parallel safe
  return get_byte(uuid_send(user_id), 15) & 15;

-- Adds changes {group_id, shard, elected_officials, community_leaders, regular, followers} to the counts. Rows are always
-- locked in the order of their ids, counts of members before groups, so that two transactions cannot deadlock.
create function add_group_counts(changes jsonb) returns void language sql as $$
  insert into group_member_counts (group_id, shard)
  select group_id, shard from jsonb_to_recordset(changes) as s(group_id uuid, shard smallint) order by 1, 2
  on conflict do nothing;

  with change as (
    select * from jsonb_to_recordset(changes) as s(
      group_id uuid, shard smallint, elected_officials int, community_leaders int, regular int)
     where (elected_officials, community_leaders, regular) <> (0, 0, 0)),
  locked as (
    select c.group_id, c.shard from group_member_counts c
     where (c.group_id, c.shard) in (select group_id, shard from change)
     order by c.group_id, c.shard for no key update)
  update group_member_counts c
     set elected_officials = c.elected_officials + s.elected_officials,
         community_leaders = c.community_leaders + s.community_leaders,
         regular = c.regular + s.regular
    from locked join change s using (group_id, shard)
   where (c.group_id, c.shard) = (locked.group_id, locked.shard);

  with change as (
    select group_id, sum(followers)::int as followers
      from jsonb_to_recordset(changes) as s(group_id uuid, followers int)
     group by 1 having sum(followers) <> 0),
  locked as (
    select g.group_id from groups g
     where g.group_id in (select group_id from change) order by g.group_id for no key update)
  update groups g set follower_count = g.follower_count + change.followers
    from locked join change using (group_id) where g.group_id = locked.group_id
$$;

create function count_group_members() returns trigger language plpgsql as $$
declare
  changes jsonb;
begin
  if tg_op = 'INSERT' then
    select jsonb_agg(s) into changes from (
      select group_id, member_shard(user_id) as shard, count(*) filter (where rank = 0) as elected_officials,
             count(*) filter (where rank = 1) as community_leaders, count(*) filter (where rank = 2) as regular,
             count(*) filter (where is_follower) as followers
        from new_rows group by 1, 2) s;
  elsif tg_op = 'DELETE' then
    select jsonb_agg(s) into changes from (
      select group_id, member_shard(user_id) as shard, -count(*) filter (where rank = 0) as elected_officials,
             -count(*) filter (where rank = 1) as community_leaders, -count(*) filter (where rank = 2) as regular,
             -count(*) filter (where is_follower) as followers
        from old_rows group by 1, 2) s;
  else
    select jsonb_agg(s) into changes from (
      select group_id, member_shard(user_id) as shard, sum(sign * (rank = 0)::int) as elected_officials,
             sum(sign * (rank = 1)::int) as community_leaders, sum(sign * (rank = 2)::int) as regular,
             sum(sign * is_follower::int) as followers
        from (select group_id, user_id, rank, is_follower, 1 as sign from new_rows
              union all
              select group_id, user_id, rank, is_follower, -1 from old_rows) signed
       group by 1, 2) s;
  end if;
  if changes is not null then
    perform add_group_counts(changes);
  end if;
  return null;
end $$;
create trigger group_members_after_insert_count after insert on group_members
  referencing new table as new_rows for each statement execute function count_group_members();
create trigger group_members_after_delete_count after delete on group_members
  referencing old table as old_rows for each statement execute function count_group_members();
create trigger group_members_after_update_count after update on group_members
  referencing old table as old_rows new table as new_rows
  for each statement execute function count_group_members();

-- The members that each group should have. This view is the only definition of membership. The two functions below store what
-- it returns, and `hurd check` compares the view with the stored rows.
create view actual_group_members as
  select m.group_id, m.user_id, m.is_resident, m.is_follower, member_rank(u.shown_type) as rank,
         lower(u.full_name) as sort_name, u.public_profile as is_shown
    from (select group_id, user_id, bool_or(lives) as is_resident, bool_or(not lives) as is_follower
            from (select g.group_id, d.user_id, true as lives
                    from member_divisions d join groups g on g.jurisdiction = d.division
                  union all
                  select group_id, user_id, false from group_follows) belongs
           group by 1, 2) m
    join users u using (user_id)
   where u.account_status = 'active';

-- Updates the memberships of one member. The server calls it in every transaction that changes the member's divisions,
-- group follows, status, type, name or profile privacy. Locks the member first, so that two such changes run one after the
-- other, and writes groups in the order of their ids.
create function update_memberships(of_user uuid) returns void language sql as $$
  select from users where user_id = of_user for no key update;

  -- Two members who move between the same two groups in opposite directions can deadlock. The server then repeats the write.
  delete from group_members m
   where m.user_id = of_user
     and not exists (select from actual_group_members a where (a.group_id, a.user_id) = (m.group_id, of_user));

  insert into group_members as existing (group_id, user_id, is_resident, is_follower, rank, sort_name, is_shown)
  select group_id, user_id, is_resident, is_follower, rank, sort_name, is_shown
    from actual_group_members where user_id = of_user order by group_id
  on conflict (group_id, user_id) do update set
    is_resident = excluded.is_resident, is_follower = excluded.is_follower, rank = excluded.rank,
    sort_name = excluded.sort_name, is_shown = excluded.is_shown
  where (existing.is_resident, existing.is_follower, existing.rank, existing.sort_name, existing.is_shown)
     <> (excluded.is_resident, excluded.is_follower, excluded.rank, excluded.sort_name, excluded.is_shown)
$$;

-- Updates the members of groups that were created or that moved to another jurisdiction.
create function update_group_residents(of_groups uuid[]) returns void language sql as $$
  delete from group_members m
   where m.group_id = any(of_groups)
     and not exists (select from actual_group_members a
                      where a.group_id = any(of_groups) and (a.group_id, a.user_id) = (m.group_id, m.user_id));

  insert into group_members as existing (group_id, user_id, is_resident, is_follower, rank, sort_name, is_shown)
  select group_id, user_id, is_resident, is_follower, rank, sort_name, is_shown
    from actual_group_members where group_id = any(of_groups) order by group_id, user_id
  on conflict (group_id, user_id) do update set is_resident = excluded.is_resident
  where existing.is_resident <> excluded.is_resident
$$;

-- Creates the groups [{division, name, description}] of divisions that have no group yet, not even one that an operator
-- imported. server/legislation/places/groups/ensureGroups.ts chooses their names.
create function create_groups(new_groups jsonb) returns void language sql as $$
  with created as (
    insert into groups (group_id, group_name, description, government_level, group_type, jurisdiction)
    select group_id_of(division), name, description,
           case type when 'country' then 'federal' when 'state' then 'state' else 'local' end, type, division
      from (select n.*, division_group_type(n.division) as type
              from jsonb_to_recordset(new_groups) as n (division text, name text, description text)
             where not exists (select from groups g where g.jurisdiction = n.division)) missing
     where type is not null
     order by array_position(array['country', 'state', 'county', 'place'], type), division
    on conflict (group_id) do nothing
    returning group_id)
  select update_group_residents(array_agg(group_id)) from created
$$;

-- Posts and comments --------------------------------------------------------------------------------------------------

create table group_posts (
  post_id uuid not null default gen_random_uuid() constraint group_posts_pkey primary key,
  group_id uuid not null constraint group_posts_group_id_fkey references groups on delete cascade,
  -- Null once the author's account is deleted.
  user_id uuid constraint group_posts_user_id_fkey references users on delete set null,
  content text not null constraint group_posts_content_check check (char_length(content) between 1 and 5000),
  is_pinned boolean not null default false,
  like_count counter not null default 0,
  -- Comments that are neither deleted nor hidden.
  comment_count counter not null default 0,
  -- First-level comments, including tombstones and hidden ones.
  thread_count counter not null default 0,
  deleted_at timestamptz,
  hidden_at timestamptz,
  created_at timestamptz not null default now(),
  -- Deletion erases the text, the likes and the pin.
  constraint group_posts_deleted_at_check
    check (deleted_at is null or (content = '[Post deleted by user]' and like_count = 0 and not is_pinned))
) with (fillfactor = 80);
comment on table group_posts is 'Posts in groups.';
create index group_posts_age on group_posts (created_at);
comment on index group_posts_age is 'Counts the posts of a day.';
create index group_posts_feed on group_posts (group_id, is_pinned desc, created_at desc, post_id);
comment on index group_posts_feed is 'Pages of a group''s feed, pinned posts first.';
create index group_posts_live on group_posts (group_id, created_at desc, post_id) include (user_id)
  where deleted_at is null and hidden_at is null;
comment on index group_posts_live is 'The newest posts of the groups a member follows, and a group''s last activity.';
create index group_posts_author on group_posts (user_id, group_id);
comment on index group_posts_author is 'The posts of one member. Also supports the foreign key.';

create table group_likes (
  post_id uuid not null constraint group_likes_post_id_fkey references group_posts on delete cascade,
  user_id uuid not null constraint group_likes_user_id_fkey references users on delete cascade,
  created_at timestamptz not null default now(),
  constraint group_likes_pkey primary key (post_id, user_id)
);
comment on table group_likes is 'Likes of group posts.';
create index group_likes_member on group_likes (user_id, post_id);
comment on index group_likes_member is 'The likes of one member, for account deletion and the data export.';

create table group_comments (
  comment_id uuid not null default gen_random_uuid() constraint group_comments_pkey primary key,
  post_id uuid not null constraint group_comments_post_id_fkey references group_posts on delete cascade,
  -- Copied from the post, so that one index finds the newest comments of a group.
  group_id uuid not null constraint group_comments_group_id_fkey references groups on delete cascade,
  parent_comment_id uuid constraint group_comments_parent_comment_id_fkey references group_comments on delete cascade,
  depth smallint not null default 1 constraint group_comments_depth_check check (depth between 1 and 3),
  -- Null once the author's account is deleted.
  user_id uuid constraint group_comments_user_id_fkey references users on delete set null,
  content text not null constraint group_comments_content_check check (char_length(content) between 1 and 500),
  -- Direct replies, including tombstones and hidden ones.
  reply_count counter not null default 0,
  deleted_at timestamptz,
  hidden_at timestamptz,
  created_at timestamptz not null default now(),
  constraint group_comments_reply_depth_check check ((parent_comment_id is null) = (depth = 1)),
  constraint group_comments_deleted_at_check check (deleted_at is null or content = '[Comment deleted by user]')
) with (fillfactor = 90);
comment on table group_comments is 'Comments on group posts and replies to them, three levels deep.';
create index group_comments_age on group_comments (created_at);
comment on index group_comments_age is 'Counts the comments of a day.';
create index group_comments_threads on group_comments (post_id, depth, created_at, comment_id);
comment on index group_comments_threads is 'Pages of a post''s threads by date. Also supports the foreign key.';
create index group_comments_replies on group_comments (parent_comment_id, created_at, comment_id);
comment on index group_comments_replies is 'The replies to a comment by date. Also supports the foreign key.';
create index group_comments_live on group_comments (group_id, created_at desc)
  where deleted_at is null and hidden_at is null;
comment on index group_comments_live is 'A group''s last activity.';
create index group_comments_author on group_comments (user_id, created_at desc);
comment on index group_comments_author is 'The comments of one member, for the data export and for account deletion.';

-- A trigger maintains these counters, because comments are also deleted together with an account or a group.
create function count_group_comments() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update group_posts p set thread_count = p.thread_count + n.threads
      from (select post_id, count(*)::int as threads from changed_rows where depth = 1 group by post_id) n
     where p.post_id = n.post_id;
    update group_comments c set reply_count = c.reply_count + n.replies
      from (select parent_comment_id, count(*)::int as replies from changed_rows
             where parent_comment_id is not null group by parent_comment_id) n
     where c.comment_id = n.parent_comment_id;
  else
    update group_posts p set thread_count = p.thread_count - n.threads
      from (select post_id, count(*)::int as threads from changed_rows where depth = 1 group by post_id) n
     where p.post_id = n.post_id;
    update group_comments c set reply_count = c.reply_count - n.replies
      from (select parent_comment_id, count(*)::int as replies from changed_rows
             where parent_comment_id is not null group by parent_comment_id) n
     where c.comment_id = n.parent_comment_id;
  end if;
  return null;
end $$;
create trigger group_comments_after_insert_count after insert on group_comments
  referencing new table as changed_rows for each statement execute function count_group_comments();
create trigger group_comments_after_delete_count after delete on group_comments
  referencing old table as changed_rows for each statement execute function count_group_comments();

create function group_last_activity(of_group uuid) returns timestamptz language sql stable
  return greatest(
    (select created_at from group_posts
      where group_id = of_group and deleted_at is null and hidden_at is null order by created_at desc limit 1),
    (select created_at from group_comments
      where group_id = of_group and deleted_at is null and hidden_at is null order by created_at desc limit 1));
