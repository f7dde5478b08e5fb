-- Lists of bills: the feed by relevance, and pages by date or by activity. If `only_current` is true, they leave out bills of
-- past sessions, except from bookmarks.

-- The feed by relevance has two sections. The first has the bills of the member's own places, of Congress and of followed
-- topics, and the second has all others. In both, the bill with the latest official action comes first.

-- The name of a division without its state, such as "Chicago", "Cook County" or "Illinois". `full_name` is null for a
-- division that is not in the gazetteer.
create function division_name(named_division text, full_name text) returns text language sql immutable parallel safe
  return coalesce(split_part(full_name, ', ', 1), initcap(replace(substring(named_division from '[^:]*$'), '_', ' ')));
create function short_division_name(named_division text) returns text language sql stable parallel safe
  return division_name(named_division, (select name from divisions where division = named_division));

-- The division behind a scope: the member's city or state, or the country. Null if the member has none.
create function scope_division(viewer uuid, wanted_scope text) returns text language sql stable
  return case wanted_scope
    when 'city' then (select ocd_city_id from users where user_id = viewer)
    when 'state' then (select division from member_divisions
                        where user_id = viewer
                          and division ~ '^ocd-division/country:us/(state|district|territory):[a-z]{2}$' limit 1)
    when 'congress' then 'ocd-division/country:us' end;

-- The divisions and topics whose bills are in the first section, besides Congress.
create function places_of(viewer uuid) returns text[] language sql stable
  return array(select division::text from member_divisions
                where user_id = viewer and division <> 'ocd-division/country:us');
create function topics_followed_by(viewer uuid) returns text[] language sql stable
  return array(select topic from topic_follows where user_id = viewer order by topic);

-- Why a bill is in the first section: 'place', 'topic' or 'congress'. Null if it is in the second.
create function bill_reason(
    jurisdiction text, government_level text, topics text[], places text[], followed text[])
  returns text language sql immutable parallel safe
  return case when jurisdiction = any(places) then 'place'
              when topics && followed then 'topic'
              when government_level = 'federal' then 'congress' end;

-- The field `reason` of a bill, as in the contract.
create function reason_json(kind text, jurisdiction text, topic text) returns json language sql stable parallel safe
  return case when kind is not null then json_build_object('kind', kind, 'name', case kind
    when 'place' then short_division_name(jurisdiction) when 'topic' then topic else 'Congress' end) end;

create function first_followed(topics text[], followed text[]) returns text language sql immutable parallel safe
  return (select min(topic) from unnest(topics) topic where topic = any(followed));

-- The field `reason` of each of these bills for the viewer, for lists that were not built by feed_page.
create function reasons_of(viewer uuid, bill_ids uuid[]) returns json[] language plpgsql stable as $$
declare
  -- Read once instead of for each bill.
  places constant text[] := places_of(viewer);
  followed constant text[] := topics_followed_by(viewer);
begin
  return array(
    select reason_json(bill_reason(b.jurisdiction, b.government_level, b.topics, places, followed),
                       b.jurisdiction, first_followed(b.topics, followed))
      from unnest(bill_ids) with ordinality page (bill_id, position)
      join bills b on b.bill_id = page.bill_id
     order by page.position);
end $$;

-- These bills in this order, as JSON objects (`Bill` in contract/bills/bills.ts) separated by commas. Each has the stored
-- card, which is the same for every viewer, then the counts and the viewer's stance and bookmark. If `reasons` is null, the
-- bills have no `reason`. Of the comments by members of one city, a viewer sees only the count of the viewer's own city.
create function bill_cards(viewer uuid, viewer_city text, bill_ids uuid[], reasons json[]) returns text
  language plpgsql stable as $$
