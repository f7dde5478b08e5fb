import { createHash } from 'node:crypto'
import {
  sourceFamily,
  omittableFields,
  type ImportedBill,
  type ImportedText,
  type ImportedTextOnly,
} from '../../sources/bills/importedBill.ts'
import { versionRank } from '../../sources/text/textVersion.ts'

type Told = Omit<ImportedBill, 'text' | 'omitted' | 'summary_by' | 'text_url'> & {
  summary_by: 'source' | 'hurd'
  text_url: string | null
}

/** A bill as the database holds it, or as it will once the running batch is written. */
export type Held = Told & {
  content_hash: Buffer
  text: { version: string | null; hash: Buffer; rich: number } | null
}

/** What is to be written of one record. `bill` and `text` are absent when they stay as they are. */
export type Decision =
  | { outcome: 'refused'; reason: string }
  | {
      outcome: 'inserted' | 'updated' | 'unchanged'
      held: Held
      bill?: Held | undefined
      text?: ImportedText | undefined
      checked?: boolean
      /** Why a record that says something else changes nothing. */
      note?: string
    }

/** Where a record of this import stood that told of the same bill. */
export type Earlier = { file: string; record: string; source_updated_at: string | null }

const refused = (reason: string): Decision => ({ outcome: 'refused', reason })

/** What becomes of a whole bill, given what is held of it and what this import has already read of it. */
export function decideBill(
  bill: ImportedBill,
  held: Held | undefined,
  earlier: Earlier | undefined,
): Decision {
  const hash = hashOf(bill)
  const foreign = held && otherFamily(bill, held)
  if (held && foreign) return { outcome: 'unchanged', held, note: foreign }
  if (earlier && !isNewer(bill.source_updated_at, earlier.source_updated_at)) {
    return refused(`The same bill was read before in this import: ${earlier.file}, ${earlier.record}.`)
  }
  if (held && isNewer(held.source_updated_at, bill.source_updated_at) && bill.source_updated_at) {
    return refused(`Older than the record already held (of ${held.source_updated_at?.slice(0, 10) ?? ''}).`)
  }
  const same = held?.content_hash.equals(hash) ?? false
  if (
    held &&
    !same &&
    held.source_name !== bill.source_name &&
    !isNewer(bill.source_updated_at, held.source_updated_at)
  ) {
    const note = `${held.bill_code} is already known from ${held.source_name}, as new as this.`
    return { outcome: 'unchanged', held, note }
  }
  const text = bill.text && betterText(bill.source_id, bill.text, held) === 'better' ? bill.text : undefined
  const next: Held = {
    ...merged(bill, held),
    content_hash: hash,
    text: text ? heldText(text) : (held?.text ?? null),
  }
  if (!held) return { outcome: 'inserted', held: next, bill: next, text }
  if (!same) return { outcome: 'updated', held: next, bill: next, text }
  const checked = isNewer(bill.source_checked_at, held.source_checked_at)
  return { outcome: text ? 'updated' : 'unchanged', held: next, text, checked }
}

/** What becomes of a text: it is laid onto its bill, or brings the bill along when the text itself tells enough of it. */
export function decideText(
  record: ImportedTextOnly,
  held: Held | undefined,
  earlier: Earlier | undefined,
): Decision {
  const { source_id, text } = record
  if (!held) {
    if (!record.bill) {
      return refused(`Its bill (${source_id}) is not held: import the bill first, then its texts.`)
    }
    const bill: Held = { ...told(record.bill), content_hash: textOnlyHash(record.bill), text: heldText(text) }
    return { outcome: 'inserted', held: bill, bill, text }
  }
  const foreign = otherFamily(record, held)
  if (foreign) return { outcome: 'unchanged', held, note: foreign }
  const how = betterText(source_id, text, held)
  const heldVersion = held.text?.version ?? 'unnamed'
  if (how === 'same' && !earlier) return { outcome: 'unchanged', held }
  if (how === 'worse') {
    return refused(
      `Older than the version of the text already held (${text.version ?? 'unnamed'} after ${heldVersion}).`,
    )
  }
  if (how !== 'better' || (earlier && !outranks(source_id, text, held))) {
    return refused(`A version as new is already held (${heldVersion}).`)
  }
  const next: Held = { ...held, text: heldText(text) }
  // A bill that is known only by its text goes with the newest printing.
  if (record.bill && held.content_hash.length === textOnlyLength) {
    const bill: Held = {
      ...told(record.bill),
      created_at: earlierOf(held.created_at, record.bill.created_at),
      content_hash: textOnlyHash(record.bill),
      text: next.text,
    }
    return { outcome: 'updated', held: bill, bill, text }
  }
  return { outcome: 'updated', held: next, text }
}

