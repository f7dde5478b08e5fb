import { bills, type DerivedCount, type Mismatch } from '#server/operations/check/derivedCount.ts'
import { lockCounters } from '#server/operations/check/locks.ts'
import type { Scope } from '#server/operations/check/scope.ts'
import type { Db } from '#server/platform/postgres/db.ts'

/** Checks the counters and the activity of bills. Both include the steps that the worker has not folded yet. */
export const billCounts: DerivedCount[] = [
  {
    what: "a bill's activity by day",
    keys: bills,
    find: (db, scope) => db<Mismatch[]>`
      select bill_id as key, bill_id || ' ' || day as "where", stored::text, actual::text
        from ${wrongDays(db, scope)} d`,
    repair: {
      needsFold: true,
      lock: lockCounters,
      // Adds the difference instead of writing the expected value, because members may append steps at the same time.
      write: async (db, scope) => {
        await db`
          update bill_activity k set points = greatest(k.points + d.actual - d.stored, 0)
            from ${wrongDays(db, scope)} d where k.bill_id = d.bill_id and k.day = d.day`
        await db`
          insert into bill_activity (bill_id, day, points)
          select bill_id, day, actual - stored from ${wrongDays(db, scope)} d
            join bill_counters using (bill_id) where actual > stored
          on conflict (bill_id, day) do nothing`
      },
    },
  },
  {
    what: "a bill's counts of stances and comments, and its activity score",
    keys: bills,
    find: (db, scope) => db<Mismatch[]>`
      select c.bill_id as key, c.bill_id as "where", ${countsOf(db)} as stored, to_jsonb(a) as actual
        from ${scope.rows('current_counts_of')} c join ${scope.rows('actual_bill_counts')} a using (bill_id)
       where ${countsOf(db)} <> to_jsonb(a)`,
    repair: {
      needsFold: true,
      isOnPagesOf: 'bill',
      lock: lockCounters,
      write: (db, scope) => db`
        update bill_counters n set
               support_count = greatest(n.support_count + a.support_count - c.support_count, 0),
               oppose_count = greatest(n.oppose_count + a.oppose_count - c.oppose_count, 0),
               neutral_count = greatest(n.neutral_count + a.neutral_count - c.neutral_count, 0),
               learning_count = greatest(n.learning_count + a.learning_count - c.learning_count, 0),
               discussion_count = greatest(n.discussion_count + a.discussion_count - c.discussion_count, 0),
               activity_score = greatest(n.activity_score + a.activity_score - c.activity_score, 0)
          from ${scope.rows('current_counts_of')} c join ${scope.rows('actual_bill_counts')} a using (bill_id)
         where n.bill_id = c.bill_id and ${countsOf(db)} <> to_jsonb(a)`,
    },
  },
  {
    what: "a bill's stored echo score",
    keys: bills,
    find: (db, scope) => db<Mismatch[]>`
      select bill_id as key, bill_id as "where", stored::text, actual::text from ${wrongEchoes(db, scope)} e`,
    repair: {
      lock: (db, bill_ids) => db`
        select from bill_echo where bill_id = any(${bill_ids}::uuid[]) order by bill_id for update`,
      // The next reader stores the score again.
      write: (db, scope) => db`
        delete from bill_echo e using ${wrongEchoes(db, scope)} w where w.bill_id = e.bill_id`,
    },
  },
]

function wrongDays(db: Db, scope: Scope) {
  return db`(
    select bill_id, day, coalesce(k.points, 0) as stored, coalesce(a.points, 0) as actual
      from (select * from current_bill_activity where counts_towards_activity(day) and ${scope.has('bill_id')}) k
      full join (select * from actual_bill_activity where ${scope.has('bill_id')}) a using (bill_id, day)
     where coalesce(k.points, 0) <> coalesce(a.points, 0))`
}

/** Returns a bill's counters as JSON without `echo_version`, which is not a count. */
function countsOf(db: Db) {
  return db`(to_jsonb(c) - 'echo_version')`
}

/** Selects wrong scores. A score of an earlier version is outdated, not wrong. */
function wrongEchoes(db: Db, scope: Scope) {
  const stored = db`jsonb_build_array(e.echo_votes, e.analyzed_votes, e.total_votes)`
  const actual = db`
    jsonb_build_array(coalesce(a.echo_votes, 0), coalesce(a.analyzed_votes, 0), coalesce(a.total_votes, 0))`
  return db`(
    select e.bill_id, ${stored} as stored, ${actual} as actual
      from bill_echo e join ${scope.rows('current_counts_of')} n using (bill_id, echo_version)
      left join (select * from actual_bill_echo where ${scope.has('bill_id')}) a using (bill_id)
     where ${scope.has('e.bill_id')} and ${stored} <> ${actual})`
}
