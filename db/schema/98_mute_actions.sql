-- Mutes and blocks, each as one function like those in 95_actions.sql. No count of a bill, a comment or a post depends on
-- them.

-- Locks both members in the order of their ids, like lock_follow. What notifies a member about another one holds a lock on
-- the other's row, so that no notification about a muted member is added after the mute.
create function lock_members(member_id uuid, other uuid) returns void language plpgsql as $$
begin
  perform from users u where u.user_id in (member_id, other) order by u.user_id for no key update;
  perform from users u where u.user_id = other;
  if not found then perform refuse('user_not_found'); end if;
end $$;

-- Adds a mute or a block unless the member has the maximum, and deletes the unread notifications about the other member.
-- They are found by their partial indexes, because a member with many followers is in very many notifications.
create function add_mute(member_id uuid, other uuid, new_kind text, max_mutes int) returns void language plpgsql as $$
begin
  update mutes m set kind = new_kind, created_at = now()
   where m.user_id = member_id and m.muted_id = other;
  if found then return; end if;
  if (select count(*) >= max_mutes from mutes m where m.user_id = member_id) then perform refuse('mutes_full'); end if;
  insert into mutes (user_id, muted_id, kind) values (member_id, other, new_kind);
  delete from notifications n
   where n.user_id = member_id and n.actor_id = other and n.type = 'followee_stance' and n.read_at is null;
  delete from notifications n
   where n.user_id = member_id and n.actor_id = other and n.type = 'new_follower' and n.read_at is null;
end $$;

-- Mutes a member. A repeat changes nothing, and a block, which includes a mute, stays a block.
create function mute_member(
  member_id uuid, writes_per_minute int, idempotency_key text, hash bytea, other uuid, max_mutes int,
  out answer json
) language plpgsql as $$
begin
  answer := begin_write(member_id, writes_per_minute, idempotency_key, hash);
  if answer is not null then return; end if;
  if other = member_id then perform refuse('own_mute'); end if;
  perform lock_members(member_id, other);
  if not has_muted(member_id, other) then perform add_mute(member_id, other, 'mute', max_mutes); end if;
  answer := json_build_object('success', true, 'muted', (
    select m.kind from mutes m where m.user_id = member_id and m.muted_id = other));
  perform end_write(member_id, idempotency_key, hash, 200, answer);
end $$;

-- Removes a mute, or a block with the mute that it includes. A repeat changes nothing.
create function remove_mute(
  member_id uuid, writes_per_minute int, idempotency_key text, hash bytea, other uuid, old_kind text,
  out answer json
) language plpgsql as $$
begin
  answer := begin_write(member_id, writes_per_minute, idempotency_key, hash);
  if answer is not null then return; end if;
  delete from mutes m where m.user_id = member_id and m.muted_id = other and m.kind = old_kind;
  answer := json_build_object('success', true, 'muted', (
    select m.kind from mutes m where m.user_id = member_id and m.muted_id = other));
  perform end_write(member_id, idempotency_key, hash, 200, answer);
end $$;
