-- Discussions: comments on bills, the votes on these comments, and the counts of votes by the side that the voter takes.

-- True if one side likes a comment well enough for the badge "Liked on both sides": at least five of its members voted, and
-- a sign test at 5% shows that more than half of them approve.
create function is_liked_by_side(upvotes int, downvotes int) returns boolean language sql immutable parallel safe
  return upvotes + downvotes >= 5
     and 2 * upvotes >= upvotes + downvotes + 1 + 1.645 * sqrt((upvotes + downvotes)::float8);

-- The votes of both sides on a comment with the badge "Liked on both sides", or null. The badge needs five upvotes from each side, so
-- callers call this only for comments with ten. PL/pgSQL is not inlined: a statement that calls it for few rows or none would
-- otherwise prepare all of these terms each time it runs.
create function both_sides(of_comment uuid) returns json language plpgsql stable as $$
begin
  return (
    select json_build_object(
             'support', json_build_object('upvotes', support_up, 'votes', support_up + support_down),
             'oppose', json_build_object('upvotes', oppose_up, 'votes', oppose_up + oppose_down))
      from (select voices(support_upvotes, support_upvotes_discount) as support_up,
                   voices(support_downvotes, support_downvotes_discount) as support_down,
                   voices(oppose_upvotes, oppose_upvotes_discount) as oppose_up,
                   voices(oppose_downvotes, oppose_downvotes_discount) as oppose_down
              from bill_comments where comment_id = of_comment) v
     where is_liked_by_side(support_up, support_down) and is_liked_by_side(oppose_up, oppose_down));
end $$;

-- The position of a stance in the order of `stances` in contract/stances.ts.
create function side_number(stance text) returns int language sql immutable parallel safe
  return array_position(array['support', 'oppose', 'neutral', 'learning'], stance) - 1;

-- One of the 50 groups of voters or comments of which one at a time is left out to estimate a range.
create function jackknife_group(id uuid) returns int language sql immutable parallel safe
  return (('x' || substr(md5(id::text), 1, 8))::bit(32)::bigint % 50)::int;

-- The clusters that count as one voice. Fewer than five accounts are no cluster, even if an operator confirmed it before some of
-- them were deleted.
create view active_clusters as
  select cluster_id, bill_id, found_on from vote_clusters k
   where rule = 'A' and state <> 'released'
     and 5 <= (select count(*) from vote_cluster_members m where m.cluster_id = k.cluster_id);

-- The voices of clusters on the comments of others. The voice belongs to the side of most of the voters there, and to the first
-- in the order of the sides if several have the same number of them.
create view cluster_voices as
  select c.bill_id, c.comment_id, k.cluster_id, v.vote = 'upvote' as is_upvote,
         mode() within group (order by side_number(s.stance)) as side,
         array[count(*) filter (where s.stance = 'support'), count(*) filter (where s.stance = 'oppose'),
               count(*) filter (where s.stance = 'neutral'), count(*) filter (where s.stance = 'learning')]::int[] as votes
    from active_clusters k
    join vote_cluster_members m using (cluster_id)
    join comment_votes v on v.bill_id = k.bill_id and v.user_id = m.user_id
    join bill_comments c on c.comment_id = v.comment_id and c.user_id is distinct from v.user_id
    join stances s on s.bill_id = k.bill_id and s.user_id = v.user_id
   group by c.bill_id, c.comment_id, k.cluster_id, is_upvote;

-- The votes of members with a stance on live comments of other members with a stance. A cluster has one vote per comment and
-- direction, and its voter is its smallest member.
create view analyzed_votes as
  select o.bill_id, v.comment_id, v.user_id as voter_id, side_number(voter.stance) as voter_side,
         side_number(author.stance) as author_side, v.vote = 'upvote' as is_upvote
    from bill_comments o
    join comment_votes v using (comment_id)
    join stances voter on voter.bill_id = o.bill_id and voter.user_id = v.user_id
    join stances author on author.bill_id = o.bill_id and author.user_id = o.user_id
   where o.is_live and v.user_id <> o.user_id
     and not exists (select from active_clusters k join vote_cluster_members m using (cluster_id)
                      where k.bill_id = o.bill_id and m.user_id = v.user_id)
  union all
  select o.bill_id, w.comment_id, (select min(m.user_id::text)::uuid from vote_cluster_members m where m.cluster_id = w.cluster_id),
         w.side, side_number(author.stance), w.is_upvote
    from bill_comments o
    join cluster_voices w using (bill_id, comment_id)
    join stances author on author.bill_id = o.bill_id and author.user_id = o.user_id
   where o.is_live;

create function count_section_comment() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.is_live then
    update bill_section_counts set comment_count = comment_count - 1
     where bill_id = old.bill_id and section_key = old.section_key;
  end if;
  if tg_op <> 'DELETE' and new.is_live then
    insert into bill_section_counts as existing (bill_id, section_key, comment_count) values (new.bill_id, new.section_key, 1)
    on conflict (bill_id, section_key) do update set comment_count = existing.comment_count + 1;
  end if;
  return null;
