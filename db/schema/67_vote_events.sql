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
  -- The version of the bill that was voted on. Null if unknown.
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
  -- Whether a yes vote supports the bill.
  direction text not null constraint vote_events_direction_check check (direction in ('for', 'against', 'none')),
  -- Whether the vote decides on the bill itself, in a full chamber or council.
  counts_for_agreement boolean not null,
  -- '1/2', '2/3' or '3/5'. Null if the source does not state it.
  majority_required text,
  result text,
  -- Whether the source's result contradicts its counts. Such a result is not shown.
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
  -- Copied from the vote, so that the newest votes of a person are found without reading all of them.
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

create view actual_attendance_by_year as
  select rep_id, extract(year from voted_on)::smallint as year, count(*)::int as listed,
         (count(*) filter (where option in ('yes', 'no', 'abstain', 'other')))::int as voted
    from person_votes where rep_id is not null group by 1, 2;

-- Changes the rows in the order of their key, so that two imports cannot deadlock.
create function count_attendance() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    perform from attendance_by_year a
      where (a.rep_id, a.year) in (select rep_id, extract(year from voted_on)::smallint from old_votes)
      order by a.rep_id, a.year for no key update;
    update attendance_by_year a set listed = a.listed - o.listed, voted = a.voted - o.voted
      from (select rep_id, extract(year from voted_on)::smallint as year, count(*)::int as listed,
                   (count(*) filter (where option in ('yes', 'no', 'abstain', 'other')))::int as voted
              from old_votes where rep_id is not null group by 1, 2) o
     where a.rep_id = o.rep_id and a.year = o.year;
  end if;
  if tg_op <> 'DELETE' then
    insert into attendance_by_year as stored (rep_id, year, listed, voted)
      select rep_id, extract(year from voted_on)::smallint, count(*),
             count(*) filter (where option in ('yes', 'no', 'abstain', 'other'))
        from new_votes where rep_id is not null group by 1, 2 order by 1, 2
    on conflict (rep_id, year)
      do update set listed = stored.listed + excluded.listed, voted = stored.voted + excluded.voted;
  end if;
  return null;
end $$;
create trigger person_votes_after_insert_count after insert on person_votes
  referencing new table as new_votes for each statement execute function count_attendance();
create trigger person_votes_after_update_count after update on person_votes
  referencing old table as old_votes new table as new_votes for each statement execute function count_attendance();
create trigger person_votes_after_delete_count after delete on person_votes
  referencing old table as old_votes for each statement execute function count_attendance();

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
  -- Whether the roll in person_votes comes from this source.
  is_shown boolean not null,
  -- When the source last changed its record. Null if it does not say.
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
  'The last vote of each chamber that counts as a decision on the bill. Derived from vote_events, so that cards and pages of bills need not read all votes.';
create index bill_last_votes_event on bill_last_votes (vote_event_id);
comment on index bill_last_votes_event is 'Supports the foreign key.';
create index bill_last_votes_organization on bill_last_votes (organization, bill_id);
comment on index bill_last_votes_organization is 'The bills that a chamber decided on, for the agreement with its members.';

create view actual_bill_last_votes as
  select distinct on (bill_id, organization) bill_id, organization, vote_event_id, voted_on
    from vote_events where counts_for_agreement and bill_id is not null
   order by bill_id, organization, voted_on desc, voted_at desc nulls last, number desc nulls last, insert_order desc;

-- Updates the last votes of these bills. Must be called after every change of vote events of bills.
create function refresh_last_votes(changed_bills uuid[]) returns void language sql as $$
  delete from bill_last_votes l
   where l.bill_id = any (changed_bills)
     and not exists (select from actual_bill_last_votes a
                      where a.bill_id = l.bill_id and a.organization = l.organization);
  insert into bill_last_votes as stored (bill_id, organization, vote_event_id, voted_on)
    select bill_id, organization, vote_event_id, voted_on from actual_bill_last_votes where bill_id = any (changed_bills)
  on conflict (bill_id, organization) do update
     set vote_event_id = excluded.vote_event_id, voted_on = excluded.voted_on
   where (stored.vote_event_id, stored.voted_on) <> (excluded.vote_event_id, excluded.voted_on);
  select queue_vote_reports(changed_bills);
$$;

-- Whether a vote of this kind can decide on the bill itself. Votes on amendments and on closing debate cannot, and neither can
-- motions without a direction. The caller also checks that a full chamber voted, which each source states differently.
create function counts_for_agreement(classification text, direction text) returns boolean
  language sql immutable parallel safe
  return classification in ('passage', 'concurrence', 'override', 'rejection') and direction <> 'none';

-- What the columns of vote_events that are derived from person_votes must be.
create function actual_vote_event_counts(first_key uuid, last_key uuid)
  returns table (vote_event_id uuid, listed_count int, is_complete boolean) language sql stable parallel safe as $$
  select e.vote_event_id, coalesce(v.listed, 0) as listed_count,
         coalesce(v.listed, 0) > 0
           and v.yes = coalesce(e.yes_count, v.yes) and v.no = coalesce(e.no_count, v.no) as is_complete
    from vote_events e
    left join (select vote_event_id, count(*)::int as listed,
                      count(*) filter (where option = 'yes')::int as yes, count(*) filter (where option = 'no')::int as no
                 from person_votes
                where vote_event_id between first_key and last_key group by vote_event_id) v using (vote_event_id)
   where e.vote_event_id between first_key and last_key
$$;

-- The divisions whose representatives represent the viewer: the viewer's divisions and the at-large districts of the viewer's
-- state. These are added because geocoders seldom report them for an address.
create function divisions_represented(viewer uuid) returns text[] language sql stable parallel safe
  return array(
    select m.division::text from member_divisions m where m.user_id = viewer
    union
    select m.division || district from member_divisions m cross join unnest(array['/cd:at-large', '/sldl:at-large']) district
     where m.user_id = viewer and m.division ~ '^ocd-division/country:us/(state|district|territory):[a-z]{2}$');

-- Counts how the representatives of these divisions voted the last time that their chamber decided on the bill. The result is
-- the field `your_representatives` of a bill in a list, as JSON text. Null if no vote of any of them is known.
create function own_votes(named_bill uuid, divisions text[]) returns text language sql stable parallel safe
  return (
    select json_agg(json_build_object('option', option, 'count', voters)
                    order by array_position(array['yes', 'no', 'abstain', 'not_voting', 'absent', 'other'], option))::text
      from (select v.option, count(distinct v.rep_id) as voters
              from bill_last_votes l
              join representative_terms t
                on t.division = any (divisions) and t.organization = l.organization
               and covers_day(t.valid_from, t.valid_to, l.voted_on)
              join person_votes v on v.rep_id = t.rep_id and v.vote_event_id = l.vote_event_id
             where l.bill_id = named_bill
             group by v.option) counted);
