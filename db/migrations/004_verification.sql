-- Proof of an email address, its change and undoing, and what a member sees of their own sessions.

-- Takes the place of `email` when the link that was sent there is opened (R23).
alter table users
  add column pending_email text check (pending_email = lower(pending_email) and char_length(pending_email) <= 254),
  add constraint users_pending_email_other check (pending_email <> email);

-- The links of verification mails. A used one is kept for a while: opening it again must not look like a failure (R19).
create table email_links (
  token_hash bytea primary key check (length(token_hash) = 32),
  user_id uuid not null references users on delete cascade,
  -- verify: `email` is the account's. change: it is the pending one. disown: it was the account's before a change.
  purpose text not null check (purpose in ('verify', 'change', 'disown')),
  -- The one address that the link was sent to and that it is good for.
  email text not null,
  -- disown only: since when that address was verified, for giving it back as it was.
  was_verified_at timestamptz check (purpose = 'disown' or was_verified_at is null),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
-- A newer link ends the older one; but nobody can end "This was not me" by asking for another change.
create unique index email_links_newest on email_links (user_id, purpose) where purpose <> 'disown';
create index email_links_member on email_links (user_id);
create index email_links_expiry on email_links (expires_at);
-- An address that can still be given back is nobody else's meanwhile.
create index email_links_undo on email_links (email) where purpose = 'disown';

alter table mails drop constraint mails_purpose_check;
alter table mails add constraint mails_purpose_check check (purpose in (
  'reset_password', 'verify_email', 'change_email', 'email_change_notice', 'sign_in_notice'));

-- What the member is shown of a session, in words that tell nothing beyond browser and system.
alter table sessions
  add column session_id uuid not null default gen_random_uuid() unique,
  add column device text not null default 'Unknown device' check (char_length(device) <= 80);

-- Where a member has signed in from, as a digest that means nothing without knowing what went into it.
create table known_devices (
  user_id uuid not null references users on delete cascade,
  device_hash bytea not null check (length(device_hash) = 32),
  last_seen_at timestamptz not null default now(),
  primary key (user_id, device_hash)
);
