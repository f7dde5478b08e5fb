-- The outbox: a mail is written in the transaction of the act that it tells of, and is sent from here.

create table mails (
  mail_id uuid primary key default gen_random_uuid(),
  -- Whose account it is about; it goes with the account.
  user_id uuid not null references users on delete cascade,
  -- A newer mail of the same purpose takes the place of one that still waits.
  purpose text not null check (purpose in ('reset_password')),
  -- What becomes a header field holds no control character and no line break of any kind.
  to_address text not null check (to_address ~ '^[^\u0001-\u0020\u007f-\u00a0\u2028\u2029]+$'),
  subject text not null check (subject ~ '^[^\u0001-\u001f\u007f-\u009f\u2028\u2029]+$'),
  text text not null,
  html text not null,
  state text not null default 'pending' check (state in ('pending', 'sent', 'dead')),
  created_at timestamptz not null default now(),
  -- From then on its link is dead, so it is not sent any more.
  good_until timestamptz not null
);
create index mails_newest on mails (created_at desc, mail_id);
create index mails_member on mails (user_id, purpose);

-- One live token a member, by the primary key; a newer link ends the older one.
create table reset_tokens (
  user_id uuid primary key references users on delete cascade,
  token_hash bytea not null unique check (length(token_hash) = 32),
  -- Where the link was sent: it ends when the account's email becomes another.
  email text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index reset_tokens_expiry on reset_tokens (expires_at);
