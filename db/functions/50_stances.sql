-- Stances: taking and confirming them, bookmarks, changed minds, and the counts by version.

-- An update can change the counts of two pairs of stances. It locks them in order so that two members cannot deadlock.
create function count_mind_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.mind_changed_from is not null then
    perform from bill_mind_changes
      where bill_id = old.bill_id and (from_stance, to_stance) in (
        (old.mind_changed_from, old.mind_changed_to), (new.mind_changed_from, new.mind_changed_to))
      order by from_stance, to_stance for no key update;
  end if;
  if tg_op <> 'INSERT' and old.mind_changed_from is not null then
    update bill_mind_changes set member_count = member_count - 1
     where (bill_id, from_stance, to_stance) = (old.bill_id, old.mind_changed_from, old.mind_changed_to);
  end if;
  if tg_op <> 'DELETE' and new.mind_changed_from is not null then
    insert into bill_mind_changes as existing (bill_id, from_stance, to_stance, member_count)
    values (new.bill_id, new.mind_changed_from, new.mind_changed_to, 1)
    on conflict (bill_id, from_stance, to_stance) do update set member_count = existing.member_count + 1;
  end if;
  return null;
end $$;
create trigger stances_after_insert_count_mind_change after insert on stances
  for each row when (new.mind_changed_from is not null) execute function count_mind_change();
create trigger stances_after_update_count_mind_change
  after update of mind_changed_from, mind_changed_to on stances for each row
  when ((old.mind_changed_from, old.mind_changed_to) is distinct from (new.mind_changed_from, new.mind_changed_to))
  execute function count_mind_change();
create trigger stances_after_delete_count_mind_change after delete on stances
  for each row when (old.mind_changed_from is not null) execute function count_mind_change();

create view current_version_totals as
  select bill_id, version_no, sum(support_count)::int as support_count, sum(oppose_count)::int as oppose_count,
         sum(neutral_count)::int as neutral_count, sum(learning_count)::int as learning_count
    from (select bill_id, version_no, support_count::int, oppose_count::int, neutral_count::int, learning_count::int
            from bill_version_counts
          union all
          select bill_id, version_no, support_count, oppose_count, neutral_count, learning_count from bill_version_steps) both_parts
   group by bill_id, version_no;
comment on view current_version_totals is 'The stances on each version of a bill with the steps that are not folded yet.';

-- Appends steps so that members do not wait for one another.
create function count_stance_by_version() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.version_no > 0 then
    insert into bill_version_steps (bill_id, version_no, support_count, oppose_count, neutral_count, learning_count)
    values (old.bill_id, old.version_no, -(old.stance = 'support')::int, -(old.stance = 'oppose')::int,
            -(old.stance = 'neutral')::int, -(old.stance = 'learning')::int);
  end if;
  if tg_op <> 'DELETE' and new.version_no > 0 then
    insert into bill_version_steps (bill_id, version_no, support_count, oppose_count, neutral_count, learning_count)
    values (new.bill_id, new.version_no, (new.stance = 'support')::int, (new.stance = 'oppose')::int,
            (new.stance = 'neutral')::int, (new.stance = 'learning')::int);
  end if;
  return null;
end $$;

-- Called by fold_bill_counters, which lets only one transaction fold. Returns the number of steps, at least `max_steps` if
-- there may be more. The steps of a bill are folded together, and those of a deleted bill are dropped.
create function fold_version_counts(max_steps int) returns int language sql as $$
  with claimed as (
    delete from bill_version_steps
     where bill_id = any (array(select bill_id from bill_version_steps limit max_steps)) returning *),
  summed as (
    select bill_id, version_no, sum(support_count)::int as support_count, sum(oppose_count)::int as oppose_count,
           sum(neutral_count)::int as neutral_count, sum(learning_count)::int as learning_count
      from claimed group by bill_id, version_no),
  existing as (
    update bill_version_counts k set
           support_count = greatest(k.support_count + s.support_count, 0),
           oppose_count = greatest(k.oppose_count + s.oppose_count, 0),
           neutral_count = greatest(k.neutral_count + s.neutral_count, 0),
           learning_count = greatest(k.learning_count + s.learning_count, 0)
      from summed s where k.bill_id = s.bill_id and k.version_no = s.version_no),
  added as (
    insert into bill_version_counts (bill_id, version_no, support_count, oppose_count, neutral_count, learning_count)
    select s.bill_id, s.version_no, greatest(s.support_count, 0), greatest(s.oppose_count, 0),
           greatest(s.neutral_count, 0), greatest(s.learning_count, 0)
      from summed s join bill_counters using (bill_id)
     where not exists (select from bill_version_counts k where k.bill_id = s.bill_id and k.version_no = s.version_no))
  select count(*)::int from claimed
