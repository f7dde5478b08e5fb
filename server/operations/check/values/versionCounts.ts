import { bills, type DerivedCount, type Mismatch } from '#server/operations/check/derivedCount.ts'
import { lockRecords } from '#server/operations/check/locks.ts'
import type { Scope } from '#server/operations/check/scope.ts'
import type { Db } from '#server/platform/postgres/db.ts'

/** Checks the values that are derived from the versions of a bill, and the stances on each of them. */
export const versionCounts: DerivedCount[] = [
  {
    what: "the order of a bill's versions",
    keys: bills,
    find: (db, scope) => db<Mismatch[]>`
      select bill_id as key, bill_id || ' ' || version_no as "where", v.ordinal::text as stored, a.ordinal::text as actual
        from bill_versions v
        join (select * from actual_version_order where ${scope.has('bill_id')}) a using (bill_id, version_no)
       where v.ordinal <> a.ordinal`,
    repair: {
      lock: lockRecords,
      write: (db, scope) => db`
        update bill_versions v set ordinal = a.ordinal
          from (select * from actual_version_order where ${scope.has('bill_id')}) a
         where a.bill_id = v.bill_id and a.version_no = v.version_no and a.ordinal <> v.ordinal`,
    },
  },
  {
    what: "a bill's current version, its text and its last material change",
    keys: bills,
    find: (db, scope) => db<Mismatch[]>`
      select c.bill_id as key, c.bill_id as "where",
             jsonb_build_array(c.version_no, c.text_version_no, c.counted_from_version)::text as stored,
             jsonb_build_array(a.version_no, a.text_version_no, a.counted_from_version)::text as actual
        from bill_counters c join ${scope.rows('actual_current_versions')} a using (bill_id)
       where ${scope.has('c.bill_id')}
         and (c.version_no, c.text_version_no, c.counted_from_version)
          <> (a.version_no, a.text_version_no, a.counted_from_version)`,
    repair: {
      lock: lockRecords,
      write: (db, scope) => db`
        update bill_counters c set version_no = a.version_no, text_version_no = a.text_version_no,
               counted_from_version = a.counted_from_version
          from ${scope.rows('actual_current_versions')} a
         where a.bill_id = c.bill_id
           and (c.version_no, c.text_version_no, c.counted_from_version)
            <> (a.version_no, a.text_version_no, a.counted_from_version)`,
    },
  },
  {
    what: "the sections of a bill's text",
    keys: bills,
    find: (db, scope) => db<Mismatch[]>`
      select bill_id as key, bill_id as "where", coalesce(md5(k.sections::text), 'none') as stored,
             coalesce(md5(a.sections::text), 'none') as actual
        from (select * from shown_sections where ${scope.has('bill_id')}) k
        full join actual_shown_sections(array(
          select bill_id from bill_counters where text_version_no > 0 and ${scope.has('bill_id')})) a using (bill_id)
       where k.sections::text is distinct from a.sections::text`,
    repair: {
      lock: lockRecords,
      write: (db, scope) => db`
        select store_shown_sections(array(
          select bill_id from bill_counters where text_version_no > 0 and ${scope.has('bill_id')}
          union select bill_id from shown_sections where ${scope.has('bill_id')}))`,
    },
  },
  {
    what: "a bill's stances by version",
    keys: bills,
    find: (db, scope) => db<Mismatch[]>`
      select bill_id as key, bill_id || ' ' || version_no as "where",
             jsonb_build_array(stored_support, stored_oppose, stored_neutral, stored_learning)::text as stored,
             jsonb_build_array(support_count, oppose_count, neutral_count, learning_count)::text as actual
        from ${wrongVersions(db, scope)} d`,
    repair: {
      needsFold: true,
      // Only folds change these rows. Members append steps, so the difference is added.
      lock: (db) => db`select lock_bill_counters()`,
      write: async (db, scope) => {
        await db`
          insert into bill_version_counts (bill_id, version_no)
          select d.bill_id, d.version_no from ${wrongVersions(db, scope)} d join bill_counters using (bill_id)
          on conflict do nothing`
        await db`
          update bill_version_counts k set
                 support_count = greatest(k.support_count + d.support_count - d.stored_support, 0),
                 oppose_count = greatest(k.oppose_count + d.oppose_count - d.stored_oppose, 0),
                 neutral_count = greatest(k.neutral_count + d.neutral_count - d.stored_neutral, 0),
                 learning_count = greatest(k.learning_count + d.learning_count - d.stored_learning, 0)
            from ${wrongVersions(db, scope)} d
           where (d.bill_id, d.version_no) = (k.bill_id, k.version_no)`
      },
    },
  },
]

function wrongVersions(db: Db, scope: Scope) {
  return db`(
    select bill_id, version_no,
           coalesce(k.support_count, 0) as stored_support, coalesce(k.oppose_count, 0) as stored_oppose,
           coalesce(k.neutral_count, 0) as stored_neutral, coalesce(k.learning_count, 0) as stored_learning,
           coalesce(a.support_count, 0) as support_count, coalesce(a.oppose_count, 0) as oppose_count,
           coalesce(a.neutral_count, 0) as neutral_count, coalesce(a.learning_count, 0) as learning_count
      from (select * from current_version_totals where ${scope.has('bill_id')}) k
      full join (select * from actual_version_counts where ${scope.has('bill_id')}) a using (bill_id, version_no)
     where (coalesce(k.support_count, 0), coalesce(k.oppose_count, 0), coalesce(k.neutral_count, 0),
            coalesce(k.learning_count, 0))
        <> (coalesce(a.support_count, 0), coalesce(a.oppose_count, 0), coalesce(a.neutral_count, 0),
            coalesce(a.learning_count, 0)))`
}
