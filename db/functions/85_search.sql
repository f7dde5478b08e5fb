-- Bills --------------------------------------------------------------------------------------------------------------
-- docs/decisions/012 explains the search, and contract/search.ts has its rules.

create function quoted_lexeme(word text) returns text language sql immutable parallel safe
  return '''' || replace(replace(word, '\', '\\'), '''', '''''') || '''';

-- A query for bills with any of these entries, as the text of a tsquery.
create function any_of(entries text[]) returns text language sql immutable parallel safe
  return (select '(' || string_agg(quoted_lexeme(entry), '|') || ')' from unnest(entries) entry);

-- True if a bill contains every part of the keyword, which has at most six parts, or its code contains the entered code.
create function contains_keyword(words text, code_key text, parts text[], code text) returns boolean
  language sql immutable parallel safe
  return strpos(words, parts[1]) > 0
     and (parts[2] is null or strpos(words, parts[2]) > 0)
     and (parts[3] is null or strpos(words, parts[3]) > 0)
     and (parts[4] is null or strpos(words, parts[4]) > 0)
     and (parts[5] is null or strpos(words, parts[5]) > 0)
     and (parts[6] is null or strpos(words, parts[6]) > 0)
      or strpos(code_key, code) > 0;

-- The indexed words that match the longest word in a part of a keyword, at most `row_limit`. The first word of a part can be
-- the end of an indexed word, and the last word can be the beginning of one.
create function words_with(part text, row_limit int) returns text[] language plpgsql stable as $$
declare
  words constant text[] := string_to_array(btrim(part), ' ');
  longest constant int := (select number from unnest(words) with ordinality w (word, number)
                            order by length(word) desc, number limit 1);
  -- search_terms() divides longer words.
  word constant text := left(words[longest], 200);
  is_beginning constant boolean := longest > 1 or part like ' %';
begin
  if is_beginning and longest < cardinality(words) and length(word) < 200 then
    return array[word];
  elsif is_beginning then
    return array(select term from bill_terms where term >= word and term < word || U&'\+10FFFF' limit row_limit);
  end if;
  return array(select term from bill_terms where term like '%' || word || '%' limit row_limit);
end $$;

-- Queries for the index of words that together find every bill with these parts of a keyword, and some other bills. Returns
-- no query if a part is in no bill, and one empty query if every part is in too many different words.
create function keyword_queries(parts text[]) returns text[] language plpgsql stable as $$
declare
  -- One query with more words would take longer than several queries.
  words_per_query constant int := 50;
  max_words constant int := 4000;
  part text;
  words text[];
  fewest_words text[];
  conditions text[] := '{}';
begin
  foreach part in array parts loop
    words := words_with(part, max_words + 1);
    if cardinality(words) = 0 then
      return '{}';
    elsif cardinality(words) <= words_per_query then
      conditions := conditions || any_of(words);
    elsif fewest_words is null or cardinality(words) < cardinality(fewest_words) then
      fewest_words := words;
    end if;
  end loop;
  if cardinality(conditions) > 0 then
    return array[array_to_string(conditions, '&')];
  elsif cardinality(fewest_words) > max_words then
    return array[''];
  end if;
  return array(select any_of(array_agg(word)) from unnest(fewest_words) with ordinality w (word, number)
                group by (number - 1) / words_per_query);
end $$;

-- The first bills of an order; all of them if `row_limit` is null.
create function bills_in_order(wanted_sort text, is_ascending boolean, row_limit int)
  returns setof bill_search language sql stable as $$
  (select * from bill_search
    where wanted_sort = 'created_at' and not is_ascending order by created_at desc, bill_id limit row_limit)
  union all
  (select * from bill_search
    where wanted_sort = 'created_at' and is_ascending order by created_at, bill_id limit row_limit)
  union all
  (select s.* from bill_counters c join bill_search s on s.bill_id = c.bill_id
    where wanted_sort = 'activity_score' and not is_ascending
    order by c.activity_score desc, c.created_at desc, c.bill_id limit row_limit)
  union all
  (select s.*
     from unnest(case when wanted_sort = 'activity_score' and is_ascending
                      then least_active(null, null, null, '{}', false, null, null, null, row_limit) end)
            with ordinality active (bill_id, position)
     join bill_search s on s.bill_id = active.bill_id
    order by active.position)
$$;

-- The same bills, sorted in this order.
create function sort_bills(bill_ids uuid[], wanted_sort text, is_ascending boolean) returns uuid[]
  language sql stable as $$
  select array(
    select c.bill_id from bill_counters c
     where c.bill_id = any(bill_ids)
     order by case when wanted_sort <> 'activity_score' then 0 when is_ascending then c.activity_score
                   else -c.activity_score end,
              case when is_ascending and wanted_sort = 'created_at' then c.created_at end,
              c.created_at desc, c.bill_id)
