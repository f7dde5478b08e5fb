import * as z from 'zod/mini'
import { documentTypes, TextBlock, textFormats } from '#contract/bills/versions.ts'
import { mapTexts, markupIn, type JsonObject } from '#server/sources/externalJson.ts'
import { isPossibleDay, readFields } from '#server/sources/readFields.ts'
import { sanitizeBillHtml } from '#server/sources/text/sanitize.ts'
import type { ImportedTextOnly } from './importedBill.ts'

const optionalText = z._default(z.nullable(z.string()), null)
const Section = z.object({
  key: z.string(),
  path: z.array(z.string()),
  number: z.string(),
  title: z.string(),
  blocks: z.array(TextBlock),
})

/** A version of a bill as a separate record, as in `versions.jsonl` and `texts.jsonl` of the bulk files. */
const HurdVersionRecord = z.object({
  source_id: z
    .string()
    .check(z.regex(/^[a-z0-9]+(\/[a-z0-9._-]+)+$/, { error: 'must look like us/119/hr/22' })),
  source_name: z.string().check(z.minLength(1)),
  version_no: z.number(),
  code: optionalText,
  label: z.string().check(z.minLength(1)),
  document_type: z._default(z.enum(documentTypes), 'bill'),
  printed_on: z._default(z.nullable(z.iso.date().check(isPossibleDay)), null),
  source_url: z._default(z.nullable(z.url({ protocol: /^https?$/ })), null),
  source_document_id: optionalText,
  /** Missing if only the version itself is listed. */
  text: z.optional(
    z.object({
      format: z.enum(textFormats),
      sections: z.nullable(z.array(Section)),
      struck_sections: z._default(z.array(Section), []),
      formatted_text: optionalText,
      full_text: optionalText,
    }),
  ),
})

/** Returns true if a record in Hurd's interchange format is a version of a bill and not the bill itself. */
export function isHurdVersion(record: JsonObject): boolean {
  return 'source_id' in record && 'version_no' in record
}

/**
 * Reads a version of a bill.
 *
 * @throws UnusableRecord with the field and what is wrong with it
 */
export function readHurdVersion(record: JsonObject): ImportedTextOnly {
  // Entities are not decoded, because the texts are copies of stored texts: an `&amp;` in them is what the bill says.
  const read = readFields(HurdVersionRecord, mapTexts(record, markupIn))
  const { source_id, source_name, version_no: _, text: stored, ...version } = read
  const formatted_text = stored?.formatted_text ? sanitizeBillHtml(stored.formatted_text) || null : null
  return {
    source_id,
    source_name,
    version: { ...version, text: stored ? { ...stored, formatted_text } : null },
  }
}
