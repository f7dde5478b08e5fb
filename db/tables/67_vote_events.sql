-- Vote events: roll calls of legislatures and councils, how each voter voted, and the sources of each. Votes of members on
-- comments are in 45_discussions.sql.

create table vote_events (
  vote_event_id uuid not null default gen_random_uuid() constraint vote_events_pkey primary key,
  -- Identifies the vote itself: "us/119/h/145/2025", "mi/lower/2025-2026/hb-4001/2025-03-04/roll-12".
  vote_key text not null constraint vote_events_vote_key_key unique,
  -- Null for a nomination, and for a bill that is not imported yet.
  bill_id uuid constraint vote_events_bill_id_fkey references bills on delete set null,
  -- The source id of the bill. Links the vote when the bill is imported later.
  bill_source_id text,
  -- The version of the bill that was voted on, or null if unknown.
  version_no smallint,
  -- The id of the amendment, if the source names it.
  amendment_id text,
  -- The name of the committee that voted, in the words of the source, and its id. The vote is linked by the name, even if the
  -- committee is imported later.
  committee_name text,
  committee_id text,
  -- The body that voted: "us/house", "oh/upper", "ny/place:new_york/council".
  organization text not null,
  legislative_session text not null,
  number integer,
  voted_at timestamptz,
  voted_on date not null,
  motion_text text not null,
  motion_classification text not null constraint vote_events_motion_classification_check
    check (motion_classification in ('passage', 'concurrence', 'override', 'rejection', 'amendment', 'cloture', 'committee',
                                     'nomination', 'procedural', 'quorum', 'election', 'other')),
  -- What a yes vote means for the bill.
  direction text not null constraint vote_events_direction_check check (direction in ('for', 'against', 'none')),
  -- True if the vote decides on the bill itself, in a full chamber or council.
  counts_for_agreement boolean not null,
  -- '1/2', '2/3' or '3/5'. Null if the source does not state it.
  majority_required text,
  result text,
  -- True if the source's result contradicts its counts. Such a result is not shown.
  result_is_unclear boolean not null default false,
  -- The counts that the source or the text of the motion states. Null if it does not.
  yes_count integer,
  no_count integer,
  abstain_count integer,
  not_voting_count integer,
  absent_count integer,
  other_count integer,
  -- How many voters the roll lists, and whether its numbers of yes and no equal the stated counts.
  listed_count integer not null default 0,
  is_complete boolean not null,
  -- The tie-breaking vote of the Vice President, which is in neither the counts nor the roll.
  vice_president_vote text constraint vote_events_vice_president_vote_check check (vice_president_vote in ('yes', 'no')),
  -- The counts of the roll by party: a list of {party, yes, no, other}, the largest party first.
  by_party jsonb not null default '[]',
  source_name text not null,
  source_url http_url,
  source_checked_at timestamptz,
  content_hash sha256_hash not null,
  -- The order in which the votes were imported, which is the order of the source. It orders the votes of one day.
  insert_order bigint not null generated always as identity,
  constraint vote_events_agreement_check check (not counts_for_agreement or direction <> 'none')
);
comment on table vote_events is
  'Votes of legislatures, councils and committees, as their sources report them. A corrected record replaces its vote and keeps the id.';
create index vote_events_bill on vote_events (bill_id, voted_on desc, vote_event_id) where bill_id is not null;
comment on index vote_events_bill is 'The votes on a bill, newest first. Also supports the foreign key.';
create index vote_events_unlinked on vote_events (bill_source_id) where bill_id is null and bill_source_id is not null;
comment on index vote_events_unlinked is 'Votes on bills that are not imported yet.';
create index vote_events_organization on vote_events (organization, voted_on desc, vote_event_id desc);
comment on index vote_events_organization is 'The votes of a chamber, newest first. Used to match their voters again, and to recognize a vote that another source also reports.';

