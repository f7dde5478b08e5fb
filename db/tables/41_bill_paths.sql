-- The addresses of bills, such as /mi/2025-2026/hb-4001: every address that a bill has ever had.

-- What all spellings of an address have in common: no punctuation, no zeros before a number, and the code as one word.
-- `pathKey` in server/legislation/paths/pathKey.ts does the same for an address that somebody opens.
create function bill_path_key(path text) returns text language sql immutable parallel safe as $$
  select split_part(plain, '/', 1) || '/' || split_part(plain, '/', 2) || '/'
         || replace(substr(plain, length(split_part(plain, '/', 1)) + length(split_part(plain, '/', 2)) + 3), '/', '')
    from (select regexp_replace(regexp_replace(path, '[^a-z0-9/]', '', 'g'), '([a-z/])0+(?=\d)', '\1', 'g') as plain) p
$$;

create table bill_paths (
  -- Without the leading slash.
  path text constraint bill_paths_pkey primary key
    constraint bill_paths_path_check check (path ~ '^[a-z0-9][a-z0-9/.-]{2,120}$'),
  bill_id uuid not null constraint bill_paths_bill_id_fkey references bills on delete cascade,
  -- False for the former address of a bill that was renumbered. Such an address redirects to the current one.
  is_current boolean not null,
  path_key text not null generated always as (bill_path_key(path)) stored
);
comment on table bill_paths is
  'Every address that a bill ever had. The current one is also `bills.path` so that lists read no second table.';
create unique index bill_paths_current on bill_paths (bill_id) where is_current;
comment on index bill_paths_current is 'Ensures that a bill has one current address.';
create index bill_paths_spelling on bill_paths (path_key);
comment on index bill_paths_spelling is 'Finds a bill by another spelling of its address.';
