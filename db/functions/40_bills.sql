-- Bills: what a changed record changes with it, and the totals of lists.

create function set_bill_changed_at() returns trigger language plpgsql as $$
begin
  new.changed_at := now();
  return new;
end $$;
create trigger bills_before_update_set_changed_at before update on bills
  for each row when ((old.content_hash, old.status, old.summary) is distinct from (new.content_hash, new.status, new.summary))
  execute function set_bill_changed_at();

create function topic_bill_count(named_topic text) returns int language sql stable parallel safe
  return (select coalesce(sum(bill_count), 0)::int from bill_totals where topic = named_topic);

create function count_bills() returns trigger language plpgsql as $$
begin
  if tg_op in ('INSERT', 'UPDATE') then
    insert into bill_totals as existing (government_level, status, is_past, topic, bill_count)
      select government_level, status, is_past, t.topic, count(*)
        from new_bills cross join lateral (select '' as topic union all select unnest(topics)) t
       group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict (topic, government_level, status, is_past)
      do update set bill_count = existing.bill_count + excluded.bill_count;
  end if;
  if tg_op = 'DELETE' then
    delete from bill_counter_steps s using old_bills where s.bill_id = old_bills.bill_id;
  end if;
  if tg_op in ('DELETE', 'UPDATE') then
    update bill_totals existing set bill_count = existing.bill_count - removed.bill_count
      from (select government_level, status, is_past, t.topic, count(*)::int as bill_count
              from old_bills cross join lateral (select '' as topic union all select unnest(topics)) t
             group by 1, 2, 3, 4 order by 1, 2, 3, 4) removed
     where (existing.topic, existing.government_level, existing.status, existing.is_past)
         = (removed.topic, removed.government_level, removed.status, removed.is_past);
  end if;
  if tg_op = 'INSERT' then
    insert into bill_counters (bill_id, created_at, government_level, jurisdiction, status, is_past)
      select bill_id, created_at, government_level, jurisdiction, status, is_past from new_bills;
  end if;
  if tg_op = 'UPDATE' then
    update bill_counters c
       set created_at = n.created_at, government_level = n.government_level, jurisdiction = n.jurisdiction,
           status = n.status, is_past = n.is_past
      from new_bills n
     where n.bill_id = c.bill_id
       and (n.created_at, n.government_level, n.jurisdiction, n.status, n.is_past)
        <> (c.created_at, c.government_level, c.jurisdiction, c.status, c.is_past);
    delete from bill_topics t using new_bills n
     where n.bill_id = t.bill_id
       and (t.topic <> all (n.topics)
            or (n.created_at, n.latest_action_at, n.government_level, n.status, n.is_past)
            <> (t.created_at, t.latest_action_at, t.government_level, t.status, t.is_past));
  end if;
  if tg_op in ('INSERT', 'UPDATE') then
    insert into bill_topics (bill_id, topic, created_at, latest_action_at, government_level, status, is_past)
      select bill_id, unnest(topics), created_at, latest_action_at, government_level, status, is_past from new_bills
    on conflict do nothing;
  end if;
  return null;
end $$;
create trigger bills_after_insert_count after insert on bills
  referencing new table as new_bills for each statement execute function count_bills();
create trigger bills_after_update_count after update on bills
  referencing old table as old_bills new table as new_bills for each statement execute function count_bills();
create trigger bills_after_delete_count after delete on bills
  referencing old table as old_bills for each statement execute function count_bills();

-- Activity ------------------------------------------------------------------------------------------------------------

-- How many points an action adds to the activity score of its bill. All statements that change the score use this function.
create function activity_points(action text) returns float8 language sql immutable parallel safe
  return case action when 'stance' then 1 when 'comment' then 2 when 'vote' then 0.5 end;

-- True if the score includes a day: today and the thirteen days before it count, in UTC.
create function counts_towards_activity(day date) returns boolean language sql stable parallel safe
  return day > (now() at time zone 'utc')::date - 14;