end $$;
create trigger bill_comments_after_insert_count_section after insert on bill_comments
  for each row when (new.section_key is not null) execute function count_section_comment();
create trigger bill_comments_after_delete_count_section after delete on bill_comments
  for each row when (old.section_key is not null) execute function count_section_comment();
create trigger bill_comments_after_update_count_section after update of deleted_at, hidden_at, is_closed on bill_comments
  for each row when (old.section_key is not null and old.is_live is distinct from new.is_live)
  execute function count_section_comment();

-- Locks the author's row before reading the city so that a simultaneous change of the city happens before or after this.
create function count_local_comment() returns trigger language plpgsql as $$
declare
  city text;
begin
  if tg_op <> 'INSERT' and old.is_live then
    select ocd_city_id into city from users where user_id = old.user_id for no key update;
    update bill_local_counts set comment_count = comment_count - 1
     where bill_id = old.bill_id and ocd_city_id = city;
  end if;
  if tg_op <> 'DELETE' and new.is_live then
    select ocd_city_id into city from users where user_id = new.user_id for no key update;
    if city is not null then
      insert into bill_local_counts as existing (bill_id, ocd_city_id, comment_count) values (new.bill_id, city, 1)
      on conflict (bill_id, ocd_city_id) do update set comment_count = existing.comment_count + 1;
    end if;
  end if;
  return null;
end $$;
create trigger bill_comments_after_insert_delete_count_local after insert or delete on bill_comments
  for each row execute function count_local_comment();
create trigger bill_comments_after_update_count_local
  after update of bill_id, user_id, deleted_at, hidden_at, is_closed on bill_comments for each row
  when ((old.bill_id, old.user_id, old.is_live) is distinct from (new.bill_id, new.user_id, new.is_live))
  execute function count_local_comment();

-- When a member's city changes, the member's comments count for the new city.
create function move_local_comments() returns trigger language plpgsql as $$
begin
  update bill_local_counts k set comment_count = k.comment_count - own.comments
    from (select bill_id, count(*)::int as comments from bill_comments
           where user_id = new.user_id and is_live group by bill_id order by bill_id) own
   where k.bill_id = own.bill_id and k.ocd_city_id = old.ocd_city_id;
  if new.ocd_city_id is not null then
    insert into bill_local_counts as existing (bill_id, ocd_city_id, comment_count)
    select bill_id, new.ocd_city_id, count(*)::int from bill_comments
     where user_id = new.user_id and is_live group by bill_id order by bill_id
    on conflict (bill_id, ocd_city_id) do update set comment_count = existing.comment_count + excluded.comment_count;
  end if;
  return null;
end $$;
create trigger users_after_update_move_local_counts after update of ocd_city_id on users for each row
  when (old.ocd_city_id is distinct from new.ocd_city_id)
  execute function move_local_comments();

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

-- Votes ----------------------------------------------------------------------------------------------------------------

-- The votes on a deleted comment have no foreign key to it.
create function delete_votes_on_comment() returns trigger language plpgsql as $$
begin
  delete from comment_votes where comment_id = old.comment_id;
  return null;
end $$;
create trigger bill_comments_after_delete_delete_votes after delete on bill_comments
  for each row execute function delete_votes_on_comment();

-- The response to a vote.
create function vote_response(upvotes int, downvotes int, user_vote text, action text) returns json
  language sql immutable parallel safe
  return json_build_object(
    'success', true, 'votes', json_build_object('upvotes', upvotes, 'downvotes', downvotes, 'user_vote', user_vote),
    'action', action);

