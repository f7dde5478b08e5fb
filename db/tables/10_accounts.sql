-- Accounts: invitations, members, sessions and credentials, and the limits on what one account or address may do.

create table access_codes (
  code text constraint access_codes_pkey primary key
    constraint access_codes_code_check check (code ~ '^[A-Z0-9-]{6,20}$'),
  max_uses int not null default 1 constraint access_codes_max_uses_check check (max_uses > 0),
  uses int not null default 0 constraint access_codes_uses_check check (uses between 0 and max_uses),
  expires_at timestamptz,
  revoked_at timestamptz,
  note text not null default '',
  created_at timestamptz not null default now()
);
comment on table access_codes is 'Invitation codes for registration. Each code can be used `max_uses` times.';
create index access_codes_newest on access_codes (created_at desc, code desc);
comment on index access_codes_newest is 'The administrators'' list of codes, newest first.';

-- Single columns of members are checked by domains, because every stance and comment updates the counters of its author's row.

create domain username as text
  constraint username_check check (value ~ '^[A-Za-z0-9_-]{3,50}$');
comment on domain username is 'The name of a member in links and mentions.';

create domain full_name as text
  constraint full_name_check check (char_length(value) between 2 and 255);
comment on domain full_name is 'The name of a member as others see it.';

create domain profile_bio as text
  constraint profile_bio_check check (char_length(value) <= 500);
comment on domain profile_bio is 'What members write about themselves on their profiles.';

create domain member_type as text
  constraint member_type_check check (value in ('regular', 'elected_official', 'community_leader'));
comment on domain member_type is 'What kind of member an account belongs to. The last two are confirmed by an operator.';

create domain account_status as text
  constraint account_status_check check (value in ('active', 'inactive', 'suspended', 'closed'));
comment on domain account_status is 'Members deactivate their accounts themselves (inactive); moderators suspend accounts. A deleted account is closed until its rows are removed.';

create domain language_code as text
  constraint language_code_check check (value ~ '^[a-z]{2,3}$');
comment on domain language_code is 'A language, by its code of ISO 639.';

create table users (
  user_id uuid not null default gen_random_uuid() constraint users_pkey primary key,
  member_number bigint generated always as identity constraint users_member_number_key unique,
  username username not null,
  email email_address not null,
  full_name full_name not null,
  password_hash text not null,
  email_verified_at timestamptz,
  -- The new address of a requested change. It replaces `email` when the member opens the link that was sent to it.
  pending_email email_address,
  bio profile_bio,
  address text,
  -- The member's city. It decides which bills and comments count as local. Written by the places module only.
  ocd_city_id ocd_division,
  member_type member_type not null default 'regular',
  -- The member changed their name, and no operator has confirmed yet that the label still belongs to it.
  is_label_hidden boolean not null default false,
  -- The label that everybody sees.
  shown_type member_type not null generated always as (
    case when is_label_hidden then 'regular' else member_type end) stored,
  account_status account_status not null default 'active',
  -- The status before the suspension. It returns when the suspension is lifted.
  suspended_from account_status,
  -- When the suspension ends automatically, or null if it has no end.
  suspended_until timestamptz,
  profile_picture_url text,
  access_code text constraint users_access_code_fkey references access_codes,
  -- The language of the pages and emails for this member.
  language language_code not null default 'en',
  public_profile boolean not null default true,
  public_stances boolean not null default true,
  public_comments boolean not null default true,
  allow_follow boolean not null default true,
  total_stances counter not null default 0,
  total_comments counter not null default 0,
  -- How many members with active accounts follow this member, and how many this member follows.
  follower_count counter not null default 0,
  following_count counter not null default 0,
  minds_changed counter not null default 0,
  created_at timestamptz not null default now(),
  -- The time of the last request from any device. Updated at most every ten minutes.
  active_at timestamptz not null default now(),
  -- When the visit before the current one ended, or null during the first visit.
  last_visit_at timestamptz,
  -- When the member last saw the list of their bills that moved (`bills.moved_at`). Bills that moved later are shown as new.
  moved_seen_at timestamptz,
  -- One constraint for all rules between columns, because each constraint adds to the cost of every update.
  constraint users_columns_check check (
    (account_status in ('suspended', 'closed') or (suspended_from is null and suspended_until is null))
    and coalesce(suspended_from not in ('suspended', 'closed'), true) and (pending_email <> email) is not false)
) with (fillfactor = 50);
comment on table users is 'Members: their account, profile, privacy settings and counters.';
create unique index users_username_key on users (lower(username));
comment on index users_username_key is 'Keeps usernames unique regardless of case, and finds a profile by its username.';
create unique index users_email_key on users (email);
comment on index users_email_key is 'Finds the account that signs in.';
create index users_suspended_until on users (suspended_until) where suspended_until is not null;
comment on index users_suspended_until is 'Suspensions that have ended, which maintenance lifts.';
create index users_access_code on users (access_code, created_at desc, user_id desc);
comment on index users_access_code is
  'Members who joined with one code, newest first: for the list, for `hurd check`, and for suspending them together.';
create index users_created on users (created_at);
comment on index users_created is 'Counts the registrations of a day.';
create index users_picture on users (profile_picture_url) where profile_picture_url is not null;
comment on index users_picture is 'Finds the owner of a stored picture. Maintenance deletes pictures without an owner.';
create index users_officials on users (user_id) where member_type = 'elected_official';
comment on index users_officials is 'Elected officials. Every new name is compared with their names.';
create index users_suspended on users (access_code) where account_status = 'suspended';
comment on index users_suspended is 'Suspended members by access code. New accounts are compared with them.';

