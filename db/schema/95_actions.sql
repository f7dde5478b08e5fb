-- The most frequent writes of members. Each of them is one function, so that the server needs one call and one commit. A
-- function locks the member, counts the write, returns the stored answer of a repeated request, applies the rules, changes
-- rows and counters, and returns the answer of the contract. Every statement in a function sees what was committed before
-- that statement started, so a row that one statement locks and the next one reads is current.
--
-- All of them lock in this order: the member, comments (replies before their parents), the counters of the bill (only for
-- comments, whose counts by category, section and city are updated in place), stances and changed minds of the bill,
-- members, notifications. The other counts and the activity of a bill are appended as steps, which need no lock.

-- Ends the call with a refusal of contract/kit/refusals.ts. The server reads the SQLSTATE.
create function refuse(code text, seconds_left int default null, rule text default null) returns void
language plpgsql as $$
begin
  raise exception using errcode = 'HU000', message = code, detail = concat_ws(' ', seconds_left, rule);
end $$;

-- Counts an attempt of the member in the current minute and refuses it above the limit, like `countAttempts` in
-- server/platform/limits/limits.ts. Null means that there is no limit.
create function count_attempt(rule_name text, member_id uuid, attempts_per_minute int) returns void language plpgsql as $$
declare
  counted record;
begin
  if attempts_per_minute is null then return; end if;
  insert into rate_limits as r (rule, subject, window_ends_at, attempts)
  values (rule_name, sha256(convert_to(member_id::text, 'UTF8')), now() + interval '1 minute', 1)
  on conflict (rule, subject) do update set
    attempts = case when r.window_ends_at <= now() then 1 else r.attempts + 1 end,
    window_ends_at = case when r.window_ends_at <= now() then excluded.window_ends_at else r.window_ends_at end
  returning r.attempts, r.window_ends_at into counted;
  if counted.attempts > attempts_per_minute then
    perform refuse('too_many_attempts', ceil(extract(epoch from counted.window_ends_at - now()))::int, rule_name);
  end if;
end $$;

-- Locks the writes of the member and counts this one. Returns the stored answer if this request was answered before.
-- Sequential scans are off, because a connection keeps its plan, even one that it made when idempotency_keys was still small.
create function begin_write(member_id uuid, writes_per_minute int, idempotency_key text, hash bytea) returns json
language plpgsql set enable_seqscan = off as $$
declare
  counted record;
  stored record;
begin
  update member_writes w set
         writes = case when w.window_started_at <= now() - interval '1 minute' then 1 else w.writes + 1 end,
         window_started_at = case when w.window_started_at <= now() - interval '1 minute' then now()
                                  else w.window_started_at end
   where w.user_id = member_id returning w.writes, w.window_started_at into counted;
  if not found then
    insert into member_writes as w (user_id, writes) values (member_id, 1)
    on conflict (user_id) do update set writes = w.writes + 1
    returning w.writes, w.window_started_at into counted;
  end if;
  if counted.writes > writes_per_minute then
    perform refuse('too_many_attempts', ceil(60 - extract(epoch from now() - counted.window_started_at))::int, 'writes');
  end if;

  if idempotency_key is null then return null; end if;
  select k.request_hash = hash as is_same, k.answer into stored from idempotency_keys k
   where k.user_id = member_id and k.key = idempotency_key and k.created_at > now() - interval '24 hours';
  if stored.is_same is false then perform refuse('idempotency_key_reused'); end if;
  return stored.answer;
end $$;

-- Stores the answer for a repeat of the same request.
create function end_write(member_id uuid, idempotency_key text, hash bytea, response_status int, answer json) returns void
language plpgsql as $$
begin
  if idempotency_key is null then return; end if;
  insert into idempotency_keys as k (user_id, key, request_hash, status, answer)
  values (member_id, idempotency_key, hash, response_status, answer)
  on conflict (user_id, key) do update set
    request_hash = excluded.request_hash, status = excluded.status, answer = excluded.answer, created_at = now();
end $$;

-- Stances --------------------------------------------------------------------------------------------------------------

