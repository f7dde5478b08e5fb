-- Sessions of legislatures, and the bills that were introduced again in the next one.

create table legislative_sessions (
  -- The OCD division of the legislature, as in `bills.jurisdiction`.
  jurisdiction text not null,
  -- As the source spells it: "119", "57th-2nd-regular", "2025_26".
  identifier text not null,
  name text not null,
  classification text not null
    constraint legislative_sessions_classification_check check (classification in ('regular', 'special')),
  start_date date not null,
  -- From the source: a planned end, the final adjournment, or the end of the first of two years. Null if unknown.
  end_date date,
  -- The last day on which a bill of the session can become law, computed by `last_day_rule`, or null if unknown.
  last_day_for_bills date,
  last_day_rule text not null constraint legislative_sessions_last_day_rule_check
    check (last_day_rule in ('congress', 'end_date', 'term', 'table', 'unknown')),
  carry_over text not null
    constraint legislative_sessions_carry_over_check check (carry_over in ('yes', 'no', 'limited', 'unknown')),
  -- True if the carry-over rule is confirmed. Only confirmed sessions are closed automatically.
  is_confirmed boolean not null,
  active_at_source boolean,
  -- When the closing job first ended its open bills, or null while the session is open.
  closed_at timestamptz,
  source_name text not null,
  source_checked_at timestamptz not null,
  -- The values of `bills.legislative_session` that refer to this session: the key of its identifier, and the years by which
  -- LegiScan names it.
  keys text[] not null,
  constraint legislative_sessions_pkey primary key (jurisdiction, identifier),
  constraint legislative_sessions_last_day_check check ((last_day_for_bills is null) = (last_day_rule = 'unknown')),
  constraint legislative_sessions_keys_check check (cardinality(keys) > 0)
);
comment on table legislative_sessions is
  'Sessions of Congress and of the state legislatures. The bundled table is loaded at the first start; `hurd import sessions` brings newer ones.';

create table bill_reintroductions (
  bill_id uuid not null constraint bill_reintroductions_bill_id_fkey references bills on delete cascade,
  new_bill_id uuid not null constraint bill_reintroductions_new_bill_id_fkey references bills on delete cascade,
  found_at timestamptz not null default now(),
  constraint bill_reintroductions_pkey primary key (bill_id, new_bill_id),
  constraint bill_reintroductions_other_check check (bill_id <> new_bill_id)
);
comment on table bill_reintroductions is
  'Bills that were introduced again in the next session, with the same title and at least 90% of their words. Found when a text is imported (server/legislation/sessions/reintroductions.ts).';
create index bill_reintroductions_new_bill on bill_reintroductions (new_bill_id);
comment on index bill_reintroductions_new_bill is 'Supports the foreign key.';

create index bills_same_title on bills (jurisdiction, md5(lower(title))) where legislative_session is not null;
comment on index bills_same_title is 'Finds the bills of other sessions with the same title, when a text is imported.';