begin
  return (
    select string_agg(concat(b.card,
        ',"progress_line":', coalesce(to_json(shown_line(b.progress_reached, b.progress_next, b.ended_by,
          hides_next(b.ended_by, b.session_ended, b.latest_action_at, day.checked_on)))::text, 'null'),
        ',"checked_on":', coalesce('"' || day.checked_on || '"', 'null'),
        ',"support_count":', c.support_count, ',"oppose_count":', c.oppose_count, ',"neutral_count":', c.neutral_count,
        ',"learning_count":', c.learning_count, ',"discussion_count":', c.discussion_count,
        ',"activity_score":', c.activity_score,
        ',"local_count":', case when viewer_city is null then 'null' else coalesce((
          select n.comment_count from bill_local_counts n
           where n.bill_id = b.bill_id and n.ocd_city_id = viewer_city), 0)::text end,
        ',"user_stance":', coalesce((
          select '"' || s.stance || '"' from stances s where s.bill_id = b.bill_id and s.user_id = viewer), 'null'),
        ',"is_bookmarked":', ((
          select k.user_id from bookmarks k where k.user_id = viewer and k.bill_id = b.bill_id) is not null)::text,
        ',"is_local":', coalesce(b.government_level = 'local' and b.jurisdiction = viewer_city, false)::text,
        ',"your_representatives":', coalesce(
          case when exists (select from bill_last_votes l where l.bill_id = b.bill_id)
               then own_votes(b.bill_id, (select divisions_represented(viewer))) end, 'null'),
        case when reasons is not null then ',"reason":' || coalesce(reasons[page.position]::text, 'null') end, '}'),
        ',' order by page.position)
      from unnest(bill_ids) with ordinality page (bill_id, position)
      join bills b on b.bill_id = page.bill_id
      join current_bill_counts c on c.bill_id = page.bill_id
      left join source_checks k on k.source_family = b.source_family and k.jurisdiction = b.jurisdiction
     cross join lateral (
       select last_checked_on(b.source_checked_at, k.covered_from, k.checked_at) as checked_on) day);
end $$;

/*
 * The ids of one page of the feed, after the bill with this section, time and id.
 *
 * Section 1 is first searched among the newest bills of all. If they do not fill the page, one index scan for each of the
 * member's places, for Congress and for each followed topic is merged. Section 2 scans all bills, or the bills of the wanted
 * topics, without those of section 1.
 *
 * A scan ends when the page is full, or after `own_candidates` or `other_candidates` rows if filters reject most of them. In
 * that case the page may be short. Its last row is then not a listed bill (is_listed = false) but the position at which the
 * next page starts.
 */
create function feed_page(
    viewer uuid, wanted_scope text, wanted_level text, wanted_status text, wanted_topics text[], is_bookmarked boolean,
    only_current boolean,
    after_section int, after_time timestamptz, after_bill uuid, row_limit int)
  returns table (section int, latest_action_at timestamptz, bill_id uuid, reason json, is_listed boolean)
  language plpgsql stable rows 21
  -- One plan for all values, because planning would take longer than reading the page.
  set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
declare
  country constant text := 'ocd-division/country:us';
  first_id constant uuid := '00000000-0000-0000-0000-000000000000';
  last_id constant uuid := 'ffffffff-ffff-ffff-ffff-ffffffffffff';
  has_filters constant boolean :=
    wanted_level is not null or wanted_status is not null or cardinality(wanted_topics) > 0 or only_current;
  own_candidates constant int := case when has_filters then greatest(500, row_limit) else row_limit end;
  other_candidates constant int := greatest(2000, row_limit);
  newest_candidates constant int := greatest(200, row_limit);
  is_in_own constant boolean := coalesce(after_section, 1) = 1;
  own_time constant timestamptz := coalesce(after_time, 'infinity');
  own_id constant uuid := coalesce(after_bill, last_id);
  other_time constant timestamptz := case when is_in_own then 'infinity' else after_time end;
  other_id constant uuid := case when is_in_own then last_id else after_bill end;
  -- The divisions whose bills are in section 1, with the country for Congress, and the topics.
  places text[];
  place_reasons json[];
  followed text[] := '{}';
  followed_reasons json[] := '{}';
  congress constant json := json_build_object('kind', 'congress', 'name', 'Congress');
  -- How many bills the page still needs, and whether section 2 can have some.
  remaining int := row_limit;
  has_others boolean := wanted_scope is null and wanted_level is distinct from 'federal';
