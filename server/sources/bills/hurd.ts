import * as z from 'zod/mini'
import {
  BillAction,
  BillSection,
  BillSections,
  billStatuses,
  governmentLevels,
  Sponsor,
} from '#contract/bills/billContent.ts'
import { committeeActivities } from '#contract/bills/billParts.ts'
import { measureTypes } from '#contract/bills/progress.ts'
import { documentTypes } from '#contract/bills/versions.ts'
import { policyAreas, type PolicyArea } from '#contract/topics.ts'
import { withoutInlineTags } from '#server/sources/characters.ts'
import { longTextIn, mapTexts, markupIn, type JsonObject } from '#server/sources/externalJson.ts'
import { isPossibleDay, readFields } from '#server/sources/readFields.ts'
import { readPageSections } from '#server/sources/text/pageSections.ts'
import { readPlainSections, toVersionSections } from '#server/sources/text/plainSections.ts'
import { sanitizeBillHtml } from '#server/sources/text/sanitize.ts'
import { datedActions, HurdParts } from './hurdParts.ts'
import { isHurdVersion, readHurdVersion } from './hurdVersion.ts'
import {
  UnusableRecord,
  type ImportedBill,
  type ImportedText,
  type ImportedTextOnly,
  type ImportedVersion,
} from './importedBill.ts'
import { policyArea } from './topics.ts'

const moment = z.union([z.iso.datetime({ offset: true }), z.iso.date()]).check(isPossibleDay)
const words = z.string().check(z.trim(), z.minLength(1))
const day = z.iso.date().check(isPossibleDay)

/** A version of the text. Its sections have the form of `bill_sections` in the API. */
const HurdVersion = z.object({
  code: z.optional(z.nullable(words)),
  label: words,
  document_type: z.optional(z.nullable(z.enum(documentTypes))),
  printed_on: z.optional(z.nullable(day)),
  sections: z._default(z.nullable(z.array(BillSection)), null),
})

const HurdCommittee = z.object({
  committee_id: z._default(z.nullable(words), null),
  name: words,
  chamber: z._default(z.nullable(words), null),
  parent_name: z._default(z.nullable(words), null),
  activity: z.enum(committeeActivities),
  occurred_on: z._default(z.nullable(day), null),
})

/** One line of Hurd's interchange format: the Bill of the API plus its source. Counters and ids are ignored. */
const HurdRecord = z.object({
  source_id: z
    .string()
    .check(z.regex(/^[a-z0-9]+(\/[a-z0-9._-]+)+$/, { error: 'must look like us/119/hr/22' })),
  source_name: words,
  source_url: z.optional(z.nullable(z.url({ protocol: /^https?$/ }))),
  text_url: z.optional(z.nullable(z.url({ protocol: /^https?$/ }))),
  source_updated_at: z.optional(z.nullable(moment)),
  source_checked_at: z.optional(z.nullable(moment)),
  bill_code: words,
  title: words,
  summary: z._default(z.string(), ''),
  topics: z._default(z.array(z.string()), []),
  government_level: z.enum(governmentLevels),
  jurisdiction: z
    .string()
    .check(z.regex(/^ocd-division\/country:us/, { error: 'must be an OCD division id' })),
  status: z.enum(billStatuses),
  created_at: moment,
  sponsors: z._default(
    z.array(z.extend(Sponsor, { source_person_id: z.optional(z.nullable(z.string())) })),
    [],
  ),
  actions: z._default(z.array(z.extend(BillAction, { date: day })), []),
  formatted_text: z.optional(z.nullable(z.string())),
  bill_sections: z.optional(z.nullable(BillSections)),
  full_text: z.optional(z.nullable(z.string())),
  versions: z._default(z.array(HurdVersion), []),
  /** The committees in the order in which the bill came to them. */
  committees: z.optional(z.array(HurdCommittee)),
  /** The author of the summary. If it is missing, the summary was written for Hurd. */
  summary_by: z.optional(z.enum(['source', 'hurd'])),
  /** The status of a bill before it ended with its session. After the import, it ends with its session here too. */
  status_before_end: z.optional(z.nullable(z.enum(billStatuses))),
  /** The type of measure. Without it, the number and the title decide. */
  measure_type: z.optional(
    z.nullable(z.enum(measureTypes, { error: `must be one of ${measureTypes.join(', ')}` })),
  ),
  parts: z.optional(HurdParts),
})

