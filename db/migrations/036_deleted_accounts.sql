-- A deleted account can be restored for 14 days by a link that was mailed to its verified address. Until then its rows are
-- kept here as JSON, outside the tables that are read and counted, so that no query can show them by mistake.

create table deleted_accounts (
  user_id uuid primary key,
  -- Reserved until the account is restored or purged.
  username text not null,
  emails text[] not null check (cardinality(emails) > 0),
  deleted_at timestamptz not null,
  purge_at timestamptz not null,
  -- SHA-256 of the tokens of the links, one for each address that was told.
  link_hashes bytea[] not null,
  picture_small bytea,
  picture_large bytea
);
create unique index deleted_accounts_username_key on deleted_accounts (lower(username));
create index deleted_accounts_purge on deleted_accounts (purge_at);

create table set_aside_rows (
  set_aside_id bigint generated always as identity primary key,
  user_id uuid not null,
  reason text not null check (reason in ('deletion', 'suspension')),
  table_name text not null,
  row jsonb not null
);
create index set_aside_rows_owner on set_aside_rows (user_id, reason, table_name);

-- Puts the rows of one table back. Columns are matched by name, so a column that was added since gets its default. A row
-- that refers to something that no longer exists is left out, or loses the reference where the foreign key says SET NULL.
-- `condition` is an SQL condition on the row `r`.
create function put_back_rows(owner uuid, why text, named regclass, condition text default 'true') returns bigint
language plpgsql as $$
declare
  known text[];
  columns text;
  picked text;
  referenced text;
  inserted bigint;
begin
  select array(select jsonb_object_keys(row)) into known
    from set_aside_rows where user_id = owner and reason = why and table_name = named::text limit 1;
  if known is null then
    return 0;
  end if;
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
      where s.user_id = $1 and s.reason = $2 and s.table_name = $3 and (%s)%s
     on conflict do nothing', named, columns, picked, named, condition, referenced)
    using owner, why, named::text;
  get diagnostics inserted = row_count;
  return inserted;
end $$;

-- Runs after the unique indexes, so that whoever waited there for a deletion to commit sees the reservation.
create function check_reserved_names() returns trigger language plpgsql as $$
begin
  if exists (select from deleted_accounts where lower(username) = lower(new.username) and user_id <> new.user_id) then
    raise unique_violation using constraint = 'users_username_key', message = 'the username is reserved';
  end if;
  if exists (select from deleted_accounts where new.email = any (emails) and user_id <> new.user_id) then
    raise unique_violation using constraint = 'users_email_key', message = 'the email is reserved';
  end if;
  return null;
end $$;
create trigger users_after_insert_check_reserved after insert on users
  for each row execute function check_reserved_names();
create trigger users_after_update_check_reserved after update of username, email on users
  for each row when (old.username <> new.username or old.email <> new.email) execute function check_reserved_names();

-- The notice of a deletion outlives the account.
alter table mails alter column user_id drop not null;
