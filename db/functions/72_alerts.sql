-- Alerts: what members follow.

create view followed_targets as
  select user_id, target_type, target_id, update_types, created_at from alert_follows
  union all
  select user_id, 'topic', topic, update_types, created_at from topic_follows;
comment on view followed_targets is 'Everything that members follow to get updates about bills: alert_follows and topic_follows.';

-- True if a follow with these update_types reports updates of this type.
create function reports_update(update_types text[], update_type text) returns boolean language sql immutable parallel safe
  return case
    when update_type = 'correction' then true
    when update_type like 'hearing%' then 'hearing' = any (update_types)
    when update_type in ('session_ended', 'reintroduced') then 'status' = any (update_types)
    else update_type = any (update_types)
  end;

-- The updates of everything that a member follows, and of the bills on which the member has a stance, since each follow or
-- stance. At most the newest `per_target` updates of each target are returned, and an update of several targets has several
-- rows. For topics, representatives, committees and jurisdictions, the scan goes back to the last update that was seen more
-- than an hour before the follow. The hour is a margin, because ids have the order of these times except within one import.
create function followed_updates(member_id uuid, after_id bigint, before_id bigint, per_target int)
  returns table (update_id bigint, target_type text, target_id text)
  language sql stable rows 50 as $$
  select u.update_id, 'bill', f.target_id
    from alert_follows f
   cross join lateral (
     select u.update_id from bill_updates u
      where u.bill_id = f.target_id::uuid and u.is_alertable and u.update_id > after_id and u.update_id < before_id
        and u.first_seen_at >= f.created_at and reports_update(f.update_types, u.update_type)
      order by u.update_id desc limit per_target) u
   where f.user_id = member_id and f.target_type = 'bill'
  union all
  select u.update_id, 'stance', s.bill_id::text
    from stances s
   cross join lateral (
     select u.update_id from bill_updates u
      where u.bill_id = s.bill_id and u.is_alertable and u.update_id > after_id and u.update_id < before_id
        and u.first_seen_at >= s.first_taken_at
        and reports_update('{status,version,vote,hearing}', u.update_type)
      order by u.update_id desc limit per_target) u
   where s.user_id = member_id
  union all
  select u.update_id, f.target_type, f.target_id
    from followed_targets f
   cross join lateral (
     select coalesce((
       select u.update_id from bill_updates u where u.first_seen_at < f.created_at - interval '1 hour'
        order by u.first_seen_at desc, u.update_id desc limit 1), 0) as update_id) earlier
   cross join lateral (
     select t.update_id
       from bill_update_targets t join bill_updates u using (update_id)
      where t.target_type = f.target_type and t.target_id = f.target_id
        and t.update_id > greatest(after_id, earlier.update_id) and t.update_id < before_id
        and u.first_seen_at >= f.created_at and reports_update(f.update_types, u.update_type)
      order by t.update_id desc limit per_target) u
   where f.user_id = member_id and f.target_type in ('topic', 'representative', 'committee', 'jurisdiction')
$$;

-- The time zone in which most residents of a state live. It is the default for alerts and for events without a zone.
create function state_time_zone(state text) returns text language sql immutable parallel safe
  return case
    when state in ('al', 'ar', 'ia', 'il', 'ks', 'la', 'mn', 'mo', 'ms', 'nd', 'ne', 'ok', 'sd', 'tn', 'tx', 'wi')
      then 'America/Chicago'
    when state in ('co', 'mt', 'nm', 'ut', 'wy') then 'America/Denver'
    when state = 'id' then 'America/Boise'
    when state = 'az' then 'America/Phoenix'
    when state in ('ca', 'nv', 'or', 'wa') then 'America/Los_Angeles'
    when state = 'ak' then 'America/Anchorage'
    when state = 'hi' then 'Pacific/Honolulu'
    when state in ('pr', 'vi') then 'America/Puerto_Rico'
    when state in ('gu', 'mp') then 'Pacific/Guam'
    when state = 'as' then 'Pacific/Pago_Pago'
    else 'America/New_York'
  end;

