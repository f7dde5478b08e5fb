import { billPartValues } from './billParts.ts'
import { billPaths } from './billPaths.ts'
import { commentsOfBillBy, type DerivedCount, type Mismatch } from './derivedCount.ts'

/** What is stored about a bill's addresses, parts and versions beside its record and the parts and versions themselves. */
export const versionCounts: DerivedCount[] = [
  ...billPaths,
  ...billPartValues,
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
  commentsOfBillBy("a bill's comments by section", {
    table: 'bill_section_counts',
    view: 'actual_section_counts',
    column: 'section_key',
  }),
]
