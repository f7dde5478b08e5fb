-- The parts of bills: sponsors, actions, committees, related bills, amendments, cost estimates and subjects. If any part of a
-- bill changed, an import replaces all of them.

-- What all spellings of a committee's name have in common: "Committee on Rules", "Rules Committee", "House Rules" and "RULES" are
-- one name. A subcommittee stays apart from its committee.
create function committee_key(name text) returns text language sql immutable parallel safe
  return case when name ~* 'subcommittee' then 'sub ' else '' end || replace(regexp_replace(
    regexp_replace(search_words(replace(name, '&', ' and ')), '^(house|senate|assembly) (?=.)', ''),
    '\m(sub)?committees?\M|\m(on|the|standing)\M', '', 'g'), ' ', '');

create function committee_keys(name text, other_names text[]) returns text[] language sql immutable parallel safe
  return array(select distinct committee_key(n) from unnest(other_names || name) n order by 1);

create table committees (
  -- The source's id, after a name for the source if the id is only a number: "us/hsju00", "ocd-organization/…",
  -- "nyc/committee-on-finance".
  committee_id text not null constraint committees_pkey primary key
    constraint committees_committee_id_check check (committee_id <> ''),
  -- The body it belongs to, as in `representative_terms`: "us/house", "mi/lower". A joint committee has that of the whole
  -- legislature: "us/congress", "mi/legislature".
  organization text not null,
  name text not null,
  -- Other names in records of bills and meetings.
  other_names text[] not null default '{}',
  -- What the spellings of its names have in common.
  name_keys text[] not null generated always as (committee_keys(name, other_names)) stored,
  url http_url,
  -- The committee to which a subcommittee belongs, or null for other committees.
  parent_id text constraint committees_parent_id_fkey references committees,
  source_name text not null,
  source_checked_at timestamptz not null
);
comment on table committees is 'Committees and subcommittees of legislatures and councils.';
create index committees_organization on committees (organization, name);
comment on index committees_organization is 'Finds a committee by its body and name, for bills whose record has no id for it.';
create index committees_parent on committees (parent_id) where parent_id is not null;
comment on index committees_parent is 'The subcommittees of a committee. Also supports the foreign key.';
alter table events add constraint events_committee_id_fkey foreign key (committee_id) references committees;
alter table vote_events add constraint vote_events_committee_id_fkey foreign key (committee_id) references committees;
create index vote_events_committee on vote_events (committee_id) where committee_id is not null;
comment on index vote_events_committee is 'The votes of a committee. Supports the foreign key.';
create index vote_events_named_committee on vote_events (committee_key(committee_name))
  where committee_id is null and committee_name is not null;
comment on index vote_events_named_committee is 'Votes of committees that are not imported yet.';

create table committee_aliases (
  alias_id text not null constraint committee_aliases_pkey primary key,
  committee_id text not null constraint committee_aliases_committee_id_fkey references committees on delete cascade
);
comment on table committee_aliases is
  'Other ids of a committee, which a source lists twice, or which another source numbers differently.';
create index committee_aliases_committee on committee_aliases (committee_id);
comment on index committee_aliases_committee is 'The other ids of a committee. Also supports the foreign key.';

create table committee_memberships (
  committee_id text not null constraint committee_memberships_committee_id_fkey references committees on delete cascade,
  name text not null,
  -- The source's id of the person, as in bill_sponsorships.
  source_person_id text,
  -- Null unless exactly one person matches.
  rep_id text constraint committee_memberships_rep_id_fkey references representatives,
  role text not null default 'member',
  -- The order in the source: the chair first.
  position smallint not null default 0,
  valid_from date,
  valid_to date,
  constraint committee_memberships_key unique nulls not distinct (committee_id, name, valid_from)
);
comment on table committee_memberships is 'Who is on a committee, and in which role.';
create index committee_memberships_representative on committee_memberships (rep_id) where rep_id is not null;
comment on index committee_memberships_representative is 'The committees of a representative. Also supports the foreign key.';

create table bill_sponsorships (
  bill_id uuid not null constraint bill_sponsorships_bill_id_fkey references bills on delete cascade,
  -- The order in the source.
  position smallint not null,
  name text not null,
  classification text not null
    constraint bill_sponsorships_classification_check check (classification in ('primary', 'cosponsor')),
  entity_type text not null default 'person'
    constraint bill_sponsorships_entity_type_check check (entity_type in ('person', 'organization')),
  -- The party at the time of the sponsorship.
  party text,
  district text,
  -- The body of which the sponsor is a member: "us/senate", "mi/lower". Null if the source does not say.
  organization text,
  -- The source's id of the person: "bioguide:T000481", "ocd-person/…", "legiscan:10833", "nyc-5273".
  source_person_id text,
  -- Null unless exactly one person matches.
  rep_id text constraint bill_sponsorships_rep_id_fkey references representatives,
  sponsored_on date,
  withdrawn_on date,
  is_original boolean not null default false,
  constraint bill_sponsorships_pkey primary key (bill_id, position)
);
comment on table bill_sponsorships is
  'Sponsors and cosponsors of bills. A cosponsor who withdrew and joined again has two rows.';
create index bill_sponsorships_representative on bill_sponsorships (rep_id, bill_id) where rep_id is not null;
comment on index bill_sponsorships_representative is 'The bills of a representative. Also supports the foreign key.';