-- "H.R. 22", "hr 22" and "HR0022" are one code: hr22. Numbers stay apart: "Int 0123-2024" is int123-2024. In California's special
-- sessions they do not: "ABX1 1" and "ABX1-1" are abx11, as in "ABX11". "H.J.Res. 4" and "HJR 4" are hjr4.
create function code_key(raw_code text) returns text language sql immutable parallel safe
  return regexp_replace(regexp_replace(replace(regexp_replace(
    regexp_replace(search_words(raw_code), '(^|[^0-9])0+(?=[0-9])', '\1', 'g'),
    '([0-9]) (?=[0-9])', '\1-', 'g'), ' ', ''), '^([a-z]+x[0-9])-(?=[0-9])', '\1'),
    '^([hs][jc])(?:on)?res(?=[0-9])', '\1r');

-- The code that many people type: "HB 1" for H.R. 1 and H 1, "SB 7" for S. 7, "SR 7" for S.Res. 7, "HB 1001" for HB25-1001.
create function typed_code(code text) returns text language sql immutable parallel safe
  return regexp_replace(regexp_replace(regexp_replace(code, '^([AHS])(\.(R\.)?)? ?(?=[0-9])', '\1B '),
    '^S\.Res\.', 'SR'), '^([HS][A-Z]+)[0-9]{2}[A-Z]?-(?=[0-9])', '\1 ');

-- Each field is a line that begins with a space so that every word follows a space. A title with "U.S." is there again with "US",
-- and so is the code as many people type it.
create function bill_search_words(code text, title text, summary text) returns text
  language sql immutable parallel safe
  return ' ' || code_key(code) || E'\n ' || search_words(code) || E'\n ' || search_words(title)
         || E'\n ' || search_words(summary)
         || case when title ~* '\m[a-z]\.[a-z]\M'
              then E'\n ' || search_words(regexp_replace(title, '\m([a-z])\.(?=[a-z]\M)', '\1', 'gi')) else '' end
         || case when typed_code(code) <> code
              then E'\n ' || code_key(typed_code(code)) || E'\n ' || search_words(typed_code(code)) else '' end;

-- The day, week, month or year of a time, as an entry of the index of words.
create function search_period(period text, at timestamptz) returns text language sql immutable parallel safe
  return period || to_char(date_trunc(period, at at time zone 'utc'), ':YYYY-MM-DD');

-- The periods and the filters as one list so that one index combines them with the words.
create function bill_search_keys(
    created_at timestamptz, government_level text, jurisdiction text, status text, topics text[])
  returns text[] language sql immutable parallel safe
  return array[search_period('day', created_at), search_period('week', created_at), search_period('month', created_at),
               search_period('year', created_at), 'level:' || government_level, 'place:' || jurisdiction, 'status:' || status]
         || array(select 'topic:' || topic from unnest(topics) topic);

create function index_bill_search() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    -- Most updates only record that the source was checked again, so entries are replaced only if an indexed column changed.
    delete from bill_search s using new_bills n, old_bills o
     where s.bill_id = n.bill_id and o.bill_id = n.bill_id
       and (n.bill_code, n.title, n.summary, n.topics, n.government_level, n.jurisdiction, n.status, n.created_at)
        <> (o.bill_code, o.title, o.summary, o.topics, o.government_level, o.jurisdiction, o.status, o.created_at);
  end if;
  insert into bill_search (bill_id, created_at, code_key, keys, words)
    select bill_id, created_at, code_key(bill_code),
           bill_search_keys(created_at, government_level, jurisdiction, status, topics),
           bill_search_words(bill_code, title, summary) || bill_subject_words(bill_id)
      from new_bills n
     where tg_op = 'INSERT' or not exists (select from bill_search s where s.bill_id = n.bill_id);
  return null;
end $$;
create trigger bills_after_insert_index_search after insert on bills
  referencing new table as new_bills for each statement execute function index_bill_search();
create trigger bills_after_update_index_search after update on bills
  referencing old table as old_bills new table as new_bills for each statement execute function index_bill_search();

create function add_bill_terms() returns trigger language plpgsql as $$
begin
  insert into bill_terms (term)
    -- Always in the same order so that two imports cannot deadlock.
    select distinct term collate "C" from new_words, unnest(search_terms(words)) term order by 1
    on conflict do nothing;
  return null;
end $$;
create trigger bill_search_after_insert_add_terms after insert on bill_search
  referencing new table as new_words for each statement execute function add_bill_terms();
create trigger bill_search_after_update_add_terms after update on bill_search
  referencing new table as new_words for each statement execute function add_bill_terms();
