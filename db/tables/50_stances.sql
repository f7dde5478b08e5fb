-- Stances: what members think of bills, and whose comments changed their minds.

-- Stances and their history have no foreign keys to the bill. take_stance has read the row of the bill, nothing deletes bills,
-- and a key would lock that row for every stance. `hurd check` finds a row without its bill.

create table stances (
  bill_id uuid not null,
  user_id uuid not null constraint stances_user_id_fkey references users on delete cascade,
  stance stance not null,
  change_source change_source not null default 'direct',
  -- The comment that changed the member's mind.
  comment_id uuid constraint stances_comment_id_fkey references bill_comments on delete set null,
  -- The version whose text the member could read when taking or confirming the stance. 0 means none. The words of a version
  -- never change, so the number also identifies them.
  version_no smallint not null default 0,
  -- When the member last said that the stance also holds for a newer version.
  confirmed_at timestamptz,
  first_taken_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  -- The last change of stance that a comment caused. A later change without a comment does not alter these two columns.
  mind_changed_from stance,
  mind_changed_to stance,
  constraint stances_pkey primary key (bill_id, user_id),
  constraint stances_mind_changed_check check (
    (mind_changed_from is null) = (mind_changed_to is null) and (mind_changed_from <> mind_changed_to) is not false)
) with (fillfactor = 80);
comment on table stances is 'The current stance of each member on each bill.';
create index stances_newest on stances (user_id, changed_at desc);
comment on index stances_newest is 'The stances of a member on their profile, newest first.';
create index stances_comment on stances (comment_id) where comment_id is not null;
comment on index stances_comment is 'Supports the foreign key when a comment is deleted.';

create table stance_changes (
  -- Without a foreign key, because the key of the stance has checked the member. A trigger deletes the history of a member.
  user_id uuid not null,
  -- A hash of the Idempotency-Key of the request, by which a repeat gets the first response for 24 hours. Random if there was none.
  request_key uuid not null default gen_random_uuid(),
  -- The order of the changes.
  change_id bigint not null generated always as identity,
  bill_id uuid not null,
  -- Null for the first stance of a member on a bill.
  from_stance stance,
  to_stance stance not null,
  change_source change_source not null,
  comment_id uuid constraint stance_changes_comment_id_fkey references bill_comments on delete set null,
  version_no smallint not null default 0,
  changed_at timestamptz not null default now(),
  -- The rest of the response: whether the text had changed materially since that version, and the counts after the change: of all stances, and of those on the current text, which are null if the text never changed materially.
  is_outdated boolean not null default false,
  author_notified boolean not null default false,
  counts int[],
  version_counts int[],
  constraint stance_changes_pkey primary key (user_id, request_key),
  constraint stance_changes_to_stance_check check (from_stance is distinct from to_stance)
);
comment on table stance_changes is 'The history of stances: every stance that a member ever took, in order.';
create index stance_changes_age on stance_changes using brin (changed_at);
comment on index stance_changes_age is 'Counts the stances of a day.';
create index stance_changes_bill on stance_changes (bill_id);
comment on index stance_changes_bill is 'Reads the history of the stances on one bill.';
create index stance_changes_comment on stance_changes (comment_id) where comment_id is not null;
comment on index stance_changes_comment is 'Supports the foreign key when a comment is deleted.';

create table mind_changes (
  comment_id uuid not null constraint mind_changes_comment_id_fkey references bill_comments on delete cascade,
  user_id uuid not null constraint mind_changes_user_id_fkey references users on delete cascade,
  created_at timestamptz not null default now(),
  -- The member's answer to the question whether they would have changed their mind without the comment, and when they first
  -- answered. Null until then.
  would_have_changed_anyway text constraint mind_changes_answer_check
    check (would_have_changed_anyway in ('yes', 'no', 'unsure', 'dismissed')),
  answered_at timestamptz,
  constraint mind_changes_answered_at_check check ((answered_at is null) = (would_have_changed_anyway is null)),
  constraint mind_changes_pkey primary key (comment_id, user_id)
);
comment on table mind_changes is
  'Which member credited which comment with a change of mind. A credit is given once and stays when the stance changes again.';
create index mind_changes_member on mind_changes (user_id);
comment on index mind_changes_member is 'The credits that one member gave, for account deletion.';
create index mind_changes_age on mind_changes using brin (created_at);
comment on index mind_changes_age is 'The credits of the last months, for the bill on the sign-in page.';

create table bill_mind_changes (
  bill_id uuid not null constraint bill_mind_changes_bill_id_fkey references bill_counters on delete cascade,
  from_stance stance not null,
  to_stance stance not null,
  member_count counter not null,
  constraint bill_mind_changes_pkey primary key (bill_id, from_stance, to_stance)
) with (fillfactor = 50);
comment on table bill_mind_changes is
  'How many members a comment moved from one stance on a bill to another. Each member counts once per bill, with the last such change.';

create table bill_version_counts (
  bill_id uuid not null constraint bill_version_counts_bill_id_fkey references bill_counters on delete cascade,
  version_no smallint not null constraint bill_version_counts_version_no_check check (version_no > 0),
  support_count counter not null default 0,
  oppose_count counter not null default 0,
  neutral_count counter not null default 0,
  learning_count counter not null default 0,
  constraint bill_version_counts_pkey primary key (bill_id, version_no)
) with (fillfactor = 50);
comment on table bill_version_counts is
  'Counts of the current stances by the version they were taken or confirmed on. A material change of the text changes no row here, because reads add up the counts from its version on.';

create table bill_version_steps (
  bill_id uuid not null,
  version_no smallint not null,
  support_count int not null,
  oppose_count int not null,
  neutral_count int not null,
  learning_count int not null
) with (autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_scale_factor = 0);
comment on table bill_version_steps is
  'Changes of bill_version_counts that are not folded into them yet, like bill_counter_steps. Normally empty.';
create index bill_version_steps_bill on bill_version_steps (bill_id, version_no);
comment on index bill_version_steps_bill is 'The steps of one bill, which its page adds to the folded counts.';

create table persuasion_totals (
  -- Empty for the whole instance.
  topic text constraint persuasion_totals_pkey primary key,
  credited_changes int not null,
  yes int not null,
  no int not null,
  unsure int not null,
  left_out int not null,
  -- A hash of the numbers of each comment. The check compares totals whose comments have not changed since.
  source text not null,
  computed_at timestamptz not null default now()
);
comment on table persuasion_totals is
  'What members answered about their changes of mind, as published once a month: of all bills and by topic.';
