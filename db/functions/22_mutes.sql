-- Mutes and blocks. Each write is one function (02_actions.sql). No count of a bill, a comment or a post depends on a mute
-- or a block.

-- Locks both members in the order of their ids, like lock_follow. A transaction that notifies a member of another member's
-- action holds a lock on the row of the other member, so no notification about a muted member is added after the mute.
create function lock_members(member_id uuid, other uuid) returns void language plpgsql as $$
begin
  perform from users u where u.user_id in (member_id, other) order by u.user_id for no key update;
  perform from users u where u.user_id = other and u.account_status <> 'closed';
  if not found then perform refuse('user_not_found'); end if;
end $$;

-- Adds a mute or a block unless the member has the maximum, and deletes the unread notifications about the other member.
-- Stances and follows, of which a member with many followers has caused very many, have statements of their own, which use
-- partial indexes.
create function add_mute(member_id uuid, other uuid, new_kind text, max_mutes int) returns void language plpgsql as $$
begin
  update mutes m set kind = new_kind, created_at = now()
   where m.user_id = member_id and m.muted_id = other;
  if found then return; end if;
  if (select count(*) >= max_mutes from mutes m where m.user_id = member_id) then perform refuse('mute_limit'); end if;
  insert into mutes (user_id, muted_id, kind) values (member_id, other, new_kind);
  delete from notifications n
   where n.user_id = member_id and n.actor_id = other and n.type = 'followee_stance' and n.read_at is null;
  delete from notifications n
   where n.user_id = member_id and n.actor_id = other and n.type = 'new_follower' and n.read_at is null;
  delete from notifications n
   where n.user_id = member_id and n.actor_id = other and n.type in ('comment_reply', 'comment_mention', 'post_comment', 'comment_influenced_mind')
     and n.read_at is null;
end $$;

-- Mutes a member. A repeat changes nothing, and a block, which includes a mute, stays a block.
create function mute_user(
  member_id uuid, other uuid, max_mutes int,
  out response json
) language plpgsql as $$
begin
  perform lock_member(member_id);
  if other = member_id then perform refuse('own_mute'); end if;
  perform lock_members(member_id, other);
  if not has_muted(member_id, other) then perform add_mute(member_id, other, 'mute', max_mutes); end if;
  response := json_build_object('success', true, 'muted', (
    select m.kind from mutes m where m.user_id = member_id and m.muted_id = other));
end $$;

-- Blocks a member and ends the follows between the two. Only their counts of followers and of followed members change. A mute
-- becomes a block.
create function block_user(
  member_id uuid, other uuid, max_mutes int,
  out response json
) language plpgsql as $$
begin
  perform lock_member(member_id);
  if other = member_id then perform refuse('own_mute'); end if;
  perform lock_members(member_id, other);
  perform from users u where u.user_id = member_id and u.member_type = 'elected_official';
  if found then perform refuse('official_block'); end if;
  if not has_blocked(member_id, other) then
    perform add_mute(member_id, other, 'block', max_mutes);
    perform end_follow(member_id, other);
    perform end_follow(other, member_id);
  end if;
  response := json_build_object('success', true, 'muted', 'block');
end $$;

-- Ends a follow if there is one. The caller must have locked both members. The counts include active accounts only, so the
-- count of one member changes only if the account of the other is active.
create function end_follow(follower uuid, followee uuid) returns void language plpgsql as $$
begin
  delete from follows f where f.follower_id = follower and f.followee_id = followee;
  if not found then return; end if;
  update users u set following_count = u.following_count - 1
   where u.user_id = follower and exists (select from users o where o.user_id = followee and o.account_status = 'active');
  update users u set follower_count = u.follower_count - 1
   where u.user_id = followee and exists (select from users o where o.user_id = follower and o.account_status = 'active');
  delete from notifications n
   where n.user_id = followee and n.actor_id = follower and n.type = 'new_follower' and n.read_at is null;
end $$;

-- Refuses a response of a member to another member's text if either of them blocked the other. The refusal does not reveal
-- the block to a blocked member. One statement checks both directions, because every vote and reply runs it.
create function refuse_blocked(member_id uuid, author uuid) returns void language plpgsql as $$
declare
  by_member boolean;
begin
  select b.is_own into by_member from (
    select true as is_own from mutes m where m.user_id = member_id and m.muted_id = author and m.kind = 'block'
    union all
    select false from mutes m where m.user_id = author and m.muted_id = member_id and m.kind = 'block') b limit 1;
  if by_member then perform refuse('blocked_by_you'); end if;
  if not by_member then perform refuse('response_not_allowed'); end if;
end $$;

-- The usernames that a text mentions, in lower case. The pattern of mentions is the same as in contract/mentions.ts, except
-- that names may be of any length, because a name that is too long belongs to nobody. The Unicode spaces are listed, because `\s`
-- matches them in some locales only.
create function mentioned_names(new_text text) returns text[] language sql immutable parallel safe
  return case when position('@' in new_text) = 0 then '{}'::text[] else array(
    select distinct lower(m[1]) from regexp_matches(
      new_text, '(?<![^\s\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff([{<"¿¡“„‘«])@([A-Za-z0-9_-]+)(?![[:alnum:]\u0300-\u036f_-]|@|\.[[:alnum:]])', 'g') m) end;

-- The members that usernames mean, in lower case: by their current names, and by former ones for as long as those lead to them.
-- This is the one rule for links in texts, for notifications and for blocks.
create function members_named(names text[]) returns table (name text, user_id uuid) language sql stable
begin atomic
  select lower(u.username), u.user_id from users u where lower(u.username) = any(names) and u.account_status <> 'closed'
  union all
  select f.username_key, f.user_id from former_usernames f join users u using (user_id)
   where f.username_key = any(names) and f.reserved_until > now() and u.account_status <> 'closed';
end;

-- True if a text mentions somebody who blocked the member or is blocked by the member.
create function mentions_blocked(member_id uuid, new_text text) returns boolean language plpgsql stable as $$
declare
  names constant text[] := mentioned_names(new_text);
begin
  if cardinality(names) = 0 then return false; end if;
  return exists (
    select from members_named(names) m
     where has_blocked(m.user_id, member_id) or has_blocked(member_id, m.user_id));
end $$;

-- Removes a mute, or a block with the mute that it includes. A repeat changes nothing.
create function remove_mute(member_id uuid, other uuid, old_kind text) returns json language plpgsql as $$
begin
  perform lock_member(member_id);
  delete from mutes m where m.user_id = member_id and m.muted_id = other and m.kind = old_kind;
  return json_build_object('success', true, 'muted', (
    select m.kind from mutes m where m.user_id = member_id and m.muted_id = other));
end $$;

create function unmute_user(member_id uuid, other uuid, out response json) language plpgsql as $$
begin
  response := remove_mute(member_id, other, 'mute');
end $$;

create function unblock_user(member_id uuid, other uuid, out response json) language plpgsql as $$
begin
  response := remove_mute(member_id, other, 'block');
end $$;