$$;
create trigger stances_after_insert_count_by_version after insert on stances
  for each row when (new.version_no > 0) execute function count_stance_by_version();
create trigger stances_after_update_count_by_version after update of stance, version_no on stances
  for each row when ((old.stance, old.version_no) is distinct from (new.stance, new.version_no))
  execute function count_stance_by_version();
create trigger stances_after_delete_count_by_version after delete on stances
  for each row when (old.version_no > 0) execute function count_stance_by_version();

-- The counts of `numbers` as `StanceCounts` of contract/stances.ts.
create function stance_counts_json(numbers int[]) returns json language sql immutable parallel safe
  return json_build_object(
    'support_count', numbers[1], 'oppose_count', numbers[2], 'neutral_count', numbers[3], 'learning_count', numbers[4]);

-- The counts of the stances that were taken or confirmed since the last material change of the bill's text, as in
-- `stance_counts_json`. Null if there was no such change, because all stances count then.
create function select_version_counts(of_bill uuid, counted_from_version smallint) returns int[] language plpgsql stable as $$
begin
  if counted_from_version = 0 then return null; end if;
  return (
    select array[coalesce(sum(k.support_count), 0), coalesce(sum(k.oppose_count), 0),
                 coalesce(sum(k.neutral_count), 0), coalesce(sum(k.learning_count), 0)]::int[]
      from current_version_totals k where k.bill_id = of_bill and k.version_no >= counted_from_version);
end $$;

-- The counts of the stances that were taken or confirmed since the last material change of the bill's text, or of all stances
-- if there was no such change, as `StanceCounts` of contract/stances.ts.
create function current_version_counts(c bill_counters) returns json language sql stable
  return stance_counts_json(coalesce(
    select_version_counts(c.bill_id, c.counted_from_version),
    (select array[support_count, oppose_count, neutral_count, learning_count]
       from current_bill_counts where bill_id = c.bill_id)));

-- The history has no foreign key to the member.
create function delete_stance_history() returns trigger language plpgsql as $$
begin
  delete from stance_changes where user_id = old.user_id;
  return null;
end $$;
create trigger users_after_delete_delete_stance_history after delete on users
  for each row execute function delete_stance_history();

-- True if a material change lies between the version that a stance was taken on and the version that a chamber voted on. The
-- latter is the last version printed by that day. The result is false if either of them is unknown.
create function changed_between(wanted_bill uuid, stance_version smallint, day date) returns boolean
  language sql stable parallel safe
begin atomic
  select exists (
    select from bill_versions v,
           (select s.ordinal as taken_on, (
                     select max(p.ordinal) from bill_versions p
                      where p.bill_id = s.bill_id and p.document_type = 'bill' and p.kind is distinct from 'retracted'
                        and coalesce(p.printed_on, (p.first_seen_at at time zone 'utc')::date) <= day) as voted_on
              from bill_versions s where s.bill_id = wanted_bill and s.version_no = stance_version) b
     where v.bill_id = wanted_bill and v.kind = 'material' and b.voted_on is not null
       and v.ordinal > least(b.taken_on, b.voted_on) and v.ordinal <= greatest(b.taken_on, b.voted_on));
end;

-- The response to the request that changed a stance.
create function stance_change_response(c stance_changes) returns json language sql immutable parallel safe
  return json_build_object(
    'success', true,
    'stance', json_build_object(
      'stance', c.to_stance, 'previous_stance', c.from_stance, 'change_source', c.change_source, 'comment_id', c.comment_id,
      'created_at', iso_time(c.changed_at), 'version_no', c.version_no, 'is_outdated', c.is_outdated),
    'is_new', c.from_stance is null, 'changed', true, 'author_notified', c.author_notified,
    'counts', stance_counts_json(c.counts),
    'current_version_counts', stance_counts_json(coalesce(c.version_counts, c.counts)));

