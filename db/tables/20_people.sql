-- People: follows and mutes of members, and accounts that are closed.

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

create table closed_accounts (
  user_id uuid constraint closed_accounts_pkey primary key
    constraint closed_accounts_user_id_fkey references users on delete cascade,
  -- The status that returns when the account is opened again.
  former_status account_status not null constraint closed_accounts_former_status_check check (former_status <> 'closed'),
  closed_at timestamptz not null,
  purge_at timestamptz not null,
  -- SHA-256 of the tokens of the restore links, one for each address that was notified.
  link_hashes bytea[] not null default '{}',
  picture_small bytea,
  picture_large bytea
);
comment on table closed_accounts is
  'Deleted accounts whose rows still exist. A link that was mailed to their verified address opens them again.';
create index closed_accounts_purge on closed_accounts (purge_at);
comment on index closed_accounts_purge is 'Maintenance removes accounts that can no longer be opened again.';

create table set_aside_rows (
  set_aside_id bigint generated always as identity constraint set_aside_rows_pkey primary key,
  user_id uuid not null constraint set_aside_rows_user_id_fkey references users on delete cascade,
  table_name text not null,
  row jsonb not null
);
comment on table set_aside_rows is
  'Stances, votes and likes as JSON that are not counted while their member is suspended. A migration that adds a required column to their tables adds it here too.';
create index set_aside_rows_owner on set_aside_rows (user_id, table_name);
comment on index set_aside_rows_owner is 'The rows of one account and table, to restore them.';