begin
  if is_bookmarked then
    return query select * from bookmark_page(
      viewer, wanted_scope, wanted_level, wanted_status, wanted_topics, after_section, after_time, after_bill, row_limit);
    return;
  end if;
  if wanted_scope is null then
    select array_agg(m.division::text),
           array_agg(json_build_object('kind', 'place', 'name', division_name(m.division, d.name)))
      into places, place_reasons
      from member_divisions m left join divisions d using (division)
     where m.user_id = viewer and m.division <> country;
    places := places || country;
    place_reasons := place_reasons || congress;
    select array_agg(f.topic order by f.topic),
           array_agg(json_build_object('kind', 'topic', 'name', f.topic) order by f.topic)
      into followed, followed_reasons
      from topic_follows f where f.user_id = viewer;
    followed := coalesce(followed, '{}');
    has_others := has_others and (cardinality(wanted_topics) = 0 or not wanted_topics <@ followed);
  else
    places := array_remove(array[scope_division(viewer, wanted_scope)], null);
    place_reasons := array(
      select reason_json(case when place = country then 'congress' else 'place' end, place, null) from unnest(places) place);
  end if;

  if is_in_own and wanted_scope is null then
    return query
      with newest as materialized (
        select b.latest_action_at, b.bill_id, array_position(places, b.jurisdiction::text) as place, b.topics
          from (select * from bills n where (n.latest_action_at, n.bill_id) < (own_time, own_id)
                 order by n.latest_action_at desc, n.bill_id desc limit newest_candidates) b
         where (b.topics && followed
                or b.jurisdiction = any(places) and (b.jurisdiction <> country or b.government_level = 'federal'))
           and (wanted_level is null or b.government_level = wanted_level)
           and (wanted_status is null or b.status = wanted_status)
           and (not only_current or not b.is_past)
           and (cardinality(wanted_topics) = 0 or b.topics && wanted_topics)
         order by b.latest_action_at desc, b.bill_id desc limit row_limit)
      select 1, n.latest_action_at, n.bill_id,
             case when places[n.place] <> country then place_reasons[n.place]
                  when n.topics && followed then (
                    select f.reason from unnest(followed, followed_reasons) f (topic, reason)
                     where f.topic = any(n.topics) limit 1)
                  else congress end,
             true
        from newest n
       where (select count(*) from newest) = row_limit;
    if found then return; end if;
  end if;

  for section, latest_action_at, bill_id, reason, is_listed in
    with own_scans as materialized (
      select case when place = country then 3 else 1 end as rank, place_reason as reason, scan.*
        from unnest(places, place_reasons) own_place (place, place_reason)
       cross join lateral (
         select * from (
           select b.latest_action_at, b.bill_id,
                  row_number() over (order by b.latest_action_at desc, b.bill_id desc) as position,
                  (place <> country or b.government_level = 'federal')
                    and (wanted_level is null or b.government_level = wanted_level)
                    and (wanted_status is null or b.status = wanted_status)
                    and (not only_current or not b.is_past)
                    and (cardinality(wanted_topics) = 0 or b.topics && wanted_topics) as is_match
             from bills b
            where is_in_own and b.jurisdiction = place and (b.latest_action_at, b.bill_id) < (own_time, own_id)
            order by b.latest_action_at desc, b.bill_id desc limit own_candidates) candidate
          where is_match or position = own_candidates limit row_limit) scan
       union all
      select 2, topic_reason as reason, scan.*
        from unnest(followed, followed_reasons) follow (followed_topic, topic_reason)
       cross join lateral (
         select * from (
           select t.latest_action_at, t.bill_id,
                  row_number() over (order by t.latest_action_at desc, t.bill_id desc) as position,
                  (wanted_level is null or t.government_level = wanted_level)
                    and (wanted_status is null or t.status = wanted_status)
                    and (not only_current or not t.is_past)
                    and (cardinality(wanted_topics) = 0 or t.topic = any(wanted_topics)
                         or exists (select from bill_topics o
                                     where o.bill_id = t.bill_id and o.topic = any(wanted_topics))) as is_match
             from bill_topics t
            where is_in_own and t.topic = followed_topic and (t.latest_action_at, t.bill_id) < (own_time, own_id)
            order by t.latest_action_at desc, t.bill_id desc limit own_candidates) candidate
          where is_match or position = own_candidates limit row_limit) scan),
    -- The position at which the first scan ended early. After it, bills of that scan would be missing.
    own_end as (
      select w.latest_action_at, w.bill_id from own_scans w where position = own_candidates
       order by w.latest_action_at desc, w.bill_id desc limit 1),
    own as (
      select w.latest_action_at, w.bill_id, (array_agg(w.reason order by w.rank, w.reason ->> 'name'))[1] as reason
        from own_scans w
       where is_match and (w.latest_action_at, w.bill_id) >= (
               coalesce((select e.latest_action_at from own_end e), '-infinity'),
               coalesce((select e.bill_id from own_end e), first_id))
       group by w.latest_action_at, w.bill_id
       order by w.latest_action_at desc, w.bill_id desc limit row_limit)
    select 1, o.latest_action_at, o.bill_id, o.reason, true as listed from own o
     union all
    select 1, e.latest_action_at, e.bill_id, null, false from own_end e
     where (select count(*) from own) < row_limit
     order by 2 desc, 3 desc, listed desc
  loop
    return next;
    remaining := remaining - 1;
    has_others := has_others and is_listed;
  end loop;
  if not has_others or remaining <= 0 then
    return;
  end if;
  reason := null;
  for section, latest_action_at, bill_id, is_listed in
    with other_scans as materialized (
      (select * from (
        select b.latest_action_at, b.bill_id,
               row_number() over (order by b.latest_action_at desc, b.bill_id desc) as position,
               (b.jurisdiction <> all(places) or b.jurisdiction = country and b.government_level <> 'federal')
                 and not b.topics && followed
                 and (wanted_level is null or b.government_level = wanted_level)
                 and (wanted_status is null or b.status = wanted_status)
                 and (not only_current or not b.is_past) as is_match
          from bills b
         where cardinality(wanted_topics) = 0 and (b.latest_action_at, b.bill_id) < (other_time, other_id)
         order by b.latest_action_at desc, b.bill_id desc limit other_candidates) candidate
       where is_match or position = other_candidates limit row_limit)
       union all
      select scan.*
        from unnest(wanted_topics) wanted_topic
       cross join lateral (
         select * from (
           select t.latest_action_at, t.bill_id,
                  row_number() over (order by t.latest_action_at desc, t.bill_id desc) as position,
                  (b.jurisdiction <> all(places) or b.jurisdiction = country and b.government_level <> 'federal')
                    and not b.topics && followed
                    and (wanted_level is null or t.government_level = wanted_level)
                    and (wanted_status is null or t.status = wanted_status)
                    and (not only_current or not t.is_past) as is_match
             from bill_topics t join bills b on b.bill_id = t.bill_id
            where t.topic = wanted_topic
              and (t.latest_action_at, t.bill_id) < (other_time, other_id)
            order by t.latest_action_at desc, t.bill_id desc limit other_candidates) candidate
          where is_match or position = other_candidates limit row_limit) scan),
    other_end as (
      select w.latest_action_at, w.bill_id from other_scans w where position = other_candidates
       order by w.latest_action_at desc, w.bill_id desc limit 1),
    other as (
      select w.latest_action_at, w.bill_id
        from other_scans w
       where is_match and (w.latest_action_at, w.bill_id) >= (
               coalesce((select e.latest_action_at from other_end e), '-infinity'),
               coalesce((select e.bill_id from other_end e), first_id))
       group by w.latest_action_at, w.bill_id
       order by w.latest_action_at desc, w.bill_id desc limit remaining)
    select 2, o.latest_action_at, o.bill_id, true as listed from other o
     union all
    select 2, e.latest_action_at, e.bill_id, false from other_end e
     where (select count(*) from other) < remaining
     order by 2 desc, 3 desc, listed desc
  loop
    return next;
  end loop;
