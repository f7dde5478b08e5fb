-- What the migrations make, for reading. Written by `node scripts/schema-dump.ts`; a test compares it.

create extension pg_trgm;

CREATE OR REPLACE FUNCTION public.admit_followers()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into group_members (group_id, user_id, is_follower, rank, sort_name, is_shown)
  select f.group_id, u.user_id, true, member_rank(u.member_type), lower(u.full_name), u.public_profile
    from new_rows f join users u using (user_id)
   where u.account_status = 'active'
   order by f.group_id, u.user_id
  on conflict (group_id, user_id) do update set is_follower = true where not group_members.is_follower;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.admit_residents()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform make_groups(array(select distinct division from new_rows));
  insert into group_members (group_id, user_id, is_resident, rank, sort_name, is_shown)
  select g.group_id, u.user_id, true, member_rank(u.member_type), lower(u.full_name), u.public_profile
    from new_rows d join groups g on g.jurisdiction = d.division join users u using (user_id)
   where u.account_status = 'active'
   order by g.group_id, u.user_id
  on conflict (group_id, user_id) do update set is_resident = true where not group_members.is_resident;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.bill_search_keys(created_at timestamp with time zone, government_level text, status text, topics text[])
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (ARRAY[search_month(created_at), ('level:'::text || government_level), ('status:'::text || status)] || ARRAY(SELECT ('topic:'::text || topic.topic) FROM unnest(bill_search_keys.topics) topic(topic)));

