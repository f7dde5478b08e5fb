import { foldBillCounters } from '../bills/counterFolding.ts'
import { billPartValues } from './billParts.ts'
import { billPaths } from './billPaths.ts'
import { commentsOfBillBy, type DerivedCount, type Mismatch } from './derivedCount.ts'
import { reintroductionValues } from './reintroductions.ts'

/** Checks the values that are derived from a bill's addresses, parts and versions and stored with them. */
export const versionCounts: DerivedCount[] = [
  ...billPaths,
  ...billPartValues,
  ...reintroductionValues,
  {
    what: "the order of a bill's versions",
    find: (db) => db<Mismatch[]>`
      select v.bill_id || ' ' || v.version_no as "where", v.ordinal::text as stored, a.ordinal::text as actual
        from bill_versions v join actual_version_order a using (bill_id, version_no)
       where v.ordinal <> a.ordinal`,
    repair: (db) => db`
      update bill_versions v set ordinal = a.ordinal
        from actual_version_order a
       where a.bill_id = v.bill_id and a.version_no = v.version_no and a.ordinal <> v.ordinal`,
  },
  {
    what: "a bill's current version, its text and its last material change",
    find: (db) => db<Mismatch[]>`
      select c.bill_id as "where",
             jsonb_build_array(c.version_no, c.text_version_no, c.counted_from_version)::text as stored,
             jsonb_build_array(a.version_no, a.text_version_no, a.counted_from_version)::text as actual
        from bill_counters c join actual_current_versions a using (bill_id)
       where (c.version_no, c.text_version_no, c.counted_from_version)
          <> (a.version_no, a.text_version_no, a.counted_from_version)`,
    repair: (db) => db`
      update bill_counters c set version_no = a.version_no, text_version_no = a.text_version_no,
             counted_from_version = a.counted_from_version
        from actual_current_versions a
       where a.bill_id = c.bill_id
         and (c.version_no, c.text_version_no, c.counted_from_version)
          <> (a.version_no, a.text_version_no, a.counted_from_version)`,
  },
  {
    what: "the sections of a bill's text",
    find: (db) => db<Mismatch[]>`
      select coalesce(k.bill_id, a.bill_id) as "where", coalesce(md5(k.sections::text), 'none') as stored,
             coalesce(md5(a.sections::text), 'none') as actual
        from shown_sections k
        full join actual_shown_sections(array(select bill_id from bill_counters where text_version_no > 0)) a using (bill_id)
       where k.sections::text is distinct from a.sections::text`,
    repair: (db) => db`
      select store_shown_sections(array(
        select bill_id from bill_counters where text_version_no > 0 union select bill_id from shown_sections))`,
  },
  {
    what: "a bill's stances by version",
    find: (db) => db<Mismatch[]>`
      select coalesce(k.bill_id, a.bill_id) || ' ' || coalesce(k.version_no, a.version_no) as "where",
             jsonb_build_array(k.support_count, k.oppose_count, k.neutral_count, k.learning_count)::text as stored,
             jsonb_build_array(a.support_count, a.oppose_count, a.neutral_count, a.learning_count)::text as actual
        from current_version_totals k full join actual_version_counts a using (bill_id, version_no)
       where (coalesce(k.support_count, 0), coalesce(k.oppose_count, 0), coalesce(k.neutral_count, 0),
              coalesce(k.learning_count, 0))
          <> (coalesce(a.support_count, 0), coalesce(a.oppose_count, 0), coalesce(a.neutral_count, 0),
              coalesce(a.learning_count, 0))`,
    repair: async (db) => {
      await foldBillCounters(db)
      await db`
        delete from bill_version_counts k where not exists (
          select from actual_version_counts a where (a.bill_id, a.version_no) = (k.bill_id, k.version_no))`
      await db`
        insert into bill_version_counts (bill_id, version_no, support_count, oppose_count, neutral_count, learning_count)
        select bill_id, version_no, support_count, oppose_count, neutral_count, learning_count from actual_version_counts
        on conflict (bill_id, version_no) do update set
          support_count = excluded.support_count, oppose_count = excluded.oppose_count,
          neutral_count = excluded.neutral_count, learning_count = excluded.learning_count`
    },
  },
  commentsOfBillBy("a bill's comments by section", {
    table: 'bill_section_counts',
    view: 'actual_section_counts',
    column: 'section_key',
  }),
]