-- Moves the votes of a member on a bill to the side of the new stance. The comments that they voted on must be locked.
create function move_votes_between_sides(member_id uuid, on_bill uuid, from_side text, to_side text) returns void
language sql as $$
  update bill_comments c set
    support_upvotes = c.support_upvotes + s.support * v.up,
    support_downvotes = c.support_downvotes + s.support * v.down,
    oppose_upvotes = c.oppose_upvotes + s.oppose * v.up,
    oppose_downvotes = c.oppose_downvotes + s.oppose * v.down,
    neutral_upvotes = c.neutral_upvotes + s.neutral * v.up,
    neutral_downvotes = c.neutral_downvotes + s.neutral * v.down,
    learning_upvotes = c.learning_upvotes + s.learning * v.up,
    learning_downvotes = c.learning_downvotes + s.learning * v.down,
    unknown_upvotes = c.unknown_upvotes + s.unknown * v.up,
    unknown_downvotes = c.unknown_downvotes + s.unknown * v.down
    from (select (to_side = 'support')::int - (from_side = 'support')::int as support,
                 (to_side = 'oppose')::int - (from_side = 'oppose')::int as oppose,
                 (to_side = 'neutral')::int - (from_side = 'neutral')::int as neutral,
                 (to_side = 'learning')::int - (from_side = 'learning')::int as learning,
                 (to_side = 'unknown')::int - (from_side = 'unknown')::int as unknown) s,
         (select v.comment_id, (v.vote = 'upvote')::int as up, (v.vote = 'downvote')::int as down
            from comment_votes v where v.user_id = member_id and v.bill_id = on_bill) v
   where c.comment_id = v.comment_id and c.user_id is distinct from member_id
$$;

-- Credits a comment and its author with a changed mind, once per member and comment, and notifies the author. Returns whether
-- the author sees a new notification. An author who muted the member gets none, and the member must not learn that.
create function credit_comment(credited_comment uuid, member_id uuid) returns boolean language plpgsql as $$
declare
  credited record;
  is_notified boolean;
begin
  insert into mind_changes (comment_id, user_id) values (credited_comment, member_id) on conflict do nothing;
  if not found then return false; end if;
  update bill_comments c set change_count = c.change_count + 1
   where c.comment_id = credited_comment returning c.user_id, c.bill_id into credited;
  update users u set minds_changed = u.minds_changed + 1 where u.user_id = credited.user_id;
  insert into notifications (user_id, type, actor_id, bill_id, comment_id, is_shown)
  select author.user_id, 'comment_influenced_mind', actor.user_id, credited.bill_id, credited_comment,
         actor.public_profile and actor.public_stances
    from users author join users actor on actor.user_id = member_id
   where author.user_id = credited.user_id and author.account_status = 'active' and author.user_id <> member_id
     and not has_muted(author.user_id, member_id)
  on conflict (comment_id, actor_id) where type = 'comment_influenced_mind' do nothing
  returning is_shown into is_notified;
  return coalesce(is_notified, has_muted(credited.user_id, member_id) and exists (
    select from users author join users actor on actor.user_id = member_id
     where author.user_id = credited.user_id and author.account_status = 'active' and actor.public_profile and actor.public_stances), false);
end $$;

-- Takes or changes the stance of a member on a bill. Taking the same stance again changes nothing. `is_queued` says whether
-- a worker has to notify followers.
create function take_stance(
  member_id uuid, writes_per_minute int, idempotency_key text, hash bytea,
  on_bill uuid, new_stance text, source text, credited_comment uuid,
  out answer json, out is_queued boolean
) language plpgsql as $$
declare
  today date := (now() at time zone 'utc')::date;
  existing record;
  counted_day date;
  author uuid;
  counts json;
  member record;
  author_notified boolean := false;
