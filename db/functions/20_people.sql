-- People: follows, mutes and data exports.

-- The level that a member's points reach. Points are not rounded. contract/accounts/memberRoles.ts has the same rule for
-- the browser.
create function engagement_level(stances int, comments int, followers int) returns text
  language sql immutable parallel safe
  return case
    when stances + 2 * comments + 0.5 * followers >= 100 then 'gold'
    when stances + 2 * comments + 0.5 * followers >= 50 then 'silver'
    when stances + 2 * comments + 0.5 * followers >= 10 then 'bronze'
    else 'new'
  end;

-- The name that signed-out visitors read instead of a full name: the first name and the initial of the last name. A name of
-- one word is unchanged. The Unicode spaces are listed, because `\s` matches them in some locales only.
create function short_name(full_name text) returns text language sql immutable parallel safe
  return (
    select case when cardinality(words) < 2 then words[1]
                else words[1] || ' ' || left(words[cardinality(words)], 1) || '.' end
      from (select string_to_array(btrim(regexp_replace(
                          full_name, '[\s\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+', ' ', 'g')), ' ') as words) parts);

-- True if `owner` muted or blocked `other`. This function and the next are written in PL/pgSQL, which keeps their plans. A
-- function in SQL with a subquery would not be inlined and would be planned again by each statement that calls it.
create function has_muted(owner uuid, other uuid) returns boolean language plpgsql stable parallel safe as $$
begin
  return exists (select from mutes m where m.user_id = owner and m.muted_id = other);
end $$;

create function has_blocked(owner uuid, other uuid) returns boolean language plpgsql stable parallel safe as $$
begin
  return exists (select from mutes m where m.user_id = owner and m.muted_id = other and m.kind = 'block');
end $$;

-- Elected officials cannot block anybody, so the blocks of a member who gets that label become mutes.
create function mute_blocks_of_official() returns trigger language plpgsql as $$
begin
  update mutes m set kind = 'mute' where m.user_id = new.user_id and m.kind = 'block';
  return null;
end $$;
create trigger users_after_update_mute_blocks after update of member_type on users for each row
  when (new.member_type = 'elected_official' and old.member_type <> 'elected_official')
  execute function mute_blocks_of_official();

-- Follows --------------------------------------------------------------------------------------------------------------

-- Locks both members in the order of their ids so that two members who follow each other at the same time cannot deadlock.
-- The state is read after that, because either of them may have been deactivated in the meantime.
create function lock_follow(member_id uuid, followee uuid, out is_followed boolean, out allows_follows boolean)
language plpgsql as $$
declare
  follower_is_active boolean;
  followed record;
begin
  if followee = member_id then perform refuse('own_follow'); end if;
  perform from users u where u.user_id in (member_id, followee) order by u.user_id for no key update;
  select u.account_status = 'active' into follower_is_active from users u where u.user_id = member_id;
  if follower_is_active is not true then perform refuse('account_deactivated'); end if;
  select u.account_status = 'active' as is_active, u.public_profile, u.allow_follow,
         exists (select from follows f where f.follower_id = member_id and f.followee_id = followee) as is_followed
    into followed from users u where u.user_id = followee;
  if followed.is_active is not true or not followed.public_profile and not followed.is_followed then
    perform refuse('user_not_found');
  end if;
  is_followed := followed.is_followed;
  allows_follows := followed.allow_follow;
end $$;

-- Follows a member and notifies them. The same follower causes at most one unread notification, and at most one per day.
create function follow_user(
  member_id uuid, key uuid, body uuid, followee uuid,
  out response json
) language plpgsql as $$
declare
  existing record;
  followers int;
begin
  response := begin_write(member_id, key, body);
  if response is not null then return; end if;
  select * into existing from lock_follow(member_id, followee);
  if existing.is_followed then perform refuse('already_following_user'); end if;
  if has_blocked(member_id, followee) then perform refuse('blocked_by_you'); end if;
  -- The refusal is the same for a member who accepts no followers so that it does not reveal a block.
  if not existing.allows_follows or has_blocked(followee, member_id) then perform refuse('follow_not_allowed'); end if;

  insert into follows (follower_id, followee_id) values (member_id, followee);
  update users u set following_count = u.following_count + 1 where u.user_id = member_id;
  update users u set follower_count = u.follower_count + 1 where u.user_id = followee
  returning u.follower_count into followers;
  insert into notifications (user_id, type, actor_id, is_shown)
  select followee, 'new_follower', actor.user_id, actor.public_profile
    from users actor
   where actor.user_id = member_id and not has_muted(followee, member_id) and not exists (
     select from notifications n
      where n.user_id = followee and n.actor_id = member_id and n.type = 'new_follower'
        and n.created_at > now() - interval '1 day')
  on conflict (user_id, actor_id) where type = 'new_follower' and read_at is null do nothing;

  response := json_build_object('success', true, 'isFollowing', true, 'followerCount', followers);
  perform end_write(member_id, key, body, 200, response);
end $$;

-- Unfollows a member, even one who no longer allows follows, and deletes the notification if it was not read yet.
create function unfollow_user(
  member_id uuid, key uuid, body uuid, followee uuid,
  out response json
) language plpgsql as $$
declare
  existing record;
  followers int;
begin
  response := begin_write(member_id, key, body);
  if response is not null then return; end if;
  select * into existing from lock_follow(member_id, followee);
  if not existing.is_followed then perform refuse('not_following_user'); end if;

  delete from follows f where f.follower_id = member_id and f.followee_id = followee;
  update users u set following_count = u.following_count - 1 where u.user_id = member_id;
  update users u set follower_count = u.follower_count - 1 where u.user_id = followee
  returning u.follower_count into followers;
  delete from notifications n
   where n.user_id = followee and n.actor_id = member_id and n.type = 'new_follower' and n.read_at is null;

  response := json_build_object('success', true, 'isFollowing', false, 'followerCount', followers);
  perform end_write(member_id, key, body, 200, response);
end $$;

-- Removes one of the member's followers, who is not notified and may follow again.
create function remove_follower(
  member_id uuid, key uuid, body uuid, follower uuid,
  out response json
) language plpgsql as $$
declare
  followers int;
begin
  response := begin_write(member_id, key, body);
  if response is not null then return; end if;
  -- Locks both in the order of their ids, like lock_follow.
  perform from users u where u.user_id in (member_id, follower) order by u.user_id for no key update;
  perform from users u where u.user_id = member_id and u.account_status = 'active';
  if not found then perform refuse('account_deactivated'); end if;
  -- The follow of an account that is not active is neither counted nor shown.
  delete from follows f using users u
   where f.follower_id = follower and f.followee_id = member_id
     and u.user_id = follower and u.account_status = 'active';
  if not found then perform refuse('not_your_follower'); end if;
  update users u set following_count = u.following_count - 1 where u.user_id = follower;
  update users u set follower_count = u.follower_count - 1 where u.user_id = member_id
  returning u.follower_count into followers;
  delete from notifications n
   where n.user_id = member_id and n.actor_id = follower and n.type = 'new_follower' and n.read_at is null;

  response := json_build_object('success', true, 'followerCount', followers);
  perform end_write(member_id, key, body, 200, response);
end $$;