$$;

-- True if the keys of a bill (bill_search_keys) include all of `all_keys` and, if `any_keys` is not empty, one of them.
create function has_keys(keys text[], all_keys text[], any_keys text[]) returns boolean
  language sql immutable parallel safe
  return (cardinality(all_keys) = 0 or keys @> all_keys) and (cardinality(any_keys) = 0 or keys && any_keys);

/*
 * Up to `wanted` bills that match a keyword and filters, the newest or the oldest first, found by the index of words. The
 * index has no order by date, so it is searched day by day, and in longer periods as soon as one period has few matches.
 */
create function find_by_index(
    parts text[], code text, all_keys text[], any_keys text[], is_ascending boolean, wanted int)
  returns uuid[] language plpgsql stable as $$
#variable_conflict use_column
declare
  queries constant text[] := keyword_queries(parts);
  filters constant text := concat_ws('&',
    (select string_agg(quoted_lexeme(key), '&') from unnest(all_keys) key), any_of(any_keys));
  -- Each period looks up all words again, so a search by many words begins with months. Without words and filters a search
  -- of all bills at once would have no limit.
  periods constant text[] := case
    when queries = array[''] and filters = '' then array['month', 'year']
    when cardinality(queries) > 1 then array['month', 'year', 'all']
    else array['day', 'week', 'month', 'year', 'all'] end;
  -- The next period is longer if this number of periods with as many matches would not be enough.
  max_repeats constant int := case when cardinality(queries) > 1 then 1 else 4 end;
  step int := 1;
  period text;
  found_ids uuid[] := '{}';
  period_ids uuid[];
  -- Bills before this time, or after it in ascending order, are still to be searched.
  boundary timestamptz := case when is_ascending then '-infinity' else 'infinity' end;
  next_time timestamptz;
  condition text;
begin
  while cardinality(queries) > 0 loop
    period := periods[step];
    condition := filters;
    if period <> 'all' then
      next_time := case when is_ascending then (select min(created_at) from bill_search where created_at >= boundary)
                        else (select max(created_at) from bill_search where created_at < boundary) end;
      exit when next_time is null;
      condition := concat_ws('&', quoted_lexeme(search_period(period, next_time)), nullif(filters, ''));
    end if;
    period_ids := array(
      select match.bill_id
        from (select distinct s.bill_id, s.created_at
                from unnest(queries) query
               cross join lateral (
                 select * from bill_search
                  where bill_entries(keys, words)
                        @@ concat_ws('&', nullif(query, ''), nullif(condition, ''))::tsquery) s
               where case when is_ascending then s.created_at >= boundary else s.created_at < boundary end
                 and contains_keyword(s.words, s.code_key, parts, null)) match
       order by case when is_ascending then match.created_at end, match.created_at desc, match.bill_id
       limit wanted - cardinality(found_ids));
    found_ids := found_ids || period_ids;
    exit when cardinality(found_ids) >= wanted or period = 'all';
    boundary := case when is_ascending then date_trunc(period, next_time, 'UTC') + ('1 ' || period)::interval
                     else date_trunc(period, next_time, 'UTC') end;
    if cardinality(period_ids) * max_repeats < wanted - cardinality(found_ids) then
      step := least(step + 1, cardinality(periods));
    end if;
  end loop;
  if code is null then return found_ids; end if;

  return (sort_bills(array(
    select * from unnest(found_ids)
     union
    select s.bill_id from bill_search s
     where s.code_key = any(array(
             select term collate "default" from bill_terms where term like '%' || code || '%'))
       and has_keys(s.keys, all_keys, any_keys)),
    'created_at', is_ascending))[:wanted];
end $$;

-- The first `wanted` bills of an order that match a keyword and filters. If many bills match, they are found by reading the
-- bills in their order, and otherwise by the index.
create function find_bills(
    parts text[], code text, all_keys text[], any_keys text[], wanted_sort text, is_ascending boolean, wanted int)
  returns uuid[] language plpgsql stable as $$
#variable_conflict use_column
declare
  sample_size constant int := 100;
  -- If the sample has this number of matches, reading more bills is faster than using the index.
  min_sample_matches constant int := 5;
  -- The index has no order by activity. Up to this number of matches are sorted.
  max_sorted constant int := 1000;
  found_ids uuid[];
  rows_read int := sample_size;
