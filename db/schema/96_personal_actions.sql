-- Follows, bookmarks, likes and reading notifications. Each of these writes is one function, like those in 95_actions.sql and
-- with the same order of locks, in which a group post has the position of comments.

-- Follows --------------------------------------------------------------------------------------------------------------

-- Locks both members in the order of their ids, so that two members who follow each other at the same time cannot deadlock.
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
create function follow_member(
  member_id uuid, writes_per_minute int, idempotency_key text, hash bytea, followee uuid,
  out answer json
) language plpgsql as $$
declare
  existing record;
  followers int;
begin
  answer := begin_write(member_id, writes_per_minute, idempotency_key, hash);
  if answer is not null then return; end if;
  select * into existing from lock_follow(member_id, followee);
  if existing.is_followed then perform refuse('already_following_user'); end if;
  if has_blocked(member_id, followee) then perform refuse('blocked_by_you'); end if;
  -- The refusal is the same for a member who accepts no followers, so that it does not reveal a block.
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

  answer := json_build_object('success', true, 'isFollowing', true, 'followerCount', followers);
  perform end_write(member_id, idempotency_key, hash, 200, answer);
end $$;

-- Unfollows a member, even one who no longer allows follows, and deletes the notification if it was not read yet.
create function unfollow_member(
  member_id uuid, writes_per_minute int, idempotency_key text, hash bytea, followee uuid,
  out answer json
) language plpgsql as $$
declare
  existing record;
  followers int;
begin
  answer := begin_write(member_id, writes_per_minute, idempotency_key, hash);
  if answer is not null then return; end if;
  select * into existing from lock_follow(member_id, followee);
  if not existing.is_followed then perform refuse('not_following_user'); end if;

  delete from follows f where f.follower_id = member_id and f.followee_id = followee;
  update users u set following_count = u.following_count - 1 where u.user_id = member_id;
  update users u set follower_count = u.follower_count - 1 where u.user_id = followee
  returning u.follower_count into followers;
  delete from notifications n
   where n.user_id = followee and n.actor_id = member_id and n.type = 'new_follower' and n.read_at is null;

  answer := json_build_object('success', true, 'isFollowing', false, 'followerCount', followers);
  perform end_write(member_id, idempotency_key, hash, 200, answer);
end $$;

-- Removes one of the member's followers, who is not notified and may follow again.
create function remove_follower(
  member_id uuid, writes_per_minute int, idempotency_key text, hash bytea, follower uuid,
  out answer json
) language plpgsql as $$
declare
  followers int;
begin
  answer := begin_write(member_id, writes_per_minute, idempotency_key, hash);
  if answer is not null then return; end if;
  -- Locks both in the order of their ids, like lock_follow.
  perform from users u where u.user_id in (member_id, follower) order by u.user_id for no key update;
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

  answer := json_build_object('success', true, 'followerCount', followers);
  perform end_write(member_id, idempotency_key, hash, 200, answer);
end $$;

-- Follows a topic, which at least one bill must have. A repeat changes nothing.
create function add_topic_follow(member_id uuid, new_topic text) returns void language plpgsql as $$
begin
  if coalesce(topic_bill_count(new_topic), 0) = 0 then perform refuse('topic_not_found'); end if;
  insert into topic_follows (user_id, topic) values (member_id, new_topic) on conflict do nothing;
end $$;

-- Following three topics is a step of the welcome card, so a finished card is closed before a topic is unfollowed.
create function remove_topic_follow(member_id uuid, old_topic text) returns void language plpgsql as $$
begin
  perform close_finished_welcome(member_id);
  delete from topic_follows f where f.user_id = member_id and f.topic = old_topic;
end $$;

-- Follows or unfollows a topic, whose key the server has normalized.
create function set_topic_follow(
  member_id uuid, writes_per_minute int, idempotency_key text, hash bytea, chosen_topic text, is_following boolean,
  out answer json
) language plpgsql as $$
begin
  answer := begin_write(member_id, writes_per_minute, idempotency_key, hash);
  if answer is not null then return; end if;
  if is_following then perform add_topic_follow(member_id, chosen_topic);
  else perform remove_topic_follow(member_id, chosen_topic);
  end if;
  answer := json_build_object('success', true, 'topic', chosen_topic, 'is_following', is_following);
  perform end_write(member_id, idempotency_key, hash, 200, answer);
end $$;

-- Follows a target to get its updates, or changes the types of updates if the member already follows it. If `chosen_types` is
-- null, a new follow gets the default types and an existing one keeps its types.
create function follow_target(
  member_id uuid, writes_per_minute int, idempotency_key text, hash bytea,
  new_type text, new_target text, chosen_types text[], default_types text[], max_follows int,
  out answer json
) language plpgsql as $$
declare
  target_exists boolean;