end $$;

-- The same page of the member's bookmarks. It reads all of them, because their number is limited.
create function bookmark_page(
    viewer uuid, wanted_scope text, wanted_level text, wanted_status text, wanted_topics text[],
    after_section int, after_time timestamptz, after_bill uuid, row_limit int)
  returns table (section int, latest_action_at timestamptz, bill_id uuid, reason json, is_listed boolean)
  language sql stable rows 21
begin atomic
  with bookmarked as (
    select b.*, bill_reason(b.jurisdiction, b.government_level, b.topics, places_of(viewer), topics_followed_by(viewer))
             as reason
      from bookmarks k join bills b on b.bill_id = k.bill_id
     where k.user_id = viewer
       and (wanted_level is null or b.government_level = wanted_level)
       and (wanted_status is null or b.status = wanted_status)
       and (cardinality(wanted_topics) = 0 or b.topics && wanted_topics)
       and (wanted_scope is null or b.jurisdiction = scope_division(viewer, wanted_scope))),
  sorted as (select *, case when reason is null then 2 else 1 end as section from bookmarked)
  select s.section, s.latest_action_at, s.bill_id,
         reason_json(s.reason, s.jurisdiction, first_followed(s.topics, topics_followed_by(viewer))), true as is_listed
    from sorted s
   where after_section is null or s.section > after_section
      or s.section = after_section and (s.latest_action_at, s.bill_id) < (after_time, after_bill)
   order by s.section, s.latest_action_at desc, s.bill_id desc limit row_limit;
end;

-- The number of bills in a list. Totals by level, status and one topic are stored. Other lists are counted, up to 10,001.
create function count_listed(
    viewer uuid, wanted_scope text, wanted_level text, wanted_status text, wanted_topics text[], is_bookmarked boolean,
    only_current boolean)
  returns int language plpgsql stable as $$
declare
  max_count constant int := 10001;
