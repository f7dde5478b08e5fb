import { createHash } from 'node:crypto'
import type { BillAction } from '#contract/bills/billContent.ts'
import type { ActionClass } from '#contract/bills/progress.ts'
import {
  sourceFamily,
  omittableFields,
  type ImportedBill,
  type ImportedTextOnly,
} from '#server/sources/bills/importedBill.ts'
import { versionStage } from '#server/sources/text/textVersion.ts'

type BillFields = Omit<
  ImportedBill,
  'versions' | 'parts' | 'omitted' | 'summary_by' | 'text_url' | 'sponsors' | 'actions' | 'source_record_id'
> & {
  /**
   * The actions, oldest first. Stored actions have their class and roll call, and may have no date. The class of a record's
   * action is derived from its text.
   */
  actions: (Omit<BillAction, 'date'> & {
    date: string | null
    classification?: ActionClass
    roll_number?: number | null
  })[]
  summary_by: 'source' | 'hurd'
  text_url: string | null
}

/** A bill as it is in the database, or as it will be once the current batch is written. */
export type StoredBill = BillFields & {
  content_hash: Buffer
  /**
   * The stage of the version that readers see, or of the newest text that this batch has read so far. Null if the bill has no text.
   */
  text_stage: number | null
}

/** The decision about one record. `bill` is missing if the bill does not change. */
export type Decision =
  | { outcome: 'refused'; reason: string }
  | {
      outcome: 'inserted' | 'updated' | 'unchanged'
      stored: StoredBill
      bill?: StoredBill | undefined
      checked?: boolean
      /** The reason why a record with different content changes nothing. */
      note?: string
    }

/** A record of the same bill that this import has already read. */
export type Earlier = { file: string; record: string; source_updated_at: string | null }

const refusal = (reason: string): Decision => ({ outcome: 'refused', reason })

/** Decides about a bill record, based on the stored bill and on earlier records in this import. */
export function decideBill(
  bill: ImportedBill,
  stored: StoredBill | undefined,
  earlier: Earlier | undefined,
): Decision {
  const hash = hashOf(bill)
  const ownedElsewhere = stored && otherFamily(bill, stored)
  if (stored && ownedElsewhere) return { outcome: 'unchanged', stored, note: ownedElsewhere }
  if (earlier && !isNewer(bill.source_updated_at, earlier.source_updated_at)) {
    return refusal(`This import already contains the bill: ${earlier.file}, ${earlier.record}.`)
  }
  if (stored && isNewer(stored.source_updated_at, bill.source_updated_at) && bill.source_updated_at) {
    return refusal(`Older than the stored record (${stored.source_updated_at?.slice(0, 10) ?? ''}).`)
  }
  const same = stored?.content_hash.equals(hash) ?? false
  if (
    stored &&
    !same &&
    stored.source_name !== bill.source_name &&
    !isNewer(bill.source_updated_at, stored.source_updated_at)
  ) {
    const note = `${stored.bill_code} is already stored from ${stored.source_name}, and this record is not newer.`
    return { outcome: 'unchanged', stored, note }
  }
  const next: StoredBill = {
    ...merged(bill, stored),
    content_hash: hash,
    text_stage: stored?.text_stage ?? null,
  }
  if (!stored) return { outcome: 'inserted', stored: next, bill: next }
  if (!same) return { outcome: 'updated', stored: next, bill: next }
  const checked = isNewer(bill.source_checked_at, stored.source_checked_at)
  return { outcome: 'unchanged', stored: next, checked }
}

/**
 * Decides about the bill of a text. A text with enough information about its bill also creates the bill. The text itself is
 * always stored.
 */
export function decideText(record: ImportedTextOnly, stored: StoredBill | undefined): Decision {
  const { source_id, version } = record
  const stage = versionStage(source_id, version.code, version.label)
  if (!stored) {
    if (!record.bill) {
      const name = source_id || [record.source_name, record.source_record_id].join(' ')
      return refusal(`The bill ${name} is not in the database. Import the bill first, then its texts.`)
    }
    const bill: StoredBill = {
      ...fieldsOf(record.bill),
      content_hash: textOnlyHash(record.bill),
      text_stage: stage,
    }
    return { outcome: 'inserted', stored: bill, bill }
  }
  const isNewest = stored.text_stage === null || stage >= stored.text_stage
  // A bill that was created from a text is updated from the newest version of that text.
  if (record.bill && isNewest && stored.content_hash.length === textOnlyLength) {
    const content_hash = textOnlyHash(record.bill)
    const bill: StoredBill = {
      ...fieldsOf(record.bill),
      created_at: earlierOf(stored.created_at, record.bill.created_at),
      content_hash,
      text_stage: stage,
    }
    if (!content_hash.equals(stored.content_hash)) return { outcome: 'updated', stored: bill, bill }
  }
  return { outcome: 'unchanged', stored: { ...stored, text_stage: isNewest ? stage : stored.text_stage } }
}

function otherFamily(record: { source_name: string }, stored: StoredBill): string | null {
  if (sourceFamily(record.source_name) === sourceFamily(stored.source_name)) return null
  return `${stored.bill_code} belongs to ${stored.source_name}, which keeps it up to date.`
}

function isNewer(date: string | null, other: string | null): boolean {
  return date !== null && (other === null || date > other)
}

function earlierOf(date: string, other: string): string {
  return date < other ? date : other
}

/** A record may also omit the sponsors, but they are stored only in their own table. */
const storedFields = omittableFields.filter((field) => field !== 'sponsors')

/**
 * Fields that the record omits keep their stored values. The summary also keeps its stored value if it was written for
 * Hurd and the record's was not (docs/decisions/015).
 */
function merged(bill: ImportedBill, stored: StoredBill | undefined): BillFields {
  const next = fieldsOf(bill)
  if (!stored) return next
  const omittedFields = storedFields.filter((field) => bill.omitted?.includes(field))
  const keepsSummary =
    next.summary === '' ||
    omittedFields.includes('summary') ||
    (stored.summary_by === 'hurd' && next.summary_by !== 'hurd' && stored.summary !== '')
  return {
    ...next,
    text_url: next.text_url ?? stored.text_url,
    ...Object.fromEntries(omittedFields.map((field) => [field, stored[field]])),
    ...(keepsSummary ? { summary: stored.summary, summary_by: stored.summary_by } : {}),
  }
}

function fieldsOf(bill: ImportedBill): BillFields {
  const {
    versions: _versions,
    omitted: _omitted,
    parts: _parts,
    sponsors: _sponsors,
    source_record_id: _record,
    summary_by = 'source',
    text_url = null,
    ...rest
  } = bill
  return { ...rest, summary_by, text_url }
}

/**
 * Returns a hash of the record without the time when it was fetched, the author of the summary, the source's id of the record, and the
 * versions, which are compared on their own.
 */
function hashOf(bill: ImportedBill): Buffer {
  const {
    source_checked_at: _checked,
    versions: _versions,
    summary_by: _by,
    source_record_id: _record,
    ...content
  } = bill
  return sha256(
    JSON.stringify(Object.entries(content).toSorted(([field], [other]) => field.localeCompare(other))),
  )
}

/** The length of the content hash of a bill that is known only from its text. */
export const textOnlyLength = 33

/**
 * Returns a hash that is one byte longer than the hash of a bill record so that a bill record always replaces fields
 * derived from a text.
 */
function textOnlyHash(bill: ImportedBill): Buffer {
  return Buffer.concat([hashOf(bill), Buffer.from([0])])
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
