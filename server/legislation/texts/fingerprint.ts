import { createHash } from 'node:crypto'
import { wholeTextKey, type TextFormat } from '#contract/bills/versions.ts'
import type { ImportedText } from '#server/sources/bills/importedBill.ts'
import { sectionText, wordsIn, wordsOf } from './comparison/words.ts'

export type Fingerprint = {
  text_format: TextFormat
  content_hash: string
  raw_hash: string
  /** The number of sections. 0 if the text is not divided into sections. */
  sections: number
  word_count: number
}

/** `batchesOf` computes fingerprints while the database is busy with the previous batch, and keeps them here. */
const fingerprints = new WeakMap<ImportedText, Fingerprint>()

/**
 * Computes the hashes that identify a text. `content_hash` covers only the words, so a change of spaces or markup does
 * not change it. `raw_hash` covers everything.
 */
export function fingerprint(text: ImportedText): Fingerprint {
  const computed = fingerprints.get(text) ?? compute(text)
  fingerprints.set(text, computed)
  return computed
}

function compute(text: ImportedText): Fingerprint {
  const words = text.sections?.length
    ? text.sections
        .map(sectionText)
        .filter((section) => section !== '')
        .join(' ')
    : wordsIn(text.full_text ?? '').join(' ')
  const { format, sections, struck_sections, formatted_text, full_text } = text
  const hasSections = sections !== null && sections[0]?.key !== wholeTextKey
  return {
    text_format: format,
    content_hash: sha256(words),
    raw_hash: sha256(JSON.stringify([format, sections, struck_sections, formatted_text, full_text])),
    sections: hasSections ? sections.length : 0,
    word_count: wordsOf(words).length,
  }
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
