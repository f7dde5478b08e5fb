import { lockVotes } from '#server/legislation/votes/linkVoters.ts'
import { bills, type DerivedCount, type Keys, type Mismatch } from '#server/operations/check/derivedCount.ts'
import type { Scope } from '#server/operations/check/scope.ts'
import type { Db } from '#server/platform/postgres/db.ts'

/** A roll call has up to 435 voters. */
const voteEvents: Keys = { table: 'vote_events', column: 'vote_event_id', type: 'uuid', size: 200 }
/** A representative votes in hundreds of roll calls each year. */
const representatives: Keys = { table: 'representatives', column: 'rep_id', type: 'text', size: 100 }

/**
 * Checks what is derived from roll calls: the size and completeness of each roll call, and the last vote of each
 * chamber on a bill. Repairs take the lock of imports, because nothing else changes these rows.
 */
export const voteCounts: DerivedCount[] = [
  {
    what: "a vote event's number of listed voters and whether its roll is complete",
    keys: voteEvents,
    find: (db, scope) => db<Mismatch[]>`
      select vote_event_id as key, vote_event_id as "where",
             jsonb_build_array(e.listed_count, e.is_complete)::text as stored,
             jsonb_build_array(a.listed_count, a.is_complete)::text as actual
        from vote_events e join ${scope.rows('actual_vote_event_counts')} a using (vote_event_id)
       where ${scope.has('e.vote_event_id')} and (e.listed_count, e.is_complete) <> (a.listed_count, a.is_complete)`,
    repair: {
      lock: lockVotes,
      write: (db, scope) => db`
        update vote_events e set listed_count = a.listed_count, is_complete = a.is_complete
          from ${scope.rows('actual_vote_event_counts')} a
         where a.vote_event_id = e.vote_event_id
           and (e.listed_count, e.is_complete) <> (a.listed_count, a.is_complete)`,
    },
  },
  {
    what: "the day of a person's vote",
    keys: voteEvents,
    find: (db, scope) => db<Mismatch[]>`
      select vote_event_id as key, vote_event_id || ' ' || v.position as "where", v.voted_on::text as stored,
             e.voted_on::text as actual
        from person_votes v join vote_events e using (vote_event_id)
       where v.voted_on <> e.voted_on and ${scope.has('v.vote_event_id')} and ${scope.has('e.vote_event_id')}`,
    repair: {
      lock: lockVotes,
      write: (db, scope) => db`
        update person_votes v set voted_on = e.voted_on
          from vote_events e
         where e.vote_event_id = v.vote_event_id and v.voted_on <> e.voted_on
           and ${scope.has('v.vote_event_id')} and ${scope.has('e.vote_event_id')}`,
    },
  },
  {
    what: 'whether a vote counts as a decision on the bill',
    keys: voteEvents,
    find: (db, scope) => db<Mismatch[]>`
      select vote_event_id as key, vote_event_id as "where", counts_for_agreement::text as stored,
             counts_for_agreement(motion_classification, direction)::text as actual
        from vote_events
       where ${scope.has('vote_event_id')}
         and counts_for_agreement and not counts_for_agreement(motion_classification, direction)`,
    repair: {
      lock: lockVotes,
      write: (db, scope) => db`
        update vote_events set counts_for_agreement = false
         where ${scope.has('vote_event_id')}
           and counts_for_agreement and not counts_for_agreement(motion_classification, direction)`,
    },
  },
  {
    what: "a chamber's last vote on a bill",
    keys: bills,
    find: (db, scope) => db<Mismatch[]>`
      select bill_id as key, bill_id || ' ' || organization as "where",
             coalesce(l.vote_event_id::text, '') as stored, coalesce(a.vote_event_id::text, '') as actual
        from (select * from bill_last_votes where ${scope.has('bill_id')}) l
        full join (select * from actual_bill_last_votes where ${scope.has('bill_id')}) a using (bill_id, organization)
       where (l.vote_event_id, l.voted_on) is distinct from (a.vote_event_id, a.voted_on)`,
    repair: {
      lock: lockVotes,
      write: (db, scope) => db`
        select refresh_last_votes(array(
          select bill_id from bill_last_votes where ${scope.has('bill_id')}
          union select bill_id from actual_bill_last_votes where ${scope.has('bill_id')}))`,
    },
  },
  {
    what: 'how often a representative voted in a year',
    keys: representatives,
    find: (db, scope) => db<Mismatch[]>`
      select rep_id as key, concat_ws(' ', rep_id, year) as "where",
             jsonb_build_array(stored_listed, stored_voted)::text as stored,
             jsonb_build_array(listed, voted)::text as actual
        from ${wrongYears(db, scope)} w`,
    repair: {
      lock: lockVotes,
      write: (db, scope) => db`
        insert into attendance_by_year (rep_id, year, listed, voted)
        select rep_id, year, listed, voted from ${wrongYears(db, scope)} w
        on conflict (rep_id, year) do update set listed = excluded.listed, voted = excluded.voted`,
    },
  },
]

function wrongYears(db: Db, scope: Scope) {
  return db`(
    select rep_id, year, coalesce(k.listed, 0) as stored_listed, coalesce(k.voted, 0) as stored_voted,
           coalesce(a.listed, 0) as listed, coalesce(a.voted, 0) as voted
      from (select * from attendance_by_year where ${scope.has('rep_id')}) k
      full join (select * from actual_attendance_by_year where ${scope.has('rep_id')}) a using (rep_id, year)
     where (coalesce(k.listed, 0), coalesce(k.voted, 0)) <> (coalesce(a.listed, 0), coalesce(a.voted, 0)))`
}
