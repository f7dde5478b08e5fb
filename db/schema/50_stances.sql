-- Stances: what members think of bills, and whose comments changed their minds.

create table stances (
  bill_id uuid not null constraint stances_bill_id_fkey references bill_counters on delete cascade,
  user_id uuid not null constraint stances_user_id_fkey references users on delete cascade,
  stance stance not null,
  change_source text not null default 'direct'
    constraint stances_change_source_check check (change_source in ('direct', 'comment')),
  -- The comment that changed the member's mind.
  comment_id uuid constraint stances_comment_id_fkey references bill_comments on delete set null,
  first_taken_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  constraint stances_pkey primary key (bill_id, user_id)
) with (fillfactor = 80);
comment on table stances is 'The current stance of each member on each bill.';
create index stances_newest on stances (user_id, changed_at desc);
comment on index stances_newest is 'The stances of a member on their profile, newest first.';
create index stances_comment on stances (comment_id) where comment_id is not null;
comment on index stances_comment is 'The foreign key, when a comment is deleted.';

create table stance_changes (
  change_id bigint generated always as identity constraint stance_changes_pkey primary key,
  bill_id uuid not null constraint stance_changes_bill_id_fkey references bill_counters on delete cascade,
  user_id uuid not null constraint stance_changes_user_id_fkey references users on delete cascade,
  -- Null for the first stance of a member on a bill.
  from_stance stance,
  to_stance stance not null,
  change_source text not null
    constraint stance_changes_change_source_check check (change_source in ('direct', 'comment')),
  comment_id uuid constraint stance_changes_comment_id_fkey references bill_comments on delete set null,
  changed_at timestamptz not null default now(),
  constraint stance_changes_to_stance_check check (from_stance is distinct from to_stance)
);
comment on table stance_changes is 'Every stance ever taken, in order.';
create unique index stance_changes_first on stance_changes (bill_id, user_id) where from_stance is null;
comment on index stance_changes_first is 'A member takes a first stance on a bill only once.';
create index stance_changes_member on stance_changes (user_id);
comment on index stance_changes_member is 'The history of one member, for the data export and for account deletion.';
create index stance_changes_comment on stance_changes (comment_id) where comment_id is not null;
comment on index stance_changes_comment is 'The foreign key, when a comment is deleted.';

create table mind_changes (
  comment_id uuid not null constraint mind_changes_comment_id_fkey references bill_comments on delete cascade,
  user_id uuid not null constraint mind_changes_user_id_fkey references users on delete cascade,
  created_at timestamptz not null default now(),
  constraint mind_changes_pkey primary key (comment_id, user_id)
);
comment on table mind_changes is
  'Which member credited which comment with a change of mind. A credit is given once and stays when the stance changes again.';
create index mind_changes_member on mind_changes (user_id);
comment on index mind_changes_member is 'The credits that one member gave, for account deletion.';