begin
  if is_bookmarked then
    return (
      select count(*) from bookmarks k join bills b on b.bill_id = k.bill_id
       where k.user_id = viewer
         and (wanted_level is null or b.government_level = wanted_level)
         and (wanted_status is null or b.status = wanted_status)
         and (cardinality(wanted_topics) = 0 or b.topics && wanted_topics)
         and (wanted_scope is null or b.jurisdiction = scope_division(viewer, wanted_scope)));
  elsif wanted_scope in ('city', 'state') then
    return (
      select count(*) from (
        select from bills b
         where b.jurisdiction = (select scope_division(viewer, wanted_scope))
           and (wanted_level is null or b.government_level = wanted_level)
           and (wanted_status is null or b.status = wanted_status)
           and (not only_current or not b.is_past)
           and (cardinality(wanted_topics) = 0 or b.topics && wanted_topics)
         limit max_count) counted);
  elsif cardinality(wanted_topics) > 1 then
    return (
      select least(count(distinct t.bill_id), max_count)
        from unnest(wanted_topics) wanted_topic
       cross join lateral (
         select bill_id from bill_topics
          where topic = wanted_topic
            and (wanted_level is null or government_level = wanted_level)
            and (wanted_scope is null or government_level = 'federal')
            and (wanted_status is null or status = wanted_status)
            and (not only_current or not is_past)
          limit max_count) t);
  end if;
  return (
    select coalesce(sum(bill_count), 0) from bill_totals
     where topic = coalesce(wanted_topics[1], '')
       and (wanted_level is null or government_level = wanted_level)
       and (wanted_scope is null or government_level = 'federal')
       and (wanted_status is null or status = wanted_status)
       and (not only_current or not is_past));
end $$;

/*
 * The least active bills, after the bill with these keys: by activity score, then newest first. The index has the opposite
 * order of scores, and the newest bills first only within one score. This function therefore reads one score after another.
 * It does not sort, because most bills have the score zero and sorting all of them would take longer the more there are.
 */
create function least_active(
    place text, level text, wanted_status text, wanted_topics text[], only_current boolean,
    after_score float8, after_time timestamptz, after_bill uuid, row_limit int)
  returns uuid[] language plpgsql stable as $$
declare
  score float8 := after_score;
  last_time timestamptz := after_time;
  last_id uuid := after_bill;
  remaining int := row_limit;
  found_ids uuid[] := '{}';
begin
  if last_time is null then
    score := (select c.activity_score from bill_counters c order by c.activity_score limit 1);
  end if;
  while score is not null and (remaining is null or remaining > 0) loop
    found_ids := found_ids || array(
      select c.bill_id from (
        (select c.created_at, c.bill_id from bill_counters c
          where place is null and c.activity_score = score
            and c.created_at <= coalesce(last_time, 'infinity')
            and (last_time is null or c.created_at < last_time or c.bill_id > last_id)
            and (level is null or c.government_level = level)
            and (wanted_status is null or c.status = wanted_status)
            and (not only_current or not c.is_past)
            and (cardinality(wanted_topics) = 0 or exists (
                  select from bill_topics t where t.bill_id = c.bill_id and t.topic = any(wanted_topics)))
          order by c.created_at desc, c.bill_id limit remaining)
         union all
        (select c.created_at, c.bill_id from bill_counters c
          where c.jurisdiction = place and c.activity_score = score
            and c.created_at <= coalesce(last_time, 'infinity')
            and (last_time is null or c.created_at < last_time or c.bill_id > last_id)
            and (level is null or c.government_level = level)
            and (wanted_status is null or c.status = wanted_status)
            and (not only_current or not c.is_past)
            and (cardinality(wanted_topics) = 0 or exists (
                  select from bill_topics t where t.bill_id = c.bill_id and t.topic = any(wanted_topics)))
          order by c.created_at desc, c.bill_id limit remaining)) c
       order by c.created_at desc, c.bill_id);
    remaining := row_limit - cardinality(found_ids);
    last_time := null;
    score := (select c.activity_score from bill_counters c where c.activity_score > score order by c.activity_score limit 1);
  end loop;
  return found_ids;
end $$;

/*
 * The ids of one page of bills by date or by activity, after the bill with these keys. If the list continues, the result
 * also has the first bill of the next page. Every list scans an index that has its order: by city or state, by topic, by
 * level and status, or of all bills. Each statement has one branch for each direction, and only the wanted one is executed.
 * Bookmarks are sorted, because their number is limited.
 */
create function list_page(
    viewer uuid, wanted_scope text, wanted_level text, wanted_status text, wanted_topics text[], is_bookmarked boolean,
    only_current boolean,
    wanted_sort text, is_ascending boolean, after_score float8, after_time timestamptz, after_bill uuid,
    row_offset int, row_limit int)
  returns uuid[] language plpgsql stable
