import { join } from 'node:path'
import { sourceTerms } from '#contract/sourceTerms.ts'
import type { Pool } from '#server/platform/postgres/db.ts'
import { withSource, type SourceColumns } from '#server/publishing/openData/records/source.ts'
import { openGzipFile, type GzipFile, type WrittenFile } from './gzipFile.ts'
import {
  selectOtherVotes,
  selectSlice,
  selectTexts,
  type BillRow,
  type Folder,
  type Slice,
  type VersionRow,
  type VoteRow,
} from './selectRecords.ts'

export const bulkNames = [
  'bills.jsonl.gz',
  'versions.jsonl.gz',
  'texts.jsonl.gz',
  'vote_events.jsonl.gz',
  'person_votes.csv.gz',
  'sponsorships.csv.gz',
  'aggregates.csv.gz',
] as const
type BulkName = (typeof bulkNames)[number]

export type BulkFile = WrittenFile & { name: string; path: string; row_count: number; source_names: string[] }

const firstId = '00000000-0000-0000-0000-000000000000'
const billsPerSlice = 100
/** A text can be several megabytes long, so only this many are in memory at the same time. */
const textsAtOnce = 4
const sourceColumns = ['source_name', 'source_url', 'license', 'credit']

/** A file that is being written, with the number of its rows and its sources so far. */
type Output = { file: GzipFile; path: string; rows: number; sources: Set<string> }
type Add = (name: BulkName, source_name: string, text: string) => Promise<void>

/**
 * Writes the bulk files of one session or city to a directory, a slice of bills at a time. No transaction lasts longer
 * than a slice, and only one slice is in memory.
 *
 * @param onSlice is called after each slice and returns false to stop
 * @returns null if it was stopped
 */
export async function writeFolder(
  pool: Pool,
  folder: Folder,
  directory: string,
  onSlice: () => Promise<boolean> = async () => true,
): Promise<BulkFile[] | null> {
  const outputs = new Map<BulkName, Output>()
  for (const name of bulkNames) {
    const path = join(directory, name)
    outputs.set(name, { file: openGzipFile(path), path, rows: 0, sources: new Set() })
  }
  const outputOf = (name: BulkName) => {
    const output = outputs.get(name)
    if (!output) throw new Error(`There is no bulk file ${name}`)
    return output
  }
  const add: Add = async (name, source_name, text) => {
    const output = outputOf(name)
    output.rows += 1
    output.sources.add(source_name)
    await output.file.write(text)
  }
  try {
    await outputOf('person_votes.csv.gz').file.write(csvRow(voteHeader))
    await outputOf('sponsorships.csv.gz').file.write(csvRow(sponsorHeader))
    await outputOf('aggregates.csv.gz').file.write(csvRow(aggregateHeader))
    for (let after: string | undefined = firstId; after !== undefined;) {
      const slice: Slice = await selectSlice(pool, folder, after, billsPerSlice)
      await addSlice(pool, slice, add)
      after = slice.bills.at(-1)?.bill_id
      if (!(await onSlice())) return await abortAll(outputs)
    }
    for (let after: string | undefined = firstId; after !== undefined;) {
      const votes: VoteRow[] = await selectOtherVotes(pool, folder, after, billsPerSlice)
      for (const vote of votes) await addVote(vote, add)
      after = votes.at(-1)?.vote_event_id
      if (!(await onSlice())) return await abortAll(outputs)
    }
    const files: BulkFile[] = []
    for (const [name, { file, path, rows, sources }] of outputs) {
      files.push({
        name,
        path,
        row_count: rows,
        source_names: [...sources].toSorted(),
        ...(await file.finish()),
      })
    }
    return files
  } catch (error) {
    await abortAll(outputs)
    throw error
  }
}

async function abortAll(outputs: ReadonlyMap<BulkName, Output>): Promise<null> {
  await Promise.all(Array.from(outputs.values(), ({ file }) => file.abort()))
  return null
}

async function addSlice(pool: Pool, { bills, versions, votes, aggregates }: Slice, add: Add): Promise<void> {
  for (const bill of bills) await addBill(bill, add)
  for (const [bill_id, ofBill] of Map.groupBy(versions, (version) => version.bill_id)) {
    for (const version of ofBill) {
      await add('versions.jsonl.gz', version.source_name, line(versionRecord(version)))
    }
    await addTexts(pool, bill_id, ofBill, add)
  }
  for (const vote of votes) await addVote(vote, add)
  for (const row of aggregates) {
    const { bill_id, division, is_withheld, support, oppose, neutral, learning, total, released_on } = row
    const values = [bill_id, division, is_withheld, support, oppose, neutral, learning, total, released_on]
    await add('aggregates.csv.gz', row.source_name, csvRow([...values, ...sourceCells(row)]))
  }
}