begin
  is_queued := false;
  answer := begin_write(member_id, writes_per_minute, idempotency_key, hash);
  if answer is not null then return; end if;

  select s.stance, s.change_source, s.comment_id, s.changed_at,
         exists (select from comment_votes v where v.user_id = member_id and v.bill_id = on_bill) as has_voted,
         -- The version whose text the member could read.
         least(b.version_no, b.text_version_no) as readable_version, b.counted_from_version,
         (new_stance = 'support')::int - (s.stance is not distinct from 'support')::int as support,
         (new_stance = 'oppose')::int - (s.stance is not distinct from 'oppose')::int as oppose,
         (new_stance = 'neutral')::int - (s.stance is not distinct from 'neutral')::int as neutral,
         (new_stance = 'learning')::int - (s.stance is not distinct from 'learning')::int as learning,
         c.support_count, c.oppose_count, c.neutral_count, c.learning_count
    into existing
    from bill_counters b join current_bill_counts c using (bill_id)
    left join stances s on s.bill_id = b.bill_id and s.user_id = member_id
   where b.bill_id = on_bill;
  if not found then perform refuse('bill_not_found'); end if;
  counted_day := (existing.changed_at at time zone 'utc')::date;
  -- The counts after this change. The steps of simultaneous changes that are not committed yet are not in them.
  counts := json_build_object(
    'support_count', existing.support_count + existing.support, 'oppose_count', existing.oppose_count + existing.oppose,
    'neutral_count', existing.neutral_count + existing.neutral, 'learning_count', existing.learning_count + existing.learning);

  if source <> 'comment' then credited_comment := null;
  elsif credited_comment is null then perform refuse('comment_required');
  end if;
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
    answer := json_build_object(
      'success', true,
      'stance', json_build_object('stance', existing.stance, 'previous_stance', existing.stance,
        'change_source', existing.change_source, 'comment_id', existing.comment_id, 'created_at', iso_time(existing.changed_at)),
      'is_new', false, 'changed', false, 'author_notified', false, 'counts', counts,
      'current_version_counts', case when existing.counted_from_version = 0 then counts
        else (select current_version_counts(b) from bill_counters b where b.bill_id = on_bill) end);
    perform end_write(member_id, idempotency_key, hash, 200, answer);
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
    values (on_bill, member_id, new_stance, source, existing.readable_version);
  else
    update stances s set stance = new_stance, change_source = source, comment_id = credited_comment, changed_at = now(),
           version_no = existing.readable_version, confirmed_at = null,
           mind_changed_from = case when credited_comment is null then s.mind_changed_from else s.stance end,
           mind_changed_to = case when credited_comment is null then s.mind_changed_to else new_stance end
     where s.bill_id = on_bill and s.user_id = member_id;
  end if;
  insert into stance_changes (bill_id, user_id, from_stance, to_stance, change_source, comment_id, version_no)
  values (on_bill, member_id, existing.stance, new_stance, source, credited_comment, existing.readable_version);

  if existing.stance is null then
    update users u set total_stances = u.total_stances + 1 where u.user_id = member_id
    returning u.total_stances, u.public_profile and u.public_stances and u.follower_count > 0 as has_followers into member;
    if member.total_stances = 1 then perform start_alerts(member_id); end if;
  else
    select u.public_profile and u.public_stances and u.follower_count > 0 as has_followers into member
      from users u where u.user_id = member_id;
  end if;
  if credited_comment is not null then author_notified := credit_comment(credited_comment, member_id); end if;
  -- Queues the stance for the worker that notifies followers. Changes within ten seconds are reported together.
  if member.has_followers then
    insert into stance_fanouts as f (user_id, bill_id) values (member_id, on_bill)
    on conflict (user_id, bill_id) do update set
      lease_id = null, attempts = 0, changed_at = now(), cursor = null,
      next_attempt_at = greatest(now(), f.started_at + interval '10 seconds');
    is_queued := true;
  end if;

  answer := json_build_object(
    'success', true,
    'stance', json_build_object('stance', new_stance, 'previous_stance', existing.stance, 'change_source', source,
      'comment_id', credited_comment, 'created_at', iso_time(now())),
    'is_new', existing.stance is null, 'changed', true, 'author_notified', author_notified,
    'counts', counts,
    'current_version_counts', case when existing.counted_from_version = 0 then counts
      else (select current_version_counts(b) from bill_counters b where b.bill_id = on_bill) end);
  perform end_write(member_id, idempotency_key, hash, 200, answer);
end $$;