as $$
declare
  first_id constant uuid := '00000000-0000-0000-0000-000000000000';
  place constant text := case when wanted_scope in ('city', 'state') then scope_division(viewer, wanted_scope) end;
  is_place constant boolean := coalesce(wanted_scope in ('city', 'state'), false);
  level constant text := case when wanted_scope = 'congress' and wanted_level is distinct from 'federal'
                              then case when wanted_level is null then 'federal' else '' end else wanted_level end;
  by_activity constant boolean := wanted_sort = 'activity_score';
  last_score constant float8 := coalesce(
    after_score, case when is_ascending then '-infinity'::float8 else 'infinity' end);
  last_time constant timestamptz := coalesce(
    after_time, case when is_ascending and not by_activity then '-infinity'::timestamptz else 'infinity' end);
  last_id constant uuid := coalesce(after_bill, first_id);
  -- A page after a cursor has no offset.
  skipped constant int := case when after_bill is null then row_offset else 0 end;
  candidates constant int := skipped + row_limit + 1;
begin
  if is_bookmarked then
    return array(
      select c.bill_id
        from bookmarks k join bill_counters c on c.bill_id = k.bill_id
       where k.user_id = viewer
         and (level is null or c.government_level = level)
         and (wanted_status is null or c.status = wanted_status)
         and (not is_place or c.jurisdiction = place)
         and (cardinality(wanted_topics) = 0 or exists (
               select from bill_topics t where t.bill_id = c.bill_id and t.topic = any(wanted_topics)))
         and (after_bill is null
              or by_activity and not is_ascending
                 and (-c.activity_score, -extract(epoch from c.created_at), c.bill_id)
                   > (-last_score, -extract(epoch from last_time), last_id)
              or by_activity and is_ascending
                 and (c.activity_score, -extract(epoch from c.created_at), c.bill_id)
                   > (last_score, -extract(epoch from last_time), last_id)
              or not by_activity and not is_ascending
                 and (-extract(epoch from c.created_at), c.bill_id) > (-extract(epoch from last_time), last_id)
              or not by_activity and is_ascending and (c.created_at, c.bill_id) > (last_time, last_id))
       order by case when by_activity then case when is_ascending then c.activity_score else -c.activity_score end end,
                case when is_ascending and not by_activity then c.created_at end, c.created_at desc, c.bill_id
       offset skipped limit row_limit + 1);

  elsif by_activity and is_ascending then
    -- A place that the viewer does not have has no bills.
    if is_place and place is null then return '{}'; end if;
    return (least_active(
      place, level, wanted_status, wanted_topics, only_current, last_score, after_time, last_id, candidates))[skipped + 1:];

  elsif by_activity then
    -- Score and date descend, but ids ascend, so a single comparison of rows cannot say which bills follow the cursor. The
    -- first condition is a range of the index, and the second leaves out bills of that range that do not follow it.
    return array(
      select c.bill_id from (
        (select c.activity_score, c.created_at, c.bill_id from bill_counters c
          where not is_place
            and (c.activity_score, c.created_at) <= (last_score, last_time)
            and ((c.activity_score, c.created_at) < (last_score, last_time) or c.bill_id > last_id)
            and (level is null or c.government_level = level)
            and (wanted_status is null or c.status = wanted_status)
            and (not only_current or not c.is_past)
            and (cardinality(wanted_topics) = 0 or exists (
                  select from bill_topics t where t.bill_id = c.bill_id and t.topic = any(wanted_topics)))
          order by c.activity_score desc, c.created_at desc, c.bill_id offset skipped limit row_limit + 1)
         union all
        (select c.activity_score, c.created_at, c.bill_id from bill_counters c
          where is_place and c.jurisdiction = place
            and (c.activity_score, c.created_at) <= (last_score, last_time)
            and ((c.activity_score, c.created_at) < (last_score, last_time) or c.bill_id > last_id)
            and (level is null or c.government_level = level)
            and (wanted_status is null or c.status = wanted_status)
            and (not only_current or not c.is_past)
            and (cardinality(wanted_topics) = 0 or exists (
                  select from bill_topics t where t.bill_id = c.bill_id and t.topic = any(wanted_topics)))
          order by c.activity_score desc, c.created_at desc, c.bill_id offset skipped limit row_limit + 1)) c
       order by c.activity_score desc, c.created_at desc, c.bill_id);

  elsif is_place then
    return array(
      select b.bill_id from (
        (select b.bill_id, b.created_at from bills b
          where not is_ascending and b.jurisdiction = place
            and b.created_at <= last_time and (b.created_at < last_time or b.bill_id > last_id)
            and (level is null or b.government_level = level)
            and (wanted_status is null or b.status = wanted_status)
            and (not only_current or not b.is_past)
            and (cardinality(wanted_topics) = 0 or b.topics && wanted_topics)
          order by b.created_at desc, b.bill_id offset skipped limit row_limit + 1)
         union all
        (select b.bill_id, b.created_at from bills b
          where is_ascending and b.jurisdiction = place and (b.created_at, b.bill_id) > (last_time, last_id)
            and (level is null or b.government_level = level)
            and (wanted_status is null or b.status = wanted_status)
            and (not only_current or not b.is_past)
            and (cardinality(wanted_topics) = 0 or b.topics && wanted_topics)
          order by b.created_at, b.bill_id offset skipped limit row_limit + 1)) b
       order by case when is_ascending then b.created_at end, b.created_at desc, b.bill_id);

  elsif cardinality(wanted_topics) > 0 then
    return array(
      select scan.bill_id
        from unnest(wanted_topics) wanted_topic
       cross join lateral (
         (select t.bill_id, t.created_at from bill_topics t
           where not is_ascending and t.topic = wanted_topic
             and t.created_at <= last_time and (t.created_at < last_time or t.bill_id > last_id)
             and (level is null or t.government_level = level)
             and (wanted_status is null or t.status = wanted_status)
             and (not only_current or not t.is_past)
           order by t.created_at desc, t.bill_id limit candidates)
          union all
         (select t.bill_id, t.created_at from bill_topics t
           where is_ascending and t.topic = wanted_topic and (t.created_at, t.bill_id) > (last_time, last_id)
             and (level is null or t.government_level = level)
             and (wanted_status is null or t.status = wanted_status)
             and (not only_current or not t.is_past)
           order by t.created_at, t.bill_id limit candidates)) scan
       group by scan.bill_id, scan.created_at
       order by case when is_ascending then scan.created_at end, scan.created_at desc, scan.bill_id
       offset skipped limit row_limit + 1);

  elsif level is not null or wanted_status is not null then
    return array(
      select b.bill_id from (
        (select b.bill_id, b.created_at from bills b
          where not is_ascending and wanted_status is null and b.government_level = level
            and b.created_at <= last_time and (b.created_at < last_time or b.bill_id > last_id)
            and (not only_current or not b.is_past)
          order by b.created_at desc, b.bill_id offset skipped limit row_limit + 1)
         union all
        (select b.bill_id, b.created_at from bills b
          where is_ascending and wanted_status is null and b.government_level = level
            and (b.created_at, b.bill_id) > (last_time, last_id)
            and (not only_current or not b.is_past)
          order by b.created_at, b.bill_id offset skipped limit row_limit + 1)
         union all
        (select b.bill_id, b.created_at from bills b
          where not is_ascending and level is null and b.status = wanted_status
            and b.created_at <= last_time and (b.created_at < last_time or b.bill_id > last_id)
            and (not only_current or not b.is_past)
          order by b.created_at desc, b.bill_id offset skipped limit row_limit + 1)
         union all
        (select b.bill_id, b.created_at from bills b
          where is_ascending and level is null and b.status = wanted_status
            and (b.created_at, b.bill_id) > (last_time, last_id)
            and (not only_current or not b.is_past)
          order by b.created_at, b.bill_id offset skipped limit row_limit + 1)
         union all
        (select b.bill_id, b.created_at from bills b
          where not is_ascending and b.government_level = level and b.status = wanted_status
            and b.created_at <= last_time and (b.created_at < last_time or b.bill_id > last_id)
            and (not only_current or not b.is_past)
          order by b.created_at desc, b.bill_id offset skipped limit row_limit + 1)
         union all
        (select b.bill_id, b.created_at from bills b
          where is_ascending and b.government_level = level and b.status = wanted_status
            and (b.created_at, b.bill_id) > (last_time, last_id)
            and (not only_current or not b.is_past)
          order by b.created_at, b.bill_id offset skipped limit row_limit + 1)) b
       order by case when is_ascending then b.created_at end, b.created_at desc, b.bill_id);
  end if;

  return array(
    select b.bill_id from (
      (select b.bill_id, b.created_at from bills b
        where not is_ascending and b.created_at <= last_time and (b.created_at < last_time or b.bill_id > last_id)
          and (not only_current or not b.is_past)
        order by b.created_at desc, b.bill_id offset skipped limit row_limit + 1)
       union all
      (select b.bill_id, b.created_at from bills b
        where is_ascending and (b.created_at, b.bill_id) > (last_time, last_id)
          and (not only_current or not b.is_past)
        order by b.created_at, b.bill_id offset skipped limit row_limit + 1)) b
     order by case when is_ascending then b.created_at end, b.created_at desc, b.bill_id);
