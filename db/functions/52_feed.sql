-- Lists of bills: which bills concern a member, and pages by date or by activity. If `only_current` is true, they leave out bills
-- of past sessions, except from bookmarks.

-- The name of a division without its state, such as "Chicago", "Cook County" or "Illinois". `full_name` is null for a
-- division that is not in the gazetteer.
create function division_name(named_division text, full_name text) returns text language sql immutable parallel safe
  return coalesce(split_part(full_name, ', ', 1), initcap(replace(substring(named_division from '[^:]*$'), '_', ' ')));

-- True if a bill is of the member's own places, of Congress or of a followed topic, as `isOwn` in
-- server/participation/feed/home.ts. A search by relevance lists these bills first.
create function concerns_member(
    jurisdiction text, government_level text, topics text[], places text[], followed text[])
  returns boolean language sql immutable parallel safe
  return coalesce(jurisdiction = any(places) or topics && followed or government_level = 'federal', false);

-- The number of bills in a list. `bookmarks_of` is the member whose bookmarks are listed, or null. Totals
-- by level, status and one topic are stored. Other lists are counted, up to 10,001.
create function count_listed(
    bookmarks_of uuid, place text, wanted_level text, wanted_status text, wanted_topics text[], only_current boolean)
  returns int language plpgsql stable as $$
declare
  max_count constant int := 10001;
begin
  if bookmarks_of is not null then
    return (
      select count(*) from bookmarks k join bills b on b.bill_id = k.bill_id
       where k.user_id = bookmarks_of
         and (wanted_level is null or b.government_level = wanted_level)
         and (wanted_status is null or b.status = wanted_status)
         and (cardinality(wanted_topics) = 0 or b.topics && wanted_topics)
         and (place is null or b.jurisdiction = place));
  elsif place is not null then
    return (
      select count(*) from (
        select from bills b
         where b.jurisdiction = place
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
            and (wanted_status is null or status = wanted_status)
            and (not only_current or not is_past)
          limit max_count) t);
  end if;
  return (
    select coalesce(sum(bill_count), 0) from bill_totals
     where topic = coalesce(wanted_topics[1], '')
       and (wanted_level is null or government_level = wanted_level)
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
    bookmarks_of uuid, place text, level text, wanted_status text, wanted_topics text[], only_current boolean,
    wanted_sort text, is_ascending boolean, after_score float8, after_time timestamptz, after_bill uuid,
    row_offset int, row_limit int)
  returns uuid[] language plpgsql stable
as $$
declare
  first_id constant uuid := '00000000-0000-0000-0000-000000000000';
  is_place constant boolean := place is not null;
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
  if bookmarks_of is not null then
    return array(
      select c.bill_id
        from bookmarks k join bill_counters c on c.bill_id = k.bill_id
       where k.user_id = bookmarks_of
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