-- Votes ----------------------------------------------------------------------------------------------------------------

-- Votes on a comment. The same vote again removes the vote, and the opposite vote replaces it. An author's vote on their own
-- comment is counted in the totals of the comment but on no side, and adds no activity.
create function vote_on_comment(
  member_id uuid, writes_per_minute int, idempotency_key text, hash bytea,
  on_comment uuid, new_vote text,
  out answer json
) language plpgsql as $$
declare
  existing record;
  resulting_vote text;
  up int := (new_vote = 'upvote')::int;
  down int := (new_vote = 'downvote')::int;
  counted record;
  is_own boolean;
  side text;
  counting_notification uuid;
begin
  answer := begin_write(member_id, writes_per_minute, idempotency_key, hash);
  if answer is not null then return; end if;

  -- No other transaction can change the member's vote or stance, because begin_write locked the member's writes.
  select c.bill_id, c.user_id as author, s.stance, v.vote, v.created_at into existing
    from bill_comments c
    left join stances s on s.bill_id = c.bill_id and s.user_id = member_id
    left join comment_votes v on v.comment_id = c.comment_id and v.user_id = member_id
   where c.comment_id = on_comment;
  if not found then perform refuse('comment_not_found'); end if;
  if existing.vote = new_vote then
    up := -up;
    down := -down;
  else
    resulting_vote := new_vote;
    if existing.vote is not null then
      up := up - (existing.vote = 'upvote')::int;
      down := down - (existing.vote = 'downvote')::int;
    end if;
  end if;

  -- A vote that was cast before a block can be removed but not replaced.
  if resulting_vote is not null then perform refuse_blocked(member_id, existing.author); end if;

  is_own := existing.author is not distinct from member_id;
  side := case when is_own then 'none' else coalesce(existing.stance, 'unknown') end;
  update bill_comments c set
         upvotes = c.upvotes + up, downvotes = c.downvotes + down,
         support_upvotes = c.support_upvotes + (side = 'support')::int * up,
         support_downvotes = c.support_downvotes + (side = 'support')::int * down,
         oppose_upvotes = c.oppose_upvotes + (side = 'oppose')::int * up,
         oppose_downvotes = c.oppose_downvotes + (side = 'oppose')::int * down,
         neutral_upvotes = c.neutral_upvotes + (side = 'neutral')::int * up,
         neutral_downvotes = c.neutral_downvotes + (side = 'neutral')::int * down,
         learning_upvotes = c.learning_upvotes + (side = 'learning')::int * up,
         learning_downvotes = c.learning_downvotes + (side = 'learning')::int * down,
         unknown_upvotes = c.unknown_upvotes + (side = 'unknown')::int * up,
         unknown_downvotes = c.unknown_downvotes + (side = 'unknown')::int * down
   where c.comment_id = on_comment and c.is_live returning c.upvotes, c.downvotes into counted;
  if not found then
    perform from bill_comments c where c.comment_id = on_comment;
    if found then perform refuse('comment_deleted'); else perform refuse('comment_not_found'); end if;
  end if;

  -- A first vote adds its points today. A removed vote subtracts its points from the day on which it was cast.
  insert into bill_counter_steps (bill_id, day, points)
  values (existing.bill_id, (coalesce(existing.created_at, now()) at time zone 'utc')::date,
          case when is_own then 0
               when existing.vote is null then activity_points('vote')
               when resulting_vote is null then -activity_points('vote') else 0 end);

  if existing.vote is null then
    insert into comment_votes (comment_id, bill_id, user_id, vote, is_pending)
    values (on_comment, existing.bill_id, member_id, new_vote, not is_own);
  elsif resulting_vote is not null then
    update comment_votes v set vote = new_vote where v.comment_id = on_comment and v.user_id = member_id;
  else
    delete from comment_votes v where v.comment_id = on_comment and v.user_id = member_id
    returning v.notification_id into counting_notification;
    if counting_notification is not null then perform retract_votes(array[counting_notification]); end if;
  end if;

  answer := json_build_object(
    'success', true,
    'votes', json_build_object('upvotes', counted.upvotes, 'downvotes', counted.downvotes, 'user_vote', resulting_vote),
    'action', case when resulting_vote is null then 'removed_vote' when existing.vote is null then 'new_vote' else 'changed_vote' end);
  perform end_write(member_id, idempotency_key, hash, 200, answer);