end $$;

-- A time as a sort key (`TimeKey` of the contract): JSON times have milliseconds, which do not identify a position.
create function time_key(at timestamptz) returns text language sql stable parallel safe
  return to_char(at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"');

-- A page of bills by date or by activity: the JSON of its bills, the total, and the sort keys of the last bill as a cursor,
-- which is null on the last page.
create function list_bills(
    viewer uuid, viewer_city text, wanted_scope text, wanted_level text, wanted_status text, wanted_topics text[],
    is_bookmarked boolean, only_current boolean, wanted_sort text, is_ascending boolean,
    after_score float8, after_time timestamptz, after_bill uuid, row_offset int, row_limit int)
  returns table (bills text, total int, next_page json) language sql stable rows 1 as $$
  with page as materialized (
    select list_page(viewer, wanted_scope, wanted_level, wanted_status, wanted_topics, is_bookmarked, only_current,
                     wanted_sort, is_ascending, after_score, after_time, after_bill, row_offset, row_limit) as bill_ids)
  select bill_cards(viewer, viewer_city, page.bill_ids[:row_limit], null),
         count_listed(viewer, wanted_scope, wanted_level, wanted_status, wanted_topics, is_bookmarked, only_current),
         (select case when wanted_sort = 'activity_score'
                      then json_build_array(c.activity_score, time_key(c.created_at), c.bill_id)
                      else json_build_array(time_key(c.created_at), c.bill_id) end
            from bill_counters c
           where cardinality(page.bill_ids) > row_limit and c.bill_id = page.bill_ids[row_limit])
    from page
$$;

/*
 * A page of bills by relevance, in the same form. The cursor also has the section of the last bill. A page by offset reads
 * the pages before it, even if some of them are short, so the offset is limited to `max_depth`.
 */
create function list_relevant_bills(
    viewer uuid, viewer_city text, wanted_scope text, wanted_level text, wanted_status text, wanted_topics text[],
    is_bookmarked boolean, only_current boolean,
    after_section text, after_time timestamptz, after_bill uuid, row_offset int, row_limit int)
  returns table (bills text, total int, next_page json)
  language plpgsql stable rows 1
  set plan_cache_mode = force_generic_plan
as $$
declare
  max_depth constant int := 2000;
  max_short_pages constant int := 20;
  section_names constant text[] := array['own', 'other'];
  skipped int := case when after_bill is null then row_offset else 0 end;
  start_section int := array_position(section_names, after_section);
  start_time timestamptz := after_time;
  start_bill uuid := after_bill;
  sections int[];
  times timestamptz[];
  bill_ids uuid[];
  reasons json[];
  row_count int;
  listed_count int;
  last int;
begin
  total := count_listed(viewer, wanted_scope, wanted_level, wanted_status, wanted_topics, is_bookmarked, only_current);
  if skipped > max_depth then
    return next;
    return;
  end if;
  for page_number in 0 .. max_short_pages loop
    select array_agg(p.section order by p.row_number), array_agg(p.latest_action_at order by p.row_number),
           array_agg(p.bill_id order by p.row_number), array_agg(p.reason order by p.row_number),
           count(*), count(*) filter (where p.is_listed)
      into sections, times, bill_ids, reasons, row_count, listed_count
      from feed_page(
             viewer, wanted_scope, wanted_level, wanted_status, wanted_topics, is_bookmarked, only_current,
             start_section, start_time, start_bill, skipped + row_limit + 1)
             with ordinality p (section, latest_action_at, bill_id, reason, is_listed, row_number);
    -- Only the last row can be unlisted. It is the position at which feed_page stopped before the page was full.
    exit when listed_count = row_count or skipped = 0 or listed_count > skipped or page_number = max_short_pages;
    start_section := sections[row_count];
    start_time := times[row_count];
    start_bill := bill_ids[row_count];
    skipped := skipped - listed_count;
  end loop;

  bills := bill_cards(viewer, viewer_city, bill_ids[skipped + 1 : least(skipped + row_limit, listed_count)],
                      reasons[skipped + 1 : least(skipped + row_limit, listed_count)]);
  last := case when listed_count > skipped + row_limit then skipped + row_limit
               when listed_count < row_count then row_count end;
  if last is not null then
    next_page := json_build_array(section_names[sections[last]], time_key(times[last]), bill_ids[last]);
  end if;
  return next;
end $$;