begin
  loop
    found_ids := array(
      select s.bill_id from bills_in_order(wanted_sort, is_ascending, rows_read) s
       where contains_keyword(s.words, s.code_key, parts, code) and has_keys(s.keys, all_keys, any_keys)
       limit wanted);
    if cardinality(found_ids) >= wanted then return found_ids; end if;
    exit when rows_read > sample_size or cardinality(found_ids) < min_sample_matches;
    rows_read := wanted * 20;
  end loop;
  if wanted_sort = 'created_at' then
    return find_by_index(parts, code, all_keys, any_keys, is_ascending, wanted);
  end if;
  found_ids := find_by_index(parts, code, all_keys, any_keys, false, greatest(max_sorted, wanted));
  if cardinality(found_ids) < greatest(max_sorted, wanted) then
    return (sort_bills(found_ids, wanted_sort, is_ascending))[:wanted];
  end if;
  return array(
    select s.bill_id from bills_in_order(wanted_sort, is_ascending, null) s
     where contains_keyword(s.words, s.code_key, parts, code) and has_keys(s.keys, all_keys, any_keys)
     limit wanted);
end $$;

/*
 * The ids of one page of the bills that match a keyword, and the total as far as it was counted. Bills with exactly the code
 * that was entered come first. `bookmarks_of` is the member whose bookmarks are searched, or null. `places` and `followed` are
 * the divisions and topics of the member, and null unless the order is relevance. `after_position` and `after_bill` describe the
 * last bill of the previous page. If that bill no longer matches, the page starts at its position. `next_position` and
 * `next_bill` are null on the last page.
 */
create function search_bills(
    parts text[], code text,
    bookmarks_of uuid, place text, wanted_level text, wanted_status text, wanted_topics text[],
    places text[], followed text[], wanted_sort text, wanted_order text,
    after_position int, after_bill uuid, row_offset int, row_limit int)
  returns table (bill_ids uuid[], total int, next_position int, next_bill uuid)
  language plpgsql stable rows 1
  -- One plan for all values, because planning would take longer than the search.
  set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
declare
  block_size constant int := 60;
  -- There are no pages beyond this position, because finding a page requires finding all matches before it.
  max_depth constant int := 2000;
  is_ascending constant boolean := wanted_order = 'asc';
  first_row int := least(coalesce(after_position, row_offset), max_depth);
  -- A multiple of the block size, because the order by relevance sorts each block. After a cursor one more page is searched,
  -- because bills that were added since then have increased the positions of the others.
  wanted constant int := block_size * greatest(1,
    ceil((first_row + row_limit + case when after_bill is null then 0 else row_limit end) / block_size::float8)::int) + 1;
  all_keys text[] := array_remove(array[
    'level:' || wanted_level, 'status:' || wanted_status, 'place:' || place], null);
  any_keys constant text[] := array(select 'topic:' || topic from unnest(wanted_topics) topic);
  -- Bills with exactly the entered code.
  exact_matches uuid[] := '{}';
  matches uuid[];
  last_row int;
begin
  if bookmarks_of is not null then
    matches := sort_bills(array(
      select s.bill_id from bookmarks k join bill_search s on s.bill_id = k.bill_id
       where k.user_id = bookmarks_of
         and contains_keyword(s.words, s.code_key, parts, code) and has_keys(s.keys, all_keys, any_keys)),
      wanted_sort, is_ascending);
    exact_matches := array(
      select s.bill_id from unnest(matches) with ordinality match (bill_id, position)
        join bill_search s on s.bill_id = match.bill_id
       where s.code_key = code order by match.position);
  else
    if code is not null then
      exact_matches := (sort_bills(array(
        select s.bill_id from bill_search s
         where s.code_key = code and has_keys(s.keys, all_keys, any_keys)), wanted_sort, is_ascending))[:wanted];
    end if;
    -- This also finds the exact matches, so it must return that many more.
    matches := find_bills(
      parts, code, all_keys, any_keys, wanted_sort, is_ascending, wanted + cardinality(exact_matches));
  end if;
  if wanted_order = 'relevance' then
    matches := array(
      select b.bill_id
        from unnest(matches) with ordinality match (bill_id, position)
        join bills b on b.bill_id = match.bill_id
       order by (match.position - 1) / block_size,
                not concerns_member(b.jurisdiction, b.government_level, b.topics, places, followed), match.position);
  end if;
  if cardinality(exact_matches) > 0 then
    matches := exact_matches || array(
      select bill_id from unnest(matches) with ordinality match (bill_id, position)
       where bill_id <> all (exact_matches) order by position);
  end if;
  total := cardinality(matches);
  first_row := coalesce(array_position(matches, after_bill), first_row);
  matches := matches[:max_depth];
  last_row := first_row + row_limit;
  if cardinality(matches) > last_row then
    next_position := last_row - 1;
    next_bill := matches[last_row];
  end if;
  bill_ids := matches[first_row + 1 : last_row];
  return next;