-- The first time later than `after` at which a digest is due. If daylight saving time skips the hour, the digest is due an
-- hour later. If it repeats the hour, the digest is due only once.
create function next_digest_time(frequency text, hour int, weekday int, zone text, after timestamptz)
  returns timestamptz language sql stable parallel safe
  return case when frequency <> 'never' then (
    select min(due) from (
      select (date_trunc('day', after at time zone zone) + make_interval(days => ahead, hours => hour)) at time zone zone as due
        from generate_series(0, 7) ahead
       where frequency <> 'weekly'
          or extract(dow from (after at time zone zone) + make_interval(days => ahead)) = weekday) days
     where due > after) end;

-- The time zone of the state, territory or district in which a member lives.
create function member_time_zone(member_id uuid) returns text language sql stable
  return state_time_zone((
    select min(substring(d.division from '^ocd-division/country:us/(?:state|territory|district):([a-z]{2})'))
      from member_divisions d where d.user_id = member_id));

-- Adds the settings of a member who follows something other than a topic or takes a stance for the first time. Earlier updates
-- are never sent.
create function start_alerts(member_id uuid) returns void language sql as $$
  insert into alert_settings (user_id, time_zone, last_update_id, next_digest_at)
  select u.user_id, z.zone, coalesce((select max(update_id) from bill_updates), 0),
         next_digest_time('weekly', 7, 1, z.zone, now())
    from users u
   cross join lateral (select member_time_zone(u.user_id) as zone) z
   where u.user_id = member_id
  on conflict (user_id) do nothing
$$;

-- Ends the secret URLs of a member, which then answer 404, and returns whether there were any. The seed is replaced even if
-- there were none, because addresses that were made of it may have ended after the backup that was restored.
create function end_feed_addresses(member uuid) returns boolean language plpgsql as $$
declare
  had_addresses boolean;
begin
  select token_hash is not null into had_addresses from feed_tokens where user_id = member for update;
  update feed_tokens
     set seed = gen_random_uuid(), token_hash = null, feed_fetched_at = null, feed_reader = null,
         calendar_fetched_at = null, calendar_reader = null
   where user_id = member;
  return coalesce(had_addresses, false);
end $$;

-- Follows a topic, which at least one bill must have. A repeat changes nothing.
create function add_topic_follow(member_id uuid, new_topic text) returns void language plpgsql as $$
begin
  if topic_bill_count(new_topic) = 0 then perform refuse('topic_not_found'); end if;
  insert into topic_follows (user_id, topic) values (member_id, new_topic) on conflict do nothing;
end $$;

-- Following three topics is a step of the welcome card, so a finished card is closed before a topic is unfollowed.
create function remove_topic_follow(member_id uuid, old_topic text) returns void language plpgsql as $$
begin
  perform close_finished_welcome(member_id);
  delete from topic_follows f where f.user_id = member_id and f.topic = old_topic;
end $$;

-- Follows a topic, whose key the server has normalized.
create function follow_topic(member_id uuid, new_topic text, out response json) language plpgsql as $$
begin
  perform lock_member(member_id);
  perform add_topic_follow(member_id, new_topic);
  response := json_build_object('success', true, 'topic', new_topic, 'is_following', true);
end $$;

create function unfollow_topic(member_id uuid, old_topic text, out response json) language plpgsql as $$
begin
  perform lock_member(member_id);
  perform remove_topic_follow(member_id, old_topic);
  response := json_build_object('success', true, 'topic', old_topic, 'is_following', false);
end $$;

-- Follows a target to get its updates, or changes the types of updates if the member already follows it. If `chosen_types` is
-- null, a new follow gets the default types and an existing one keeps its types.
create function follow_target(
  member_id uuid,
  new_type text, new_target text, chosen_types text[], default_types text[], max_follows int,
  out response json
) language plpgsql as $$
declare
  target_exists boolean;
begin
  perform lock_member(member_id);

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
    perform start_alerts(member_id);
  end if;
  response := json_build_object('success', true, 'is_following', true);
end $$;

create function unfollow_target(
  member_id uuid, old_type text, old_target text,
  out response json
) language plpgsql as $$
begin
  perform lock_member(member_id);
  if old_type = 'topic' then perform remove_topic_follow(member_id, old_target);
  else
    delete from alert_follows f
     where f.user_id = member_id and f.target_type = old_type and f.target_id = old_target;
  end if;
  response := json_build_object('success', true, 'is_following', false);
end $$;
