-- Search: finds members, groups and representatives by the beginnings of the words of their names.

-- The words of a name, normalized like those of bills. The high cost makes the planner read an index instead of computing
-- the words of every row.
create function name_words(name text) returns tsvector language sql immutable parallel safe cost 5000
  return array_to_tsvector(string_to_array(search_words(name), ' '));

create index users_names on users using gin (name_words(username || ' ' || full_name)) with (fastupdate = off)
  where account_status = 'active' and public_profile;
comment on index users_names is 'Finds active members with a public profile by words of their usernames and names.';
create index groups_names on groups using gin (name_words(group_name)) with (fastupdate = off);
comment on index groups_names is 'Finds groups by words of their names.';
create index representatives_names on representatives using gin (name_words(rep_name)) with (fastupdate = off);
comment on index representatives_names is 'Finds representatives by words of their names.';
