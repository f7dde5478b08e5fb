-- What a keyword is looked for in (docs/decisions/012): the words of each bill as contract/rules/billSearch.ts writes them for
-- the browser too, apart from the bill itself so that reading many of them reads nothing else.

-- Without accents and case; whatever is no letter and no digit is one blank.
create function search_words(given text) returns text language sql immutable parallel safe
  return btrim(regexp_replace(
    translate(lower(regexp_replace(normalize(given, NFKD), '[\u0300-\u036f]+', '', 'g')), 'ς', 'σ'),
    '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u00d7\u00f7\u2000-\u206f\u3000]+', ' ', 'g'));

-- "H.R. 22", "hr 22" and "HR0022" are one code: hr22. Numbers stay apart: "Int 0123-2024" is int123-2024.
create function code_key(given text) returns text language sql immutable parallel safe
  return replace(regexp_replace(
    regexp_replace(search_words(given), '(^|[^0-9])0+(?=[0-9])', '\1', 'g'),
    '([0-9]) (?=[0-9])', '\1-', 'g'), ' ', '');

-- Each field in a line of its own that begins with a blank, so that a blank stands before every word.
create function bill_search_words(code text, title text, summary text) returns text
  language sql immutable parallel safe
  return ' ' || code_key(code) || E'\n ' || search_words(code) || E'\n ' || search_words(title)
         || E'\n ' || search_words(summary);

create function search_month(at timestamptz) returns text language sql immutable parallel safe
  return 'month:' || to_char(at at time zone 'utc', 'YYYY-MM');

-- The month and the filters as one list, so that one index knows them together with the words.
create function bill_search_keys(created_at timestamptz, government_level text, status text, topics text[])
  returns text[] language sql immutable parallel safe
  return array[search_month(created_at), 'level:' || government_level, 'status:' || status]
         || array(select 'topic:' || topic from unnest(topics) topic);

create table bill_search (
  bill_id uuid primary key references bills on delete cascade,
  created_at timestamptz not null,
  code_key text not null,
  keys text[] not null,
  words text not null
) with (toast_tuple_target = 8160);
-- In the row and as it is: taking it out of another place, or unpacking it, costs more than comparing it.
alter table bill_search alter column words set storage external;

-- What the bills themselves say; `hurd check` compares.
create view actual_bill_search as
  select bill_id, created_at, code_key(bill_code) as code_key,
         bill_search_keys(created_at, government_level, status, topics) as keys,
         bill_search_words(bill_code, title, summary) as words
    from bills;

create function keep_bill_search() returns trigger language plpgsql as $$
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
end $$;

create trigger bills_searched_in after insert on bills
  referencing new table as new_bills for each statement execute function keep_bill_search();
create trigger bills_searched_again after update on bills
  referencing old table as old_bills new table as new_bills for each statement execute function keep_bill_search();

insert into bill_search (bill_id, created_at, code_key, keys, words)
  select bill_id, created_at, code_key, keys, words from actual_bill_search order by created_at;

create index bill_search_newest on bill_search (created_at desc, bill_id);
create index bill_search_code on bill_search (code_key, created_at desc, bill_id);
-- Kept ready by every write: a list of what is still to be sorted in would be read by every search.
create index bill_search_words_index on bill_search using gin (keys, words gin_trgm_ops) with (fastupdate = off);

drop index bills_words;
