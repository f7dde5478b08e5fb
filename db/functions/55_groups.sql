-- Groups: their members, and the counters of posts, likes and replies.

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

create function member_rank(member_type text) returns smallint language sql immutable parallel safe
  return case member_type when 'elected_official' then 0 when 'community_leader' then 1 else 2 end;

create function member_shard(user_id uuid) returns smallint language sql immutable parallel safe
  return get_byte(uuid_send(user_id), 15) & 15;

-- Adds changes {group_id, shard, elected_officials, community_leaders, regular, followers} to the counts. Rows are always
-- locked in the order of their ids, counts of members before groups so that two transactions cannot deadlock.
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
-- group follows, status, type, name or profile privacy. Locks the member first so that two such changes run one after the
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
      where group_id = of_group and is_live order by created_at desc limit 1),
    (select created_at from group_comments
      where group_id = of_group and is_live order by created_at desc limit 1));

-- Likes ----------------------------------------------------------------------------------------------------------------

-- Likes a post of a group, or removes the member's like. Every write to a post, its likes or its comments locks the post
-- first, so no other transaction can change the like.
create function like_group_post(
  member_id uuid, key uuid, body uuid, in_group uuid, on_post uuid,
  out response json
) language plpgsql as $$
declare
  post record;
  is_liked boolean;
  likes int;
begin
  response := begin_write(member_id, key, body);
  if response is not null then return; end if;
  select p.is_live, p.user_id as author into post
    from group_posts p where p.post_id = on_post and p.group_id = in_group for no key update;
  if not found then
    perform from groups g where g.group_id = in_group;
    if found then perform refuse('post_not_found'); else perform refuse('group_not_found'); end if;
  end if;
  if not post.is_live then perform refuse('post_deleted'); end if;

  delete from group_likes l where l.post_id = on_post and l.user_id = member_id;
  is_liked := not found;
  if is_liked then
    perform refuse_blocked(member_id, post.author);
    insert into group_likes (post_id, user_id) values (on_post, member_id);
  end if;
  update group_posts p set like_count = p.like_count + case when is_liked then 1 else -1 end
   where p.post_id = on_post returning p.like_count into likes;
  response := json_build_object('success', true, 'like_count', likes, 'user_has_liked', is_liked);
  perform end_write(member_id, key, body, 200, response);
end $$;
