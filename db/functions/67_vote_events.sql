-- Vote events: attendance, and the last vote on a bill.

create view actual_attendance_by_year as
  select rep_id, extract(year from voted_on)::smallint as year, count(*)::int as listed,
         (count(*) filter (where option in ('yes', 'no', 'abstain', 'other')))::int as voted
    from person_votes where rep_id is not null group by 1, 2;

-- Changes the rows in the order of their key so that two imports cannot deadlock.
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

-- True if a vote of this kind can decide on the bill itself. Votes on amendments and on closing debate cannot, and neither can
-- motions without a direction. The caller also checks that a full chamber voted, which each source states differently.
create function counts_for_agreement(classification text, direction text) returns boolean
  language sql immutable parallel safe
  return classification in ('passage', 'concurrence', 'override', 'rejection') and direction <> 'none';

-- What the columns of vote_events that are derived from person_votes must be.
create view actual_vote_event_counts as
  select e.vote_event_id, v.listed as listed_count,
         v.listed > 0 and v.yes = coalesce(e.yes_count, v.yes) and v.no = coalesce(e.no_count, v.no) as is_complete
    from vote_events e
   cross join lateral (
     select count(*)::int as listed, count(*) filter (where option = 'yes')::int as yes,
            count(*) filter (where option = 'no')::int as no
       from person_votes where vote_event_id = e.vote_event_id) v;

-- The divisions whose representatives represent the viewer: the viewer's divisions and the at-large districts of the viewer's
-- state. These are added because geocoders seldom report them for an address.
create function divisions_represented(viewer uuid) returns text[] language sql stable parallel safe
  return array(
    select m.division::text from member_divisions m where m.user_id = viewer
    union
    select m.division || district from member_divisions m cross join unnest(array['/cd:at-large', '/sldl:at-large']) district
     where m.user_id = viewer and m.division ~ '^ocd-division/country:us/(state|district|territory):[a-z]{2}$');

-- True for the divisions within a state by which stances are counted every Monday.
create function is_released_part(division text) returns boolean language sql immutable parallel safe
  return division ~ '^ocd-division/country:us/(state|district|territory):[a-z]{2}/(.+/)?(cd|county|parish|borough|census_area|municipio|place|sldu|sldl):[^/]+$';

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
