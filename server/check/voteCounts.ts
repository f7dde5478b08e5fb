import type { DerivedCount, Mismatch } from './derivedCount.ts'

/**
 * Checks what is derived from roll calls: the size and completeness of each roll call, and the last vote of each
 * chamber on a bill.
 */
export const voteCounts: DerivedCount[] = [
  {
    what: "a vote event's number of listed voters and whether its roll is complete",
    find: (db) => db<Mismatch[]>`
      select e.vote_event_id as "where", jsonb_build_array(e.listed_count, e.is_complete)::text as stored,
             jsonb_build_array(a.listed_count, a.is_complete)::text as actual
        from vote_events e join actual_vote_event_counts a using (vote_event_id)
       where (e.listed_count, e.is_complete) <> (a.listed_count, a.is_complete)`,
    repair: (db) => db`
      update vote_events e set listed_count = a.listed_count, is_complete = a.is_complete
        from actual_vote_event_counts a
       where a.vote_event_id = e.vote_event_id
         and (e.listed_count, e.is_complete) <> (a.listed_count, a.is_complete)`,
  },
  {
    what: "the day of a person's vote",
    find: (db) => db<Mismatch[]>`
      select v.vote_event_id || ' ' || v.position as "where", v.voted_on::text as stored, e.voted_on::text as actual
        from person_votes v join vote_events e using (vote_event_id) where v.voted_on <> e.voted_on`,
    repair: (db) => db`
      update person_votes v set voted_on = e.voted_on
        from vote_events e where e.vote_event_id = v.vote_event_id and v.voted_on <> e.voted_on`,
  },
  {
    what: 'whether a vote counts as a decision on the bill',
    find: (db) => db<Mismatch[]>`
      select vote_event_id as "where", counts_for_agreement::text as stored,
             counts_for_agreement(motion_classification, direction)::text as actual
        from vote_events where counts_for_agreement and not counts_for_agreement(motion_classification, direction)`,
    repair: (db) => db`
      update vote_events set counts_for_agreement = false
       where counts_for_agreement and not counts_for_agreement(motion_classification, direction)`,
  },
  {
    what: "a chamber's last vote on a bill",
    find: (db) => db<Mismatch[]>`
      select coalesce(l.bill_id, a.bill_id) || ' ' || coalesce(l.organization, a.organization) as "where",
             coalesce(l.vote_event_id::text, '') as stored, coalesce(a.vote_event_id::text, '') as actual
        from bill_last_votes l
        full join actual_bill_last_votes a on a.bill_id = l.bill_id and a.organization = l.organization
       where (l.vote_event_id, l.voted_on) is distinct from (a.vote_event_id, a.voted_on)`,
    repair: (db) => db`
      select refresh_last_votes(array(
        select bill_id from bill_last_votes union select bill_id from actual_bill_last_votes))`,
  },
  {
    what: 'how often a representative voted in a year',
    find: (db) => db<Mismatch[]>`
      select concat_ws(' ', coalesce(k.rep_id, a.rep_id), coalesce(k.year, a.year)) as "where",
             jsonb_build_array(coalesce(k.listed, 0), coalesce(k.voted, 0))::text as stored,
             jsonb_build_array(coalesce(a.listed, 0), coalesce(a.voted, 0))::text as actual
        from attendance_by_year k full join actual_attendance_by_year a on a.rep_id = k.rep_id and a.year = k.year
       where (coalesce(k.listed, 0), coalesce(k.voted, 0)) <> (coalesce(a.listed, 0), coalesce(a.voted, 0))`,
    repair: async (db) => {
      await db`lock table person_votes in share mode`
      await db`delete from attendance_by_year`
      await db`
        insert into attendance_by_year (rep_id, year, listed, voted)
        select rep_id, year, listed, voted from actual_attendance_by_year`
    },
  },
]
