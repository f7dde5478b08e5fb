-- Cohorts: groups of accounts that look coordinated. A recurring task finds them, and moderators decide what happens to them.

create table account_signals (
  user_id uuid not null constraint account_signals_user_id_fkey references users on delete cascade,
  kind text not null constraint account_signals_kind_check
    check (kind in ('registration', 'mailbox', 'stances', 'votes')),
  -- A hash of a property that accounts can share: the access code with the minute of the registration, the mailbox of the
  -- email address, the whole list of stances, or the whole list of votes on comments. Hashes of two kinds never equal each other.
  fingerprint sha256_hash not null,
  -- Copied from the account so that one index returns pages of members in order.
  registered_at timestamptz not null,
  constraint account_signals_pkey primary key (user_id, kind)
);
comment on table account_signals is
  'Properties that accounts can share, as hashes. A recurring task writes and compares them.';
create index account_signals_groups on account_signals (fingerprint, registered_at, user_id);
comment on index account_signals_groups is 'The accounts that share a property, the oldest first.';

create table cohorts (
  cohort_id uuid not null default gen_random_uuid() constraint cohorts_pkey primary key,
  -- The property that all members share.
  fingerprint sha256_hash not null constraint cohorts_fingerprint_key unique,
  kind text not null constraint cohorts_kind_check check (kind in ('registration', 'mailbox', 'stances', 'votes')),
  member_count int not null constraint cohorts_member_count_check check (member_count > 1),
  -- The properties that at least half of the members share, as `CohortSignal` of contract/moderation/cohorts.ts.
  signals jsonb not null default '[]' constraint cohorts_signals_check check (jsonb_typeof(signals) = 'array'),
  signal_count int not null generated always as (jsonb_array_length(signals)) stored,
  first_seen_at timestamptz not null default now(),
  counted_at timestamptz not null default now()
);
comment on table cohorts is
  'Groups of accounts that share more than chance explains. This does not prove coordination, so nothing happens to the accounts automatically.';
create index cohorts_strongest on cohorts (signal_count desc, member_count desc, cohort_id desc);
comment on index cohorts_strongest is 'The list on the moderation screen: the most signals first, then the most members.';

create table cohort_bills (
  cohort_id uuid not null constraint cohort_bills_cohort_id_fkey references cohorts on delete cascade,
  bill_id uuid not null constraint cohort_bills_bill_id_fkey references bill_counters on delete cascade,
  -- How many members of the cohort support, oppose or are neutral. The public counts include them.
  support_count int not null,
  oppose_count int not null,
  neutral_count int not null,
  constraint cohort_bills_pkey primary key (cohort_id, bill_id)
);
comment on table cohort_bills is 'The bills whose counts would change most without a cohort, at most ten for each cohort.';
create index cohort_bills_bill on cohort_bills (bill_id);
comment on index cohort_bills_bill is 'Supports the foreign key when a bill is deleted.';
