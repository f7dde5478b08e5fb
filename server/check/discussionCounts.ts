import { commentsOfBillBy, type DerivedCount, type Mismatch } from './derivedCount.ts'

/** Checks the counts of a bill's comments by place and by category, and the counts of changed minds. */
export const discussionCounts: DerivedCount[] = [
  commentsOfBillBy("a bill's comments by place", {
    table: 'bill_local_counts',
    view: 'actual_local_counts',
    column: 'ocd_city_id',
  }),
  {
    what: "a bill's comments and threads by category",
    find: (db) => db<Mismatch[]>`
      select coalesce(k.bill_id, a.bill_id) || ' ' || coalesce(k.category_id, a.category_id) as "where",
             coalesce(k.comment_count, 0) || ' in ' || coalesce(k.thread_count, 0) as stored,
             coalesce(a.comment_count, 0) || ' in ' || coalesce(a.thread_count, 0) as actual
        from bill_category_counts k
        full join actual_category_counts a on a.bill_id = k.bill_id and a.category_id = k.category_id
       where (coalesce(k.comment_count, 0), coalesce(k.thread_count, 0))
          <> (coalesce(a.comment_count, 0), coalesce(a.thread_count, 0))`,
    repair: async (db) => {
      await db`
        delete from bill_category_counts k where not exists (
          select from actual_category_counts a where a.bill_id = k.bill_id and a.category_id = k.category_id)`
      await db`
        insert into bill_category_counts (bill_id, category_id, comment_count, thread_count)
        select bill_id, category_id, comment_count, thread_count from actual_category_counts
        on conflict (bill_id, category_id) do update set
          comment_count = excluded.comment_count, thread_count = excluded.thread_count`
    },
  },
  {
    what: "a bill's changed minds by stance",
    find: (db) => db<Mismatch[]>`
      select concat_ws(' ', bill_id, from_stance, to_stance) as "where",
             coalesce(k.member_count, 0)::text as stored, coalesce(a.member_count, 0)::text as actual
        from bill_mind_changes k full join actual_bill_mind_changes a using (bill_id, from_stance, to_stance)
       where coalesce(k.member_count, 0) <> coalesce(a.member_count, 0)`,
    repair: async (db) => {
      await db`
        delete from bill_mind_changes k where not exists (
          select from actual_bill_mind_changes a
           where (a.bill_id, a.from_stance, a.to_stance) = (k.bill_id, k.from_stance, k.to_stance))`
      await db`
        insert into bill_mind_changes (bill_id, from_stance, to_stance, member_count)
        select bill_id, from_stance, to_stance, member_count from actual_bill_mind_changes
        on conflict (bill_id, from_stance, to_stance) do update set member_count = excluded.member_count`
    },
  },
]
