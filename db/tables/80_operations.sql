-- Operations: secrets, the record of deletions, progress of imports, backups, recurring tasks, and branding.

create table instance_secrets (
  name text constraint instance_secrets_pkey primary key,
  secret bytea not null constraint instance_secrets_secret_check check (length(secret) = 32)
);
comment on table instance_secrets is 'Secret keys of this database, each created when it is first needed.';

create table deletion_ledger (
  entry_id bigint generated always as identity constraint deletion_ledger_pkey primary key,
  happened_at timestamptz not null default now(),
  event text not null constraint deletion_ledger_event_check check (event in (
    'deleted', 'restored', 'password', 'api_key', 'addresses', 'role', 'second_factor', 'app', 'passkey', 'recovery_codes',
    'second_factor_on')),
  -- A hash of the id of the account, the API key or the passkey.
  account_hash sha256_hash,
  -- Identifies the key that made the hash, and reveals nothing about the key.
  key_id text,
  -- The id itself, until the server hashes it when it copies the entry to the file.
  subject uuid,
  constraint deletion_ledger_subject_check check (
    (account_hash is null) = (key_id is null) and (account_hash is null) = (subject is not null))
);
comment on table deletion_ledger is
  'Which accounts were deleted or restored and which rights ended, as keyed hashes of ids. Every backup contains this table, and the server also copies it to a file so that after a restore from an older backup the same accounts are deleted and the same rights end again.';

create table source_syncs (
  source text not null
    constraint source_syncs_source_check check (source in ('congress', 'openstates', 'legistar')),
  what text not null constraint source_syncs_what_check check (what in ('bills', 'people', 'votes')),
  -- The codes of the only states or cities that the run requests. Empty if it requests the whole source.
  areas text[] not null default '{}',
  -- For an unfinished run: the time since which it requests records, and the position at which it continues. Null if there is
  -- no unfinished run.
  since timestamptz,
  cursor jsonb,
  -- When the last finished run started. The next run for these areas, or for some of them, requests what changed since then.
  synced_at timestamptz,
  constraint source_syncs_pkey primary key (source, what, areas),
  constraint source_syncs_cursor_check check ((cursor is null) = (since is null))
);
comment on table source_syncs is 'How far each live source, or a part of it, has been read so that an interrupted run continues where it stopped.';

create table source_checks (
  -- As in bills.source_family.
  source_family text not null,
  jurisdiction text not null,
  -- Everything that changed at the source between these two times has been read.
  covered_from timestamptz not null,
  checked_at timestamptz not null,
  constraint source_checks_pkey primary key (source_family, jurisdiction),
  constraint source_checks_order_check check (covered_from <= checked_at)
);
comment on table source_checks is
  'The period that finished syncs of a source cover without a gap, for each place. It dates the bills that a sync does not report because they have not changed.';

create table backups (
  -- The time whose data the backup contains.
  taken_at timestamptz constraint backups_pkey primary key,
  finished_at timestamptz not null default now(),
  bytes bigint not null,
  table_rows bigint not null
);
comment on table backups is 'Backups that `hurd backup` wrote so that administrators see how old the newest one is.';

create table recurring_tasks (
  name text constraint recurring_tasks_pkey primary key,
  every_seconds int not null,
  -- The position at which the next slice of an unfinished round begins. Null if the next slice is the first one.
  position text,
  -- When the next slice is due. While a process does the task, the end of its lease.
  next_attempt_at timestamptz not null default now(),
  -- Failures since the last slice that succeeded.
  attempts int not null default 0,
  -- Why the last slice failed. Null once one has succeeded.
  last_error text constraint recurring_tasks_last_error_check check (char_length(last_error) <= 200),
  -- Identifies the claim of the process that does the task (server/platform/jobs/queue.ts).
  lease_id uuid,
  added_at timestamptz not null default now(),
  -- The end of the last complete round.
  finished_at timestamptz
);
comment on table recurring_tasks is
  'The work that is repeated at intervals, such as deleting what has expired. One process at a time does a task, in slices.';

create table latest_release (
  is_set boolean default true constraint latest_release_pkey primary key
    constraint latest_release_single_check check (is_set),
  version text not null constraint latest_release_version_check check (version ~ '^\d+\.\d+\.\d+$'),
  released_on date not null,
  -- The newest release that fixed a security problem, or null if none has.
  security_version text constraint latest_release_security_version_check check (security_version ~ '^\d+\.\d+\.\d+$'),
  -- Where administrators read what changed, or null if the feed names no page.
  changelog_url http_url,
  checked_at timestamptz not null default now()
);
comment on table latest_release is
  'The newest release of Hurd according to UPDATE_FEED_URL, in one row so that administrators see that there is an update.';

create table instance_branding (
  is_set boolean default true constraint instance_branding_pkey primary key
    constraint instance_branding_single_check check (is_set),
  -- Incremented by every change so that pages and caches can recognize an outdated state.
  version int not null constraint instance_branding_version_check check (version > 0),
  name text not null constraint instance_branding_name_check check (char_length(name) between 1 and 40),
  -- Not shown if empty.
  contact_email email_address not null default '',
  contact_text text not null default ''
    constraint instance_branding_contact_text_check check (char_length(contact_text) <= 300),
  election_law_line text not null default ''
    constraint instance_branding_election_law_line_check check (char_length(election_law_line) <= 300),
  brand_color text not null default ''
    constraint instance_branding_brand_color_check check (brand_color ~ '^(#[0-9a-f]{6})?$'),
  -- Plain paragraphs, or nothing but a link.
  terms text not null default ''
    constraint instance_branding_terms_check check (char_length(terms) <= 20000),
  privacy text not null default ''
    constraint instance_branding_privacy_check check (char_length(privacy) <= 20000),
  -- A PNG that the server has drawn again from the uploaded file. It is in the row so that a backup, a restore and a replica
  -- have it with the other fields. Null if there is none.
  logo bytea constraint instance_branding_logo_check check (octet_length(logo) between 1 and 100000),
  logo_width smallint constraint instance_branding_logo_width_check check (logo_width > 0),
  logo_height smallint constraint instance_branding_logo_height_check check (logo_height > 0),
  -- Part of the address of the logo, so another picture has another address.
  logo_hash text constraint instance_branding_logo_hash_check check (logo_hash ~ '^[0-9a-f]{16}$'),
  updated_at timestamptz not null default now(),
  constraint instance_branding_whole_logo_check
    check (num_nonnulls(logo, logo_width, logo_height, logo_hash) in (0, 4))
);
comment on table instance_branding is
  'How the instance presents itself, in one row: name, logo, color, contact, terms, privacy policy, and the line that election law requires. Without the row, Hurd''s defaults apply.';

create table daily_statistics (
  -- In UTC.
  day date constraint daily_statistics_pkey primary key,
  registrations counter not null,
  -- Null if it was not recorded, because the day was counted long after it ended.
  active_members counter,
  stances counter not null,
  minds_changed counter not null,
  comments counter not null,
  votes counter not null,
  messages counter not null,
  reports_opened counter not null,
  reports_decided counter not null,
  -- Null if the emails of that day had already been deleted when it was counted.
  emails_delivered counter,
  emails_failed counter,
  counted_at timestamptz not null default now()
);
comment on table daily_statistics is
  'What happened on each day, as totals for administrators. A recurring task counts the last days again. Older days stay as they are so that deleting an account does not change them.';
