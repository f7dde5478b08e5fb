-- Moderation: reports, the label of elected officials, and the append-only log of security actions.

create table reports (
  report_id uuid not null default gen_random_uuid() constraint reports_pkey primary key,
  -- Null once the reporter's account is deleted, and for a report by Hurd itself.
  reporter_id uuid constraint reports_reporter_id_fkey references users on delete set null,
  -- True if Hurd itself reported the member, because the name resembles that of an official.
  is_automatic boolean not null default false,
  target_type text not null constraint reports_target_type_check
    check (target_type in ('bill_comment', 'group_post', 'group_comment', 'official_statement', 'user')),
  -- Without a foreign key, because the report stays when its target is deleted.
  target_id uuid not null,
  reason text not null
    constraint reports_reason_check check (reason in ('spam', 'abuse', 'false_information', 'other')),
  details text constraint reports_details_check check (char_length(details) between 1 and 1000),
  created_at timestamptz not null default now(),
  resolved_at timestamptz,
  resolved_by text constraint reports_resolved_by_check check (char_length(resolved_by) <= 200),
  note text constraint reports_note_check check (char_length(note) <= 1000),
  -- Reports are kept for a while after the reported account is deleted, with a copy of the reported text and a keyed hash of
  -- the mailbox so that nobody can escape moderation by deleting the account.
  reported_user_id uuid,
  reported_text text constraint reports_reported_text_check check (char_length(reported_text) between 1 and 6000),
  author_deleted_at timestamptz,
  reported_hash sha256_hash,
  constraint reports_resolved_at_check check ((resolved_at is null) = (resolved_by is null)),
  constraint reports_reporter_check check (not is_automatic or reporter_id is null)
);
comment on table reports is 'Reports of comments, posts, statements and members, open and resolved.';
create unique index reports_once on reports (reporter_id, target_type, target_id);
comment on index reports_once is 'Ensures that a member reports the same thing only once.';
create unique index reports_automatic on reports (target_id) where is_automatic and resolved_at is null;
comment on index reports_automatic is 'Ensures that Hurd does not report a member again while its report is open.';
create index reports_target on reports (target_id, created_at, report_id);
comment on index reports_target is 'All reports of one comment, post, statement or member, the first one first.';
create index reports_oldest on reports (created_at, target_id);
comment on index reports_oldest is 'Pages of all cases on the moderation screen.';
create index reports_waiting on reports (created_at, target_id) where resolved_at is null;
comment on index reports_waiting is 'Pages of the cases that wait for a decision.';
create index reports_newest on reports (created_at desc, report_id);
comment on index reports_newest is 'The operator''s list of all reports.';
create index reports_resolved on reports (resolved_at) where resolved_at is not null;
comment on index reports_resolved is 'Counts the reports that were decided on a day.';
create index reports_open on reports (created_at desc, report_id) where resolved_at is null;
comment on index reports_open is 'The operator''s list of open reports.';
create index reports_reported_user on reports (reported_user_id);
comment on index reports_reported_user is 'All reports about one member''s content.';
create index reports_reported_hash on reports (reported_hash) where reported_hash is not null;
comment on index reports_reported_hash is 'Reports about deleted accounts that had the same mailbox as a new account.';
create index reports_created on reports (created_at) where reported_text is not null;
comment on index reports_created is 'Maintenance erases old copies of reported text.';
create index reports_author_deleted on reports (author_deleted_at) where author_deleted_at is not null;
comment on index reports_author_deleted is 'Maintenance deletes reports some time after the account.';

create table label_proposals (
  user_id uuid constraint label_proposals_pkey primary key
    constraint label_proposals_user_id_fkey references users on delete cascade,
  member_type text not null constraint label_proposals_member_type_check check (member_type = 'elected_official'),
  proposed_by text not null constraint label_proposals_proposed_by_check check (char_length(proposed_by) <= 200),
  proposed_at timestamptz not null default now()
);
comment on table label_proposals is
  'Members that one operator proposed to label as an elected official. A second operator has to confirm.';

create table operator_roles (
  user_id uuid constraint operator_roles_pkey primary key
    constraint operator_roles_user_id_fkey references users on delete cascade,
  role text not null constraint operator_roles_role_check check (role in ('moderator', 'administrator')),
  granted_by text not null constraint operator_roles_granted_by_check check (char_length(granted_by) <= 200),
  granted_at timestamptz not null default now(),
  gets_weekly_email boolean not null default true,
  -- The Monday, in UTC, after the last week that was emailed. A new administrator gets the first email after the current week.
  weekly_email_on date not null default date_trunc('week', now() at time zone 'UTC')::date
);
comment on table operator_roles is
  'Members who work on the moderation screens. A role is granted only by a command, and has no effect until the member turns on two-step sign-in.';