CREATE OR REPLACE FUNCTION public.bill_search_words(code text, title text, summary text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (((((((' '::text || code_key(code)) || '
 '::text) || search_words(code)) || '
 '::text) || search_words(title)) || '
 '::text) || search_words(summary));

CREATE OR REPLACE FUNCTION public.category_name(category_id text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE category_id WHEN 'general-discussion'::text THEN 'General Discussion'::text WHEN 'economic-impact'::text THEN 'Economic Impact'::text WHEN 'personal-stories'::text THEN 'Personal Stories'::text WHEN 'questions-clarifications'::text THEN 'Questions & Clarifications'::text ELSE NULL::text END;

CREATE OR REPLACE FUNCTION public.check_reserved_names()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from deleted_accounts where lower(username) = lower(new.username) and user_id <> new.user_id) then
    raise unique_violation using constraint = 'users_username_key', message = 'the username is reserved';
  end if;
  if exists (select from deleted_accounts where new.email = any (emails) and user_id <> new.user_id) then
    raise unique_violation using constraint = 'users_email_key', message = 'the email is reserved';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.code_key(given text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN replace(regexp_replace(regexp_replace(search_words(given), '(^|[^0-9])0+(?=[0-9])'::text, '\1'::text, 'g'::text), '([0-9]) (?=[0-9])'::text, '\1-'::text, 'g'::text), ' '::text, ''::text);

CREATE OR REPLACE FUNCTION public.common_ground(support_approval double precision, oppose_approval double precision, undecided_upvotes integer, undecided_votes integer)
 RETURNS smallint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (floor(((((1000)::double precision * (((((4)::double precision * support_approval) * oppose_approval) / (support_approval + oppose_approval)) + (((undecided_upvotes)::double precision + ((((6)::double precision * support_approval) * oppose_approval) / (support_approval + oppose_approval))) / ((undecided_votes + 3))::double precision))) / (3)::double precision) + (0.000001)::double precision)))::smallint;

CREATE OR REPLACE FUNCTION public.count_bills()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op in ('INSERT', 'UPDATE') then
    insert into bill_totals as held (government_level, status, topic, bill_count)
      select government_level, status, t.topic, count(*)
        from new_bills cross join lateral (select '' as topic union all select unnest(topics)) t
       group by 1, 2, 3 order by 1, 2, 3
    on conflict (topic, government_level, status)
      do update set bill_count = held.bill_count + excluded.bill_count;
  end if;
  if tg_op in ('DELETE', 'UPDATE') then
    update bill_totals held set bill_count = held.bill_count - gone.bill_count
      from (select government_level, status, t.topic, count(*)::int as bill_count
              from old_bills cross join lateral (select '' as topic union all select unnest(topics)) t
             group by 1, 2, 3 order by 1, 2, 3) gone
     where (held.topic, held.government_level, held.status)
         = (gone.topic, gone.government_level, gone.status);
  end if;
  if tg_op = 'INSERT' then
    insert into bill_counters (bill_id, created_at, government_level, status)
      select bill_id, created_at, government_level, status from new_bills;
  end if;
  if tg_op = 'UPDATE' then
    update bill_counters c set created_at = n.created_at, government_level = n.government_level, status = n.status
      from new_bills n
     where n.bill_id = c.bill_id
       and (n.created_at, n.government_level, n.status) <> (c.created_at, c.government_level, c.status);
    delete from bill_topics t using new_bills n
     where n.bill_id = t.bill_id
       and (t.topic <> all (n.topics)
            or (n.created_at, n.government_level, n.status) <> (t.created_at, t.government_level, t.status));
  end if;
  if tg_op in ('INSERT', 'UPDATE') then
    insert into bill_topics (bill_id, topic, created_at, government_level, status)
      select bill_id, unnest(topics), created_at, government_level, status from new_bills
    on conflict do nothing;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.count_group_comments()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.count_group_members()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  steps jsonb;
begin
  if tg_op = 'INSERT' then
    select jsonb_agg(s) into steps from (
      select group_id, member_shard(user_id) as shard, count(*) filter (where rank = 0) as elected_officials,
             count(*) filter (where rank = 1) as community_leaders, count(*) filter (where rank = 2) as regular,
             count(*) filter (where is_follower) as followers
        from new_rows group by 1, 2) s;
  elsif tg_op = 'DELETE' then
    select jsonb_agg(s) into steps from (
      select group_id, member_shard(user_id) as shard, -count(*) filter (where rank = 0) as elected_officials,
             -count(*) filter (where rank = 1) as community_leaders, -count(*) filter (where rank = 2) as regular,
             -count(*) filter (where is_follower) as followers
        from old_rows group by 1, 2) s;
  else
    select jsonb_agg(s) into steps from (
      select group_id, member_shard(user_id) as shard, sum(step * (rank = 0)::int) as elected_officials,
             sum(step * (rank = 1)::int) as community_leaders, sum(step * (rank = 2)::int) as regular,
             sum(step * is_follower::int) as followers
        from (select group_id, user_id, rank, is_follower, 1 as step from new_rows
              union all
              select group_id, user_id, rank, is_follower, -1 from old_rows) turned
       group by 1, 2) s;
  end if;
  if steps is not null then
    perform step_group_counts(steps);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.count_groups()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op in ('INSERT', 'UPDATE') then
    insert into group_totals as held (government_level, group_type, group_count)
    values (new.government_level, new.group_type, 1)
    on conflict (government_level, group_type) do update set group_count = held.group_count + 1;
  end if;
  if tg_op in ('DELETE', 'UPDATE') then
    update group_totals set group_count = group_count - 1
     where (government_level, group_type) = (old.government_level, old.group_type);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.count_local_comment()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  place text;
begin
  if tg_op <> 'INSERT' and old.is_live then
    select ocd_city_id into place from users where user_id = old.user_id for no key update;
    update bill_local_counts set comment_count = comment_count - 1
     where bill_id = old.bill_id and ocd_city_id = place;
  end if;
  if tg_op <> 'DELETE' and new.is_live then
    select ocd_city_id into place from users where user_id = new.user_id for no key update;
    if place is not null then
      insert into bill_local_counts as held (bill_id, ocd_city_id, comment_count) values (new.bill_id, place, 1)
      on conflict (bill_id, ocd_city_id) do update set comment_count = held.comment_count + 1;
    end if;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.count_notifications()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    if exists (select from new_items) then
      insert into notification_counts as held (user_id, total, unread)
        select user_id, count(*) filter (where is_shown), count(*) filter (where is_shown and read_at is null)
          from new_items group by user_id order by user_id
      on conflict (user_id) do update set
        total = held.total + excluded.total, unread = held.unread + excluded.unread, version = held.version + 1;
    end if;
  elsif tg_op = 'UPDATE' then
    if exists (select from new_items) then
      with changed as materialized (
        select c.user_id, gained.total, gained.unread
          from (select n.user_id, sum(n.is_shown::int - o.is_shown::int)::int as total,
                       sum((n.is_shown and n.read_at is null)::int
                         - (o.is_shown and o.read_at is null)::int)::int as unread
                  from new_items n join old_items o using (notification_id) group by n.user_id) gained
          join notification_counts c using (user_id)
         order by c.user_id for no key update of c)
      update notification_counts c
         set total = c.total + changed.total, unread = c.unread + changed.unread, version = c.version + 1
        from changed where c.user_id = changed.user_id;
    end if;
  elsif exists (select from old_items) then
    with changed as materialized (
      select c.user_id, lost.total, lost.unread
        from (select user_id, (count(*) filter (where is_shown))::int as total,
                     (count(*) filter (where is_shown and read_at is null))::int as unread
                from old_items group by user_id) lost
        join notification_counts c using (user_id)
       order by c.user_id for no key update of c)
    update notification_counts c
       set total = c.total - changed.total, unread = c.unread - changed.unread, version = c.version + 1
      from changed where c.user_id = changed.user_id;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.dismiss_followers()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from group_members m using old_rows f
   where (m.group_id, m.user_id) = (f.group_id, f.user_id) and not m.is_resident;
  update group_members m set is_follower = false from old_rows f
   where (m.group_id, m.user_id) = (f.group_id, f.user_id) and m.is_follower;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.dismiss_residents()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from group_members m using old_rows d join groups g on g.jurisdiction = d.division
   where (m.group_id, m.user_id) = (g.group_id, d.user_id) and not m.is_follower;
  update group_members m set is_resident = false
    from old_rows d join groups g on g.jurisdiction = d.division
   where (m.group_id, m.user_id) = (g.group_id, d.user_id) and m.is_resident;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.division_group_type(division text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (division = 'ocd-division/country:us'::text) THEN 'country'::text WHEN (division ~ '^ocd-division/country:us/(state|district|territory):[a-z]{2}$'::text) THEN 'state'::text WHEN (division ~ '^ocd-division/country:us/(state|district|territory):[a-z]{2}/(county|parish|borough|census_area|municipio):[^/]+$'::text) THEN 'county'::text WHEN (division ~ '^ocd-division/country:us/(state|district|territory):[a-z]{2}/(county:[^/]+/)?place:[^/]+$'::text) THEN 'place'::text ELSE NULL::text END;

CREATE OR REPLACE FUNCTION public.division_name(division text)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN COALESCE((SELECT d.name FROM divisions d WHERE (d.division = division_name.division)), division_name_by_id(division));

CREATE OR REPLACE FUNCTION public.division_name_by_id(division text)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (SELECT CASE WHEN (parts.state IS NULL) THEN 'United States'::text WHEN (parts.within IS NULL) THEN COALESCE(('{"ak": "Alaska", "al": "Alabama", "ar": "Arkansas", "as": "American Samoa", "az": "Arizona", "ca": "California", "co": "Colorado", "ct": "Connecticut", "dc": "District of Columbia", "de": "Delaware", "fl": "Florida", "ga": "Georgia", "gu": "Guam", "hi": "Hawaii", "ia": "Iowa", "id": "Idaho", "il": "Illinois", "in": "Indiana", "ks": "Kansas", "ky": "Kentucky", "la": "Louisiana", "ma": "Massachusetts", "md": "Maryland", "me": "Maine", "mi": "Michigan", "mn": "Minnesota", "mo": "Missouri", "mp": "Northern Mariana Islands", "ms": "Mississippi", "mt": "Montana", "nc": "North Carolina", "nd": "North Dakota", "ne": "Nebraska", "nh": "New Hampshire", "nj": "New Jersey", "nm": "New Mexico", "nv": "Nevada", "ny": "New York", "oh": "Ohio", "ok": "Oklahoma", "or": "Oregon", "pa": "Pennsylvania", "pr": "Puerto Rico", "ri": "Rhode Island", "sc": "South Carolina", "sd": "South Dakota", "tn": "Tennessee", "tx": "Texas", "ut": "Utah", "va": "Virginia", "vi": "U.S. Virgin Islands", "vt": "Vermont", "wa": "Washington", "wi": "Wisconsin", "wv": "West Virginia", "wy": "Wyoming"}'::jsonb ->> parts.state), upper(parts.state)) ELSE (((initcap(replace(parts.within, '_'::text, ' '::text)) || CASE parts.kind WHEN 'county'::text THEN ' County'::text WHEN 'parish'::text THEN ' Parish'::text WHEN 'borough'::text THEN ' Borough'::text WHEN 'census_area'::text THEN ' Census Area'::text ELSE ''::text END) || ', '::text) || upper(parts.state)) END AS "case" FROM (SELECT "substring"(division_name_by_id.division, '/(?:state|district|territory):([a-z]{2})'::text) AS state, "substring"(division_name_by_id.division, '/(county|parish|borough|census_area|municipio|place):[^/]+$'::text) AS kind, "substring"(division_name_by_id.division, '/(?:county|parish|borough|census_area|municipio|place):([^/]+)$'::text) AS within) parts);

CREATE OR REPLACE FUNCTION public.engagement_level(stances integer, comments integer, followers integer)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN ((((stances + (2 * comments)))::numeric + (0.5 * (followers)::numeric)) >= (100)::numeric) THEN 'gold'::text WHEN ((((stances + (2 * comments)))::numeric + (0.5 * (followers)::numeric)) >= (50)::numeric) THEN 'silver'::text WHEN ((((stances + (2 * comments)))::numeric + (0.5 * (followers)::numeric)) >= (10)::numeric) THEN 'bronze'::text ELSE 'new'::text END;

CREATE OR REPLACE FUNCTION public.erase_mail_body()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.text := '';
  new.html := null;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.fill_bill_of_vote()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  select bill_id into new.bill_id from bill_comments where comment_id = new.comment_id;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.follow_member_status()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.account_status <> 'active' then
    delete from group_members where user_id = new.user_id;
  elsif old.account_status <> 'active' then
    insert into group_members (group_id, user_id, is_resident, is_follower, rank, sort_name, is_shown)
    select group_id, new.user_id, bool_or(lives), bool_or(not lives), member_rank(new.member_type),
           lower(new.full_name), new.public_profile
      from (select g.group_id, true as lives from member_divisions d join groups g on g.jurisdiction = d.division
             where d.user_id = new.user_id
            union all
            select group_id, false from group_follows where user_id = new.user_id) belongs
     group by group_id order by group_id
    on conflict do nothing;
  else
    update group_members set rank = member_rank(new.member_type), sort_name = lower(new.full_name),
           is_shown = new.public_profile
     where user_id = new.user_id;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.group_id_of(name text)
 RETURNS uuid
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (OVERLAY(OVERLAY(md5(('group '::text || name)) PLACING '8'::text FROM 13) PLACING '8'::text FROM 17))::uuid;

CREATE OR REPLACE FUNCTION public.group_last_activity(of_group uuid)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
RETURN GREATEST((SELECT group_posts.created_at FROM group_posts WHERE ((group_posts.group_id = group_last_activity.of_group) AND (group_posts.deleted_at IS NULL) AND (group_posts.hidden_at IS NULL)) ORDER BY group_posts.created_at DESC LIMIT 1), (SELECT group_comments.created_at FROM group_comments WHERE ((group_comments.group_id = group_last_activity.of_group) AND (group_comments.deleted_at IS NULL) AND (group_comments.hidden_at IS NULL)) ORDER BY group_comments.created_at DESC LIMIT 1));

CREATE OR REPLACE FUNCTION public.is_liked_by_side(upvotes integer, downvotes integer)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (((upvotes + downvotes) >= 5) AND (((2 * upvotes))::double precision >= ((((upvotes + downvotes) + 1))::double precision + ((1.645)::double precision * sqrt(((upvotes + downvotes))::double precision)))));

CREATE OR REPLACE FUNCTION public.iso_time(at timestamp with time zone)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN to_char((at AT TIME ZONE 'UTC'::text), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'::text);

CREATE OR REPLACE FUNCTION public.keep_audit_log()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' and old.at < now() - interval '365 days'
     and current_setting('hurd.forget_audit', true) = 'on' then
    return old;
  end if;
  raise exception 'audit_log is append only';
end $function$;

CREATE OR REPLACE FUNCTION public.keep_bill_search()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'UPDATE' then
    -- Most updates only say that a bill was looked at again.
    delete from bill_search s using new_bills n, old_bills o
     where s.bill_id = n.bill_id and o.bill_id = n.bill_id
       and (n.bill_code, n.title, n.summary, n.topics, n.government_level, n.status, n.created_at)
        <> (o.bill_code, o.title, o.summary, o.topics, o.government_level, o.status, o.created_at);
  end if;
  insert into bill_search (bill_id, created_at, code_key, keys, words)
    select bill_id, created_at, code_key(bill_code),
           bill_search_keys(created_at, government_level, status, topics),
           bill_search_words(bill_code, title, summary)
      from new_bills n
     where tg_op = 'INSERT' or not exists (select from bill_search s where s.bill_id = n.bill_id);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_bill_terms()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into bill_terms (term)
    -- In one order, so that two imports do not wait for each other in a circle.
    select distinct term from new_words, unnest(search_terms(words)) term order by term
    on conflict do nothing;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.mailbox_key(email text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ((replace(split_part(split_part(lower(email), '@'::text, 1), '+'::text, 1), '.'::text, ''::text) || '@'::text) || CASE split_part(lower(email), '@'::text, 2) WHEN 'googlemail.com'::text THEN 'gmail.com'::text ELSE split_part(lower(email), '@'::text, 2) END);

CREATE OR REPLACE FUNCTION public.make_camps()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into comment_camps (comment_id, bill_id, user_id, category_id, depth, created_at, is_live)
  select comment_id, bill_id, user_id, category_id, depth, created_at, is_live from new_comments;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.make_groups(divisions text[])
 RETURNS void
 LANGUAGE sql
AS $function$
  insert into groups (group_id, group_name, description, government_level, group_type, jurisdiction)
  select group_id_of(division), name,
         case type
           when 'country' then 'Residents of the United States, on what is before Congress.'
           when 'state' then 'Residents of ' || name || ', on what is before their lawmakers.'
           when 'county' then 'Residents of ' || name || ', and the people who represent them, on the matters of the county.'
           else 'Residents of ' || name || ', and the people who represent them, on what is before the city.'
         end,
         case type when 'country' then 'federal' when 'state' then 'state' else 'local' end, type, division
    from (select division, division_name(division) as name, division_group_type(division) as type
            from unnest(divisions) division
           where not exists (select from groups g where g.jurisdiction = division)) missing
   where type is not null
   order by array_position(array['country', 'state', 'county', 'place'], type), division
  on conflict (group_id) do nothing
$function$;

CREATE OR REPLACE FUNCTION public.mark_camps()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update comment_camps
     set bill_id = new.bill_id, user_id = new.user_id, category_id = new.category_id, depth = new.depth,
         created_at = new.created_at, is_live = new.is_live
   where comment_id = new.comment_id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.member_rank(member_type text)
 RETURNS smallint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE member_type WHEN 'elected_official'::text THEN 0 WHEN 'community_leader'::text THEN 1 ELSE 2 END;

CREATE OR REPLACE FUNCTION public.member_shard(user_id uuid)
 RETURNS smallint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (get_byte(uuid_send(user_id), 15) & 15);

CREATE OR REPLACE FUNCTION public.move_local_comments()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update bill_local_counts k set comment_count = k.comment_count - said.comments
    from (select bill_id, count(*)::int as comments from bill_comments
           where user_id = new.user_id and is_live group by bill_id order by bill_id) said
   where k.bill_id = said.bill_id and k.ocd_city_id = old.ocd_city_id;
  if new.ocd_city_id is not null then
    insert into bill_local_counts as held (bill_id, ocd_city_id, comment_count)
    select bill_id, new.ocd_city_id, count(*)::int from bill_comments
     where user_id = new.user_id and is_live group by bill_id order by bill_id
    on conflict (bill_id, ocd_city_id) do update set comment_count = held.comment_count + excluded.comment_count;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.put_back_rows(owner uuid, why text, named regclass, condition text DEFAULT 'true'::text)
 RETURNS bigint
 LANGUAGE plpgsql
AS $function$
declare
  known text[];
  columns text;
  picked text;
  referenced text;
  inserted bigint;
  total bigint := 0;
begin
  for known in
    select distinct array(select jsonb_object_keys(row) order by 1)
      from set_aside_rows where user_id = owner and reason = why and table_name = named::text
  loop
    with keys as (
      select k.conkey[1] as attnum, k.confdeltype,
             format('exists (select from %s t where t.%I = r.%I)', k.confrelid::regclass, f.attname, a.attname) as found,
             a.attname
        from pg_constraint k
        join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
        join pg_attribute f on f.attrelid = k.confrelid and f.attnum = k.confkey[1]
       where k.conrelid = named and k.contype = 'f' and k.confrelid <> k.conrelid)
    select string_agg(quote_ident(a.attname), ', ' order by a.attnum),
           string_agg(coalesce(
             (select format('case when %s then r.%I end', keys.found, a.attname)
                from keys where keys.attnum = a.attnum and keys.confdeltype = 'n'),
             format('r.%I', a.attname)), ', ' order by a.attnum),
           coalesce((select string_agg(format(' and (r.%I is null or %s)', keys.attname, keys.found), '')
                       from keys where keys.confdeltype <> 'n'), '')
      into columns, picked, referenced
      from pg_attribute a
     where a.attrelid = named and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and a.attname = any (known);
    execute format(
      'insert into %s (%s) overriding system value
       select %s from set_aside_rows s cross join lateral jsonb_populate_record(null::%s, s.row) r
        where s.user_id = $1 and s.reason = $2 and s.table_name = $3
          and array(select jsonb_object_keys(s.row) order by 1) = $4 and (%s)%s
       on conflict do nothing', named, columns, picked, named, condition, referenced)
      using owner, why, named::text, known;
    get diagnostics inserted = row_count;
    total := total + inserted;
  end loop;
  return total;
end $function$;

CREATE OR REPLACE FUNCTION public.search_month(at timestamp with time zone)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ('month:'::text || to_char((at AT TIME ZONE 'utc'::text), 'YYYY-MM'::text));

CREATE OR REPLACE FUNCTION public.search_terms(words text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE COST 5000
RETURN CASE WHEN (words !~ '[^ \n]{201}'::text) THEN string_to_array(btrim(replace(words, '
 '::text, ' '::text)), ' '::text) ELSE ARRAY(SELECT substr(word.word, at.at, 400) AS substr FROM regexp_split_to_table(search_terms.words, '[ \n]+'::text) word(word), LATERAL generate_series(1, GREATEST((length(word.word) - 200), 1), 200) at(at)) END;

CREATE OR REPLACE FUNCTION public.search_words(given text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN btrim(regexp_replace(translate(lower(regexp_replace(NORMALIZE(given, NFKD), '[\u0300-\u036f]+'::text, ''::text, 'g'::text)), 'ς'::text, 'σ'::text), '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u00d7\u00f7\u2000-\u206f\u3000]+'::text, ' '::text, 'g'::text));

CREATE OR REPLACE FUNCTION public.settle_group()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'UPDATE' then
    delete from group_members where group_id = new.group_id and not is_follower;
    update group_members set is_resident = false where group_id = new.group_id and is_resident;
  end if;
  insert into group_members (group_id, user_id, is_resident, rank, sort_name, is_shown)
  select new.group_id, u.user_id, true, member_rank(u.member_type), lower(u.full_name), u.public_profile
    from member_divisions d join users u using (user_id)
   where d.division = new.jurisdiction and u.account_status = 'active'
  on conflict (group_id, user_id) do update set is_resident = true;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.short_name(full_name text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (SELECT CASE WHEN (cardinality(parts.words) < 2) THEN parts.words[1] ELSE (((parts.words[1] || ' '::text) || "left"(parts.words[cardinality(parts.words)], 1)) || '.'::text) END AS "case" FROM (SELECT string_to_array(regexp_replace(btrim(short_name.full_name), '\s+'::text, ' '::text, 'g'::text), ' '::text) AS words) parts);

CREATE OR REPLACE FUNCTION public.side_approval(upvotes integer, downvotes integer)
 RETURNS double precision
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (((upvotes + 1))::double precision / (((upvotes + downvotes) + 3))::double precision);

CREATE OR REPLACE FUNCTION public.step_group_counts(steps jsonb)
 RETURNS void
 LANGUAGE sql
AS $function$
  insert into group_member_counts (group_id, shard)
  select group_id, shard from jsonb_to_recordset(steps) as s(group_id uuid, shard smallint) order by 1, 2
  on conflict do nothing;

  with step as (
    select * from jsonb_to_recordset(steps) as s(
      group_id uuid, shard smallint, elected_officials int, community_leaders int, regular int)
     where (elected_officials, community_leaders, regular) <> (0, 0, 0)),
  held as (
    select c.group_id, c.shard from group_member_counts c
     where (c.group_id, c.shard) in (select group_id, shard from step)
     order by c.group_id, c.shard for no key update)
  update group_member_counts c
     set elected_officials = c.elected_officials + s.elected_officials,
         community_leaders = c.community_leaders + s.community_leaders,
         regular = c.regular + s.regular
    from held join step s using (group_id, shard)
   where (c.group_id, c.shard) = (held.group_id, held.shard);

  with turned as (
    select group_id, sum(followers)::int as followers
      from jsonb_to_recordset(steps) as s(group_id uuid, followers int)
     group by 1 having sum(followers) <> 0),
  held as (
    select g.group_id from groups g
     where g.group_id in (select group_id from turned) order by g.group_id for no key update)
  update groups g set follower_count = g.follower_count + t.followers
    from held join turned t using (group_id) where g.group_id = held.group_id
$function$;

CREATE OR REPLACE FUNCTION public.tell_of_mail()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify('mail_written', '');
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.tell_vote_of_the_former_release()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  with told as (
    insert into notifications as held (user_id, type, comment_id, votes)
      select user_id, 'comment_votes_batched', comment_id, 1 from bill_comments where comment_id = new.comment_id
    on conflict (comment_id) where type = 'comment_votes_batched' and read_at is null
      do update set votes = held.votes + 1, created_at = now()
    returning notification_id)
  update comment_votes v set told_in = told.notification_id
    from told where v.comment_id = new.comment_id and v.user_id = new.user_id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.topic_bill_count(named text)
 RETURNS integer
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (SELECT (COALESCE(sum(bill_totals.bill_count), (0)::bigint))::integer AS "coalesce" FROM bill_totals WHERE (bill_totals.topic = topic_bill_count.named));

CREATE OR REPLACE FUNCTION public.untell_votes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from old_votes where told_in is not null) then
    with gone as (
      select told_in as notification_id, count(*)::int as votes from old_votes where told_in is not null group by told_in),
    locked as materialized (
      select n.notification_id, n.votes - gone.votes as left_over
        from notifications n join gone using (notification_id)
       where n.read_at is null order by n.comment_id for update of n),
    lowered as (
      update notifications n set votes = left_over
        from locked where n.notification_id = locked.notification_id and left_over > 0)
    delete from notifications n using locked
     where n.notification_id = locked.notification_id and left_over <= 0;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.withdraw_stance_news()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from stance_news where user_id = new.user_id;
  delete from notifications where actor_id = new.user_id and type = 'followee_stance';
  return null;
end $function$;


create table access_codes (
  code text not null,
  max_uses integer default 1 not null,
  uses integer default 0 not null,
  expires_at timestamp with time zone,
  revoked_at timestamp with time zone,
  note text default ''::text not null,
  created_at timestamp with time zone default now() not null
);

create table audit_log (
  audit_id bigint generated always as identity not null,
  at timestamp with time zone default clock_timestamp() not null,
  act text not null,
  user_id uuid,
  subject bytea,
  operator text,
  detail jsonb default '{}'::jsonb not null
);

create table bill_activity (
  bill_id uuid not null,
  day date not null,
  points double precision not null
) with (fillfactor=50);

create table bill_category_counts (
  bill_id uuid not null,
  category_id text not null,
  comment_count integer not null,
  thread_count integer default 0 not null
) with (fillfactor=50);

create table bill_comments (
  comment_id uuid default uuidv7() not null,
  bill_id uuid not null,
  category_id text not null,
  parent_comment_id uuid,
  depth smallint default 1 not null,
  user_id uuid,
  content text not null,
  upvotes integer default 0 not null,
  downvotes integer default 0 not null,
  change_count integer default 0 not null,
  deleted_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  hidden_at timestamp with time zone,
  is_live boolean generated always as (((deleted_at IS NULL) AND (hidden_at IS NULL))) stored not null,
  reply_count integer default 0 not null
) with (fillfactor=80);

create table bill_counters (
  bill_id uuid not null,
  created_at timestamp with time zone not null,
  government_level text not null,
  status text not null,
  support_count integer default 0 not null,
  oppose_count integer default 0 not null,
  neutral_count integer default 0 not null,
  learning_count integer default 0 not null,
  discussion_count integer default 0 not null,
  activity_score double precision default 0 not null,
  echo_version bigint default 0 not null
) with (fillfactor=50);

create table bill_echo (
  bill_id uuid not null,
  echo_version bigint not null,
  echo_votes integer not null,
  analyzed_votes integer not null,
  total_votes integer not null
) with (fillfactor=50);

create table bill_local_counts (
  bill_id uuid not null,
  ocd_city_id text not null,
  comment_count integer not null
) with (fillfactor=50);

create table bill_search (
  bill_id uuid not null,
  created_at timestamp with time zone not null,
  code_key text not null,
  keys text[] not null,
  words text not null
) with (toast_tuple_target=8160);

create table bill_terms (
  term text not null
);

create table bill_text_fetches (
  bill_id uuid not null,
  state text not null,
  attempted_at timestamp with time zone default now() not null,
  retry_at timestamp with time zone not null
);

create table bill_texts (
  bill_id uuid not null,
  version text,
  text_hash bytea not null,
  formatted_text text,
  bill_sections jsonb,
  full_text text
);

create table bill_topics (
  bill_id uuid not null,
  topic text not null,
  created_at timestamp with time zone not null,
  government_level text not null,
  status text not null
);

create table bill_totals (
  government_level text not null,
  status text not null,
  topic text not null,
  bill_count integer not null
);

create table bills (
  bill_id uuid default gen_random_uuid() not null,
  source_id text not null,
  source_family text not null,
  source_name text not null,
  source_updated_at timestamp with time zone,
  source_checked_at timestamp with time zone,
  content_hash bytea not null,
  bill_code text not null,
  title text not null,
  summary text default ''::text not null,
  topics text[] default '{}'::text[] not null,
  government_level text not null,
  jurisdiction text not null,
  status text not null,
  created_at timestamp with time zone not null,
  source_url text,
  sponsors jsonb default '[]'::jsonb not null,
  actions jsonb default '[]'::jsonb not null,
  summary_by text default 'source'::text not null,
  text_url text
);

create table bookmarks (
  user_id uuid not null,
  bill_id uuid not null,
  created_at timestamp with time zone default now() not null
);

create table comment_camps (
  comment_id uuid not null,
  bill_id uuid not null,
  user_id uuid,
  category_id text not null,
  depth smallint not null,
  created_at timestamp with time zone not null,
  is_live boolean not null,
  support_upvotes integer default 0 not null,
  support_downvotes integer default 0 not null,
  oppose_upvotes integer default 0 not null,
  oppose_downvotes integer default 0 not null,
  neutral_upvotes integer default 0 not null,
  neutral_downvotes integer default 0 not null,
  learning_upvotes integer default 0 not null,
  learning_downvotes integer default 0 not null,
  unknown_upvotes integer default 0 not null,
  unknown_downvotes integer default 0 not null,
  bridging_score smallint generated always as (
CASE
    WHEN is_live THEN (common_ground(side_approval(support_upvotes, support_downvotes), side_approval(oppose_upvotes, oppose_downvotes), (neutral_upvotes + learning_upvotes), (((neutral_upvotes + neutral_downvotes) + learning_upvotes) + learning_downvotes)))::integer
    ELSE '-1'::integer
END) stored not null
) with (fillfactor=50);

create table comment_votes (
  comment_id uuid not null,
  user_id uuid not null,
  vote text not null,
  created_at timestamp with time zone default now() not null,
  bill_id uuid not null,
  told_in uuid
);

create table contacts (
  contact_id uuid default gen_random_uuid() not null,
  user_id uuid not null,
  rep_id text not null,
  bill_id uuid,
  subject text not null,
  message text not null,
  delivery text not null,
  created_at timestamp with time zone default now() not null,
  mail_id uuid
);

create table deleted_accounts (
  user_id uuid not null,
  username text not null,
  emails text[] not null,
  deleted_at timestamp with time zone not null,
  purge_at timestamp with time zone not null,
  link_hashes bytea[] not null,
  picture_small bytea,
  picture_large bytea
);

create table deletion_ledger (
  entry_id bigint generated always as identity not null,
  happened_at timestamp with time zone default now() not null,
  event text not null,
  account_hash bytea not null,
  key_id text not null
);

create table departed_members (
  access_code text not null,
  email_hash bytea not null
);

create table divisions (
  division text not null,
  kind text not null,
  name text not null,
  state text,
  geoid text,
  keys text[] not null,
  counties text[] not null,
  valid_from date,
  valid_to date
);

create table email_links (
  token_hash bytea not null,
  user_id uuid not null,
  purpose text not null,
  email text not null,
  was_verified_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone
);

create table exports (
  user_id uuid not null,
  asked_at timestamp with time zone default now() not null,
  tries integer default 0 not null,
  try_after timestamp with time zone default now() not null,
  token_hash bytea,
  archive bytea,
  expires_at timestamp with time zone
);

create table follows (
  follower_id uuid not null,
  followee_id uuid not null,
  created_at timestamp with time zone default now() not null
);

create table former_usernames (
  username text not null,
  user_id uuid not null,
  reserved_until timestamp with time zone not null
);

create table geocodes (
  address_hash bytea not null,
  answer jsonb not null,
  expires_at timestamp with time zone not null
);

create table group_comments (
  comment_id uuid default gen_random_uuid() not null,
  post_id uuid not null,
  group_id uuid not null,
  parent_comment_id uuid,
  depth smallint default 1 not null,
  user_id uuid,
  content text not null,
  deleted_at timestamp with time zone,
  hidden_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  reply_count integer default 0 not null
) with (fillfactor=90);

create table group_follows (
  user_id uuid not null,
  group_id uuid not null,
  created_at timestamp with time zone default now() not null
);

create table group_likes (
  post_id uuid not null,
  user_id uuid not null,
  created_at timestamp with time zone default now() not null
);

create table group_member_counts (
  group_id uuid not null,
  shard smallint not null,
  elected_officials integer default 0 not null,
  community_leaders integer default 0 not null,
  regular integer default 0 not null
) with (fillfactor=50);

create table group_members (
  group_id uuid not null,
  user_id uuid not null,
  is_resident boolean default false not null,
  is_follower boolean default false not null,
  rank smallint not null,
  sort_name text not null,
  is_shown boolean not null
) with (fillfactor=90);

create table group_posts (
  post_id uuid default gen_random_uuid() not null,
  group_id uuid not null,
  user_id uuid,
  content text not null,
  is_pinned boolean default false not null,
  like_count integer default 0 not null,
  comment_count integer default 0 not null,
  deleted_at timestamp with time zone,
  hidden_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  thread_count integer default 0 not null
) with (fillfactor=80);

create table group_totals (
  government_level text not null,
  group_type text not null,
  group_count integer not null
);

create table groups (
  group_id uuid default gen_random_uuid() not null,
  group_name text not null,
  description text default ''::text not null,
  government_level text not null,
  group_type text not null,
  jurisdiction text not null,
  follower_count integer default 0 not null,
  post_count integer default 0 not null,
  live_post_count integer default 0 not null,
  last_activity_at timestamp with time zone,
  created_at timestamp with time zone default now() not null
) with (fillfactor=70);

create table idempotency_keys (
  user_id uuid not null,
  key text not null,
  request_hash bytea not null,
  status integer,
  answer jsonb,
  created_at timestamp with time zone default now() not null
);

create table instance_secrets (
  name text not null,
  secret bytea not null
);

create table known_devices (
  user_id uuid not null,
  device_hash bytea not null,
  last_seen_at timestamp with time zone default now() not null
);

create table label_proposals (
  user_id uuid not null,
  member_type text not null,
  proposed_by text not null,
  proposed_at timestamp with time zone default now() not null
);

create table mails (
  mail_id uuid default gen_random_uuid() not null,
  user_id uuid,
  purpose text not null,
  to_address text not null,
  subject text not null,
  text text not null,
  html text,
  state text default 'pending'::text not null,
  created_at timestamp with time zone default now() not null,
  good_until timestamp with time zone not null,
  attempts integer default 0 not null,
  next_attempt_at timestamp with time zone default now() not null,
  unreached boolean default false not null,
  sent_at timestamp with time zone,
  trouble text,
  reply_to text,
  from_name text
);

create table member_divisions (
  user_id uuid not null,
  division text not null,
  chosen boolean default false not null
);

create table member_moves (
  user_id uuid not null,
  moved_at timestamp with time zone default now() not null,
  is_first boolean not null
);

create table member_writes (
  user_id uuid not null,
  window_started_at timestamp with time zone default now() not null,
  writes integer default 0 not null
) with (fillfactor=50);

create table mind_changes (
  comment_id uuid not null,
  user_id uuid not null,
  created_at timestamp with time zone default now() not null
);

create table notification_counts (
  user_id uuid not null,
  total integer not null,
  unread integer not null,
  version bigint default 1 not null
) with (fillfactor=50);

create table notifications (
  notification_id uuid default uuidv7() not null,
  user_id uuid not null,
  type text not null,
  actor_id uuid,
  bill_id uuid,
  comment_id uuid,
  stance text,
  votes integer,
  read_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  is_shown boolean default true not null
) with (fillfactor=80);

create table place_sources (
  source text not null,
  records integer not null,
  as_of date not null,
  loaded_at timestamp with time zone default now() not null
);

create table rate_limits (
  rule text not null,
  subject bytea not null,
  window_ends_at timestamp with time zone not null,
  attempts integer not null,
  blocked_until timestamp with time zone
) with (fillfactor=50);

create table reports (
  report_id uuid default gen_random_uuid() not null,
  reporter_id uuid,
  is_flag boolean default false not null,
  target_type text not null,
  target_id uuid not null,
  reason text not null,
  details text,
  created_at timestamp with time zone default now() not null,
  resolved_at timestamp with time zone,
  resolved_by text,
  note text,
  reported_user_id uuid,
  reported_text text,
  author_deleted_at timestamp with time zone,
  reported_hash bytea
);

create table representative_terms (
  term_id bigint generated always as identity not null,
  rep_id text not null,
  body text,
  title text not null,
  government_level text not null,
  division text not null,
  district text,
  party text,
  office_phone text,
  email text,
  contact_form_url text,
  valid_from date,
  valid_to date
);

create table representatives (
  rep_id text not null,
  rep_name text not null,
  title text,
  party text,
  government_level text,
  division text,
  office_phone text,
  email text,
  contact_form_url text,
  photo_url text,
  district text,
  source_name text not null,
  source_checked_at timestamp with time zone not null,
  valid_from date,
  valid_to date
);

create table reset_tokens (
  user_id uuid not null,
  token_hash bytea not null,
  email text not null,
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null
);

create table residences (
  user_id uuid not null,
  "precision" text not null,
  source text not null,
  map integer not null,
  candidates jsonb not null,
  note text,
  declined boolean default false not null,
  resolved_at timestamp with time zone default now() not null,
  again_at timestamp with time zone
);

create table schema_migrations (
  version integer not null,
  name text not null,
  checksum text not null,
  applied_at timestamp with time zone default now() not null
);

create table sessions (
  token_hash bytea not null,
  user_id uuid not null,
  created_at timestamp with time zone default now() not null,
  last_seen_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  session_id uuid default gen_random_uuid() not null,
  device text default 'Unknown device'::text not null
);

create table set_aside_rows (
  set_aside_id bigint generated always as identity not null,
  user_id uuid not null,
  reason text not null,
  table_name text not null,
  "row" jsonb not null
);

create table source_syncs (
  source text not null,
  what text not null,
  since timestamp with time zone,
  cursor jsonb,
  synced_at timestamp with time zone
);

create table stance_changes (
  change_id bigint generated always as identity not null,
  bill_id uuid not null,
  user_id uuid not null,
  from_stance text,
  to_stance text not null,
  change_source text not null,
  comment_id uuid,
  changed_at timestamp with time zone default now() not null
);

create table stance_news (
  user_id uuid not null,
  bill_id uuid not null,
  version integer default 1 not null,
  changed_at timestamp with time zone default now() not null,
  due_at timestamp with time zone default now(),
  begun_at timestamp with time zone,
  told_up_to uuid
) with (fillfactor=50);

create table stances (
  bill_id uuid not null,
  user_id uuid not null,
  stance text not null,
  change_source text default 'direct'::text not null,
  comment_id uuid,
  first_taken_at timestamp with time zone default now() not null,
  changed_at timestamp with time zone default now() not null
) with (fillfactor=80);

create table topic_follows (
  user_id uuid not null,
  topic text not null,
  created_at timestamp with time zone default now() not null
);

create table unread_votes (
  comment_id uuid not null,
  user_id uuid not null
);

create table users (
  user_id uuid default gen_random_uuid() not null,
  member_number bigint generated always as identity not null,
  username text not null,
  email text not null,
  full_name text not null,
  password_hash text not null,
  email_verified_at timestamp with time zone,
  bio text,
  address text,
  ocd_city_id text,
  member_type text default 'regular'::text not null,
  account_status text default 'active'::text not null,
  profile_picture_url text,
  access_code text,
  total_stances integer default 0 not null,
  total_comments integer default 0 not null,
  follower_count integer default 0 not null,
  following_count integer default 0 not null,
  minds_changed integer default 0 not null,
  created_at timestamp with time zone default now() not null,
  pending_email text,
  public_profile boolean default true not null,
  public_stances boolean default true not null,
  public_comments boolean default true not null,
  allow_follow boolean default true not null,
  suspended_from text
) with (fillfactor=80);

create table zip_codes (
  zip text not null,
  city text not null,
  city_key text not null,
  states text[] not null,
  congressional_districts text[] not null,
  counties text[] not null,
  is_area boolean not null
);


alter table access_codes add constraint access_codes_pkey PRIMARY KEY (code);
alter table access_codes add constraint access_codes_check CHECK (((uses >= 0) AND (uses <= max_uses)));
alter table access_codes add constraint access_codes_code_check CHECK ((code ~ '^[A-Z0-9-]{6,20}$'::text));
alter table access_codes add constraint access_codes_max_uses_check CHECK ((max_uses > 0));
alter table audit_log add constraint audit_log_pkey PRIMARY KEY (audit_id);
alter table audit_log add constraint audit_log_act_check CHECK ((act ~ '^[a-z_]+$'::text));
alter table audit_log add constraint audit_log_operator_check CHECK ((char_length(operator) <= 200));
alter table audit_log add constraint audit_log_subject_check CHECK ((length(subject) = 32));
alter table bill_activity add constraint bill_activity_pkey PRIMARY KEY (bill_id, day);
alter table bill_activity add constraint bill_activity_points_check CHECK ((points >= (0)::double precision));
alter table bill_activity add constraint bill_activity_bill_id_fkey FOREIGN KEY (bill_id) REFERENCES bill_counters(bill_id) ON DELETE CASCADE;
alter table bill_category_counts add constraint bill_category_counts_pkey PRIMARY KEY (bill_id, category_id);
alter table bill_category_counts add constraint bill_category_counts_comment_count_check CHECK ((comment_count >= 0));
alter table bill_category_counts add constraint bill_category_counts_thread_count_check CHECK ((thread_count >= 0));
alter table bill_category_counts add constraint bill_category_counts_bill_id_fkey FOREIGN KEY (bill_id) REFERENCES bill_counters(bill_id) ON DELETE CASCADE;
alter table bill_comments add constraint bill_comments_pkey PRIMARY KEY (comment_id);
alter table bill_comments add constraint bill_comments_category_id_check CHECK ((category_id = ANY (ARRAY['general-discussion'::text, 'economic-impact'::text, 'personal-stories'::text, 'questions-clarifications'::text])));
alter table bill_comments add constraint bill_comments_change_count_check CHECK ((change_count >= 0));
alter table bill_comments add constraint bill_comments_check CHECK (((parent_comment_id IS NULL) = (depth = 1)));
alter table bill_comments add constraint bill_comments_check1 CHECK (((deleted_at IS NULL) OR (hidden_at IS NULL)));
alter table bill_comments add constraint bill_comments_content_check CHECK (((char_length(content) >= 1) AND (char_length(content) <= 2000)));
alter table bill_comments add constraint bill_comments_depth_check CHECK (((depth >= 1) AND (depth <= 3)));
alter table bill_comments add constraint bill_comments_downvotes_check CHECK ((downvotes >= 0));
alter table bill_comments add constraint bill_comments_reply_count_check CHECK ((reply_count >= 0));
alter table bill_comments add constraint bill_comments_upvotes_check CHECK ((upvotes >= 0));
alter table bill_comments add constraint bill_comments_bill_id_fkey FOREIGN KEY (bill_id) REFERENCES bill_counters(bill_id) ON DELETE CASCADE;
alter table bill_comments add constraint bill_comments_parent_comment_id_fkey FOREIGN KEY (parent_comment_id) REFERENCES bill_comments(comment_id) ON DELETE CASCADE;
alter table bill_comments add constraint bill_comments_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(user_id) ON DELETE SET NULL;
alter table bill_counters add constraint bill_counters_pkey PRIMARY KEY (bill_id);
alter table bill_counters add constraint bill_counters_activity_score_check CHECK ((activity_score >= (0)::double precision));
alter table bill_counters add constraint bill_counters_discussion_count_check CHECK ((discussion_count >= 0));
alter table bill_counters add constraint bill_counters_learning_count_check CHECK ((learning_count >= 0));
alter table bill_counters add constraint bill_counters_neutral_count_check CHECK ((neutral_count >= 0));
alter table bill_counters add constraint bill_counters_oppose_count_check CHECK ((oppose_count >= 0));
alter table bill_counters add constraint bill_counters_support_count_check CHECK ((support_count >= 0));
alter table bill_counters add constraint bill_counters_bill_id_fkey FOREIGN KEY (bill_id) REFERENCES bills(bill_id) ON DELETE CASCADE;
alter table bill_echo add constraint bill_echo_pkey PRIMARY KEY (bill_id);
alter table bill_echo add constraint bill_echo_check CHECK ((analyzed_votes >= echo_votes));
alter table bill_echo add constraint bill_echo_check1 CHECK ((total_votes >= analyzed_votes));
alter table bill_echo add constraint bill_echo_echo_votes_check CHECK ((echo_votes >= 0));
alter table bill_echo add constraint bill_echo_bill_id_fkey FOREIGN KEY (bill_id) REFERENCES bills(bill_id) ON DELETE CASCADE;
alter table bill_local_counts add constraint bill_local_counts_pkey PRIMARY KEY (bill_id, ocd_city_id);
alter table bill_local_counts add constraint bill_local_counts_comment_count_check CHECK ((comment_count >= 0));
alter table bill_local_counts add constraint bill_local_counts_bill_id_fkey FOREIGN KEY (bill_id) REFERENCES bill_counters(bill_id) ON DELETE CASCADE;
alter table bill_search add constraint bill_search_pkey PRIMARY KEY (bill_id);
alter table bill_search add constraint bill_search_bill_id_fkey FOREIGN KEY (bill_id) REFERENCES bills(bill_id) ON DELETE CASCADE;
alter table bill_terms add constraint bill_terms_pkey PRIMARY KEY (term);
alter table bill_text_fetches add constraint bill_text_fetches_pkey PRIMARY KEY (bill_id);
alter table bill_text_fetches add constraint bill_text_fetches_state_check CHECK ((state = ANY (ARRAY['fetching'::text, 'missing'::text, 'failed'::text])));
alter table bill_text_fetches add constraint bill_text_fetches_bill_id_fkey FOREIGN KEY (bill_id) REFERENCES bills(bill_id) ON DELETE CASCADE;
alter table bill_texts add constraint bill_texts_pkey PRIMARY KEY (bill_id);
alter table bill_texts add constraint bill_texts_bill_id_fkey FOREIGN KEY (bill_id) REFERENCES bills(bill_id) ON DELETE CASCADE;
alter table bill_topics add constraint bill_topics_pkey PRIMARY KEY (bill_id, topic);
alter table bill_topics add constraint bill_topics_bill_id_fkey FOREIGN KEY (bill_id) REFERENCES bills(bill_id) ON DELETE CASCADE;
alter table bill_totals add constraint bill_totals_pkey PRIMARY KEY (topic, government_level, status);
alter table bill_totals add constraint bill_totals_bill_count_check CHECK ((bill_count >= 0));
alter table bills add constraint bills_pkey PRIMARY KEY (bill_id);
alter table bills add constraint bills_source_id_key UNIQUE (source_id);
alter table bills add constraint bills_government_level_check CHECK ((government_level = ANY (ARRAY['federal'::text, 'state'::text, 'local'::text])));
alter table bills add constraint bills_source_url_check CHECK ((source_url ~ '^https?://'::text));
alter table bills add constraint bills_status_check CHECK ((status = ANY (ARRAY['introduced'::text, 'engrossed'::text, 'active'::text, 'passed'::text, 'rejected'::text, 'pending'::text])));
alter table bills add constraint bills_summary_by_check CHECK ((summary_by = ANY (ARRAY['source'::text, 'hurd'::text])));
alter table bookmarks add constraint bookmarks_pkey PRIMARY KEY (user_id, bill_id);
alter table bookmarks add constraint bookmarks_bill_id_fkey FOREIGN KEY (bill_id) REFERENCES bills(bill_id) ON DELETE CASCADE;
alter table bookmarks add constraint bookmarks_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(user_id) ON DELETE CASCADE;
alter table comment_camps add constraint comment_camps_pkey PRIMARY KEY (comment_id);
alter table comment_camps add constraint comment_camps_learning_downvotes_check CHECK ((learning_downvotes >= 0));
alter table comment_camps add constraint comment_camps_learning_upvotes_check CHECK ((learning_upvotes >= 0));
alter table comment_camps add constraint comment_camps_neutral_downvotes_check CHECK ((neutral_downvotes >= 0));
alter table comment_camps add constraint comment_camps_neutral_upvotes_check CHECK ((neutral_upvotes >= 0));
alter table comment_camps add constraint comment_camps_oppose_downvotes_check CHECK ((oppose_downvotes >= 0));
alter table comment_camps add constraint comment_camps_oppose_upvotes_check CHECK ((oppose_upvotes >= 0));
alter table comment_camps add constraint comment_camps_support_downvotes_check CHECK ((support_downvotes >= 0));
alter table comment_camps add constraint comment_camps_support_upvotes_check CHECK ((support_upvotes >= 0));
alter table comment_camps add constraint comment_camps_unknown_downvotes_check CHECK ((unknown_downvotes >= 0));
alter table comment_camps add constraint comment_camps_unknown_upvotes_check CHECK ((unknown_upvotes >= 0));
alter table comment_camps add constraint comment_camps_comment_id_fkey FOREIGN KEY (comment_id) REFERENCES bill_comments(comment_id) ON DELETE CASCADE;
alter table comment_votes add constraint comment_votes_pkey PRIMARY KEY (comment_id, user_id);
alter table comment_votes add constraint comment_votes_vote_check CHECK ((vote = ANY (ARRAY['upvote'::text, 'downvote'::text])));
alter table comment_votes add constraint comment_votes_comment_id_fkey FOREIGN KEY (comment_id) REFERENCES bill_comments(comment_id) ON DELETE CASCADE;
alter table comment_votes add constraint comment_votes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(user_id) ON DELETE CASCADE;
alter table contacts add constraint contacts_pkey PRIMARY KEY (contact_id);
alter table contacts add constraint contacts_delivery_check CHECK ((delivery = ANY (ARRAY['email'::text, 'contact_form'::text, 'recorded'::text])));
alter table contacts add constraint contacts_message_check CHECK (((char_length(message) >= 1) AND (char_length(message) <= 5000)));
alter table contacts add constraint contacts_subject_check CHECK (((char_length(subject) >= 1) AND (char_length(subject) <= 200)));
alter table contacts add constraint contacts_bill_id_fkey FOREIGN KEY (bill_id) REFERENCES bills(bill_id) ON DELETE SET NULL;
alter table contacts add constraint contacts_mail_id_fkey FOREIGN KEY (mail_id) REFERENCES mails(mail_id) ON DELETE SET NULL;
alter table contacts add constraint contacts_rep_id_fkey FOREIGN KEY (rep_id) REFERENCES representatives(rep_id);
alter table contacts add constraint contacts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(user_id) ON DELETE CASCADE;
alter table deleted_accounts add constraint deleted_accounts_pkey PRIMARY KEY (user_id);
alter table deleted_accounts add constraint deleted_accounts_emails_check CHECK ((cardinality(emails) > 0));
alter table deletion_ledger add constraint deletion_ledger_pkey PRIMARY KEY (entry_id);
alter table deletion_ledger add constraint deletion_ledger_account_hash_check CHECK ((length(account_hash) = 32));
alter table deletion_ledger add constraint deletion_ledger_event_check CHECK ((event = ANY (ARRAY['deleted'::text, 'restored'::text])));
alter table departed_members add constraint departed_members_pkey PRIMARY KEY (access_code, email_hash);
alter table departed_members add constraint departed_members_email_hash_check CHECK ((length(email_hash) = 32));
alter table departed_members add constraint departed_members_access_code_fkey FOREIGN KEY (access_code) REFERENCES access_codes(code);
alter table divisions add constraint divisions_pkey PRIMARY KEY (division);
alter table divisions add constraint divisions_division_check CHECK ((division ~ '^ocd-division/country:us(/|$)'::text));
alter table divisions add constraint divisions_state_check CHECK ((state ~ '^[a-z]{2}$'::text));
alter table email_links add constraint email_links_pkey PRIMARY KEY (token_hash);
alter table email_links add constraint email_links_check CHECK (((purpose = 'disown'::text) OR (was_verified_at IS NULL)));
alter table email_links add constraint email_links_purpose_check CHECK ((purpose = ANY (ARRAY['verify'::text, 'change'::text, 'disown'::text])));
alter table email_links add constraint email_links_token_hash_check CHECK ((length(token_hash) = 32));
alter table email_links add constraint email_links_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(user_id) ON DELETE CASCADE;
alter table exports add constraint exports_pkey PRIMARY KEY (user_id);
alter table exports add constraint exports_token_hash_key UNIQUE (token_hash);
alter table exports add constraint exports_check CHECK ((((archive IS NULL) = (token_hash IS NULL)) AND ((archive IS NULL) = (expires_at IS NULL))));
alter table exports add constraint exports_token_hash_check CHECK ((length(token_hash) = 32));
alter table exports add constraint exports_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(user_id) ON DELETE CASCADE;
alter table follows add constraint follows_pkey PRIMARY KEY (follower_id, followee_id);
alter table follows add constraint follows_check CHECK ((follower_id <> followee_id));
alter table follows add constraint follows_followee_id_fkey FOREIGN KEY (followee_id) REFERENCES users(user_id) ON DELETE CASCADE;
alter table follows add constraint follows_follower_id_fkey FOREIGN KEY (follower_id) REFERENCES users(user_id) ON DELETE CASCADE;
alter table former_usernames add constraint former_usernames_username_check CHECK ((username ~ '^[A-Za-z0-9_-]{3,50}$'::text));
alter table former_usernames add constraint former_usernames_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(user_id) ON DELETE CASCADE;
alter table geocodes add constraint geocodes_pkey PRIMARY KEY (address_hash);
alter table group_comments add constraint group_comments_pkey PRIMARY KEY (comment_id);
alter table group_comments add constraint group_comments_check CHECK (((parent_comment_id IS NULL) = (depth = 1)));
alter table group_comments add constraint group_comments_check1 CHECK (((deleted_at IS NULL) OR (content = '[Comment deleted by user]'::text)));
alter table group_comments add constraint group_comments_content_check CHECK (((char_length(content) >= 1) AND (char_length(content) <= 500)));
alter table group_comments add constraint group_comments_depth_check CHECK (((depth >= 1) AND (depth <= 3)));
alter table group_comments add constraint group_comments_reply_count_check CHECK ((reply_count >= 0));
alter table group_comments add constraint group_comments_group_id_fkey FOREIGN KEY (group_id) REFERENCES groups(group_id) ON DELETE CASCADE;
alter table group_comments add constraint group_comments_parent_comment_id_fkey FOREIGN KEY (parent_comment_id) REFERENCES group_comments(comment_id) ON DELETE CASCADE;
alter table group_comments add constraint group_comments_post_id_fkey FOREIGN KEY (post_id) REFERENCES group_posts(post_id) ON DELETE CASCADE;
alter table group_comments add constraint group_comments_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(user_id) ON DELETE SET NULL;
alter table group_follows add constraint group_follows_pkey PRIMARY KEY (user_id, group_id);
alter table group_follows add constraint group_follows_group_id_fkey FOREIGN KEY (group_id) REFERENCES groups(group_id) ON DELETE CASCADE;
alter table group_follows add constraint group_follows_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(user_id) ON DELETE CASCADE;
alter table group_likes add constraint group_likes_pkey PRIMARY KEY (post_id, user_id);
alter table group_likes add constraint group_likes_post_id_fkey FOREIGN KEY (post_id) REFERENCES group_posts(post_id) ON DELETE CASCADE;
alter table group_likes add constraint group_likes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(user_id) ON DELETE CASCADE;
alter table group_member_counts add constraint group_member_counts_pkey PRIMARY KEY (group_id, shard);
alter table group_member_counts add constraint group_member_counts_community_leaders_check CHECK ((community_leaders >= 0));
alter table group_member_counts add constraint group_member_counts_elected_officials_check CHECK ((elected_officials >= 0));
alter table group_member_counts add constraint group_member_counts_regular_check CHECK ((regular >= 0));
alter table group_member_counts add constraint group_member_counts_shard_check CHECK (((shard >= 0) AND (shard <= 15)));
alter table group_member_counts add constraint group_member_counts_group_id_fkey FOREIGN KEY (group_id) REFERENCES groups(group_id) ON DELETE CASCADE;
alter table group_members add constraint group_members_pkey PRIMARY KEY (group_id, user_id);
alter table group_members add constraint group_members_check CHECK ((is_resident OR is_follower));
alter table group_members add constraint group_members_rank_check CHECK (((rank >= 0) AND (rank <= 2)));
alter table group_members add constraint group_members_group_id_fkey FOREIGN KEY (group_id) REFERENCES groups(group_id) ON DELETE CASCADE;
alter table group_members add constraint group_members_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(user_id) ON DELETE CASCADE;
alter table group_posts add constraint group_posts_pkey PRIMARY KEY (post_id);
alter table group_posts add constraint group_posts_check CHECK (((deleted_at IS NULL) OR ((content = '[Post deleted by user]'::text) AND (like_count = 0) AND (NOT is_pinned))));
alter table group_posts add constraint group_posts_comment_count_check CHECK ((comment_count >= 0));
alter table group_posts add constraint group_posts_content_check CHECK (((char_length(content) >= 1) AND (char_length(content) <= 5000)));
alter table group_posts add constraint group_posts_like_count_check CHECK ((like_count >= 0));
alter table group_posts add constraint group_posts_thread_count_check CHECK ((thread_count >= 0));
alter table group_posts add constraint group_posts_group_id_fkey FOREIGN KEY (group_id) REFERENCES groups(group_id) ON DELETE CASCADE;
alter table group_posts add constraint group_posts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(user_id) ON DELETE SET NULL;
alter table group_totals add constraint group_totals_pkey PRIMARY KEY (government_level, group_type);
alter table group_totals add constraint group_totals_group_count_check CHECK ((group_count >= 0));
alter table groups add constraint groups_pkey PRIMARY KEY (group_id);
alter table groups add constraint groups_check CHECK (((live_post_count >= 0) AND (live_post_count <= post_count)));
alter table groups add constraint groups_description_check CHECK ((char_length(description) <= 2000));
alter table groups add constraint groups_follower_count_check CHECK ((follower_count >= 0));
alter table groups add constraint groups_government_level_check CHECK ((government_level = ANY (ARRAY['federal'::text, 'state'::text, 'local'::text])));
alter table groups add constraint groups_group_name_check CHECK (((char_length(group_name) >= 1) AND (char_length(group_name) <= 200)));
alter table groups add constraint groups_group_type_check CHECK ((group_type = ANY (ARRAY['country'::text, 'state'::text, 'county'::text, 'place'::text])));
alter table groups add constraint groups_jurisdiction_check CHECK ((jurisdiction ~ '^ocd-division/country:us(/|$)'::text));
alter table groups add constraint groups_post_count_check CHECK ((post_count >= 0));
alter table idempotency_keys add constraint idempotency_keys_pkey PRIMARY KEY (user_id, key);
alter table idempotency_keys add constraint idempotency_keys_key_check CHECK (((char_length(key) >= 1) AND (char_length(key) <= 200)));
alter table idempotency_keys add constraint idempotency_keys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(user_id) ON DELETE CASCADE;
alter table instance_secrets add constraint instance_secrets_pkey PRIMARY KEY (name);
alter table instance_secrets add constraint instance_secrets_secret_check CHECK ((length(secret) = 32));
alter table known_devices add constraint known_devices_pkey PRIMARY KEY (user_id, device_hash);
alter table known_devices add constraint known_devices_device_hash_check CHECK ((length(device_hash) = 32));
alter table known_devices add constraint known_devices_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(user_id) ON DELETE CASCADE;
alter table label_proposals add constraint label_proposals_pkey PRIMARY KEY (user_id);
alter table label_proposals add constraint label_proposals_member_type_check CHECK ((member_type = 'elected_official'::text));
alter table label_proposals add constraint label_proposals_proposed_by_check CHECK ((char_length(proposed_by) <= 200));
alter table label_proposals add constraint label_proposals_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(user_id) ON DELETE CASCADE;
alter table mails add constraint mails_pkey PRIMARY KEY (mail_id);
alter table mails add constraint mails_attempts_check CHECK ((attempts >= 0));
alter table mails add constraint mails_from_name_check CHECK ((from_name ~ '^[^\u0001-\u001f\u007f-\u009f\u2028\u2029<>@"]+$'::text));
alter table mails add constraint mails_purpose_check CHECK ((purpose ~ '^[a-z_]+$'::text));
alter table mails add constraint mails_reply_to_check CHECK ((reply_to ~ '^[^\u0001-\u0020\u007f-\u00a0\u2028\u2029]+$'::text));
alter table mails add constraint mails_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'sent'::text, 'dead'::text])));
alter table mails add constraint mails_subject_check CHECK ((subject ~ '^[^\u0001-\u001f\u007f-\u009f\u2028\u2029]+$'::text));
alter table mails add constraint mails_to_address_check CHECK ((to_address ~ '^[^\u0001-\u0020\u007f-\u00a0\u2028\u2029]+$'::text));
alter table mails add constraint mails_trouble_check CHECK ((char_length(trouble) <= 200));
alter table mails add constraint mails_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(user_id) ON DELETE CASCADE;
alter table member_divisions add constraint member_divisions_pkey PRIMARY KEY (user_id, division);
alter table member_divisions add constraint member_divisions_division_check CHECK ((division ~ '^ocd-division/country:us(/|$)'::text));
alter table member_divisions add constraint member_divisions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(user_id) ON DELETE CASCADE;
alter table member_moves add constraint member_moves_pkey PRIMARY KEY (user_id, moved_at);
alter table member_moves add constraint member_moves_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(user_id) ON DELETE CASCADE;
alter table member_writes add constraint member_writes_pkey PRIMARY KEY (user_id);
alter table member_writes add constraint member_writes_writes_check CHECK ((writes >= 0));
alter table member_writes add constraint member_writes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(user_id) ON DELETE CASCADE;
alter table mind_changes add constraint mind_changes_pkey PRIMARY KEY (comment_id, user_id);
alter table mind_changes add constraint mind_changes_comment_id_fkey FOREIGN KEY (comment_id) REFERENCES bill_comments(comment_id) ON DELETE CASCADE;
alter table mind_changes add constraint mind_changes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(user_id) ON DELETE CASCADE;
alter table notification_counts add constraint notification_counts_pkey PRIMARY KEY (user_id);
alter table notification_counts add constraint notification_counts_check CHECK (((unread >= 0) AND (unread <= total)));
alter table notification_counts add constraint notification_counts_total_check CHECK ((total >= 0));
alter table notification_counts add constraint notification_counts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(user_id) ON DELETE CASCADE;
alter table notifications add constraint notifications_pkey PRIMARY KEY (notification_id);
alter table notifications add constraint notifications_check CHECK ((actor_id IS DISTINCT FROM user_id));
alter table notifications add constraint notifications_check1 CHECK (((actor_id IS NULL) = (type = 'comment_votes_batched'::text)));
alter table notifications add constraint notifications_check2 CHECK (((bill_id IS NULL) = (type = ANY (ARRAY['new_follower'::text, 'comment_votes_batched'::text]))));
alter table notifications add constraint notifications_check3 CHECK (((comment_id IS NULL) = (type = ANY (ARRAY['followee_stance'::text, 'new_follower'::text]))));
alter table notifications add constraint notifications_check4 CHECK (((stance IS NULL) = (type <> 'followee_stance'::text)));
alter table notifications add constraint notifications_check5 CHECK (((votes IS NULL) = (type <> 'comment_votes_batched'::text)));
alter table notifications add constraint notifications_stance_check CHECK ((stance = ANY (ARRAY['support'::text, 'oppose'::text, 'neutral'::text, 'learning'::text])));
alter table notifications add constraint notifications_type_check CHECK ((type = ANY (ARRAY['comment_votes_batched'::text, 'comment_influenced_mind'::text, 'followee_stance'::text, 'new_follower'::text])));
alter table notifications add constraint notifications_votes_check CHECK ((votes > 0));
alter table notifications add constraint notifications_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES users(user_id) ON DELETE CASCADE;
alter table notifications add constraint notifications_bill_id_fkey FOREIGN KEY (bill_id) REFERENCES bills(bill_id) ON DELETE CASCADE;
alter table notifications add constraint notifications_comment_id_fkey FOREIGN KEY (comment_id) REFERENCES bill_comments(comment_id) ON DELETE CASCADE;
alter table notifications add constraint notifications_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(user_id) ON DELETE CASCADE;
alter table place_sources add constraint place_sources_pkey PRIMARY KEY (source);
alter table rate_limits add constraint rate_limits_pkey PRIMARY KEY (rule, subject);
alter table rate_limits add constraint rate_limits_attempts_check CHECK ((attempts > 0));
alter table rate_limits add constraint rate_limits_subject_check CHECK ((length(subject) = 32));
alter table reports add constraint reports_pkey PRIMARY KEY (report_id);
alter table reports add constraint reports_check CHECK (((resolved_at IS NULL) = (resolved_by IS NULL)));
alter table reports add constraint reports_check1 CHECK (((NOT is_flag) OR (reporter_id IS NULL)));
alter table reports add constraint reports_details_check CHECK (((char_length(details) >= 1) AND (char_length(details) <= 1000)));
alter table reports add constraint reports_note_check CHECK ((char_length(note) <= 1000));
alter table reports add constraint reports_reason_check CHECK ((reason = ANY (ARRAY['spam'::text, 'abuse'::text, 'false_information'::text, 'other'::text])));
alter table reports add constraint reports_reported_hash_check CHECK ((length(reported_hash) = 32));
alter table reports add constraint reports_reported_text_check CHECK (((char_length(reported_text) >= 1) AND (char_length(reported_text) <= 6000)));
alter table reports add constraint reports_resolved_by_check CHECK ((char_length(resolved_by) <= 200));
alter table reports add constraint reports_target_type_check CHECK ((target_type = ANY (ARRAY['bill_comment'::text, 'group_post'::text, 'group_comment'::text, 'user'::text])));
alter table reports add constraint reports_reporter_id_fkey FOREIGN KEY (reporter_id) REFERENCES users(user_id) ON DELETE SET NULL;
alter table representative_terms add constraint representative_terms_pkey PRIMARY KEY (term_id);
alter table representative_terms add constraint representative_terms_rep_id_division_title_valid_from_key UNIQUE NULLS NOT DISTINCT (rep_id, division, title, valid_from);
alter table representative_terms add constraint representative_terms_check CHECK ((valid_to > valid_from));
alter table representative_terms add constraint representative_terms_contact_form_url_check CHECK ((contact_form_url ~ '^https?://'::text));
alter table representative_terms add constraint representative_terms_division_check CHECK ((division ~ '^ocd-division/country:us(/|$)'::text));
alter table representative_terms add constraint representative_terms_email_check CHECK ((email ~ '^[^\s@<>()\[\]\\,;:"]+@[^\s@<>()\[\]\\,;:"]+$'::text));
alter table representative_terms add constraint representative_terms_government_level_check CHECK ((government_level = ANY (ARRAY['federal'::text, 'state'::text, 'local'::text])));
alter table representative_terms add constraint representative_terms_rep_id_fkey FOREIGN KEY (rep_id) REFERENCES representatives(rep_id);
alter table representatives add constraint representatives_pkey PRIMARY KEY (rep_id);
alter table representatives add constraint representatives_check CHECK ((valid_to > valid_from));
alter table representatives add constraint representatives_contact_form_url_check CHECK ((contact_form_url ~ '^https?://'::text));
alter table representatives add constraint representatives_government_level_check CHECK ((government_level = ANY (ARRAY['federal'::text, 'state'::text, 'local'::text])));
alter table representatives add constraint representatives_rep_id_check CHECK ((rep_id <> ''::text));
alter table reset_tokens add constraint reset_tokens_pkey PRIMARY KEY (user_id);
alter table reset_tokens add constraint reset_tokens_token_hash_key UNIQUE (token_hash);
alter table reset_tokens add constraint reset_tokens_token_hash_check CHECK ((length(token_hash) = 32));
alter table reset_tokens add constraint reset_tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(user_id) ON DELETE CASCADE;
alter table residences add constraint residences_pkey PRIMARY KEY (user_id);
alter table residences add constraint residences_precision_check CHECK (("precision" = ANY (ARRAY['address'::text, 'zip'::text, 'state'::text, 'none'::text])));
alter table residences add constraint residences_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(user_id) ON DELETE CASCADE;
alter table schema_migrations add constraint schema_migrations_pkey PRIMARY KEY (version);
alter table sessions add constraint sessions_pkey PRIMARY KEY (token_hash);
alter table sessions add constraint sessions_session_id_key UNIQUE (session_id);
alter table sessions add constraint sessions_device_check CHECK ((char_length(device) <= 80));
alter table sessions add constraint sessions_token_hash_check CHECK ((length(token_hash) = 32));
alter table sessions add constraint sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(user_id) ON DELETE CASCADE;
alter table set_aside_rows add constraint set_aside_rows_pkey PRIMARY KEY (set_aside_id);
alter table set_aside_rows add constraint set_aside_rows_reason_check CHECK ((reason = ANY (ARRAY['deletion'::text, 'suspension'::text])));
alter table source_syncs add constraint source_syncs_pkey PRIMARY KEY (source, what);
alter table source_syncs add constraint source_syncs_check CHECK (((cursor IS NULL) = (since IS NULL)));
alter table source_syncs add constraint source_syncs_source_check CHECK ((source = ANY (ARRAY['congress'::text, 'openstates'::text, 'legistar'::text])));
alter table source_syncs add constraint source_syncs_what_check CHECK ((what = ANY (ARRAY['bills'::text, 'people'::text])));
alter table stance_changes add constraint stance_changes_pkey PRIMARY KEY (change_id);
alter table stance_changes add constraint stance_changes_change_source_check CHECK ((change_source = ANY (ARRAY['direct'::text, 'comment'::text])));
alter table stance_changes add constraint stance_changes_check CHECK ((from_stance IS DISTINCT FROM to_stance));
alter table stance_changes add constraint stance_changes_from_stance_check CHECK ((from_stance = ANY (ARRAY['support'::text, 'oppose'::text, 'neutral'::text, 'learning'::text])));
alter table stance_changes add constraint stance_changes_to_stance_check CHECK ((to_stance = ANY (ARRAY['support'::text, 'oppose'::text, 'neutral'::text, 'learning'::text])));
alter table stance_changes add constraint stance_changes_bill_id_fkey FOREIGN KEY (bill_id) REFERENCES bill_counters(bill_id) ON DELETE CASCADE;
alter table stance_changes add constraint stance_changes_comment_id_fkey FOREIGN KEY (comment_id) REFERENCES bill_comments(comment_id) ON DELETE SET NULL;
alter table stance_changes add constraint stance_changes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(user_id) ON DELETE CASCADE;
alter table stance_news add constraint stance_news_pkey PRIMARY KEY (user_id, bill_id);
alter table stance_news add constraint stance_news_bill_id_fkey FOREIGN KEY (bill_id) REFERENCES bills(bill_id) ON DELETE CASCADE;
alter table stance_news add constraint stance_news_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(user_id) ON DELETE CASCADE;
alter table stances add constraint stances_pkey PRIMARY KEY (bill_id, user_id);
alter table stances add constraint stances_change_source_check CHECK ((change_source = ANY (ARRAY['direct'::text, 'comment'::text])));
alter table stances add constraint stances_stance_check CHECK ((stance = ANY (ARRAY['support'::text, 'oppose'::text, 'neutral'::text, 'learning'::text])));
alter table stances add constraint stances_bill_id_fkey FOREIGN KEY (bill_id) REFERENCES bill_counters(bill_id) ON DELETE CASCADE;
alter table stances add constraint stances_comment_id_fkey FOREIGN KEY (comment_id) REFERENCES bill_comments(comment_id) ON DELETE SET NULL;
alter table stances add constraint stances_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(user_id) ON DELETE CASCADE;
alter table topic_follows add constraint topic_follows_pkey PRIMARY KEY (user_id, topic);
alter table topic_follows add constraint topic_follows_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(user_id) ON DELETE CASCADE;
alter table unread_votes add constraint unread_votes_pkey PRIMARY KEY (comment_id, user_id);
alter table unread_votes add constraint unread_votes_comment_id_fkey FOREIGN KEY (comment_id) REFERENCES bill_comments(comment_id) ON DELETE CASCADE;
alter table unread_votes add constraint unread_votes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(user_id) ON DELETE CASCADE;
alter table users add constraint users_pkey PRIMARY KEY (user_id);
alter table users add constraint users_member_number_key UNIQUE (member_number);
alter table users add constraint users_account_status_check CHECK ((account_status = ANY (ARRAY['active'::text, 'inactive'::text, 'suspended'::text])));
alter table users add constraint users_bio_check CHECK ((char_length(bio) <= 500));
alter table users add constraint users_email_check CHECK (((email = lower(email)) AND (char_length(email) <= 254)));
alter table users add constraint users_follower_count_check CHECK ((follower_count >= 0));
alter table users add constraint users_following_count_check CHECK ((following_count >= 0));
alter table users add constraint users_full_name_check CHECK (((char_length(full_name) >= 2) AND (char_length(full_name) <= 255)));
alter table users add constraint users_member_type_check CHECK ((member_type = ANY (ARRAY['regular'::text, 'elected_official'::text, 'community_leader'::text])));
alter table users add constraint users_minds_changed_check CHECK ((minds_changed >= 0));
alter table users add constraint users_pending_email_check CHECK (((pending_email = lower(pending_email)) AND (char_length(pending_email) <= 254)));
alter table users add constraint users_pending_email_other CHECK ((pending_email <> email));
alter table users add constraint users_suspended_from CHECK (((suspended_from IS NULL) OR (account_status = 'suspended'::text)));
alter table users add constraint users_suspended_from_check CHECK ((suspended_from = ANY (ARRAY['active'::text, 'inactive'::text])));
alter table users add constraint users_total_comments_check CHECK ((total_comments >= 0));
alter table users add constraint users_total_stances_check CHECK ((total_stances >= 0));
alter table users add constraint users_username_check CHECK ((username ~ '^[A-Za-z0-9_-]{3,50}$'::text));
alter table users add constraint users_access_code_fkey FOREIGN KEY (access_code) REFERENCES access_codes(code);
alter table zip_codes add constraint zip_codes_pkey PRIMARY KEY (zip);
alter table zip_codes add constraint zip_codes_zip_check CHECK ((zip ~ '^\d{5}$'::text));

CREATE INDEX audit_log_member ON audit_log USING btree (user_id, audit_id) WHERE (user_id IS NOT NULL);
CREATE INDEX audit_log_time ON audit_log USING btree (at);
CREATE INDEX bill_activity_day ON bill_activity USING btree (day);
CREATE INDEX bill_comments_author ON bill_comments USING btree (user_id, created_at DESC);
CREATE INDEX bill_comments_category ON bill_comments USING btree (bill_id, category_id, created_at, comment_id) WHERE (depth = 1);
CREATE INDEX bill_comments_replies ON bill_comments USING btree (parent_comment_id, created_at, comment_id);
CREATE INDEX bill_comments_threads ON bill_comments USING btree (bill_id, created_at, comment_id) WHERE (depth = 1);
CREATE INDEX bill_counters_trending ON bill_counters USING btree (activity_score DESC, created_at DESC, bill_id) INCLUDE (government_level, status);
CREATE INDEX bill_search_code ON bill_search USING btree (code_key, created_at DESC, bill_id);
CREATE INDEX bill_search_newest ON bill_search USING btree (created_at DESC, bill_id);
CREATE INDEX bill_search_terms ON bill_search USING gin (keys, search_terms(words)) WITH (fastupdate=off);
CREATE INDEX bill_search_words_index ON bill_search USING gin (keys, words gin_trgm_ops) WITH (fastupdate=off);
CREATE INDEX bill_terms_parts ON bill_terms USING gin (term gin_trgm_ops) WITH (fastupdate=off);
CREATE INDEX bill_topics_newest ON bill_topics USING btree (topic, created_at DESC, bill_id) INCLUDE (government_level, status);
CREATE INDEX bills_level ON bills USING btree (government_level, created_at DESC, bill_id);
CREATE INDEX bills_level_status ON bills USING btree (government_level, status, created_at DESC, bill_id);
CREATE INDEX bills_newest ON bills USING btree (created_at DESC, bill_id);
CREATE INDEX bills_status ON bills USING btree (status, created_at DESC, bill_id);
CREATE INDEX bills_topics ON bills USING gin (topics);
CREATE INDEX bookmarks_bill ON bookmarks USING btree (bill_id);
CREATE INDEX bookmarks_newest ON bookmarks USING btree (user_id, created_at DESC, bill_id);
CREATE INDEX comment_camps_category ON comment_camps USING btree (bill_id, category_id, bridging_score, created_at, comment_id) WHERE (depth = 1);
CREATE INDEX comment_camps_threads ON comment_camps USING btree (bill_id, depth, bridging_score, created_at, comment_id);
CREATE INDEX comment_votes_voter ON comment_votes USING btree (user_id, bill_id);
CREATE INDEX contacts_about ON contacts USING btree (bill_id, user_id, created_at DESC);
CREATE INDEX contacts_mail ON contacts USING btree (mail_id) WHERE (mail_id IS NOT NULL);
CREATE INDEX contacts_newest ON contacts USING btree (user_id, created_at DESC, contact_id);
CREATE INDEX contacts_to ON contacts USING btree (rep_id);
CREATE INDEX deleted_accounts_purge ON deleted_accounts USING btree (purge_at);
CREATE UNIQUE INDEX deleted_accounts_username_key ON deleted_accounts USING btree (lower(username));
CREATE INDEX divisions_counties ON divisions USING gin (counties) WITH (fastupdate=off) WHERE (cardinality(counties) > 0);
CREATE INDEX divisions_geoid ON divisions USING btree (geoid) WHERE (geoid IS NOT NULL);
CREATE INDEX divisions_keys ON divisions USING gin (keys) WITH (fastupdate=off);
CREATE INDEX divisions_state ON divisions USING btree (state, kind);
CREATE INDEX email_links_expiry ON email_links USING btree (expires_at);
CREATE INDEX email_links_member ON email_links USING btree (user_id);
CREATE UNIQUE INDEX email_links_newest ON email_links USING btree (user_id, purpose) WHERE (purpose <> 'disown'::text);
CREATE INDEX email_links_undo ON email_links USING btree (email) WHERE (purpose = 'disown'::text);
CREATE INDEX exports_waiting ON exports USING btree (try_after) WHERE (archive IS NULL);
CREATE INDEX follows_by ON follows USING btree (follower_id, created_at DESC, followee_id);
CREATE INDEX follows_of ON follows USING btree (followee_id, created_at DESC);
CREATE INDEX follows_of_in_order ON follows USING btree (followee_id, follower_id);
CREATE UNIQUE INDEX former_usernames_key ON former_usernames USING btree (lower(username));
CREATE INDEX former_usernames_member ON former_usernames USING btree (user_id);
CREATE INDEX geocodes_expiry ON geocodes USING btree (expires_at);
CREATE INDEX group_comments_author ON group_comments USING btree (user_id, created_at DESC);
CREATE INDEX group_comments_live ON group_comments USING btree (group_id, created_at DESC) WHERE ((deleted_at IS NULL) AND (hidden_at IS NULL));
CREATE INDEX group_comments_replies ON group_comments USING btree (parent_comment_id, created_at, comment_id);
CREATE INDEX group_comments_threads ON group_comments USING btree (post_id, depth, created_at, comment_id);
CREATE INDEX group_follows_of ON group_follows USING btree (group_id, user_id);
CREATE INDEX group_likes_of ON group_likes USING btree (user_id, post_id);
CREATE INDEX group_members_list ON group_members USING btree (group_id, rank, sort_name, user_id) INCLUDE (is_shown);
CREATE INDEX group_members_of ON group_members USING btree (user_id);
CREATE INDEX group_posts_author ON group_posts USING btree (user_id, group_id);
CREATE INDEX group_posts_feed ON group_posts USING btree (group_id, is_pinned DESC, created_at DESC, post_id);
CREATE INDEX group_posts_live ON group_posts USING btree (group_id, created_at DESC, post_id) INCLUDE (user_id) WHERE ((deleted_at IS NULL) AND (hidden_at IS NULL));
CREATE INDEX groups_jurisdiction ON groups USING btree (jurisdiction);
CREATE INDEX groups_level ON groups USING btree (government_level, last_activity_at DESC NULLS LAST, group_name, group_id);
CREATE INDEX groups_liveliest ON groups USING btree (last_activity_at DESC NULLS LAST, group_name, group_id);
CREATE INDEX groups_type ON groups USING btree (group_type, last_activity_at DESC NULLS LAST, group_name, group_id);
CREATE INDEX idempotency_keys_age ON idempotency_keys USING btree (created_at);
CREATE INDEX mails_due ON mails USING btree (next_attempt_at) WHERE (state = 'pending'::text);
CREATE INDEX mails_member ON mails USING btree (user_id, purpose);
CREATE INDEX mails_newest ON mails USING btree (created_at DESC, mail_id);
CREATE INDEX member_divisions_division ON member_divisions USING btree (division, user_id);
CREATE INDEX mind_changes_member ON mind_changes USING btree (user_id);
CREATE INDEX notifications_actor ON notifications USING btree (actor_id) WHERE (actor_id IS NOT NULL);
CREATE INDEX notifications_bill ON notifications USING btree (bill_id) WHERE (bill_id IS NOT NULL);
CREATE INDEX notifications_comment ON notifications USING btree (comment_id) WHERE (comment_id IS NOT NULL);
CREATE UNIQUE INDEX notifications_follower ON notifications USING btree (user_id, actor_id) WHERE ((type = 'new_follower'::text) AND (read_at IS NULL));
CREATE UNIQUE INDEX notifications_mind ON notifications USING btree (comment_id, actor_id) WHERE (type = 'comment_influenced_mind'::text);
CREATE INDEX notifications_newest ON notifications USING btree (user_id, created_at DESC, notification_id);
CREATE UNIQUE INDEX notifications_stance ON notifications USING btree (user_id, actor_id, bill_id) WHERE ((type = 'followee_stance'::text) AND (read_at IS NULL));
CREATE UNIQUE INDEX notifications_votes ON notifications USING btree (comment_id) WHERE ((type = 'comment_votes_batched'::text) AND (read_at IS NULL));
CREATE INDEX rate_limits_end ON rate_limits USING btree (window_ends_at);
CREATE INDEX reports_author_deleted ON reports USING btree (author_deleted_at) WHERE (author_deleted_at IS NOT NULL);
CREATE INDEX reports_created ON reports USING btree (created_at) WHERE (reported_text IS NOT NULL);
CREATE UNIQUE INDEX reports_flag ON reports USING btree (target_id) WHERE (is_flag AND (resolved_at IS NULL));
CREATE INDEX reports_newest ON reports USING btree (created_at DESC, report_id);
CREATE UNIQUE INDEX reports_once ON reports USING btree (reporter_id, target_type, target_id);
CREATE INDEX reports_open ON reports USING btree (created_at DESC, report_id) WHERE (resolved_at IS NULL);
CREATE INDEX reports_reported_hash ON reports USING btree (reported_hash) WHERE (reported_hash IS NOT NULL);
CREATE INDEX reports_reported_user ON reports USING btree (reported_user_id);
CREATE INDEX reports_target ON reports USING btree (target_id);
CREATE INDEX representative_terms_body ON representative_terms USING btree (body, rep_id);
CREATE INDEX representative_terms_division ON representative_terms USING btree (division);
CREATE INDEX representatives_division ON representatives USING btree (division);
CREATE INDEX reset_tokens_expiry ON reset_tokens USING btree (expires_at);
CREATE INDEX residences_again ON residences USING btree (again_at) WHERE (again_at IS NOT NULL);
CREATE INDEX residences_map ON residences USING btree (map);
CREATE INDEX sessions_expiry ON sessions USING btree (expires_at);
CREATE INDEX sessions_user ON sessions USING btree (user_id);
CREATE INDEX set_aside_rows_owner ON set_aside_rows USING btree (user_id, reason, table_name);
CREATE INDEX stance_changes_comment ON stance_changes USING btree (comment_id) WHERE (comment_id IS NOT NULL);
CREATE UNIQUE INDEX stance_changes_first ON stance_changes USING btree (bill_id, user_id) WHERE (from_stance IS NULL);
CREATE INDEX stance_changes_member ON stance_changes USING btree (user_id);
CREATE INDEX stance_news_bill ON stance_news USING btree (bill_id);
CREATE INDEX stance_news_due ON stance_news USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX stances_comment ON stances USING btree (comment_id) WHERE (comment_id IS NOT NULL);
CREATE INDEX stances_newest ON stances USING btree (user_id, changed_at DESC);
CREATE INDEX unread_votes_voter ON unread_votes USING btree (user_id);
CREATE INDEX users_access_code ON users USING btree (access_code);
CREATE UNIQUE INDEX users_email_key ON users USING btree (email);
CREATE INDEX users_officials ON users USING btree (user_id) WHERE (member_type = 'elected_official'::text);
CREATE INDEX users_picture ON users USING btree (profile_picture_url) WHERE (profile_picture_url IS NOT NULL);
CREATE INDEX users_suspended ON users USING btree (access_code) WHERE (account_status = 'suspended'::text);
CREATE UNIQUE INDEX users_username_key ON users USING btree (lower(username));
CREATE INDEX zip_codes_city ON zip_codes USING btree (city_key, states);

create view actual_bill_activity as
 SELECT bill_id,
    day,
    sum(points) AS points
   FROM ( SELECT stances.bill_id,
            (stances.changed_at AT TIME ZONE 'utc'::text)::date AS day,
            1.0::double precision AS points
           FROM stances
        UNION ALL
         SELECT bill_comments.bill_id,
            (bill_comments.created_at AT TIME ZONE 'utc'::text)::date AS timezone,
            2
           FROM bill_comments
          WHERE bill_comments.is_live
        UNION ALL
         SELECT c.bill_id,
            (v.created_at AT TIME ZONE 'utc'::text)::date AS timezone,
            0.5
           FROM comment_votes v
             JOIN bill_comments c USING (comment_id)
          WHERE c.is_live AND v.user_id IS DISTINCT FROM c.user_id) acts
  WHERE day > ((now() AT TIME ZONE 'utc'::text)::date - 14)
  GROUP BY bill_id, day;

create view actual_bill_counts as
 SELECT b.bill_id,
    COALESCE(s.support_count, 0) AS support_count,
    COALESCE(s.oppose_count, 0) AS oppose_count,
    COALESCE(s.neutral_count, 0) AS neutral_count,
    COALESCE(s.learning_count, 0) AS learning_count,
    COALESCE(c.discussion_count, 0) AS discussion_count,
    COALESCE(a.activity_score, 0::double precision) AS activity_score
   FROM bills b
     LEFT JOIN ( SELECT stances.bill_id,
            count(*) FILTER (WHERE stances.stance = 'support'::text)::integer AS support_count,
            count(*) FILTER (WHERE stances.stance = 'oppose'::text)::integer AS oppose_count,
            count(*) FILTER (WHERE stances.stance = 'neutral'::text)::integer AS neutral_count,
            count(*) FILTER (WHERE stances.stance = 'learning'::text)::integer AS learning_count
           FROM stances
          GROUP BY stances.bill_id) s USING (bill_id)
     LEFT JOIN ( SELECT bill_comments.bill_id,
            count(*)::integer AS discussion_count
           FROM bill_comments
          WHERE bill_comments.is_live
          GROUP BY bill_comments.bill_id) c USING (bill_id)
     LEFT JOIN ( SELECT bill_activity.bill_id,
            sum(bill_activity.points) AS activity_score
           FROM bill_activity
          GROUP BY bill_activity.bill_id) a USING (bill_id);

create view actual_bill_echo as
 SELECT o.bill_id,
    count(*) FILTER (WHERE voter.stance IS NOT NULL AND author.stance IS NOT NULL AND (voter.stance = author.stance) = (v.vote = 'upvote'::text))::integer AS echo_votes,
    count(*) FILTER (WHERE voter.stance IS NOT NULL AND author.stance IS NOT NULL)::integer AS analyzed_votes,
    count(*)::integer AS total_votes
   FROM comment_votes v
     JOIN bill_comments o USING (comment_id)
     LEFT JOIN stances voter ON voter.bill_id = o.bill_id AND voter.user_id = v.user_id
     LEFT JOIN stances author ON author.bill_id = o.bill_id AND author.user_id = o.user_id
  WHERE o.is_live AND v.user_id IS DISTINCT FROM o.user_id
  GROUP BY o.bill_id;

create view actual_bill_search as
 SELECT bill_id,
    created_at,
    code_key(bill_code) AS code_key,
    bill_search_keys(created_at, government_level, status, topics) AS keys,
    bill_search_words(bill_code, title, summary) AS words
   FROM bills;

create view actual_bill_totals as
 SELECT bills.government_level,
    bills.status,
    t.topic,
    count(*)::integer AS bill_count
   FROM bills
     CROSS JOIN LATERAL ( SELECT ''::text AS topic
        UNION ALL
         SELECT unnest(bills.topics) AS unnest) t
  GROUP BY bills.government_level, bills.status, t.topic;

create view actual_category_counts as
 SELECT bill_id,
    category_id,
    count(*) FILTER (WHERE is_live)::integer AS comment_count,
    count(*) FILTER (WHERE depth = 1)::integer AS thread_count
   FROM bill_comments
  GROUP BY bill_id, category_id;

create view actual_comment_camps as
 SELECT c.comment_id,
    c.bill_id,
    c.user_id,
    c.category_id,
    c.depth,
    c.created_at,
    c.is_live,
    COALESCE(v.support_upvotes, 0) AS support_upvotes,
    COALESCE(v.support_downvotes, 0) AS support_downvotes,
    COALESCE(v.oppose_upvotes, 0) AS oppose_upvotes,
    COALESCE(v.oppose_downvotes, 0) AS oppose_downvotes,
    COALESCE(v.neutral_upvotes, 0) AS neutral_upvotes,
    COALESCE(v.neutral_downvotes, 0) AS neutral_downvotes,
    COALESCE(v.learning_upvotes, 0) AS learning_upvotes,
    COALESCE(v.learning_downvotes, 0) AS learning_downvotes,
    COALESCE(v.unknown_upvotes, 0) AS unknown_upvotes,
    COALESCE(v.unknown_downvotes, 0) AS unknown_downvotes
   FROM bill_comments c
     LEFT JOIN ( SELECT v_1.comment_id,
            count(*) FILTER (WHERE s.stance = 'support'::text AND v_1.vote = 'upvote'::text)::integer AS support_upvotes,
            count(*) FILTER (WHERE s.stance = 'support'::text AND v_1.vote = 'downvote'::text)::integer AS support_downvotes,
            count(*) FILTER (WHERE s.stance = 'oppose'::text AND v_1.vote = 'upvote'::text)::integer AS oppose_upvotes,
            count(*) FILTER (WHERE s.stance = 'oppose'::text AND v_1.vote = 'downvote'::text)::integer AS oppose_downvotes,
            count(*) FILTER (WHERE s.stance = 'neutral'::text AND v_1.vote = 'upvote'::text)::integer AS neutral_upvotes,
            count(*) FILTER (WHERE s.stance = 'neutral'::text AND v_1.vote = 'downvote'::text)::integer AS neutral_downvotes,
            count(*) FILTER (WHERE s.stance = 'learning'::text AND v_1.vote = 'upvote'::text)::integer AS learning_upvotes,
            count(*) FILTER (WHERE s.stance = 'learning'::text AND v_1.vote = 'downvote'::text)::integer AS learning_downvotes,
            count(*) FILTER (WHERE s.stance IS NULL AND v_1.vote = 'upvote'::text)::integer AS unknown_upvotes,
            count(*) FILTER (WHERE s.stance IS NULL AND v_1.vote = 'downvote'::text)::integer AS unknown_downvotes
           FROM comment_votes v_1
             JOIN bill_comments o USING (comment_id)
             LEFT JOIN stances s ON s.bill_id = o.bill_id AND s.user_id = v_1.user_id
          WHERE v_1.user_id IS DISTINCT FROM o.user_id
          GROUP BY v_1.comment_id) v USING (comment_id);

create view actual_comment_counts as
 SELECT c.comment_id,
    COALESCE(v.upvotes, 0) AS upvotes,
    COALESCE(v.downvotes, 0) AS downvotes,
    COALESCE(m.change_count, 0) AS change_count,
    COALESCE(r.reply_count, 0) AS reply_count
   FROM bill_comments c
     LEFT JOIN ( SELECT comment_votes.comment_id,
            count(*) FILTER (WHERE comment_votes.vote = 'upvote'::text)::integer AS upvotes,
            count(*) FILTER (WHERE comment_votes.vote = 'downvote'::text)::integer AS downvotes
           FROM comment_votes
          GROUP BY comment_votes.comment_id) v USING (comment_id)
     LEFT JOIN ( SELECT mind_changes.comment_id,
            count(*)::integer AS change_count
           FROM mind_changes
          GROUP BY mind_changes.comment_id) m USING (comment_id)
     LEFT JOIN ( SELECT bill_comments.parent_comment_id AS comment_id,
            count(*)::integer AS reply_count
           FROM bill_comments
          WHERE bill_comments.parent_comment_id IS NOT NULL
          GROUP BY bill_comments.parent_comment_id) r USING (comment_id);

create view actual_group_counts as
 SELECT g.group_id,
    COALESCE(m.followers, 0) AS follower_count,
    COALESCE(p.posts, 0) AS post_count,
    COALESCE(p.live, 0) AS live_post_count,
    GREATEST(p.newest, c.newest) AS last_activity_at
   FROM groups g
     LEFT JOIN ( SELECT group_members.group_id,
            count(*)::integer AS followers
           FROM group_members
          WHERE group_members.is_follower
          GROUP BY group_members.group_id) m USING (group_id)
     LEFT JOIN ( SELECT group_posts.group_id,
            count(*)::integer AS posts,
            count(*) FILTER (WHERE group_posts.deleted_at IS NULL AND group_posts.hidden_at IS NULL)::integer AS live,
            max(group_posts.created_at) FILTER (WHERE group_posts.deleted_at IS NULL AND group_posts.hidden_at IS NULL) AS newest
           FROM group_posts
          GROUP BY group_posts.group_id) p USING (group_id)
     LEFT JOIN ( SELECT group_comments.group_id,
            max(group_comments.created_at) AS newest
           FROM group_comments
          WHERE group_comments.deleted_at IS NULL AND group_comments.hidden_at IS NULL
          GROUP BY group_comments.group_id) c USING (group_id);

create view actual_group_member_counts as
 SELECT group_id,
    member_shard(user_id) AS shard,
    count(*) FILTER (WHERE rank = 0)::integer AS elected_officials,
    count(*) FILTER (WHERE rank = 1)::integer AS community_leaders,
    count(*) FILTER (WHERE rank = 2)::integer AS regular
   FROM group_members
  GROUP BY group_id, (member_shard(user_id));

create view actual_group_members as
 SELECT m.group_id,
    m.user_id,
    m.is_resident,
    m.is_follower,
    member_rank(u.member_type) AS rank,
    lower(u.full_name) AS sort_name,
    u.public_profile AS is_shown
   FROM ( SELECT belongs.group_id,
            belongs.user_id,
            bool_or(belongs.lives) AS is_resident,
            bool_or(NOT belongs.lives) AS is_follower
           FROM ( SELECT g.group_id,
                    d.user_id,
                    true AS lives
                   FROM member_divisions d
                     JOIN groups g ON g.jurisdiction = d.division
                UNION ALL
                 SELECT group_follows.group_id,
                    group_follows.user_id,
                    false
                   FROM group_follows) belongs
          GROUP BY belongs.group_id, belongs.user_id) m
     JOIN users u USING (user_id)
  WHERE u.account_status = 'active'::text;

create view actual_group_post_counts as
 SELECT p.post_id,
    COALESCE(l.likes, 0) AS like_count,
    COALESCE(c.comments, 0) AS comment_count,
    COALESCE(c.threads, 0) AS thread_count
   FROM group_posts p
     LEFT JOIN ( SELECT group_likes.post_id,
            count(*)::integer AS likes
           FROM group_likes
          GROUP BY group_likes.post_id) l USING (post_id)
     LEFT JOIN ( SELECT group_comments.post_id,
            count(*) FILTER (WHERE group_comments.deleted_at IS NULL AND group_comments.hidden_at IS NULL)::integer AS comments,
            count(*) FILTER (WHERE group_comments.depth = 1)::integer AS threads
           FROM group_comments
          GROUP BY group_comments.post_id) c USING (post_id);

create view actual_group_reply_counts as
 SELECT c.comment_id,
    COALESCE(r.replies, 0) AS reply_count
   FROM group_comments c
     LEFT JOIN ( SELECT group_comments.parent_comment_id AS comment_id,
            count(*)::integer AS replies
           FROM group_comments
          WHERE group_comments.parent_comment_id IS NOT NULL
          GROUP BY group_comments.parent_comment_id) r USING (comment_id);

create view actual_group_totals as
 SELECT government_level,
    group_type,
    count(*)::integer AS group_count
   FROM groups
  GROUP BY government_level, group_type;

create view actual_local_counts as
 SELECT c.bill_id,
    u.ocd_city_id,
    count(*)::integer AS comment_count
   FROM bill_comments c
     JOIN users u USING (user_id)
  WHERE c.is_live AND u.ocd_city_id IS NOT NULL
  GROUP BY c.bill_id, u.ocd_city_id;

create view actual_member_counts as
 SELECT u.user_id,
    COALESCE(s.n, 0) AS total_stances,
    COALESCE(c.n, 0) AS total_comments,
    COALESCE(f.n, 0) AS follower_count,
    COALESCE(g.n, 0) AS following_count,
    COALESCE(m.n, 0) AS minds_changed
   FROM users u
     LEFT JOIN ( SELECT stances.user_id,
            count(*)::integer AS n
           FROM stances
          GROUP BY stances.user_id) s USING (user_id)
     LEFT JOIN ( SELECT bill_comments.user_id,
            count(*)::integer AS n
           FROM bill_comments
          WHERE bill_comments.is_live
          GROUP BY bill_comments.user_id) c USING (user_id)
     LEFT JOIN ( SELECT follows.followee_id AS user_id,
            count(*)::integer AS n
           FROM follows
             JOIN users ON users.user_id = follows.follower_id
          WHERE users.account_status = 'active'::text
          GROUP BY follows.followee_id) f USING (user_id)
     LEFT JOIN ( SELECT follows.follower_id AS user_id,
            count(*)::integer AS n
           FROM follows
             JOIN users ON users.user_id = follows.followee_id
          WHERE users.account_status = 'active'::text
          GROUP BY follows.follower_id) g USING (user_id)
     LEFT JOIN ( SELECT c_1.user_id,
            count(*)::integer AS n
           FROM mind_changes mc
             JOIN bill_comments c_1 ON c_1.comment_id = mc.comment_id
          GROUP BY c_1.user_id) m USING (user_id);

create view actual_notification_counts as
 SELECT user_id,
    count(*)::integer AS total,
    count(*) FILTER (WHERE read_at IS NULL)::integer AS unread
   FROM notifications
  WHERE is_shown
  GROUP BY user_id;


CREATE TRIGGER audit_log_kept BEFORE DELETE OR UPDATE ON audit_log FOR EACH ROW EXECUTE FUNCTION keep_audit_log();
CREATE TRIGGER audit_log_kept_whole BEFORE TRUNCATE ON audit_log FOR EACH STATEMENT EXECUTE FUNCTION keep_audit_log();
CREATE TRIGGER comments_counted_locally AFTER INSERT OR DELETE ON bill_comments FOR EACH ROW EXECUTE FUNCTION count_local_comment();
CREATE TRIGGER comments_counted_locally_again AFTER UPDATE ON bill_comments FOR EACH ROW WHEN ((((old.bill_id IS DISTINCT FROM new.bill_id) OR (old.user_id IS DISTINCT FROM new.user_id)) OR (old.is_live IS DISTINCT FROM new.is_live))) EXECUTE FUNCTION count_local_comment();
CREATE TRIGGER comments_made AFTER INSERT ON bill_comments REFERENCING NEW TABLE AS new_comments FOR EACH STATEMENT EXECUTE FUNCTION make_camps();
CREATE TRIGGER comments_marked AFTER UPDATE ON bill_comments FOR EACH ROW WHEN (((((((old.bill_id IS DISTINCT FROM new.bill_id) OR (old.user_id IS DISTINCT FROM new.user_id)) OR (old.category_id IS DISTINCT FROM new.category_id)) OR (old.depth IS DISTINCT FROM new.depth)) OR (old.created_at IS DISTINCT FROM new.created_at)) OR (old.is_live IS DISTINCT FROM new.is_live))) EXECUTE FUNCTION mark_camps();
CREATE TRIGGER bill_terms_kept AFTER INSERT ON bill_search REFERENCING NEW TABLE AS new_words FOR EACH STATEMENT EXECUTE FUNCTION keep_bill_terms();
CREATE TRIGGER bill_terms_kept_again AFTER UPDATE ON bill_search REFERENCING NEW TABLE AS new_words FOR EACH STATEMENT EXECUTE FUNCTION keep_bill_terms();
CREATE TRIGGER bills_counted_again AFTER UPDATE ON bills REFERENCING OLD TABLE AS old_bills NEW TABLE AS new_bills FOR EACH STATEMENT EXECUTE FUNCTION count_bills();
CREATE TRIGGER bills_counted_in AFTER INSERT ON bills REFERENCING NEW TABLE AS new_bills FOR EACH STATEMENT EXECUTE FUNCTION count_bills();
CREATE TRIGGER bills_counted_out AFTER DELETE ON bills REFERENCING OLD TABLE AS old_bills FOR EACH STATEMENT EXECUTE FUNCTION count_bills();
CREATE TRIGGER bills_searched_again AFTER UPDATE ON bills REFERENCING OLD TABLE AS old_bills NEW TABLE AS new_bills FOR EACH STATEMENT EXECUTE FUNCTION keep_bill_search();
CREATE TRIGGER bills_searched_in AFTER INSERT ON bills REFERENCING NEW TABLE AS new_bills FOR EACH STATEMENT EXECUTE FUNCTION keep_bill_search();
CREATE TRIGGER votes_know_their_bill BEFORE INSERT ON comment_votes FOR EACH ROW WHEN ((new.bill_id IS NULL)) EXECUTE FUNCTION fill_bill_of_vote();
CREATE TRIGGER votes_untold AFTER DELETE ON comment_votes REFERENCING OLD TABLE AS old_votes FOR EACH STATEMENT EXECUTE FUNCTION untell_votes();
CREATE TRIGGER group_comments_after_delete_count AFTER DELETE ON group_comments REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION count_group_comments();
CREATE TRIGGER group_comments_after_insert_count AFTER INSERT ON group_comments REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION count_group_comments();
CREATE TRIGGER group_follows_begun AFTER INSERT ON group_follows REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION admit_followers();
CREATE TRIGGER group_follows_ended AFTER DELETE ON group_follows REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION dismiss_followers();
CREATE TRIGGER group_members_counted_again AFTER UPDATE ON group_members REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_group_members();
CREATE TRIGGER group_members_counted_in AFTER INSERT ON group_members REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_group_members();
CREATE TRIGGER group_members_counted_out AFTER DELETE ON group_members REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_group_members();
CREATE TRIGGER groups_counted AFTER INSERT OR DELETE ON groups FOR EACH ROW EXECUTE FUNCTION count_groups();
CREATE TRIGGER groups_counted_again AFTER UPDATE OF government_level, group_type ON groups FOR EACH ROW WHEN (((old.government_level <> new.government_level) OR (old.group_type <> new.group_type))) EXECUTE FUNCTION count_groups();
CREATE TRIGGER groups_settled AFTER INSERT ON groups FOR EACH ROW EXECUTE FUNCTION settle_group();
CREATE TRIGGER groups_settled_again AFTER UPDATE OF jurisdiction ON groups FOR EACH ROW WHEN ((old.jurisdiction <> new.jurisdiction)) EXECUTE FUNCTION settle_group();
CREATE TRIGGER mail_written AFTER INSERT ON mails FOR EACH STATEMENT EXECUTE FUNCTION tell_of_mail();
CREATE TRIGGER mails_before_update_erase_body BEFORE UPDATE OF state ON mails FOR EACH ROW WHEN (((new.state = 'sent'::text) OR ((new.state = 'dead'::text) AND (new.purpose <> 'letter'::text)))) EXECUTE FUNCTION erase_mail_body();
CREATE TRIGGER member_divisions_moved_in AFTER INSERT ON member_divisions REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION admit_residents();
CREATE TRIGGER member_divisions_moved_out AFTER DELETE ON member_divisions REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION dismiss_residents();
CREATE TRIGGER notifications_counted_again AFTER UPDATE ON notifications REFERENCING OLD TABLE AS old_items NEW TABLE AS new_items FOR EACH STATEMENT EXECUTE FUNCTION count_notifications();
CREATE TRIGGER notifications_counted_in AFTER INSERT ON notifications REFERENCING NEW TABLE AS new_items FOR EACH STATEMENT EXECUTE FUNCTION count_notifications();
CREATE TRIGGER notifications_counted_out AFTER DELETE ON notifications REFERENCING OLD TABLE AS old_items FOR EACH STATEMENT EXECUTE FUNCTION count_notifications();
CREATE TRIGGER votes_told_by_the_former_release AFTER INSERT ON unread_votes FOR EACH ROW EXECUTE FUNCTION tell_vote_of_the_former_release();
CREATE TRIGGER members_move_with_comments AFTER UPDATE OF ocd_city_id ON users FOR EACH ROW WHEN ((old.ocd_city_id IS DISTINCT FROM new.ocd_city_id)) EXECUTE FUNCTION move_local_comments();
CREATE TRIGGER stances_hidden AFTER UPDATE OF public_stances ON users FOR EACH ROW WHEN ((old.public_stances AND (NOT new.public_stances))) EXECUTE FUNCTION withdraw_stance_news();
CREATE TRIGGER users_after_insert_check_reserved AFTER INSERT ON users FOR EACH ROW EXECUTE FUNCTION check_reserved_names();
CREATE TRIGGER users_after_update_check_reserved AFTER UPDATE OF username, email ON users FOR EACH ROW WHEN (((old.username <> new.username) OR (old.email <> new.email))) EXECUTE FUNCTION check_reserved_names();
CREATE TRIGGER users_belong AFTER UPDATE OF account_status, member_type, full_name, public_profile ON users FOR EACH ROW WHEN (((old.account_status <> new.account_status) OR (old.member_type <> new.member_type) OR (old.full_name <> new.full_name) OR (old.public_profile <> new.public_profile))) EXECUTE FUNCTION follow_member_status();
