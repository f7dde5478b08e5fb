-- Types and functions that several modules use. Everything in db/tables/ is applied in the order of the file names, as
-- migration 1; later changes are migrations in db/migrations/.

create extension if not exists pg_trgm;

-- A domain is checked only when a statement assigns the column, but a table constraint is checked by every update of the
-- row. Domains therefore make updates of counters faster.

create domain stance as text
  constraint stance_check check (value in ('support', 'oppose', 'neutral', 'learning'));
comment on domain stance is 'What a member thinks of a bill. "learning" means that the member is still learning about it.';

create domain change_source as text
  constraint change_source_check check (value in ('direct', 'comment'));
comment on domain change_source is 'Whether a member changed a stance alone or because of a comment.';

create domain government_level as text
  constraint government_level_check check (value in ('federal', 'state', 'local'));
comment on domain government_level is 'The level of government that decides on a bill, or to which a group or an office belongs.';

create domain ocd_division as text
  constraint ocd_division_check check (value ~ '^ocd-division/country:us(/|$)');
comment on domain ocd_division is 'An Open Civic Data division id of the United States or of a part of it.';

create domain sha256_hash as bytea
  constraint sha256_hash_check check (length(value) = 32);
comment on domain sha256_hash is 'A SHA-256 or HMAC-SHA-256 digest.';

create domain http_url as text
  constraint http_url_check check (value ~ '^https?://');
comment on domain http_url is 'An absolute HTTP or HTTPS address.';

create domain email_address as text
  constraint email_address_check check (value = lower(value) and char_length(value) <= 254);
comment on domain email_address is 'An email address in lower case.';

create domain counter as int
  constraint counter_check check (value >= 0);
comment on domain counter is 'A count that never falls below zero.';

-- UUIDs that increase with time are stored next to each other in an index so that inserts change fewer pages. PostgreSQL
-- can generate them since version 18. On older servers the ids are random.
do $$ begin
  if current_setting('server_version_num')::int >= 180000 then
    create function time_ordered_uuid() returns uuid language sql volatile parallel safe return uuidv7();
  else
    create function time_ordered_uuid() returns uuid language sql volatile parallel safe return gen_random_uuid();
  end if;
end $$;

-- Formats a time for JSON as the contract requires: in UTC, with milliseconds.
create function iso_time(at timestamptz) returns text language sql immutable parallel safe
  return to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');

create domain bill_step as text
  constraint bill_step_check check (value in ('passed_house', 'passed_senate', 'passed_first_chamber', 'passed', 'rejected'));
comment on domain bill_step is 'A step of a bill of which members with a stance on it are notified.';
