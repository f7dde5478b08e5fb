-- People: follows, mutes, data exports, and accounts that were deleted and can still be restored.

-- The level that a member's points reach. Points are not rounded. contract/rules/members/engagement.ts has the same rule for
-- the browser.
create function engagement_level(stances int, comments int, followers int) returns text
  language sql immutable parallel safe
  return case
    when stances + 2 * comments + 0.5 * followers >= 100 then 'gold'
    when stances + 2 * comments + 0.5 * followers >= 50 then 'silver'
    when stances + 2 * comments + 0.5 * followers >= 10 then 'bronze'
    else 'new'
  end;

-- The name that signed-out visitors read instead of a full name: the first name and the initial of the last name. A name of
-- one word is unchanged. The Unicode spaces are listed, because `\s` matches them in some locales only.
create function short_name(full_name text) returns text language sql immutable parallel safe
  return (
    select case when cardinality(words) < 2 then words[1]
                else words[1] || ' ' || left(words[cardinality(words)], 1) || '.' end
      from (select string_to_array(btrim(regexp_replace(
                          full_name, '[\s\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+', ' ', 'g')), ' ') as words) parts);

create table follows (
  follower_id uuid not null constraint follows_follower_id_fkey references users on delete cascade,
  followee_id uuid not null constraint follows_followee_id_fkey references users on delete cascade,
  created_at timestamptz not null default now(),
  constraint follows_pkey primary key (follower_id, followee_id),
  constraint follows_followee_check check (follower_id <> followee_id)
);
comment on table follows is 'Which member follows which other member.';
create index follows_followers on follows (followee_id, created_at desc, follower_id);
comment on index follows_followers is 'The newest followers of a member, in pages.';
create index follows_followees on follows (follower_id, created_at desc, followee_id);
comment on index follows_followees is 'The members that a member follows, newest first, in pages.';
create index follows_fanout on follows (followee_id, follower_id);
comment on index follows_fanout is 'Batches of followers in the order of their ids, to notify them of a stance.';

create table mutes (
  user_id uuid not null constraint mutes_user_id_fkey references users on delete cascade,
  muted_id uuid not null constraint mutes_muted_id_fkey references users on delete cascade,
  kind text not null constraint mutes_kind_check check (kind in ('mute', 'block')),
  created_at timestamptz not null default now(),
  constraint mutes_pkey primary key (user_id, muted_id),
  constraint mutes_muted_id_check check (user_id <> muted_id)
);
comment on table mutes is
  'The members that each member muted or blocked. A block includes a mute. Only the member who did it can see it.';
create index mutes_newest on mutes (user_id, kind, created_at desc, muted_id);
comment on index mutes_newest is 'The members that a member muted or blocked, newest first, in pages.';
create index mutes_muted on mutes (muted_id);
comment on index mutes_muted is 'Who muted an account that is being deleted. Also supports the foreign key.';

-- Whether `owner` muted or blocked `other`. This function and the next are written in PL/pgSQL, which keeps their plans. A
-- function in SQL with a subquery would not be inlined and would be planned again by each statement that calls it.
create function has_muted(owner uuid, other uuid) returns boolean language plpgsql stable parallel safe as $$
begin
  return exists (select from mutes m where m.user_id = owner and m.muted_id = other);
end $$;

create function has_blocked(owner uuid, other uuid) returns boolean language plpgsql stable parallel safe as $$
begin
  return exists (select from mutes m where m.user_id = owner and m.muted_id = other and m.kind = 'block');
end $$;

-- Elected officials cannot block anybody, so the blocks of a member who gets that label become mutes.
create function mute_blocks_of_official() returns trigger language plpgsql as $$
begin
  update mutes m set kind = 'mute' where m.user_id = new.user_id and m.kind = 'block';
  return null;
end $$;
create trigger users_after_update_mute_blocks after update of member_type on users for each row
  when (new.member_type = 'elected_official' and old.member_type <> 'elected_official')
  execute function mute_blocks_of_official();

create table exports (
  user_id uuid constraint exports_pkey primary key
    constraint exports_user_id_fkey references users on delete cascade,
  requested_at timestamptz not null default now(),
  attempts int not null default 0,
  -- Identifies the claim of the worker that is processing the row (server/platform/jobs/queue.ts).
  lease_id uuid,
  -- While a worker creates the archive, the end of its lease.
  next_attempt_at timestamptz not null default now(),
  -- Null until the archive is ready.
  token_hash sha256_hash constraint exports_token_hash_key unique,
  archive bytea,
  expires_at timestamptz,
  constraint exports_ready_check
    check ((archive is null) = (token_hash is null) and (archive is null) = (expires_at is null))
);
comment on table exports is 'Requested data exports, one per member: a new request replaces the former one.';
create index exports_waiting on exports (next_attempt_at) where archive is null;
comment on index exports_waiting is 'The next export that the worker has to make.';