end $$;

-- Comments -------------------------------------------------------------------------------------------------------------

-- Posts a comment or a reply to a comment. A reply has the category of its thread. A reply to a comment on the last level
-- becomes a sibling of that comment.
create function post_comment(
  member_id uuid, writes_per_minute int, idempotency_key text, hash bytea,
  comments_per_minute int, on_bill uuid, chosen_category text, replied_to uuid, new_text text,
  section text, seen_version smallint,
  out answer json
) language plpgsql as $$
declare
  parent record;
  parent_id uuid;
  level int := 1;
  category text := chosen_category;
  posted record;
  author record;
  own_stance text;
begin
  answer := begin_write(member_id, writes_per_minute, idempotency_key, hash);
  if answer is not null then return; end if;
  perform count_attempt('comment', member_id, comments_per_minute);

  if replied_to is not null then
    select c.parent_comment_id, c.category_id, c.depth, c.is_live, c.user_id as author into parent
      from bill_comments c where c.comment_id = replied_to and c.bill_id = on_bill for no key update;
    if not found then
      perform from bill_counters b where b.bill_id = on_bill;
      if found then perform refuse('parent_comment_not_found'); else perform refuse('bill_not_found'); end if;
    end if;
    if not parent.is_live then perform refuse('comment_deleted'); end if;
    perform refuse_blocked(member_id, parent.author);
    level := least(parent.depth + 1, 3);
    parent_id := case when parent.depth < 3 then replied_to else parent.parent_comment_id end;
    category := parent.category_id;
    update bill_comments c set reply_count = c.reply_count + 1 where c.comment_id = parent_id;
  end if;
  -- Comes after refuse_blocked, because a reply usually mentions the author and that refusal is more precise.
  if mentions_blocked(member_id, new_text) then perform refuse('mention_not_allowed'); end if;

  -- Comments on one bill wait for one another, because they change its counts by category, section and city.
  perform from bill_counters b where b.bill_id = on_bill for no key update;
  if not found then perform refuse('bill_not_found'); end if;
  insert into bill_counter_steps (bill_id, discussion_count, echo_changes, day, points)
  values (on_bill, 1, 0, (now() at time zone 'utc')::date, activity_points('comment'));
  -- The stance cannot change meanwhile, because begin_write locked the member's writes.
  select s.stance into own_stance from stances s where s.bill_id = on_bill and s.user_id = member_id;
  insert into bill_comments (
    bill_id, user_id, category_id, parent_comment_id, depth, content, section_key, version_no, stance_when_written)
  values (on_bill, member_id, category, parent_id, level, new_text, section, seen_version, own_stance)
  returning json_head into posted;
  update bill_category_counts k set comment_count = k.comment_count + 1, thread_count = k.thread_count + (level = 1)::int
   where k.bill_id = on_bill and k.category_id = category;
  if not found then
    insert into bill_category_counts as k (bill_id, category_id, comment_count, thread_count)
    values (on_bill, category, 1, (level = 1)::int)
    on conflict (bill_id, category_id) do update set
      comment_count = k.comment_count + 1, thread_count = k.thread_count + excluded.thread_count;
  end if;
  update users u set total_comments = u.total_comments + 1 where u.user_id = member_id
  returning u.author_json, engagement_level(u.total_stances, u.total_comments, u.follower_count) as level into author;

  answer := concat(
    '{"success":true,"comment":', posted.json_head, author.author_json, ',"engagement_level":"', author.level,
    '","user_stance":', coalesce('"' || own_stance || '"', 'null'),
    ',"stance_when_written":', coalesce('"' || own_stance || '"', 'null'),
    ',"upvotes":0,"downvotes":0,"user_vote":null,"change_count":0,"reply_count":0,"changed_my_mind":false,'
    '"both_sides":null,"replies":[]}}');
  perform end_write(member_id, idempotency_key, hash, 201, answer);
end $$;
