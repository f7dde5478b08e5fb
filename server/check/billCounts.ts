import { foldBillCounters } from '../bills/counterFolding.ts'
import type { Db } from '../postgres/db.ts'
import type { DerivedCount, Mismatch } from './derivedCount.ts'

/** Checks the counters and the activity of bills. Both include the steps that the worker has not folded yet. */
export const billCounts: DerivedCount[] = [
  {
    what: "a bill's activity by day",
    find: (db) => db<Mismatch[]>`
      select coalesce(k.bill_id, a.bill_id) || ' ' || coalesce(k.day, a.day) as "where",
             coalesce(k.points, 0)::text as stored, coalesce(a.points, 0)::text as actual
        from (select * from current_bill_activity where counts_towards_activity(day)) k
        full join actual_bill_activity a on a.bill_id = k.bill_id and a.day = k.day
       where coalesce(k.points, 0) <> coalesce(a.points, 0)`,
    // The repair adds the difference instead of writing the expected value, because members may append steps at the
    // same time.
    repair: async (db) => {
      await foldBillCounters(db)
      await db`
        insert into bill_activity (bill_id, day, points) select bill_id, day, 0 from actual_bill_activity
        on conflict (bill_id, day) do nothing`
      await db`
        update bill_activity k set points = greatest(k.points + coalesce(a.points, 0) - n.points, 0)
          from current_bill_activity n left join actual_bill_activity a on a.bill_id = n.bill_id and a.day = n.day
         where k.bill_id = n.bill_id and k.day = n.day and coalesce(a.points, 0) <> n.points`
    },
  },
  {
    what: "a bill's counts of stances and comments, and its activity score",
    find: (db) => db<Mismatch[]>`
      select c.bill_id as "where", ${countsOf(db)} as stored, to_jsonb(a) as actual
        from all_current_bill_counts c join actual_bill_counts a using (bill_id)
       where ${countsOf(db)} <> to_jsonb(a)`,
    repair: async (db) => {
      await foldBillCounters(db)
      await db`
        update bill_counters n set
               support_count = greatest(n.support_count + a.support_count - c.support_count, 0),
               oppose_count = greatest(n.oppose_count + a.oppose_count - c.oppose_count, 0),
               neutral_count = greatest(n.neutral_count + a.neutral_count - c.neutral_count, 0),
               learning_count = greatest(n.learning_count + a.learning_count - c.learning_count, 0),
               discussion_count = greatest(n.discussion_count + a.discussion_count - c.discussion_count, 0),
               activity_score = greatest(n.activity_score + a.activity_score - c.activity_score, 0)
          from all_current_bill_counts c join actual_bill_counts a using (bill_id)
         where n.bill_id = c.bill_id and ${countsOf(db)} <> to_jsonb(a)`
    },
  },
]

/** Returns a bill's counters as JSON without `echo_version`, which is not a count. */
function countsOf(db: Db) {
  return db`(to_jsonb(c) - 'echo_version')`
}