/** Returns true if a JSON record is in Hurd's interchange format. */
export function isHurd(record: JsonObject): boolean {
  return 'source_id' in record && ('bill_code' in record || isHurdVersion(record))
}

/**
 * Reads a bill, or a version of a bill, in Hurd's interchange format.
 *
 * @throws UnusableRecord with the field and what is wrong with it
 */
export function readHurd(record: JsonObject): ImportedBill | ImportedTextOnly {
  return isHurdVersion(record) ? readHurdVersion(record) : readHurdBill(record)
}

function readHurdBill(record: JsonObject): ImportedBill {
  const decoded = mapTexts(record, (text, key) => {
    if (key === 'formatted_text') return markupIn(text)
    return key === 'full_text' ? longTextIn(text) : withoutInlineTags(longTextIn(text))
  })
  const read = readFields(HurdRecord, decoded)
  const {
    formatted_text = null,
    bill_sections = null,
    full_text = null,
    text_url,
    versions,
    committees,
    summary_by = 'hurd',
    status_before_end,
    parts,
    measure_type,
    ...bill
  } = read
  const actions = bill.actions.length > 0 ? bill.actions : datedActions(parts?.actions ?? [])
  const html = formatted_text ? sanitizeBillHtml(formatted_text) || null : null
  const carried = [...ownText(html, bill_sections, full_text), ...versions.map(readVersion)]
  return {
    ...bill,
    // A summary in this format was written for Hurd, unless the record says that it comes from the source.
    ...(bill.summary.trim() === '' || summary_by === 'source' ? {} : { summary_by }),
    status: status_before_end ?? bill.status,
    source_url: bill.source_url ?? null,
    ...(text_url ? { text_url } : {}),
    source_updated_at: toMoment(bill.source_updated_at),
    source_checked_at: toMoment(bill.source_checked_at),
    created_at: toMoment(bill.created_at) ?? bill.created_at,
    topics: bill.topics.map(knownTopic),
    actions: actions.toSorted((a, b) => a.date.localeCompare(b.date)),
    ...(carried.length > 0 ? { versions: carried } : {}),
    ...(committees || parts || measure_type
      ? {
          parts: {
            ...(committees ? { committees } : {}),
            ...parts,
            ...(measure_type ? { measure_type } : {}),
          },
        }
      : {}),
  }
}

/** Returns the text that a record contains without naming a version. Sections with a note are a summary. */
function ownText(
  html: string | null,
  sections: BillSections | null,
  full_text: string | null,
): ImportedVersion[] {
  const hasSections = (sections?.sections.length ?? 0) > 0
  if (html === null && full_text === null && !hasSections) return []
  const read = sections && hasSections ? toVersionSections(sections) : null
  const isSummary = sections?.note !== undefined && full_text === null
  return [
    {
      code: null,
      label: isSummary ? (sections?.note ?? '') : 'Bill text',
      document_type: isSummary ? 'summary' : 'bill',
      printed_on: null,
      text: {
        format: html ? 'html' : 'plain',
        sections: read ?? (html ? readPageSections(html) : readPlainSections(full_text ?? '')),
        struck_sections: [],
        formatted_text: html,
        full_text,
      },
    },
  ]
}

function readVersion({
  code = null,
  label,
  document_type,
  printed_on = null,
  sections,
}: z.infer<typeof HurdVersion>): ImportedVersion {
  const read = toVersionSections({ sections: sections ?? [] })
  const text: ImportedText = {
    format: 'plain',
    sections: read,
    struck_sections: [],
    formatted_text: null,
    full_text: null,
  }
  return {
    code,
    label,
    ...(document_type ? { document_type } : {}),
    printed_on,
    text: read.length > 0 ? text : null,
  }
}

function toMoment(value: string | null | undefined): string | null {
  return value ? new Date(value).toISOString() : null
}

function knownTopic(topic: string): PolicyArea {
  const area = policyArea(topic)
  if (!area) {
    throw new UnusableRecord(`"${topic}" is not one of the ${Object.keys(policyAreas).length} topics.`)
  }
  return area
}
