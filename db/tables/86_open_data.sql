-- Open data: the keys of the public API, and the stances by place that are published every week.

create table api_keys (
  -- SHA-256 of the key, which is shown to its owner once and stored nowhere.
  key_hash sha256_hash not null constraint api_keys_pkey primary key,
  key_id uuid not null default gen_random_uuid() constraint api_keys_key_id_key unique,
  user_id uuid not null constraint api_keys_user_id_fkey references users on delete cascade,
  name text not null constraint api_keys_name_check check (char_length(name) between 1 and 60),
  -- The last four characters of the key so that its owner recognizes it.
  hint text not null constraint api_keys_hint_check check (char_length(hint) = 4),
  created_at timestamptz not null default now(),
  last_used_on date,
  revoked_at timestamptz
);
comment on table api_keys is 'API keys of members. A request with a key has a higher rate limit, but no access to more data.';
create index api_keys_owner on api_keys (user_id, created_at desc);
comment on index api_keys_owner is 'The keys of a member. Also supports the foreign key.';
create index api_keys_revoked on api_keys (revoked_at) where revoked_at is not null;
comment on index api_keys_revoked is 'Maintenance deletes revoked keys after 30 days.';

create table stance_releases (
  -- Always a Monday.
  released_on date not null constraint stance_releases_pkey primary key
    constraint stance_releases_released_on_check check (extract(isodow from released_on) = 1),
  -- The last bill whose stances were counted. A worker that takes over continues with the next one.
  counted_to uuid,
  counted_at timestamptz,
  -- When the counts became public, a day after they were made.
  published_at timestamptz,
  next_attempt_at timestamptz not null default now(),
  attempts int not null default 0,
  -- Identifies the claim of the worker that is writing the release (server/platform/jobs/queue.ts).
  lease_id uuid
);
comment on table stance_releases is 'The weekly releases of stances by place, and the queue of the worker that writes them.';
create index stance_releases_due on stance_releases (next_attempt_at) where published_at is null;
comment on index stance_releases_due is 'The release that the worker has to write.';

create table district_releases (
  bill_id uuid not null constraint district_releases_bill_id_fkey references bills on delete cascade,
  -- The country, whose counts include members without an address, a state, or a district, county or city in it.
  division ocd_division not null,
  released_on date not null,
  -- The exact counts on the day of the release. Only rounded counts are published.
  support integer not null,
  oppose integer not null,
  neutral integer not null,
  learning integer not null,
  n integer not null,
  -- The fewest members who came, left or changed their stance since the release before.
  members_changed integer not null,
  -- The counts that the residents see or saw last, in the order of the columns above. They are compared with the next ones that
  -- could be shown. Otherwise a pause between two releases could make their difference as small as one member.
  last_shown integer[] constraint district_releases_last_shown_check check (array_length(last_shown, 1) = 4),
  -- Why the residents of the division do not see its counts, or null if they do. A division with fewer than ten has a row only if
  -- it was shown before.
  withheld_reason text
    constraint district_releases_withheld_reason_check check (withheld_reason in ('too_few', 'too_alike', 'would_reveal_neighbors')),
  -- True if open data must not show the counts of this division, even rounded.
  is_withheld boolean not null,
  -- The members with a stance whose address is in no known state. Only the row of the country has them.
  unmatched integer not null default 0,
  constraint district_releases_pkey primary key (bill_id, division)
);
comment on table district_releases is
  'The stances of active members on each bill by the division they live in, counted on Mondays. A division is counted again only after at least five members joined it, left it or changed their stance.';

create table stance_aggregates (
  bill_id uuid not null constraint stance_aggregates_bill_id_fkey references bills on delete cascade,
  division ocd_division not null,
  -- Rounded to the nearest five, or null if the division is withheld, and for a stance of fewer than ten members except in the
  -- country.
  support integer,
  oppose integer,
  neutral integer,
  learning integer,
  total integer,
  is_withheld boolean not null,
  released_on date not null,
  constraint stance_aggregates_pkey primary key (bill_id, division),
  constraint stance_aggregates_withheld_check check (is_withheld = (total is null)),
  constraint stance_aggregates_floors_check check (
    is_withheld or division = 'ocd-division/country:us' or total >= 25 and least(support, oppose, neutral, learning) >= 10),
  constraint stance_aggregates_rounded_check check (
    coalesce(support % 5, 0) + coalesce(oppose % 5, 0) + coalesce(neutral % 5, 0) + coalesce(learning % 5, 0)
      + coalesce(total % 5, 0) = 0)
);
comment on table stance_aggregates is
  'The rounded counts of district_releases, which the public API shows from the next day on.';

create index vote_events_newest on vote_events (voted_on desc, vote_event_id);
comment on index vote_events_newest is 'All votes, newest first, for the public API.';

create table bulk_runs (
  run_on date not null constraint bulk_runs_pkey primary key,
  -- The last folder that was written. A worker that takes over continues with the next one.
  written_to text,
  finished_at timestamptz,
  next_attempt_at timestamptz not null default now(),
  attempts int not null default 0,
  -- Identifies the claim of the worker that is writing the files (server/platform/jobs/queue.ts).
  lease_id uuid
);
comment on table bulk_runs is 'The nightly runs that write the bulk files, and the queue of the worker that writes them.';
create index bulk_runs_due on bulk_runs (next_attempt_at) where finished_at is null;
comment on index bulk_runs_due is 'The run that the worker has to do.';

create table bulk_files (
  -- The place and the session, as in the addresses of its bills: "us/119", "mi/2025-2026", "ny/new-york-city".
  folder text not null,
  -- Such as "bills.jsonl.gz".
  name text not null,
  sha256 text not null constraint bulk_files_sha256_check check (sha256 ~ '^[0-9a-f]{64}$'),
  bytes bigint not null,
  row_count bigint not null,
  source_names text[] not null,
  written_at timestamptz not null default now(),
  run_on date not null,
  constraint bulk_files_pkey primary key (folder, name)
);
comment on table bulk_files is
  'The current bulk files of open data. Their contents are in the file storage, by SHA-256. The files of a folder are replaced in one transaction so that they always belong together.';

create index bills_bulk_folder on bills (split_part(path, '/', 1), split_part(path, '/', 2), bill_id);
comment on index bills_bulk_folder is 'The bills of one session or city, for its bulk files.';
-- The second part of the folder of a vote that is not linked to a bill, as bill_path (db/functions/41_bill_paths.sql) names it: the
-- city, the county or the session.
create function vote_folder(organization text, legislative_session text) returns text language sql immutable parallel safe
  return case
    when starts_with(organization, 'ny/place:new_york/') then 'new-york-city'
    else regexp_replace(coalesce(
           substring(organization from '^[a-z]{2}/place:([^/]+)'),
           substring(organization from '^[a-z]{2}/county:([^/]+)') || '-county',
           lower(legislative_session)), '[^a-z0-9]+', '-', 'g') end;
create index vote_events_without_bill on vote_events
  (split_part(organization, '/', 1), vote_folder(organization, legislative_session), vote_event_id)
  where bill_id is null;
comment on index vote_events_without_bill is 'The votes of a session or city that are not linked to a bill, for its bulk files.';