-- Takes or changes the stance of a member on a bill. Taking the same stance again changes nothing. `is_queued` says whether
-- a worker has to notify followers. The history of the stance has the key and the response of each request that changed it.
create function take_stance(
  member_id uuid, key uuid, body uuid, on_bill uuid, new_stance text, source text, credited_comment uuid,
  sent_version int,
  out response json, out is_queued boolean
) language plpgsql as $$
declare
  today date := (now() at time zone 'utc')::date;
  existing record;
  change stance_changes;
  counted_day date;
  author uuid;
  is_first boolean;
begin
  is_queued := false;
  response := begin_write(member_id, key, body);
  if response is not null then return; end if;
  if source <> 'comment' then credited_comment := null; end if;
  if key is not null then
    select * into change from stance_changes h where h.user_id = member_id and h.request_key = key;
    if found and change.changed_at > now() - interval '24 hours' then
      if (change.bill_id, change.to_stance, change.change_source) is distinct from (on_bill, new_stance, source)
         or change.comment_id <> credited_comment then
        perform refuse('idempotency_key_reused');
      end if;
      response := stance_change_response(change);
      return;
    elsif found then
      update stance_changes h set request_key = gen_random_uuid() where h.user_id = member_id and h.request_key = key;
    end if;
  end if;

  select s.stance, s.change_source, s.comment_id, s.changed_at, s.version_no,
         exists (select from comment_votes v where v.user_id = member_id and v.bill_id = on_bill) as has_voted,
         -- The version whose text the member has read, or could read.
         least(coalesce(sent_version, b.text_version_no), b.version_no)::smallint as read_version, b.counted_from_version,
         (new_stance = 'support')::int - (s.stance is not distinct from 'support')::int as support,
         (new_stance = 'oppose')::int - (s.stance is not distinct from 'oppose')::int as oppose,
         (new_stance = 'neutral')::int - (s.stance is not distinct from 'neutral')::int as neutral,
         (new_stance = 'learning')::int - (s.stance is not distinct from 'learning')::int as learning,
         c.support_count, c.oppose_count, c.neutral_count, c.learning_count,
         u.public_profile and u.public_stances and u.follower_count > 0 as has_followers
    into existing
    from bill_counters b join current_bill_counts c using (bill_id)
    join users u on u.user_id = member_id
    left join stances s on s.bill_id = b.bill_id and s.user_id = member_id
   where b.bill_id = on_bill;
  if not found then perform refuse('bill_not_found'); end if;
  -- Most requests name no version, and a query that is not run costs nothing.
  if sent_version is not null then
    perform from bill_versions v
      where v.bill_id = on_bill and v.version_no = sent_version and v.document_type = 'bill'
        and v.kind is distinct from 'late' and v.kind is distinct from 'retracted';
    if not found then perform refuse('version_not_found'); end if;
  end if;
  counted_day := (existing.changed_at at time zone 'utc')::date;
  -- The counts after this change. The steps of simultaneous changes that are not committed yet are not in them.
  change.counts := array[
    existing.support_count + existing.support, existing.oppose_count + existing.oppose,
    existing.neutral_count + existing.neutral, existing.learning_count + existing.learning];

  if source = 'comment' and credited_comment is null then perform refuse('comment_required'); end if;
  if credited_comment is not null or existing.has_voted and existing.stance is distinct from new_stance then
    perform from bill_comments c
      where c.bill_id = on_bill and c.comment_id in (
        select v.comment_id from comment_votes v where v.user_id = member_id and v.bill_id = on_bill
        union select credited_comment)
      order by c.depth desc, c.comment_id for no key update;
  end if;
  -- A stance can be changed only by a live comment of another member on the same bill.
  if credited_comment is not null then
    select c.user_id into author from bill_comments c
     where c.comment_id = credited_comment and c.bill_id = on_bill and c.is_live;
    if not found then perform refuse('comment_not_found'); end if;
    if author = member_id then perform refuse('own_comment'); end if;
    if existing.stance is null then perform refuse('no_stance_yet'); end if;
  end if;

  if existing.stance = new_stance then
    response := json_build_object(
      'success', true,
      'stance', json_build_object('stance', existing.stance, 'previous_stance', existing.stance,
        'change_source', existing.change_source, 'comment_id', existing.comment_id, 'created_at', iso_time(existing.changed_at),
        'version_no', existing.version_no, 'is_outdated', existing.version_no < existing.counted_from_version),
      'is_new', false, 'changed', false, 'author_notified', false, 'counts', stance_counts_json(change.counts),
      'current_version_counts', stance_counts_json(coalesce(
        select_version_counts(on_bill, existing.counted_from_version), change.counts)));
    perform end_write(member_id, key, body, 200, response);
    return;
  end if;

  if existing.has_voted then
    perform move_votes_between_sides(member_id, on_bill, coalesce(existing.stance, 'unknown'), new_stance);
  end if;
  -- A changed stance moves its point of activity to today, unless the former day no longer counts and has no points.
  insert into bill_counter_steps (bill_id, support_count, oppose_count, neutral_count, learning_count, day, points)
  values (on_bill, existing.support, existing.oppose, existing.neutral, existing.learning, today,
          case when counted_day is distinct from today then activity_points('stance') else 0 end);
  if counted_day <> today and counts_towards_activity(counted_day) then
    insert into bill_counter_steps (bill_id, day, points) values (on_bill, counted_day, -activity_points('stance'));
  end if;
  if existing.stance is null then
    insert into stances (bill_id, user_id, stance, change_source, version_no)
    values (on_bill, member_id, new_stance, source, existing.read_version);
  else
    update stances s set stance = new_stance, change_source = source, comment_id = credited_comment, changed_at = now(),
           version_no = existing.read_version, confirmed_at = null,
           mind_changed_from = case when credited_comment is null then s.mind_changed_from else s.stance end,
           mind_changed_to = case when credited_comment is null then s.mind_changed_to else new_stance end
     where s.bill_id = on_bill and s.user_id = member_id;
  end if;

  if existing.stance is null then
    update users u set total_stances = u.total_stances + 1 where u.user_id = member_id
    returning u.total_stances = 1 into is_first;
    if is_first then perform start_alerts(member_id); end if;
  end if;
  insert into stance_changes (
    user_id, request_key, bill_id, from_stance, to_stance, change_source, comment_id, version_no, is_outdated, author_notified, counts,
    version_counts)
  values (
    member_id, coalesce(key, gen_random_uuid()), on_bill, existing.stance, new_stance, source, credited_comment,
    existing.read_version, existing.read_version < existing.counted_from_version,
    credited_comment is not null and credit_comment(credited_comment, member_id),
    change.counts, select_version_counts(on_bill, existing.counted_from_version))
  returning * into change;
  response := stance_change_response(change);
  -- Queues the stance for the worker that notifies followers. Changes within ten seconds are reported together.
  if existing.has_followers then
    insert into stance_fanouts as f (user_id, bill_id) values (member_id, on_bill)
    on conflict (user_id, bill_id) do update set
      lease_id = null, attempts = 0, changed_at = now(), cursor = null,
      next_attempt_at = greatest(now(), f.started_at + interval '10 seconds');
    is_queued := true;
  end if;
