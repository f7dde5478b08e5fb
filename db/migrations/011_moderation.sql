-- Reports, suspensions, the label of officials, and a record of security acts that nobody rewrites.

-- What an account was before it was suspended, for giving it back as it was.
alter table users
  add column suspended_from text check (suspended_from in ('active', 'inactive')),
  add constraint users_suspended_from check (suspended_from is null or account_status = 'suspended');

-- Each new name is held against these.
create index users_officials on users (user_id) where member_type = 'elected_official';

create table reports (
  report_id uuid primary key default gen_random_uuid(),
  -- Null once the member who reported has left, and for a flag of the product's own.
  reporter_id uuid references users on delete set null,
  -- A name that resembles an official's: seen by the product, not by a member.
  is_flag boolean not null default false,
  target_type text not null check (target_type in ('bill_comment', 'group_post', 'group_comment', 'user')),
  -- Without a foreign key: the report stays when what it was about has gone.
  target_id uuid not null,
  reason text not null check (reason in ('spam', 'abuse', 'false_information', 'other')),
  details text check (char_length(details) between 1 and 1000),
  created_at timestamptz not null default now(),
  resolved_at timestamptz,
  resolved_by text check (char_length(resolved_by) <= 200),
  note text check (char_length(note) <= 1000),
  check ((resolved_at is null) = (resolved_by is null)),
  check (not is_flag or reporter_id is null)
);
create unique index reports_once on reports (reporter_id, target_type, target_id);
create unique index reports_flag on reports (target_id) where is_flag and resolved_at is null;
create index reports_target on reports (target_id);
create index reports_newest on reports (created_at desc, report_id);
create index reports_open on reports (created_at desc, report_id) where resolved_at is null;

-- The first of the two operators whom it takes to call somebody an official.
create table label_proposals (
  user_id uuid primary key references users on delete cascade,
  member_type text not null check (member_type = 'elected_official'),
  proposed_by text not null check (char_length(proposed_by) <= 200),
  proposed_at timestamptz not null default now()
);

-- Who did what to an account, by ids only: no name, address, email or text.
create table audit_log (
  audit_id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  act text not null check (act ~ '^[a-z_]+$'),
  -- Without a foreign key: a record outlives the account, whose id then leads nowhere.
  user_id uuid,
  -- HMAC-SHA-256, under a key of this database, of whom it concerns when that is no member.
  subject bytea check (length(subject) = 32),
  operator text check (char_length(operator) <= 200),
  detail jsonb not null default '{}'
);
create index audit_log_time on audit_log (at);
create index audit_log_member on audit_log (user_id, audit_id) where user_id is not null;

-- Append only. What is older than a year may be let go, by one who says so in the same transaction.
create function keep_audit_log() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.at < now() - interval '365 days'
     and current_setting('hurd.forget_audit', true) = 'on' then
    return old;
  end if;
  raise exception 'audit_log is append only';
end $$;

create trigger audit_log_kept before update or delete on audit_log
  for each row execute function keep_audit_log();
create trigger audit_log_kept_whole before truncate on audit_log
  for each statement execute function keep_audit_log();