async function addBill(bill: BillRow, add: Add): Promise<void> {
  const record = { ...withSource(bill), ...interchange(bill), created_at: bill.introduced_at }
  await add('bills.jsonl.gz', bill.source_name, line(record))
  for (const [index, sponsor] of bill.parts.sponsorships.entries()) {
    const values = [
      bill.bill_id,
      bill.bill_code,
      index + 1,
      sponsor.name,
      sponsor.classification,
      sponsor.entity_type,
      sponsor.party,
      sponsor.district,
      sponsor.rep_id,
      sponsor.sponsored_on,
      sponsor.withdrawn_on,
    ]
    await add('sponsorships.csv.gz', bill.source_name, csvRow([...values, ...sourceCells(bill)]))
  }
}

async function addTexts(pool: Pool, bill_id: string, versions: VersionRow[], add: Add): Promise<void> {
  const withText = versions.filter(({ text_format }) => text_format !== null)
  for (let at = 0; at < withText.length; at += textsAtOnce) {
    const some = new Map(withText.slice(at, at + textsAtOnce).map((version) => [version.version_no, version]))
    for (const { version_no, text } of await selectTexts(pool, bill_id, [...some.keys()])) {
      const version = some.get(version_no)
      if (version) await add('texts.jsonl.gz', version.source_name, line({ ...versionRecord(version), text }))
    }
  }
}

async function addVote(vote: VoteRow, add: Add): Promise<void> {
  const { roll, ...event } = vote
  const votes = Object.fromEntries(
    Array.from(
      Map.groupBy(roll, ({ option }) => option),
      ([option, voters]) => [option, voters.map(voterText)],
    ),
  )
  const { voted_on: date, voted_at: time, motion_text: motion, source_checked_at: checked_at } = vote
  const record = { ...withSource(event), ...interchange(event), date, time, motion, checked_at, votes }
  await add('vote_events.jsonl.gz', vote.source_name, line(record))
  for (const [index, voter] of roll.entries()) {
    const { voter_name, party, state, district, rep_id, option, source_option } = voter
    const values = [
      vote.vote_event_id,
      vote.bill_id,
      vote.voted_on,
      index + 1,
      voter_name,
      party,
      state,
      district,
    ]
    const cells = [...values, rep_id, option, source_option, ...sourceCells(vote)]
    await add('person_votes.csv.gz', vote.source_name, csvRow(cells))
  }
}

const voteHeader =
  `vote_event_id bill_id voted_on position voter_name party state district rep_id option source_option`
    .split(' ')
    .concat(sourceColumns)
const sponsorHeader =
  `bill_id bill_code position name classification entity_type party district rep_id sponsored_on withdrawn_on`
    .split(' ')
    .concat(sourceColumns)
const aggregateHeader = `bill_id division is_withheld support oppose neutral learning total released_on`
  .split(' ')
  .concat(sourceColumns)

/** Writes a voter in the form that `readHurdVote` reads. */
function voterText({
  source_person_id,
  voter_name,
  party,
  state,
  district,
  source_option,
}: VoteRow['roll'][number]) {
  const parts = [source_person_id, voter_name, party, state, district, source_option]
  return parts.map((part) => (part ?? '').replaceAll('|', '/')).join('|')
}

function versionRecord(version: VersionRow) {
  return { ...withSource(version), ...interchange(version) }
}

/** Returns the source in the form of Hurd's interchange format, in addition to the `source` of public records. */
function interchange({ source_name, source_url, source_checked_at }: SourceColumns) {
  return { source_name, source_url, source_checked_at }
}

function sourceCells({ source_name, source_url }: SourceColumns): (string | null)[] {
  const { license, credit } = sourceTerms(source_name)
  return [source_name, source_url, license, credit]
}

const line = (record: object) => `${JSON.stringify(record)}\n`

type Value = string | number | boolean | null

/** Returns a row of a CSV file (RFC 4180). Missing values are empty. */
export function csvRow(values: readonly Value[]): string {
  return `${values.map(csvCell).join(',')}\r\n`
}

/**
 * Returns a cell. If a spreadsheet would run the text as a formula, an apostrophe is put in front so that it stays
 * text.
 */
function csvCell(value: Value): string {
  if (typeof value !== 'string') return value === null ? '' : String(value)
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