function otherFamily(record: { source_name: string }, held: Held): string | null {
  if (sourceFamily(record.source_name) === sourceFamily(held.source_name)) return null
  return `${held.bill_code} is already known from ${held.source_name}, which keeps it.`
}

function isNewer(one: string | null, other: string | null): boolean {
  return one !== null && (other === null || one > other)
}

function earlierOf(one: string, other: string): string {
  return one < other ? one : other
}

/**
 * What the record leaves out stays as it is held; so does a summary where the record has none, and one that was written
 * for Hurd where the record's is its own (docs/decisions/015).
 */
function merged(bill: ImportedBill, held: Held | undefined): Told {
  const next = told(bill)
  if (!held) return next
  const kept = omittableFields.filter((field) => bill.omitted?.includes(field))
  const keepsSummary =
    next.summary === '' ||
    kept.includes('summary') ||
    (held.summary_by === 'hurd' && next.summary_by !== 'hurd' && held.summary !== '')
  return {
    ...next,
    text_url: next.text_url ?? held.text_url,
    ...Object.fromEntries(kept.map((field) => [field, held[field]])),
    ...(keepsSummary ? { summary: held.summary, summary_by: held.summary_by } : {}),
  }
}

function told(bill: ImportedBill): Told {
  const { text: _text, omitted: _omitted, summary_by = 'source', text_url = null, ...rest } = bill
  return { ...rest, summary_by, text_url }
}

function betterText(
  source_id: string,
  text: ImportedText,
  held: Held | undefined,
): 'better' | 'same' | 'equal' | 'worse' {
  if (!held?.text) return 'better'
  if (held.text.hash.equals(textHash(text))) return 'same'
  const rank = versionRank(source_id, text.version) - versionRank(source_id, held.text.version)
  if (rank !== 0) return rank > 0 ? 'better' : 'worse'
  if (richness(text) !== held.text.rich) return richness(text) > held.text.rich ? 'better' : 'equal'
  return text.version === held.text.version ? 'better' : 'equal'
}

/** Newer or fuller, not merely another wording of the same printing. */
function outranks(source_id: string, text: ImportedText, held: Held): boolean {
  if (!held.text) return true
  const rank = versionRank(source_id, text.version) - versionRank(source_id, held.text.version)
  return rank > 0 || (rank === 0 && richness(text) > held.text.rich)
}

function richness(text: ImportedText): number {
  return (text.formatted_text ? 2 : 0) + (text.bill_sections ? 1 : 0)
}

function heldText(text: ImportedText): Held['text'] {
  return { version: text.version, hash: textHash(text), rich: richness(text) }
}

export function textHash(text: ImportedText): Buffer {
  const { version, formatted_text, bill_sections, full_text } = text
  return sha256(JSON.stringify([version, formatted_text, bill_sections, full_text]))
}

/** One number for all that a record says of its bill; when it was fetched, and by whom it is told, is not part of that. */
function hashOf(bill: ImportedBill): Buffer {
  const { source_checked_at: _checked, text: _text, summary_by: _by, ...content } = bill
  return sha256(
    JSON.stringify(Object.entries(content).toSorted(([one], [other]) => one.localeCompare(other))),
  )
}

const textOnlyLength = 33

/** One byte longer: a record of the bill itself never has it, so it always replaces what a text told of the bill. */
function textOnlyHash(bill: ImportedBill): Buffer {
  return Buffer.concat([hashOf(bill), Buffer.from([0])])
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
