-- Legislative sessions: when they began and ended, and until when their bills can still move.

-- The part of a session's identifier that is the same in every spelling, as in a bill's `source_id`: "57th - 2nd Regular"
-- becomes "57th-2nd-regular".
create function session_key(identifier text) returns text language sql immutable parallel safe
  return regexp_replace(lower(identifier), '[^a-z0-9]+', '-', 'g');

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
  -- The last day on which a bill of the session can become law, computed by `last_day_rule`. Null if unknown.
  last_day_for_bills date,
  last_day_rule text not null constraint legislative_sessions_last_day_rule_check
    check (last_day_rule in ('congress', 'end_date', 'term', 'table', 'unknown')),
  carry_over text not null
    constraint legislative_sessions_carry_over_check check (carry_over in ('yes', 'no', 'limited', 'unknown')),
  -- Whether the carry-over rule is confirmed. Only confirmed sessions are closed automatically.
  is_confirmed boolean not null,
  active_at_source boolean,
  -- The newest official action on a bill of the session. Updated by each run of the closing job.
  last_action_on date,
  -- When the closing job ended the last of its open bills. Null while the session is open.
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
create index legislative_sessions_open on legislative_sessions (last_day_for_bills) where closed_at is null;
comment on index legislative_sessions_open is 'Sessions whose bills are still open, for the closing job.';

-- Whether an open bill ends with its session. A bill that passed both chambers waits for the executive instead.
create function ends_with_session(status text, awaits_executive boolean) returns boolean language sql immutable parallel safe
  return status in ('introduced', 'active', 'engrossed') or (status = 'pending' and not awaits_executive);

-- The state of a session on a day. If bills carry over to a second year, the source often gives the end of the first year.
-- From that day until the end of the year the session is adjourned, and in the second year it is open.
create function session_state(start_date date, end_date date, last_day_for_bills date, day date) returns text
  language sql immutable parallel safe
  return case
    when day < start_date then 'not_started'
    when last_day_for_bills is null then case when end_date >= day then 'open' else 'unknown' end
    when day > last_day_for_bills then 'ended'
    when end_date < day and extract(year from end_date) = extract(year from day) then 'adjourned'
    else 'open'
  end;

-- Whether the last day for bills is over in the session of a bill, which its `source_id` names.
create function session_is_over(bill_jurisdiction text, bill_source_id text) returns boolean language sql stable parallel safe
  return exists (
    select from legislative_sessions s
     where s.jurisdiction = bill_jurisdiction and s.last_day_for_bills < current_date
       and split_part(bill_source_id, '/', 2) = any (s.keys));

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