create table bill_actions (
  bill_id uuid not null constraint bill_actions_bill_id_fkey references bills on delete cascade,
  -- Oldest first; within a day in the order of the source.
  position smallint not null,
  -- Null if the source gives no date.
  acted_on date,
  chamber text,
  description text not null,
  classification text not null default 'other' constraint bill_actions_classification_check
    check (classification in ('introduced', 'referred', 'hearing', 'markup', 'reported', 'discharged', 'calendared',
      'reading', 'amended', 'passed', 'failed', 'concurred', 'differed', 'conference', 'presented', 'signed', 'vetoed',
      'overridden', 'sustained', 'law', 'reconsidered', 'carried_over', 'substituted', 'withdrawn', 'tabled', 'died',
      'other')),
  -- The stage of the bill's progress at which it happened, as in contract/bills/progress.ts.
  stage text not null,
  is_important boolean not null,
  -- The number of the roll call in which the action was decided, if the source gives it beside the text.
  roll_number integer,
  -- The roll call in which the action was decided, or null unless exactly one vote on the bill matches.
  vote_event_id uuid constraint bill_actions_vote_event_id_fkey references vote_events on delete set null,
  constraint bill_actions_pkey primary key (bill_id, position)
);
comment on table bill_actions is 'What happened to bills, without the duplicates that a source reports.';
create index bill_actions_vote_event on bill_actions (vote_event_id) where vote_event_id is not null;
comment on index bill_actions_vote_event is 'Supports the foreign key.';

create table bill_committees (
  bill_id uuid not null constraint bill_committees_bill_id_fkey references bills on delete cascade,
  position smallint not null,
  -- Null if the source names a committee that is not in `committees`.
  committee_id text constraint bill_committees_committee_id_fkey references committees on delete set null,
  name text not null,
  chamber text,
  -- For a subcommittee: the name of the committee to which it belongs.
  parent_name text,
  activity text not null constraint bill_committees_activity_check
    check (activity in ('referred', 'hearing', 'markup', 'reported', 'discharged', 'other')),
  occurred_on date,
  constraint bill_committees_pkey primary key (bill_id, position)
);
comment on table bill_committees is 'What committees did with bills.';
create index bill_committees_committee on bill_committees (committee_id, occurred_on desc nulls last, bill_id)
  where committee_id is not null;
comment on index bill_committees_committee is
  'The bills of a committee, those with the latest activity first. Also supports the foreign key.';

create table related_bills (
  bill_id uuid not null constraint related_bills_bill_id_fkey references bills on delete cascade,
  -- The source id of the other bill, which may not be imported.
  related_source_id text not null,
  related_bill_code text not null,
  relation_type text not null constraint related_bills_relation_type_check
    check (relation_type in ('identical', 'companion', 'similar', 'related', 'procedural', 'replaces', 'replaced_by',
      'reintroduces')),
  -- Who says that the bills are related: "House", "Senate", "CRS", "Open States", "LegiScan" or "Hurd".
  identified_by text not null,
  constraint related_bills_pkey primary key (bill_id, related_source_id, relation_type, identified_by)
);
comment on table related_bills is 'Other bills that a source names as related.';

create table bill_amendments (
  -- Such as "us/119/samdt/2360".
  amendment_id text not null constraint bill_amendments_pkey primary key,
  bill_id uuid not null constraint bill_amendments_bill_id_fkey references bills on delete cascade,
  amends_amendment_id text,
  number text not null,
  chamber text,
  sponsor_name text,
  -- The source's id of the sponsor, as in bill_sponsorships.
  source_person_id text,
  -- Null unless exactly one person matches.
  rep_id text constraint bill_amendments_rep_id_fkey references representatives,
  purpose text,
  offered_on date,
  latest_action text,
  latest_action_on date,
  outcome text constraint bill_amendments_outcome_check
    check (outcome in ('pending', 'agreed', 'rejected', 'withdrawn', 'ruled_out', 'other')),
  -- The last roll call on the amendment.
  vote_event_id uuid constraint bill_amendments_vote_event_id_fkey references vote_events on delete set null
);
comment on table bill_amendments is 'Amendments that were offered to bills.';
create index bill_amendments_bill on bill_amendments (bill_id, offered_on desc nulls last, amendment_id);
comment on index bill_amendments_bill is 'The amendments of a bill, newest first and undated ones last.';
create index bill_amendments_vote_event on bill_amendments (vote_event_id) where vote_event_id is not null;
comment on index bill_amendments_vote_event is 'Supports the foreign key.';
create index bill_amendments_representative on bill_amendments (rep_id) where rep_id is not null;
comment on index bill_amendments_representative is 'Supports the foreign key.';

create table cost_estimates (
  bill_id uuid not null constraint cost_estimates_bill_id_fkey references bills on delete cascade,
  issuer text not null,
  published_on date not null,
  title text not null,
  url http_url not null,
  constraint cost_estimates_pkey primary key (bill_id, issuer, published_on, url)
);
comment on table cost_estimates is 'Official estimates of what bills would cost. Hurd links to them and copies no amounts.';

create table bill_subjects (
  bill_id uuid not null constraint bill_subjects_bill_id_fkey references bills on delete cascade,
  subject text not null,
  constraint bill_subjects_pkey primary key (bill_id, subject)
);
comment on table bill_subjects is 'The subjects that a source assigns to bills, in the source''s own vocabulary.';

create table bill_parts (
  bill_id uuid constraint bill_parts_pkey primary key
    constraint bill_parts_bill_id_fkey references bills on delete cascade,
  -- A hash of the parts in the source so that importing an unchanged record writes nothing.
  content_hash sha256_hash not null,
  -- The fields of the bill's page that the import computes (`pageFields` in contract/bills/billParts.ts).
  page jsonb not null,
  -- All fields of `BillDetail` that are the same for every viewer and change only with an import, as JSON without braces
  -- (bill_parts_detail in db/functions/71_bill_detail.sql).
  detail text not null
);
comment on table bill_parts is
  'What the page of a bill shows of its parts. The import computes it so that reading a bill joins none of these tables.';
