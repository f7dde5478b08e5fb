-- Search: finds members, groups and representatives by the first letters of words of their names, and bills by keywords.

-- The entries of a name: its words, and every end of the name that begins with a short word as one word. This function calls
-- none of ours, because PostgreSQL analyzes and rebuilds indexes without our search path.
create function name_entries(words text[], unhyphenated text[]) returns tsvector
  language plpgsql immutable strict parallel safe cost 5000 as $$
declare
  entries text[] := words || unhyphenated;
begin
  for position in 1 .. cardinality(words) loop
    if length(words[position]) <= 3 then
      entries := entries || left(array_to_string(words[position:], ''), 200);
    end if;
  end loop;
  return array_to_tsvector(entries);
end $$;

-- The words of a name, normalized like those of bills, by the rules of contract/search.ts. A name that is written
-- with an apostrophe, a hyphen or a short first word is found as one word too. The high cost makes the planner read an index
-- instead of computing the words of every row.
create function name_words(name text) returns tsvector language sql immutable parallel safe cost 5000
  return name_entries(
    string_to_array(search_words(translate(name, apostrophes(), repeat(' ', length(apostrophes())))), ' '),
    string_to_array(search_words(translate(name, '-‐‑', '')), ' '));

create index users_names on users using gin (name_words(username || ' ' || full_name)) with (fastupdate = off)
  where account_status = 'active' and public_profile;
comment on index users_names is 'Finds active members with a public profile by words of their usernames and names.';
create index users_hidden_names on users using gin (name_words(username || ' ' || full_name)) with (fastupdate = off)
  where not (account_status = 'active' and public_profile);
comment on index users_hidden_names is 'Finds all other members by words of their names, for administrators.';
create index groups_names on groups using gin (name_words(group_name)) with (fastupdate = off);
comment on index groups_names is 'Finds groups by words of their names.';
create index representatives_names on representatives using gin (name_words(rep_name)) with (fastupdate = off);
comment on index representatives_names is 'Finds representatives by words of their names.';
create index users_similar_names on users using gin (full_name gin_trgm_ops) with (fastupdate = off)
  where account_status = 'active' and public_profile;
comment on index users_similar_names is 'Suggests members for a search with a spelling mistake.';
create index bill_sponsorships_names on bill_sponsorships using gin (name_words(name)) with (fastupdate = off)
  where classification = 'primary';
comment on index bill_sponsorships_names is 'Finds bills by words of the names of their sponsors.';