create table former_members (
  access_code text not null constraint former_members_access_code_fkey references access_codes,
  email_hash sha256_hash not null,
  constraint former_members_pkey primary key (access_code, email_hash)
);
comment on table former_members is
  'All that remains of a purged account: the invitation code that it used, and a keyed hash of its email address.';

create table deleted_accounts (
  user_id uuid constraint deleted_accounts_pkey primary key,
  -- The name and the addresses stay reserved until the account is restored or purged.
  username text not null,
  emails text[] not null constraint deleted_accounts_emails_check check (cardinality(emails) > 0),
  deleted_at timestamptz not null,
  purge_at timestamptz not null,
  -- SHA-256 of the tokens of the restore links, one for each address that was notified.
  link_hashes bytea[] not null,
  picture_small bytea,
  picture_large bytea
);
comment on table deleted_accounts is
  'Accounts that were deleted and can still be restored by a link that was mailed to their verified address.';
create unique index deleted_accounts_username_key on deleted_accounts (lower(username));
comment on index deleted_accounts_username_key is 'Checks whether a name is reserved.';
create index deleted_accounts_purge on deleted_accounts (purge_at);
comment on index deleted_accounts_purge is 'Maintenance purges accounts that can no longer be restored.';

create table set_aside_rows (
  set_aside_id bigint generated always as identity constraint set_aside_rows_pkey primary key,
  user_id uuid not null,
  reason text not null constraint set_aside_rows_reason_check check (reason in ('deletion', 'suspension')),
  table_name text not null,
  row jsonb not null
);
comment on table set_aside_rows is
  'Rows of deleted or suspended accounts as JSON, outside the tables that are read and counted, so that no query can show them by mistake.';
create index set_aside_rows_owner on set_aside_rows (user_id, reason, table_name);
comment on index set_aside_rows_owner is 'The rows of one account and table, to restore or purge them.';

-- Restores the rows of one table and returns how many it restored. Columns are matched by name. Rows that were set aside
-- before a migration added a column do not have it and get its default. A row that refers to a deleted row is not restored,
-- unless the foreign key says SET NULL: then it is restored without the reference. `condition` is an SQL condition on the
-- row `r`.
create function restore_rows(owner uuid, why text, target regclass, condition text default 'true') returns bigint
language plpgsql as $$
declare
  row_columns text[];
  columns text;
  expressions text;
  references_exist text;
  inserted bigint;
  total bigint := 0;
begin
  for row_columns in
    select distinct array(select jsonb_object_keys(row) order by 1)
      from set_aside_rows where user_id = owner and reason = why and table_name = target::text
  loop
    with keys as (
      select k.conkey[1] as attnum, k.confdeltype, a.attname,
             format('exists (select from %s t where t.%I = r.%I)', k.confrelid::regclass, f.attname, a.attname)
               as reference_exists
        from pg_constraint k
        join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
        join pg_attribute f on f.attrelid = k.confrelid and f.attnum = k.confkey[1]
       where k.conrelid = target and k.contype = 'f' and k.confrelid <> k.conrelid)
    select string_agg(quote_ident(a.attname), ', ' order by a.attnum),
           string_agg(coalesce(
             (select format('case when %s then r.%I end', keys.reference_exists, a.attname)
                from keys where keys.attnum = a.attnum and keys.confdeltype = 'n'),
             format('r.%I', a.attname)), ', ' order by a.attnum),
           coalesce((select string_agg(format(' and (r.%I is null or %s)', keys.attname, keys.reference_exists), '')
                       from keys where keys.confdeltype <> 'n'), '')
      into columns, expressions, references_exist
      from pg_attribute a
     where a.attrelid = target and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
       and a.attname = any (row_columns);
    execute format(
      'insert into %s (%s) overriding system value
       select %s from set_aside_rows s cross join lateral jsonb_populate_record(null::%s, s.row) r
        where s.user_id = $1 and s.reason = $2 and s.table_name = $3
          and array(select jsonb_object_keys(s.row) order by 1) = $4 and (%s)%s
       on conflict do nothing', target, columns, expressions, target, condition, references_exist)
      using owner, why, target::text, row_columns;
    get diagnostics inserted = row_count;
    total := total + inserted;
  end loop;
  return total;
end $$;

-- An AFTER trigger runs after the unique indexes were checked. A transaction that waited there until a deletion was committed
-- therefore sees the reservation.
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