create table former_usernames (
  username username not null,
  -- In lower case so that two spellings of one name cannot both be reserved.
  username_key text generated always as (lower(username)) stored
    constraint former_usernames_pkey primary key,
  user_id uuid not null constraint former_usernames_user_id_fkey references users on delete cascade,
  reserved_until timestamptz not null
);
comment on table former_usernames is 'Former usernames. Each is reserved for 180 days and redirects to the profile of the member who had it.';
create index former_usernames_member on former_usernames (user_id);
comment on index former_usernames_member is 'The former names of one member, for the data export and for account deletion.';

create table sessions (
  token_hash sha256_hash not null constraint sessions_pkey primary key,
  session_id uuid not null default gen_random_uuid() constraint sessions_session_id_key unique,
  -- A hash of the cookie of the browser that signed in, or null if the session is not bound to a browser.
  browser_hash sha256_hash,
  user_id uuid not null constraint sessions_user_id_fkey references users on delete cascade,
  -- Browser and operating system, as the member sees them in the list of sessions.
  device text not null default 'Unknown device'
    constraint sessions_device_check check (char_length(device) <= 80),
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null
);
comment on table sessions is 'Signed-in sessions. Only hashes of a session''s token and of its cookie are stored.';
create index sessions_user on sessions (user_id);
comment on index sessions_user is 'The sessions of one member, to list or end them.';
create index sessions_expiry on sessions (expires_at);
comment on index sessions_expiry is 'Maintenance deletes expired sessions.';

create table active_member_counts (
  -- In UTC.
  day date not null,
  -- Members whose first requests of the day arrive together count in different rows so that they do not wait for each other.
  shard smallint not null constraint active_member_counts_shard_check check (shard between 0 and 15),
  member_count counter not null,
  constraint active_member_counts_pkey primary key (day, shard)
) with (fillfactor = 50);
comment on table active_member_counts is
  'How many members, apart from those who registered on that day, were active on each of the last days. Counted at the first request of a day so that no row says who was active when.';

create table rate_limits (
  rule text not null,
  subject sha256_hash not null,
  window_ends_at timestamptz not null,
  attempts int not null constraint rate_limits_attempts_check check (attempts > 0),
  -- Attempts before this time are refused and not counted. After several failures each further one doubles the delay, which
  -- slows down guessing. Null for rules without delays.
  blocked_until timestamptz,
  constraint rate_limits_pkey primary key (rule, subject)
) with (fillfactor = 50);
comment on table rate_limits is
  'Attempts counted by rule and subject. The subject is a hash so that no IP address and no email address is stored here.';
create index rate_limits_end on rate_limits (window_ends_at);
comment on index rate_limits_end is 'Maintenance deletes windows that have ended.';

create table idempotency_keys (
  user_id uuid not null constraint idempotency_keys_user_id_fkey references users on delete cascade,
  -- Hashes of the key and of the request that it was sent with.
  request_key uuid not null,
  request_body uuid not null,
  status int,
  response json,
  created_at timestamptz not null default now(),
  constraint idempotency_keys_pkey primary key (user_id, request_key)
);
comment on table idempotency_keys is
  'Responses to writes that carried an Idempotency-Key so that a repeated request gets the same response.';
create index idempotency_keys_age on idempotency_keys (created_at);
comment on index idempotency_keys_age is 'Maintenance deletes old keys.';

create table reset_tokens (
  -- The primary key allows one token per member, so a newer link replaces the older one.
  user_id uuid constraint reset_tokens_pkey primary key
    constraint reset_tokens_user_id_fkey references users on delete cascade,
  token_hash sha256_hash not null constraint reset_tokens_token_hash_key unique,
  -- The address that the link was sent to. The link stops working when the account's address changes.
  email email_address not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
comment on table reset_tokens is 'Links that reset a password.';
create index reset_tokens_expiry on reset_tokens (expires_at);
comment on index reset_tokens_expiry is 'Maintenance deletes expired tokens.';

create table email_links (
  token_hash sha256_hash not null constraint email_links_pkey primary key,
  user_id uuid not null constraint email_links_user_id_fkey references users on delete cascade,
  -- `email` is the account's address if the purpose is "verify", the pending address if it is "change", and the address
  -- before a change if it is "undo".
  purpose text not null constraint email_links_purpose_check check (purpose in ('verify', 'change', 'undo')),
  -- The link was sent to this address and applies to no other.
  email email_address not null,
  -- For "undo" only: when the former address was verified. Undoing the change restores this time.
  was_verified_at timestamptz
    constraint email_links_was_verified_at_check check (purpose = 'undo' or was_verified_at is null),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
comment on table email_links is
  'Links that verify, change or restore the address of an account. A used link is kept for a while, because opening it again must not look like a failure.';
create unique index email_links_newest on email_links (user_id, purpose) where purpose <> 'undo';
comment on index email_links_newest is
  'A newer link replaces the older one of the same purpose. Undo links are excluded so that nobody can invalidate them by requesting another change.';
create index email_links_member on email_links (user_id);
comment on index email_links_member is 'The links of one member, which are deleted with the account.';
create index email_links_expiry on email_links (expires_at);
comment on index email_links_expiry is 'Maintenance deletes expired links.';
create index email_links_undo on email_links (email) where purpose = 'undo';
comment on index email_links_undo is 'An address that can still be restored is reserved for its former account.';

create table known_devices (
  user_id uuid not null constraint known_devices_user_id_fkey references users on delete cascade,
  device_hash sha256_hash not null,
  first_seen_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  constraint known_devices_pkey primary key (user_id, device_hash)
);
comment on table known_devices is
  'Hashes of the keys in the device cookies of browsers in which each member signed in. A sign-in in another browser is reported by email, and strangers'' guesses do not make these browsers wait.';