end $$;

-- A query for all words of a search, or for any of them, where the words are beginnings. Words of one or two letters begin too
-- many others, so they are whole words.
create function words_query(words text[], operator text) returns tsquery language sql immutable parallel safe
  return (select string_agg(quoted_lexeme(word) || case when length(word) > 2 then ':*' else '' end, operator)
            from unnest(words) word)::tsquery;

-- The jurisdictions of bills that a search names, such as the state and the city for "housing new york", and the words of their
-- name. The longest name counts. A state includes its cities.
create function named_places(words text[], out places text[], out name_words text[]) language plpgsql stable as $$
declare
  query constant text := ' ' || array_to_string(words, ' ') || ' ';
  longest text;
begin
  with recursive jurisdictions (jurisdiction) as (
    select min(jurisdiction) from bills
    union all
    select (select min(b.jurisdiction) from bills b where b.jurisdiction > j.jurisdiction)
      from jurisdictions j where j.jurisdiction is not null),
  named as materialized (
    select j.jurisdiction, search_words(division_name(j.jurisdiction, d.name)) as name
      from jurisdictions j left join divisions d on d.division = j.jurisdiction
     where j.jurisdiction <> 'ocd-division/country:us')
  select max(n.name), array_agg(distinct o.jurisdiction) into longest, places
    from named n join named o on o.jurisdiction = n.jurisdiction or starts_with(o.jurisdiction, n.jurisdiction || '/')
   where n.name <> '' and n.name = (
     select m.name from named m where strpos(query, ' ' || m.name || ' ') > 0 order by length(m.name) desc, m.name limit 1);
  name_words := coalesce(string_to_array(longest, ' '), '{}');
end $$;

/*
 * The best matches of a search for bills, and as far as they were counted, how many bills match and how many of them contain the
 * keyword, which the feed finds too. `viewer` is the member who searches, or null. Bills with exactly the entered code come first, then those with all words in the title, then in
 * title, summary and subjects, then in the names of sponsors as well, and last those that contain them inside other words.
 * Whole words come before beginnings of words, then own places before others, bills that can still move before those that are
 * over, and newer ones before older ones. The words of a place in the search match the bills of that place.
 *
 * Ranking all bills that contain a frequent word would take too long. It ranks the newest ones of all places and of the
 * viewer's, and those that the indexes of titles and of sponsors return first.
 */
create function ranked_bills(viewer uuid, query_words text[], parts text[], code text, row_limit int)
  returns table (bill_ids uuid[], by_sponsor uuid[], total int, keyword_total int)
  language plpgsql stable rows 1
  set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
declare
  max_newest constant int := 61;
  max_by_title constant int := 1000;
  max_by_sponsor constant int := 300;
  own_places constant text[] := array(
    select division::text from member_divisions where user_id = viewer and division <> 'ocd-division/country:us');
  named record;
  other_words text[];
  newest uuid[];
