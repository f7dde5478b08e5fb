import type { Db, Pool } from '#server/platform/postgres/db.ts'
import { withoutIndexes } from './seed.ts'

/**
 * The number of voters of a roll, which is also the size of each of the four chambers. The first two representatives represent
 * New York, where the members live. With 46,512 rolls each representative has voted 11,628 times, as after thirty years in
 * Congress.
 */
export const votersPerRoll = 430
const organizations = ['us/house', 'ca/lower', 'fl/lower', 'tx/lower']

/** The numbers of rows that differ between the sizes of the benchmark. */
export type RecordAmounts = {
  /** Bills that have roll calls, those that are read and the most active ones. */
  billsWithRolls: number
  rolls: number
  versions: number
}

/**
 * The number of bills whose pages the benchmark reads. These bills have the same number of rolls and versions at every size so
 * that pages with the same content are compared. All other rolls and versions are spread over the other bills.
 */
export const billsRead = 100
const rollsOfBillRead = 3
const versionsOfBillRead = 5

/** Adds rolls with `votersPerRoll` voters, and versions with their texts, to the seeded bills. Requires a superuser. */
export async function insertRecords(pool: Pool, amounts: RecordAmounts): Promise<void> {
  await pool.begin(async (db) => {
    await db`set local statement_timeout = 0`
    await db`set local maintenance_work_mem = '1GB'`
    await db`set local work_mem = '128MB'`
    // The rows are valid by construction.
    await db`set local session_replication_role = replica`
    await db`
      create temp table numbered on commit drop as
      select bill_id, source_id, row_number() over (order by length(source_id), source_id)::int as position from bills`
    await db`create unique index on numbered (position)`
    await db`analyze numbered`
    await withoutIndexes(db, ['vote_events', 'person_votes'], () => insertRolls(db, amounts))
    await withoutIndexes(db, ['bill_versions', 'bill_version_texts'], () => insertVersions(db, amounts))
  })
  await pool`vacuum (analyze)`
}

/** SQL for the position of the bill to which the n-th row belongs. Each of the bills that are read gets `rowsPerBillRead` rows. */
function positionOf(db: Db, bills: number, rowsPerBillRead: number) {
  return db`case when n <= ${billsRead * rowsPerBillRead}::int then 1 + (n - 1) % ${billsRead}::int
                 else 1 + ${billsRead}::int + (n - 1 - ${billsRead * rowsPerBillRead}::int) % ${bills - billsRead}::int end`
}

async function insertRolls(db: Db, { rolls, billsWithRolls }: RecordAmounts): Promise<void> {
  const representatives = votersPerRoll * organizations.length
  await db`
    insert into representatives (rep_id, rep_name, source_name, source_checked_at)
    select 'bench-' || n, 'Representative ' || n, 'Benchmark', now() from generate_series(1, ${representatives}::int) n`
  await db`
    insert into representative_terms (rep_id, organization, title, government_level, division, valid_from, party)
    select 'bench-' || n, (${organizations}::text[])[1 + (n - 1) / ${votersPerRoll}::int], 'Representative', 'federal',
           'ocd-division/country:us/state:' || case when n <= 2 then 'ny' else 'tx' end, '2010-01-03',
           (array['Democratic', 'Republican'])[1 + n % 2]
      from generate_series(1, ${representatives}::int) n`
  await db`
    insert into vote_events (vote_event_id, vote_key, bill_id, bill_source_id, organization, legislative_session, number,
                             voted_on, motion_text, motion_classification, direction, counts_for_agreement, yes_count,
                             no_count, listed_count, is_complete, source_name, content_hash)
    select overlay(overlay(md5('roll' || n) placing '4' from 13) placing '8' from 17)::uuid, 'bench/' || n, b.bill_id, b.source_id,
           (${organizations}::text[])[1 + n % 4], '119', n, date '2010-01-06' + n % 6000, 'On Passage', 'passage', 'for',
           true, 215, 215, ${votersPerRoll}::int, true, 'Benchmark', sha256(n::text::bytea)
      from generate_series(1, ${rolls}::int) n
      join numbered b on b.position = ${positionOf(db, billsWithRolls, rollsOfBillRead)}`
  await db`
    insert into person_votes (vote_event_id, position, option, voter_name, voted_on, party, rep_id)
    select e.vote_event_id, n, (array['yes', 'no'])[1 + (e.number + n) % 2], 'Representative ' || r, e.voted_on,
           (array['Democratic', 'Republican'])[1 + n % 2], 'bench-' || r
      from (select * from vote_events order by number) e
     cross join generate_series(1, ${votersPerRoll}::int) n
     cross join lateral (select e.number % 4 * ${votersPerRoll}::int + n as r) voter`
  await db`
    insert into attendance_by_year (rep_id, year, listed, voted)
    select rep_id, year, listed, voted from actual_attendance_by_year`
  await db`
    insert into bill_last_votes (bill_id, organization, vote_event_id, voted_on)
    select bill_id, organization, vote_event_id, voted_on from actual_bill_last_votes`
}

/** Every bill has a version. The texts of the bills that are read have twenty sections, the others two. */
async function insertVersions(db: Db, { versions }: RecordAmounts): Promise<void> {
  const [{ bills } = { bills: 0 }] = await db<
    { bills: number }[]
  >`select count(*)::int as bills from numbered`
  await db`
    insert into bill_versions (bill_id, version_no, ordinal, stage, code, label, source_name, source_document_id, text_format,
                               content_hash, raw_hash, sections, word_count, kind, compared_with, words_changed,
                               operative_terms_changed, sections_changed, sections_added, sections_removed, sections_moved)
    select bill_id, no, no, 1, 'v' || no, 'Version ' || no, 'Benchmark', n::text, 'plain', hash, hash, sections, sections * 40,
           case when no = 1 then 'first' else 'minor' end, nullif(no - 1, 0), case when no > 1 then 12 end,
           case when no > 1 then false end, case when no > 1 then 1 end, case when no > 1 then 0 end,
           case when no > 1 then 0 end, case when no > 1 then 0 end
      from (select bill_id, n, sha256(n::text::bytea) as hash, case when position <= ${billsRead}::int then 20 else 2 end as sections,
                   (row_number() over (partition by bill_id order by n))::smallint as no
              from generate_series(1, ${versions}::int) n
              join numbered b on b.position = ${positionOf(db, bills, versionsOfBillRead)}) drawn`
  await db`
    insert into bill_version_texts (bill_id, version_no, sections)
    select bill_id, version_no,
           (select jsonb_agg(jsonb_build_object(
                     'key', s::text, 'path', json_build_array(s::text), 'number', s::text, 'title', 'Section ' || s,
                     'blocks', json_build_array(json_build_object('mark', 'plain', 'text',
                       repeat('The city shall publish a report on the use of these funds. ', 4) ||
                       case when s = 2 then 'Version ' || version_no else '' end))) order by s)
              from generate_series(1, sections) s)
      from bill_versions`
  // The planner has no statistics of the new versions yet.
  await db`analyze bills, bill_versions, bill_counters`
  await db`
    update bill_counters c set version_no = a.version_no, text_version_no = a.text_version_no,
           counted_from_version = a.counted_from_version
      from actual_current_versions a where a.bill_id = c.bill_id`
  await db`select store_shown_sections(array(select bill_id from bill_counters where text_version_no > 0))`
}
