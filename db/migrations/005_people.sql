-- People: what others may see of a member, names given up, accounts that left, and a member's own data as a file.

-- Stored and obeyed before any screen can change them (R29).
alter table users
  add column public_profile boolean not null default true,
  add column public_stances boolean not null default true,
  add column public_comments boolean not null default true,
  add column allow_follow boolean not null default true;

create index follows_by on follows (follower_id, created_at desc, followee_id);

-- A name that was given up is its owner's alone for 180 days, and leads to them (R23).
create table former_usernames (
  username text not null check (username ~ '^[A-Za-z0-9_-]{3,50}$'),
  user_id uuid not null references users on delete cascade,
  reserved_until timestamptz not null
);
create unique index former_usernames_key on former_usernames (lower(username));
create index former_usernames_member on former_usernames (user_id);

-- Keys that belong to this database alone, made at first use.
create table instance_secrets (
  name text primary key,
  secret bytea not null check (length(secret) = 32)
);

-- All that stays of a deleted account: that this use of a code was somebody's (R88).
create table departed_members (
  access_code text not null references access_codes,
  -- HMAC-SHA-256 of the email.
  email_hash bytea not null check (length(email_hash) = 32),
  primary key (access_code, email_hash)
);

-- One a member; asking again takes the place of the former one.
create table exports (
  user_id uuid primary key references users on delete cascade,
  asked_at timestamptz not null default now(),
  tries int not null default 0,
  try_after timestamptz not null default now(),
  -- Null until it is made.
  token_hash bytea unique check (length(token_hash) = 32),
  archive bytea,
  expires_at timestamptz,
  check ((archive is null) = (token_hash is null) and (archive is null) = (expires_at is null))
);
create index exports_waiting on exports (try_after) where archive is null;

-- Which mails there are is said once, by their type in server/mail/outbox.ts.
alter table mails drop constraint mails_purpose_check;
alter table mails add constraint mails_purpose_check check (purpose ~ '^[a-z_]+$');
