import * as z from 'zod/mini'
import { endpoint, Id, pageInput, Pagination, Time, wholeNumberBetween } from '#contract/kit/endpoint.ts'
import {
  documentTypes,
  Run,
  TextBlock,
  textFormats,
  versionKinds,
} from '#contract/rules/bills/billVersions.ts'
import { StanceCounts } from '#contract/rules/stances.ts'

/** The number of sections on one page of a comparison. */
export const comparisonPageSize = 50

const counts = {
  sections_changed: z.nullable(z.number()),
  sections_added: z.nullable(z.number()),
  sections_removed: z.nullable(z.number()),
  sections_moved: z.nullable(z.number()),
}

export const BillVersion = z.object({
  version_no: z.number(),
  /** The name of the version at the source, such as "ih" or "Substitute H-2". */
  code: z.nullable(z.string()),
  label: z.string(),
  document_type: z.enum(documentTypes),
  /** The date as YYYY-MM-DD. */
  printed_on: z.nullable(z.string()),
  first_seen_at: Time,
  text_format: z.nullable(z.enum(textFormats)),
  has_text: z.boolean(),
  kind: z.nullable(z.enum(versionKinds)),
  source_name: z.string(),
  source_url: z.nullable(z.string()),
  sections: z.nullable(z.number()),
  word_count: z.nullable(z.number()),
  words_changed: z.nullable(z.number()),
  operative_terms_changed: z.nullable(z.boolean()),
  ...counts,
  /** The version with which this version is compared. It is the one that was current when this version arrived. */
  compared_with: z.nullable(z.number()),
  is_current: z.boolean(),
})
export type BillVersion = z.infer<typeof BillVersion>

export const listVersions = endpoint('GET /api/bills/:id/versions', {
  access: 'user',
  input: { id: Id },
  output: {
    /** The versions, latest first. */
    versions: z.array(
      z.extend(BillVersion, {
        /** The counts of today's stances that were taken or confirmed on this version. */
        counts: StanceCounts,
      }),
    ),
    /** The counts of today's stances that belong to no version, because the bill had no text when they were taken. */
    unversioned_counts: StanceCounts,
  },
  refuses: ['bill_not_found'],
})

export const VersionNo = wholeNumberBetween(1, 32_767)

const ShownSection = z.object({
  key: z.string(),
  path: z.array(z.string()),
  number: z.string(),
  title: z.string(),
  blocks: z.array(TextBlock),
})

export const getVersion = endpoint('GET /api/bills/:id/versions/:version_no', {
  access: 'user',
  input: { id: Id, version_no: VersionNo },
  output: {
    version: BillVersion,
    sections: z.array(z.extend(ShownSection, { comment_count: z.number() })),
    /** The sections that the version itself marks as deleted. They are not part of the version's text. */
    struck_sections: z.array(ShownSection),
    full_text: z.nullable(z.string()),
    formatted_text: z.nullable(z.string()),
  },
  refuses: ['bill_not_found', 'version_not_found', 'version_text_unavailable'],
})

export const ComparisonSummary = z.object({
  kind: z.nullable(z.enum(versionKinds)),
  words_changed: z.number(),
  words_added: z.number(),
  words_removed: z.number(),
  operative_terms_changed: z.boolean(),
  sections: z.number(),
  sections_changed: z.number(),
  sections_added: z.number(),
  sections_removed: z.number(),
  sections_moved: z.number(),
})
export type ComparisonSummary = z.infer<typeof ComparisonSummary>

export const SectionComparison = z.object({
  state: z.enum(['unchanged', 'moved', 'changed', 'added', 'removed']),
  key: z.string(),
  /** The key of the section in the older version. Null if only one of the two versions has the section. */
  from_key: z.nullable(z.string()),
  number: z.string(),
  from_number: z.nullable(z.string()),
  title: z.string(),
  /** The older text. Null unless the section was removed, or was changed and has no runs. */
  old: z.nullable(z.string()),
  /** The newer text. Null unless the section was added, or was changed and has no runs. */
  new: z.nullable(z.string()),
  /**
   * The differences inside a changed section: `=` and `-` together are the older text, `=` and `+` the newer text. Null
   * for any other section.
   */
  runs: z.nullable(z.array(Run)),
  operative_terms_changed: z.boolean(),
})
export type SectionComparison = z.infer<typeof SectionComparison>

export const compareVersions = endpoint('GET /api/bills/:id/versions/compare', {
  access: 'user',
  input: { id: Id, from: VersionNo, to: VersionNo, ...pageInput(comparisonPageSize) },
  output: {
    bill_code: z.string(),
    title: z.string(),
    from: BillVersion,
    to: BillVersion,
    /** True if the comparison took too long, so that some changed sections have their texts instead of runs. */
    is_truncated: z.boolean(),
    /** False if a text has no sections. The texts are then compared by paragraph. */
    have_sections: z.boolean(),
    summary: ComparisonSummary,
    sections: z.array(SectionComparison),
    pagination: Pagination,
  },
  refuses: ['bill_not_found', 'version_not_found', 'version_text_unavailable', 'versions_not_comparable'],
})

/** Returns the current key of a section of an earlier version. */
export const locateSection = endpoint('GET /api/bills/:id/versions/:version_no/sections/:key', {
  access: 'user',
  input: { id: Id, version_no: VersionNo, key: z.string().check(z.regex(/^[a-z0-9~.-]{1,60}$/)) },
  output: {
    state: z.enum(['same', 'moved', 'removed']),
    /** The key in the current version. Null if the section was removed. */
    key: z.nullable(z.string()),
    from_number: z.string(),
    number: z.nullable(z.string()),
    current_version_no: z.number(),
  },
  refuses: [
    'bill_not_found',
    'version_not_found',
    'section_not_found',
    'version_text_unavailable',
    'versions_not_comparable',
  ],
})

/** Identifies the version whose text an answer contains. */
export const TextVersion = z.object({
  version_no: z.number(),
  text_format: z.nullable(z.enum(textFormats)),
  sections: z.nullable(z.number()),
})