end $$;

-- Bookmarks ------------------------------------------------------------------------------------------------------------

-- Adds a bookmark unless the member has the maximum. A repeat changes nothing.
create function add_bookmark(
  member_id uuid, on_bill uuid, max_bookmarks int,
  out response json
) language plpgsql as $$
begin
  perform lock_member(member_id);
  perform from bills b where b.bill_id = on_bill;
  if not found then perform refuse('bill_not_found'); end if;
  perform from bookmarks k where k.user_id = member_id and k.bill_id = on_bill;
  if not found then
    if (select count(*) >= max_bookmarks from bookmarks k where k.user_id = member_id) then
      perform refuse('bookmark_limit');
    end if;
    insert into bookmarks (user_id, bill_id) values (member_id, on_bill);
  end if;
  response := json_build_object('success', true, 'bookmarked', true);
end $$;

create function remove_bookmark(
  member_id uuid, on_bill uuid,
  out response json
) language plpgsql as $$
begin
  perform lock_member(member_id);
  perform from bills b where b.bill_id = on_bill;
  if not found then perform refuse('bill_not_found'); end if;
  delete from bookmarks k where k.user_id = member_id and k.bill_id = on_bill;
  response := json_build_object('success', true, 'bookmarked', false);
end $$;

-- Confirmations --------------------------------------------------------------------------------------------------------

