-- Which accounts were deleted, or restored after that, as keyed hashes of their ids. Every backup carries it, and each
-- instance copies it to a file, so that a restore from an older backup can delete the same accounts again.

create table deletion_ledger (
  entry_id bigint generated always as identity primary key,
  happened_at timestamptz not null default now(),
  event text not null check (event in ('deleted', 'restored')),
  account_hash bytea not null check (length(account_hash) = 32),
  -- Tells which key made the hash, and nothing about the key.
  key_id text not null
);