-- Votes on a comment. The same vote again removes the vote, and the opposite vote replaces it. An author's vote on their own
-- comment is counted in the totals of the comment but on no side, and adds no activity.
create function vote_on_comment(
  member_id uuid, key uuid, body uuid,
  on_comment uuid, new_vote text,
  out response json
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
  response := begin_write(member_id, key, body);
  if response is not null then return; end if;

  -- No other transaction can change the member's vote or stance, because begin_write locked the member's writes.
  select c.bill_id, c.user_id as author, s.stance, v.vote, v.created_at, v.request_key, v.request_body,
         vote_response(v.response_upvotes, v.response_downvotes, v.vote, 'new_vote') as first_response
    into existing
    from bill_comments c
    left join stances s on s.bill_id = c.bill_id and s.user_id = member_id
    left join comment_votes v on v.comment_id = c.comment_id and v.user_id = member_id
   where c.comment_id = on_comment;
  if not found then perform refuse('comment_not_found'); end if;
  if existing.request_key = key and existing.created_at > now() - interval '24 hours' then
    if existing.request_body <> body then perform refuse('idempotency_key_reused'); end if;
    response := existing.first_response;
    return;
  end if;
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

  response := vote_response(
    counted.upvotes, counted.downvotes, resulting_vote,
    case when resulting_vote is null then 'removed_vote' when existing.vote is null then 'new_vote' else 'changed_vote' end);
  if existing.vote is null then
    insert into comment_votes (
      comment_id, bill_id, user_id, vote, is_pending, request_key, request_body, response_upvotes, response_downvotes)
    values (
      on_comment, existing.bill_id, member_id, new_vote, not is_own, key, body, counted.upvotes, counted.downvotes);
    return;
  end if;
  perform end_write(member_id, existing.request_key, existing.request_body, 200, existing.first_response);
  perform end_write(member_id, key, body, 200, response);
  if resulting_vote is not null then
    update comment_votes v set vote = new_vote, changed_at = now(), request_key = null, request_body = null
     where v.comment_id = on_comment and v.user_id = member_id;
  else
    delete from comment_votes v where v.comment_id = on_comment and v.user_id = member_id
    returning v.notification_id into counting_notification;
    if counting_notification is not null then perform retract_votes(array[counting_notification]); end if;
  end if;
end $$;

-- Comments -------------------------------------------------------------------------------------------------------------

-- The response to the request that posted a comment. A comment that was deleted since then has no text.
create function posted_comment_response(c bill_comments) returns json language sql stable
  return (
    select json_build_object('success', true, 'comment', json_build_object(
      'comment_id', c.comment_id, 'parent_comment_id', c.parent_comment_id, 'category_id', c.category_id,
      'created_at', iso_time(c.created_at), 'is_deleted', c.content is null,
      'content', c.content, 'language', c.language,
      'section_key', c.section_key, 'version_no', case when c.section_key is not null then c.version_no end,
      'user_id', u.user_id, 'username', u.username, 'full_name', u.full_name,
      'is_verified', u.email_verified_at is not null, 'member_type', u.shown_type,
      'profile_picture_url', u.profile_picture_url, 'engagement_level', c.response_level,
      'user_stance', c.stance_when_written, 'stance_when_written', c.stance_when_written, 'upvotes', 0, 'downvotes', 0,
      'user_vote', null, 'change_count', 0, 'reply_count', 0, 'changed_my_mind', false, 'asks_about_change', false, 'both_sides', null,
      'replies', json_build_array()))
      from users u where u.user_id = c.user_id);

-- Posts a comment or a reply to a comment. A reply has the category of its thread. A reply to a comment on the last level
-- becomes a sibling of that comment. `seconds_to_wait` is null if the member may post another comment in this minute. `is_repeat` is true if the request posted
-- its comment before.
create function post_comment(
  member_id uuid, key uuid, body uuid,
  seconds_to_wait int, on_bill uuid, chosen_category text, replied_to uuid, new_text text,
  text_language text, section text, seen_version smallint,
  out response json, out is_repeat boolean
) language plpgsql as $$
declare
  parent record;
  parent_id uuid;
  replied_author uuid;
  level int := 1;
  category text := chosen_category;
  posted bill_comments;
  own_stance text;
  own_level text;
begin
  response := begin_write(member_id, key, body);
  is_repeat := response is not null;
  if is_repeat then return; end if;
  if key is not null then
    select * into posted from bill_comments c
     where c.user_id = member_id and c.created_at > now() - interval '24 hours' and c.request_key = key;
    if found then
      if posted.request_body <> body then perform refuse('idempotency_key_reused'); end if;
      response := posted_comment_response(posted);
      is_repeat := true;
      return;
    end if;
  end if;
  if seconds_to_wait is not null then perform refuse('too_many_attempts', seconds_to_wait, 'comment'); end if;

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
    replied_author := parent.author;
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
  update users u set total_comments = u.total_comments + 1 where u.user_id = member_id
  returning engagement_level(u.total_stances, u.total_comments, u.follower_count) into own_level;
  insert into bill_comments (
    bill_id, user_id, category_id, parent_comment_id, depth, content, language, section_key, version_no,
    stance_when_written, request_key, request_body, response_level)
  values (
    on_bill, member_id, category, parent_id, level, new_text, text_language, section, seen_version, own_stance, key,
    body, own_level)
  returning * into posted;
  update bill_category_counts k set comment_count = k.comment_count + 1, thread_count = k.thread_count + (level = 1)::int
   where k.bill_id = on_bill and k.category_id = category;
  if not found then
    insert into bill_category_counts as k (bill_id, category_id, comment_count, thread_count)
    values (on_bill, category, 1, (level = 1)::int)
    on conflict (bill_id, category_id) do update set
      comment_count = k.comment_count + 1, thread_count = k.thread_count + excluded.thread_count;
  end if;
  perform notify_of_comment(posted.comment_id, null, member_id, replied_author, null, new_text);
  response := posted_comment_response(posted);
end $$;