-- A case is everything that members reported about one target.
create table case_assignments (
  target_type text not null constraint case_assignments_target_type_check
    check (target_type in ('bill_comment', 'group_post', 'group_comment', 'official_statement', 'user')),
  target_id uuid not null,
  user_id uuid not null constraint case_assignments_user_id_fkey references operator_roles on delete cascade,
  assigned_at timestamptz not null default now(),
  constraint case_assignments_pkey primary key (target_id, target_type)
);
comment on table case_assignments is 'The moderator who works on a case. Removed when the last open report of the case is decided.';
create index case_assignments_user on case_assignments (user_id);
comment on index case_assignments_user is 'The cases of one moderator. Also supports the foreign key.';

create table appeals (
  appeal_id uuid not null default gen_random_uuid() constraint appeals_pkey primary key,
  -- A hash of the token in the email about the decision. A suspended member cannot sign in, so the link is the proof.
  token_hash sha256_hash not null constraint appeals_token_hash_key unique,
  user_id uuid not null constraint appeals_user_id_fkey references users on delete cascade,
  target_type text not null constraint appeals_target_type_check
    check (target_type in ('bill_comment', 'group_post', 'group_comment', 'official_statement', 'user')),
  target_id uuid not null,
  decision text not null constraint appeals_decision_check check (decision in ('hide', 'suspend')),
  reason text not null constraint appeals_reason_check check (char_length(reason) between 1 and 500),
  decided_by text not null constraint appeals_decided_by_check check (char_length(decided_by) <= 200),
  decided_at timestamptz not null default now(),
  -- What the member wrote, or null until then.
  content text constraint appeals_content_check check (char_length(content) between 1 and 2000),
  appealed_at timestamptz,
  outcome text constraint appeals_outcome_check check (outcome in ('upheld', 'reversed')),
  answer text constraint appeals_answer_check check (char_length(answer) between 1 and 500),
  resolved_by text constraint appeals_resolved_by_check check (char_length(resolved_by) <= 200),
  resolved_at timestamptz,
  constraint appeals_appealed_at_check check ((appealed_at is null) = (content is null)),
  constraint appeals_resolved_at_check check (
    (resolved_at is null) = (outcome is null) and (resolved_at is null) = (resolved_by is null)
    and (resolved_at is null) = (answer is null) and (resolved_at is null or appealed_at is not null))
);
comment on table appeals is 'The decisions about members and their content against which they can appeal, and their appeals.';
create index appeals_waiting on appeals (appealed_at, appeal_id) where appealed_at is not null and resolved_at is null;
comment on index appeals_waiting is 'The appeals that wait for a decision, on the moderation screen.';
create index appeals_target on appeals (target_id) where resolved_at is null;
comment on index appeals_target is 'The open appeals of content or a member, which are closed when a moderator or an operator restores it.';
create index appeals_member on appeals (user_id);
comment on index appeals_member is 'The appeals of a member, for the data export. Also supports the foreign key.';
create index appeals_decided on appeals (decided_at);
comment on index appeals_decided is 'Maintenance deletes old decisions.';

create table member_notes (
  note_id uuid not null default gen_random_uuid() constraint member_notes_pkey primary key,
  user_id uuid not null constraint member_notes_user_id_fkey references users on delete cascade,
  content text not null constraint member_notes_content_check check (char_length(content) between 1 and 1000),
  -- Null once the account of the moderator is deleted.
  written_by uuid constraint member_notes_written_by_fkey references users on delete set null,
  created_at timestamptz not null default now()
);
comment on table member_notes is 'What moderators note about members for each other. Members do not see it.';
create index member_notes_newest on member_notes (user_id, created_at desc, note_id);
comment on index member_notes_newest is 'The notes about one member, the newest first. Also supports the foreign key.';
create index member_notes_author on member_notes (written_by);
comment on index member_notes_author is 'Supports the foreign key when the account of a moderator is deleted.';

create table audit_log (
  audit_id bigint generated always as identity constraint audit_log_pkey primary key,
  created_at timestamptz not null default clock_timestamp(),
  action text not null constraint audit_log_action_check check (action ~ '^[a-z_]+$'),
  -- Without a foreign key, because entries are kept after the account is deleted.
  user_id uuid,
  -- If the entry is not about a member: a keyed hash of the person it is about.
  subject sha256_hash,
  operator text constraint audit_log_operator_check check (char_length(operator) <= 200),
  detail jsonb not null default '{}',
  -- The X-Request-Id of the request, which the log has too, or null for commands.
  request_id text constraint audit_log_request_id_check check (char_length(request_id) <= 128)
);
comment on table audit_log is
  'Who did what to an account, by ids only: no name, address, email or text. Append-only.';
create index audit_log_time on audit_log (created_at);
comment on index audit_log_time is 'The operator''s list by time, and the entries that `audit forget` deletes.';
create index audit_log_member on audit_log (user_id, audit_id) where user_id is not null;
comment on index audit_log_member is 'The entries about one member.';