begin
  newest := find_bills(parts, code, '{}', '{}', 'created_at', false, max_newest);
  keyword_total := cardinality(newest);
  if cardinality(own_places) > 0 then
    newest := newest || find_bills(
      parts, code, '{}', array(select 'place:' || place from unnest(own_places) place), 'created_at', false, max_newest);
  end if;
  select * into named from named_places(query_words);
  other_words := array(select word from unnest(query_words) word where word <> all (named.name_words));
  if cardinality(other_words) between 1 and cardinality(query_words) - 1 then
    newest := newest || find_bills(
      array(select ' ' || word from unnest(other_words) word), null, '{}',
      array(select 'place:' || place from unnest(named.places) place), 'created_at', false, max_newest);
  else
    named.places := '{}';
    other_words := query_words;
  end if;
  with candidates as materialized (
    select bill_id, bool_or(has_sponsor) as has_sponsor, bool_or(is_match) as is_match
      from ((select unnest(newest) as bill_id, false as has_sponsor, true as is_match)
            union all
            (select s.bill_id, false, true from bill_search s where s.code_key = code limit max_newest)
            union all
            (select s.bill_id, false, true from bill_search s
              where title_entries(s.words) @@ words_query(query_words, '&') limit max_by_title)
            union all
            (select p.bill_id, true, false from bill_sponsorships p
              where p.classification = 'primary' and p.withdrawn_on is null
                and name_words(p.name) @@ words_query(query_words, '|')
              limit max_by_sponsor)) found
     group by bill_id),
  texts as materialized (
    select c.bill_id, c.has_sponsor, c.is_match, s.code_key = code as is_named, b.jurisdiction, b.feed_rank, b.created_at,
           case when b.jurisdiction = any(named.places) then other_words else query_words end as words,
           split_part(s.words, E'\n', 3) || ' ' as title, translate(s.words, E'\n', ' ') || ' ' as body,
           case when c.has_sponsor then (
             select ' ' || coalesce(string_agg(array_to_string(tsvector_to_array(name_words(p.name)), ' '), ' '), '') || ' '
               from bill_sponsorships p
              where p.bill_id = c.bill_id and p.classification = 'primary' and p.withdrawn_on is null) else '' end as sponsors
      from candidates c join bill_search s on s.bill_id = c.bill_id join bills b on b.bill_id = c.bill_id),
  ranked as (
    select t.bill_id, t.jurisdiction, t.feed_rank, t.created_at, t.has_sponsor and not m.in_body as by_sponsor,
           case when t.is_named then 0 when m.in_title then 1 when m.in_body then 2 when m.with_sponsor then 3 else 4 end as part,
           case when m.in_title then m.whole_in_title when m.in_body then m.whole_in_body else m.with_sponsor end as is_whole
      from texts t
     cross join lateral (
       select bool_and(strpos(t.title, ' ' || word) > 0) as in_title,
              bool_and(strpos(t.title, ' ' || word || ' ') > 0) as whole_in_title,
              bool_and(strpos(t.body, ' ' || word) > 0) as in_body,
              bool_and(strpos(t.body, ' ' || word || ' ') > 0) as whole_in_body,
              bool_and(strpos(t.body || t.sponsors, ' ' || word) > 0) as with_sponsor
         from unnest(t.words) word) m
     where t.is_match or m.with_sponsor),
  numbered as (
    select bill_id, by_sponsor,
           row_number() over (order by part, is_whole desc, jurisdiction = any(own_places) desc, feed_rank, created_at desc,
                                       bill_id) as position
      from ranked)
  select coalesce(array_agg(n.bill_id order by position) filter (where position <= row_limit), '{}'),
         coalesce(array_agg(n.bill_id) filter (where position <= row_limit and n.by_sponsor), '{}'), count(*)
    into bill_ids, by_sponsor, total from numbered n;
  return next;
end $$;

/*
 * Up to five searches like this one that find something, the most similar first: with the words of bills that are most similar
 * to a word that is in no bill, and the names of topics, groups, and people in office or with a public profile.
 */
create function similar_searches(viewer uuid, query_words text[], topic_names text[]) returns text[] language plpgsql stable
  set pg_trgm.word_similarity_threshold = 0.5
as $$
declare
  max_suggestions constant int := 5;
  query constant text := array_to_string(query_words, ' ');
  known text[] := array(select word from unnest(query_words) with ordinality w (word, number)
                         where exists (select from bill_terms where term >= word and term < word || U&'\+10FFFF')
                         order by number);
begin
  return array(
    select suggestion
      from ((select array_to_string(array_replace(query_words, unknown.word, close.term), ' ') as suggestion, close.likeness
               from (select word from unnest(query_words) word where word <> all (known) limit 1) unknown
              cross join lateral (
                select term, similarity(term, unknown.word) as likeness from bill_terms
                 where term % unknown.word and term ~ '^[^0-9]+$' order by likeness desc, term limit 20) close
              where exists (
                select from bill_search s
                 where bill_entries(s.keys, s.words) @@ words_query(array_replace(query_words, unknown.word, close.term), '&')))
            union all
            (select name, similarity(name, query) from unnest(topic_names) name where name % query)
            union all
            (select group_name, similarity(group_name, query) from groups where group_name % query
              order by 2 desc, 1 limit max_suggestions)
            union all
            (select r.rep_name, word_similarity(query, r.rep_name) from representatives r
              where query <% r.rep_name and exists (
                select from representative_terms t
                 where t.rep_id = r.rep_id and (t.valid_from is null or t.valid_from <= current_date)
                   and (t.valid_to is null or t.valid_to > current_date))
              order by 2 desc, 1 limit max_suggestions)
            union all
            (select u.full_name, word_similarity(query, u.full_name) from users u
              where query <% u.full_name and u.account_status = 'active' and u.public_profile and not has_muted(viewer, u.user_id)
              order by 2 desc, 1 limit max_suggestions)) found
     group by suggestion order by max(likeness) desc, suggestion limit max_suggestions);
end $$;
