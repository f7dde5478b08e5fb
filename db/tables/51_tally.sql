-- The public tally: what each day's counts were, in a log that only grows and that anybody can check (docs/decisions/077).

create table receipt_secrets (
  user_id uuid constraint receipt_secrets_pkey primary key
    constraint receipt_secrets_user_id_fkey references users on delete cascade,
  secret bytea not null constraint receipt_secrets_secret_check check (length(secret) = 32)
);
comment on table receipt_secrets is
  'The secret of each member from which the nonces of their leaves follow. Without it nobody can find a member''s leaf. It is deleted with the account.';

create table tally_entries (
  -- The position in the log, beginning with 0.
  entry_no bigint constraint tally_entries_pkey primary key,
  kind text not null constraint tally_entries_kind_check check (kind in ('bill', 'roll', 'key', 'restored')),
  -- The day in UTC that the entry covers.
  day date not null,
  -- Without a foreign key, because rows of the log are never deleted.
  bill_id uuid,
  -- The text of the entry, whose hash is in the log.
  line text not null,
  -- The root of the sum tree over the leaves of a bill.
  root bytea,
  created_at timestamptz not null default now(),
  constraint tally_entries_bill_check check (
    (kind = 'bill') = (bill_id is not null) and (kind = 'bill') = (root is not null)),
  constraint tally_entries_bill_key unique (bill_id, day)
);
comment on table tally_entries is
  'The log of the tally: an entry for each bill and day whose stances changed, and a roll of the members for each day. Entries are only added.';
create unique index tally_entries_roll on tally_entries (day) where kind = 'roll';
comment on index tally_entries_roll is 'One roll for each day.';

create table tally_leaves (
  entry_no bigint constraint tally_leaves_pkey primary key
    constraint tally_leaves_entry_no_fkey references tally_entries,
  -- 33 bytes for each stance, sorted: its commitment, and its stance and flags in one byte.
  leaves bytea not null constraint tally_leaves_leaves_check check (length(leaves) % 33 = 0),
  -- True once somebody has read a receipt of this entry.
  is_pinned boolean not null default false
);
comment on table tally_leaves is
  'The leaves of each bill''s entry: for 400 days, and longer while it is the latest entry of the bill or somebody has a receipt of it.';

create table tally_nodes (
  level smallint not null,
  node_index bigint not null,
  hash bytea not null constraint tally_nodes_hash_check check (length(hash) = 32),
  constraint tally_nodes_pkey primary key (level, node_index)
);
comment on table tally_nodes is
  'The complete subtrees of the log (RFC 9162): each node covers 2 to the power of `level` entries and never changes.';

create table tally_checkpoints (
  -- How many entries the log had.
  size bigint constraint tally_checkpoints_pkey primary key,
  -- The signed note.
  note text not null,
  -- The day of the last roll in the log, which decides when the sample of an entry is chosen.
  day date,
  created_at timestamptz not null default now()
);
comment on table tally_checkpoints is 'The signed state of the log after each tally. Checkpoints are only added.';

create table tally_keys (
  public_key bytea constraint tally_keys_pkey primary key
    constraint tally_keys_public_key_check check (length(public_key) = 32),
  created_at timestamptz not null default clock_timestamp()
);
comment on table tally_keys is 'Every key that ever signed the tally so that old receipts and acknowledgments can still be checked.';