begin
  answer := begin_write(member_id, writes_per_minute, idempotency_key, hash);
  if answer is not null then return; end if;

  if new_type = 'topic' then
    perform add_topic_follow(member_id, new_target);
    if chosen_types is not null then
      update topic_follows f set update_types = chosen_types where f.user_id = member_id and f.topic = new_target;
    end if;
  else
    target_exists := case new_type
      when 'bill' then exists (select from bills b where b.bill_id = new_target::uuid)
      when 'representative' then exists (select from representatives r where r.rep_id = new_target)
      when 'committee' then exists (select from committees c where c.committee_id = new_target)
      when 'jurisdiction' then exists (select from divisions d where d.division = new_target)
                            or exists (select from bills b where b.jurisdiction = new_target)
      -- A saved search refers to no record.
      else true end;
    if not target_exists then perform refuse(new_type || '_not_found'); end if;
    update alert_follows f set update_types = coalesce(chosen_types, f.update_types)
     where f.user_id = member_id and f.target_type = new_type and f.target_id = new_target;
    if not found then
      -- The member's writes run one at a time, so the count is exact.
      if (select count(*) >= max_follows from alert_follows f where f.user_id = member_id) then
        perform refuse('follow_limit');
      end if;
      insert into alert_follows (user_id, target_type, target_id, update_types)
      values (member_id, new_type, new_target, coalesce(chosen_types, default_types));
    end if;
  end if;
  perform start_alerts(member_id);
  answer := json_build_object('success', true, 'is_following', true);
  perform end_write(member_id, idempotency_key, hash, 200, answer);
end $$;

create function unfollow_target(
  member_id uuid, writes_per_minute int, idempotency_key text, hash bytea, old_type text, old_target text,
  out answer json
) language plpgsql as $$
begin
  answer := begin_write(member_id, writes_per_minute, idempotency_key, hash);
  if answer is not null then return; end if;
  if old_type = 'topic' then perform remove_topic_follow(member_id, old_target);
  else
    delete from alert_follows f
     where f.user_id = member_id and f.target_type = old_type and f.target_id = old_target;
  end if;
  answer := json_build_object('success', true, 'is_following', false);
  perform end_write(member_id, idempotency_key, hash, 200, answer);
end $$;

-- Bookmarks ------------------------------------------------------------------------------------------------------------

-- Adds a bookmark unless the member has the maximum. A repeat changes nothing.
create function add_bookmark(
  member_id uuid, writes_per_minute int, idempotency_key text, hash bytea, on_bill uuid, max_bookmarks int,
  out answer json
) language plpgsql as $$
begin
  answer := begin_write(member_id, writes_per_minute, idempotency_key, hash);
  if answer is not null then return; end if;
  perform from bills b where b.bill_id = on_bill;
  if not found then perform refuse('bill_not_found'); end if;
  perform from bookmarks k where k.user_id = member_id and k.bill_id = on_bill;
  if not found then
    if (select count(*) >= max_bookmarks from bookmarks k where k.user_id = member_id) then
      perform refuse('bookmarks_full');
    end if;
    insert into bookmarks (user_id, bill_id) values (member_id, on_bill);
  end if;
  answer := json_build_object('success', true, 'bookmarked', true);
  perform end_write(member_id, idempotency_key, hash, 200, answer);
end $$;

create function remove_bookmark(
  member_id uuid, writes_per_minute int, idempotency_key text, hash bytea, on_bill uuid,
  out answer json
) language plpgsql as $$
begin
  answer := begin_write(member_id, writes_per_minute, idempotency_key, hash);
  if answer is not null then return; end if;
  perform from bills b where b.bill_id = on_bill;
  if not found then perform refuse('bill_not_found'); end if;
  delete from bookmarks k where k.user_id = member_id and k.bill_id = on_bill;
  answer := json_build_object('success', true, 'bookmarked', false);
  perform end_write(member_id, idempotency_key, hash, 200, answer);
end $$;

-- Likes ----------------------------------------------------------------------------------------------------------------

-- Likes a post of a group, or removes the member's like. Every write to a post, its likes or its comments locks the post
-- first, so no other transaction can change the like.
create function like_post(
  member_id uuid, writes_per_minute int, idempotency_key text, hash bytea, in_group uuid, on_post uuid,
  out answer json
) language plpgsql as $$
declare
  post record;
  is_liked boolean;
  likes int;
begin
  answer := begin_write(member_id, writes_per_minute, idempotency_key, hash);
  if answer is not null then return; end if;
  select p.deleted_at is null and p.hidden_at is null as is_live, p.user_id as author into post
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
  answer := json_build_object('success', true, 'like_count', likes, 'user_has_liked', is_liked);
  perform end_write(member_id, idempotency_key, hash, 200, answer);
end $$;

-- Notifications --------------------------------------------------------------------------------------------------------

-- Marks a notification as read. Later votes on its comment then start a new notification.
create function read_notification(
  member_id uuid, writes_per_minute int, idempotency_key text, hash bytea, on_notification uuid,
  out answer json
) language plpgsql as $$
declare
  existing record;
begin
  answer := begin_write(member_id, writes_per_minute, idempotency_key, hash);
  if answer is not null then return; end if;
  select n.read_at into existing from notifications n
   where n.notification_id = on_notification and n.user_id = member_id for update;
  if not found then perform refuse('notification_not_found'); end if;
  if existing.read_at is null then
    update notifications n set read_at = now() where n.notification_id = on_notification;
  end if;
  answer := json_build_object('success', true, 'unread_count',
    coalesce((select c.unread from notification_counts c where c.user_id = member_id), 0));
  perform end_write(member_id, idempotency_key, hash, 200, answer);
end $$;
