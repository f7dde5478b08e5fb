-- A keyword is looked for among the words of all bills first, and then in the index of the bills that have them
-- (docs/decisions/012). By trigrams of the whole text several long lists are read for one word, and every bill that they
-- name is compared; they remain for codes and for what stands in a great many different words.

-- Dear and in one process: whoever asks for it is to read the index, never to make the words of every bill anew.
-- A word as it stands, so that a bill is found without being read; one longer than people write in pieces that overlap,
-- for an index holds no longer ones.
create function search_terms(words text) returns text[] language sql immutable cost 5000
  return case
    when words !~ '[^ \n]{201}' then string_to_array(btrim(replace(words, E'\n ', ' ')), ' ')
    else array(
      select substr(word, at, 400)
        from regexp_split_to_table(words, '[ \n]+') word, generate_series(1, greatest(length(word) - 200, 1), 200) at)
  end;

create table bill_terms (term text collate "C" primary key);

-- Words that no bill has any longer stay: they find nothing.
create function keep_bill_terms() returns trigger language plpgsql as $$
begin
  insert into bill_terms (term)
    -- In one order, so that two imports do not wait for each other in a circle.
    select distinct term from new_words, unnest(search_terms(words)) term order by term
    on conflict do nothing;
  return null;
end $$;

create trigger bill_terms_kept after insert on bill_search
  referencing new table as new_words for each statement execute function keep_bill_terms();
create trigger bill_terms_kept_again after update on bill_search
  referencing new table as new_words for each statement execute function keep_bill_terms();

insert into bill_terms (term) select distinct term from bill_search, unnest(search_terms(words)) term order by term;

create index bill_terms_parts on bill_terms using gin (term gin_trgm_ops) with (fastupdate = off);
create index bill_search_terms on bill_search using gin (keys, search_terms(words)) with (fastupdate = off);