create table person_votes (
  vote_event_id uuid not null constraint person_votes_vote_event_id_fkey references vote_events on delete cascade,
  -- The order in the source.
  position smallint not null,
  option text not null constraint person_votes_option_check
    check (option in ('yes', 'no', 'abstain', 'not_voting', 'absent', 'other')),
  -- The source's own word if it says more than `option`: "Present", "Jeffries". Never a private reason for an absence.
  source_option text,
  voter_name text not null,
  -- Copied from the vote so that the newest votes of a person are found without reading all of them.
  voted_on date not null,
  -- Party, state and district on the day of the vote.
  party text,
  state text,
  district text,
  source_person_id text,
  -- Null unless exactly one representative matches.
  rep_id text constraint person_votes_rep_id_fkey references representatives,
  constraint person_votes_pkey primary key (vote_event_id, position)
);
comment on table person_votes is 'How each voter voted. A session of two years has millions of rows, so the table is read only through its indexes.';
create unique index person_votes_rep on person_votes (rep_id, vote_event_id) where rep_id is not null;
comment on index person_votes_rep is 'How a representative voted in one vote. Unique, because a roll lists each person once.';
create index person_votes_newest on person_votes (rep_id, voted_on desc, vote_event_id) include (option)
  where rep_id is not null;
comment on index person_votes_newest is 'The votes of a representative, newest first.';
create index person_votes_unlinked on person_votes (vote_event_id) where rep_id is null;
comment on index person_votes_unlinked is 'The voters of a vote that are not linked to a representative yet. They are matched again after a roster or an alias is imported.';

create table attendance_by_year (
  rep_id text not null constraint attendance_by_year_rep_id_fkey references representatives on delete cascade,
  year smallint not null,
  -- Votes whose roll names the representative, and those of them in which they voted or abstained.
  listed counter not null,
  voted counter not null,
  constraint attendance_by_year_pkey primary key (rep_id, year)
);
comment on table attendance_by_year is
  'How often each representative voted in each year. The counts are updated when votes are imported, because a long career has more than ten thousand votes.';

create table vote_sources (
  source_name text not null,
  -- The source's own id of the vote.
  source_id text not null,
  vote_event_id uuid not null constraint vote_sources_vote_event_id_fkey references vote_events on delete cascade,
  content_hash sha256_hash not null,
  yes_count integer,
  no_count integer,
  listed_count integer not null,
  is_complete boolean not null,
  -- True if the roll in person_votes comes from this source.
  is_shown boolean not null,
  -- When the source last changed its record, or null if it does not say.
  source_updated_at timestamptz,
  constraint vote_sources_pkey primary key (source_name, source_id)
);
comment on table vote_sources is 'The sources that report each vote. Its roll comes from the best of them.';
create index vote_sources_event on vote_sources (vote_event_id);
comment on index vote_sources_event is 'The sources of a vote. Also supports the foreign key.';

create table voter_aliases (
  organization text not null,
  -- The name as sources write it, first name first, in lower case and without accents and suffixes.
  name_key text not null,
  rep_id text not null constraint voter_aliases_rep_id_fkey references representatives,
  valid_from date,
  valid_to date,
  constraint voter_aliases_key unique nulls not distinct (organization, name_key, valid_from)
);
comment on table voter_aliases is 'Names of voters that no rule matches to a representative, from the operator''s file.';

create table bill_last_votes (
  bill_id uuid not null constraint bill_last_votes_bill_id_fkey references bills on delete cascade,
  organization text not null,
  vote_event_id uuid not null constraint bill_last_votes_vote_event_id_fkey references vote_events on delete cascade,
  voted_on date not null,
  constraint bill_last_votes_pkey primary key (bill_id, organization)
);
comment on table bill_last_votes is
  'The last vote of each chamber that counts as a decision on the bill. Derived from vote_events so that cards and pages of bills need not read all votes.';
create index bill_last_votes_event on bill_last_votes (vote_event_id);
comment on index bill_last_votes_event is 'Supports the foreign key.';
create index bill_last_votes_organization on bill_last_votes (organization, bill_id);
comment on index bill_last_votes_organization is 'The bills that a chamber decided on, for the agreement with its members.';
