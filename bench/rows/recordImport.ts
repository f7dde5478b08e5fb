import { importBills, type BillReport } from '#server/legislation/bills/import/import.ts'
import type { Pool } from '#server/platform/postgres/db.ts'
import type { Reading } from '#server/sources/bills/importedBill.ts'
import { reading } from '#server/sources/files.ts'
import { readHurdVote } from '#server/sources/votes/hurdVotes.ts'
import { goals, judge } from '../report/goals.ts'
import { formatCount, type Section } from '../report/tables.ts'
import { words } from '../seed/seedWords.ts'
import type { Cluster } from '../server/cluster.ts'
import { formatSpread, spreadOf } from '../spread.ts'

/** What the record of a state bill contains on average. One bill in four reaches a vote, in a chamber of a hundred members. */
const actionsPerBill = 8
const versionsPerBill = 2
const sectionsPerVersion = 6
const billsPerRoll = 4
const chamberSize = 100

export type RecordImport = { records: number; perSecond: number[]; againPerSecond: number[] }

/** Imports bills with sponsors, actions, two versions of their text and roll calls into an empty database, and then again. */
export async function measureRecordImport(
  cluster: Cluster,
  records: number,
  repeats: number,
): Promise<RecordImport> {
  const { pool } = await cluster.database('bench_records')
  await insertChamber(pool)
  const billRecords = Array.from({ length: records }, (_, at) => billRecord(at + 1))
  const measured: RecordImport = { records, perSecond: [], againPerSecond: [] }
  for (let turn = 0; turn < repeats; turn += 1) {
    await pool`truncate bills, bill_totals, vote_events cascade`
    await pool`checkpoint`
    const first = await importBills(pool, readings(billRecords))
    const again = await importBills(pool, readings(billRecords))
    if (first.inserted !== records || again.unchanged !== records) {
      throw new Error(
        `not all records were imported: ${JSON.stringify([summaryOf(first), summaryOf(again)])}`,
      )
    }
    await requireComplete(pool, records)
    measured.perSecond.push(records / first.seconds)
    measured.againPerSecond.push(records / again.seconds)
  }
  return measured
}

/** The members of the chamber so that the import links every voter to a representative. */
async function insertChamber(pool: Pool): Promise<void> {
  await pool`
    insert into representatives (rep_id, rep_name, source_name, source_checked_at)
    select 'bench-' || n, 'Representative ' || n, 'Benchmark', now() from generate_series(1, ${chamberSize}::int) n
    on conflict do nothing`
  await pool`
    insert into representative_terms (rep_id, organization, title, government_level, division, valid_from)
    select 'bench-' || n, 'oh/lower', 'Representative', 'state',
           'ocd-division/country:us/state:oh/sldl:' || n, date '2025-01-06'
      from generate_series(1, ${chamberSize}::int) n
     where not exists (select from representative_terms where organization = 'oh/lower')`
}

async function* readings(records: readonly ReturnType<typeof billRecord>[]): AsyncIterable<Reading> {
  for (const [at, record] of records.entries()) {
    const n = at + 1
    const read = reading('bench', `record ${n}`, record, 'hurd')
    yield 'imported' in read && n % billsPerRoll === 0 ? { ...read, votes: [rollOf(n)] } : read
  }
}

const sourceIdOf = (n: number) => `oh/136/hb${n}`
const wordsFrom = (start: number, length: number) =>
  Array.from({ length }, (_, at) => words[(start * 7 + at * (1 + (start % 11))) % words.length]).join(' ')
const dayOf = (n: number, step: number) =>
  new Date(Date.UTC(2025, 0, 6 + (n % 200) + step * 9)).toISOString().slice(0, 10)

function billRecord(n: number) {
  return {
    source_id: sourceIdOf(n),
    source_name: 'Benchmark',
    bill_code: `HB ${n}`,
    title: `${wordsFrom(n, 8)} act`,
    summary: wordsFrom(n + 1, 40),
    topics: ['health'],
    government_level: 'state',
    jurisdiction: 'ocd-division/country:us/state:oh',
    status: 'pending',
    created_at: dayOf(n, 0),
    source_url: `https://bills.example.org/${n}`,
    sponsors: [1, 2, 3].map((at) => ({
      name: `Representative ${1 + ((n + at) % chamberSize)}`,
      party: null,
      role: at === 1 ? 'Sponsor' : 'Cosponsor',
      district: null,
    })),
    actions: Array.from({ length: actionsPerBill }, (_, at) => ({
      date: dayOf(n, at),
      text: `${wordsFrom(n + at, 6)} ${at}`,
      chamber: 'House',
    })),
    versions: Array.from({ length: versionsPerBill }, (_, at) => ({
      label: ['Introduced', 'As Reported by House Committee'][at],
      printed_on: dayOf(n, at),
      // The second version has one section that differs.
      sections: Array.from({ length: sectionsPerVersion }, (__, section) => ({
        number: `${section + 1}`,
        title: wordsFrom(n + section, 4),
        content: wordsFrom(n + section + (section === 2 ? at : 0), 90),
      })),
    })),
  }
}

function rollOf(n: number) {
  const voters = Array.from({ length: chamberSize }, (_, at) => `bench-${at + 1}|Representative ${at + 1}`)
  const split = 40 + (n % 50)
  const imported = readHurdVote({
    vote_key: `oh/lower/136/${n}`,
    organization: 'oh/lower',
    session: '136',
    bill: sourceIdOf(n),
    date: dayOf(n, 6),
    motion: 'Passage of the bill',
    number: `${n}`,
    counts: { yes: `${split}`, no: `${chamberSize - split}` },
    votes: { yes: voters.slice(0, split), no: voters.slice(split) },
    source_name: 'Benchmark',
  })
  return { file: 'bench', record: `roll ${n}`, imported }
}

const summaryOf = ({ refusals, inserted, updated, unchanged }: BillReport) => ({
  inserted,
  updated,
  unchanged,
  refusals: refusals.slice(0, 3),
})

/** Fails if the import has not stored everything, because an incomplete import would look fast. */
async function requireComplete(pool: Pool, records: number): Promise<void> {
  const rolls = Math.floor(records / billsPerRoll)
  const [counts] = await pool<{ versions: number; uncompared: number; votes: number }[]>`
    select (select count(*)::int from bill_versions) as versions,
           (select count(*)::int from bill_versions where kind is null) as uncompared,
           (select count(*)::int from person_votes where rep_id is not null) as votes`
  const expected = { versions: records * versionsPerBill, uncompared: 0, votes: rolls * chamberSize }
  if (JSON.stringify(counts) !== JSON.stringify(expected)) {
    throw new Error(`expected ${JSON.stringify(expected)}, not ${JSON.stringify(counts)}`)
  }
}

export function reportRecordImport({ records, perSecond, againPerSecond }: RecordImport): Section {
  return {
    lines: [
      `Import of ${formatCount(records)} bills with ${actionsPerBill} actions, ${versionsPerBill} versions of ` +
        `${sectionsPerVersion} sections, and a roll of ${chamberSize} voters on every fourth: ` +
        `${formatSpread(spreadOf(perSecond))} a second new, ${formatSpread(spreadOf(againPerSecond))} unchanged`,
    ],
    measurements: [judge(goals.recordImport, perSecond)],
  }
}