-- Confirms a stance after the text changed.
create function confirm_stance(
  member_id uuid, key uuid, body uuid,
  on_bill uuid, confirmed_version int,
  out response json
) language plpgsql as $$
declare
  counters bill_counters;
  confirmed record;
begin
  response := begin_write(member_id, key, body);
  if response is not null then return; end if;

  select * into counters from bill_counters b where b.bill_id = on_bill for no key update;
  if not found then perform refuse('bill_not_found'); end if;
  perform from stances s where s.bill_id = on_bill and s.user_id = member_id;
  if not found then perform refuse('no_stance_yet'); end if;
  perform from bill_versions v
    where v.bill_id = on_bill and v.version_no = confirmed_version and v.document_type = 'bill'
      and v.text_format is not null and v.kind is distinct from 'late' and v.kind is distinct from 'retracted';
  if not found then perform refuse('version_not_found'); end if;
  if confirmed_version < counters.counted_from_version then perform refuse('version_outdated'); end if;

  -- Confirming an earlier version than the one that the stance already has changes nothing.
  update stances s set version_no = confirmed_version, confirmed_at = now()
   where s.bill_id = on_bill and s.user_id = member_id and s.version_no < confirmed_version;
  if found then
    update bill_counters b set stances_revision = b.stances_revision + 1 where b.bill_id = on_bill;
  end if;
  select s.stance, s.version_no, iso_time(s.confirmed_at) as confirmed_at into confirmed
    from stances s where s.bill_id = on_bill and s.user_id = member_id;
  response := json_build_object(
    'success', true, 'stance', to_json(confirmed), 'current_version_counts', current_version_counts(counters));
  perform end_write(member_id, key, body, 200, response);
end $$;

-- Answers about changes of mind ----------------------------------------------------------------------------------------

-- Answers whether the member would have changed their mind without a comment that they credited.
create function answer_mind_change(
  member_id uuid, key uuid, body uuid, credited_comment uuid, answer text, out response json
) language plpgsql as $$
declare
  stored record;
begin
  response := begin_write(member_id, key, body);
  if response is not null then return; end if;
  select m.would_have_changed_anyway as answer, m.answered_at into stored
    from mind_changes m where m.comment_id = credited_comment and m.user_id = member_id;
  if not found then perform refuse('mind_change_not_found'); end if;
  if stored.answer <> answer and stored.answered_at < now() - interval '1 day' then perform refuse('answer_final'); end if;
  update mind_changes m set would_have_changed_anyway = answer, answered_at = coalesce(m.answered_at, now())
   where m.comment_id = credited_comment and m.user_id = member_id
     and m.would_have_changed_anyway is distinct from answer;
  response := json_build_object('success', true, 'would_have_changed_anyway', answer);
  perform end_write(member_id, key, body, 200, response);
end $$;

-- The answers about each live comment that changed minds. Answers of accounts that voted together are only counted.
create view comment_persuasion as
  select c.bill_id, c.comment_id, count(*)::int as credited_changes,
         (count(*) filter (where not is_left_out and would_have_changed_anyway = 'yes'))::int as yes,
         (count(*) filter (where not is_left_out and would_have_changed_anyway = 'no'))::int as no,
         (count(*) filter (where not is_left_out and would_have_changed_anyway = 'unsure'))::int as unsure,
         (count(*) filter (where is_left_out and would_have_changed_anyway <> 'dismissed'))::int as left_out
    from bill_comments c join mind_changes m using (comment_id)
   cross join lateral (
     select exists (select from active_clusters k join vote_cluster_members using (cluster_id)
                     where k.bill_id = c.bill_id and user_id = m.user_id) as is_left_out) l
   where c.is_live and c.change_count > 0
   group by c.bill_id, c.comment_id;
