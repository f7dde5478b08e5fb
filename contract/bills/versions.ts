import * as z from 'zod/mini'
import { endpoint, Id, pageInput, Pagination, Time, wholeNumberBetween } from '#contract/kit/endpoint.ts'
import { StanceCounts } from '#contract/stances.ts'

/**
 * The rules for the HTML of a bill's text. Importers apply them before the text is stored, and the browser applies them
 * again before it shows the text so that neither has to trust the other.
 */

/**
 * The allowed tags give structure and emphasis or show amendments (ins, del, u, s). Scripts, external resources, forms
 * and frames are not allowed.
 */
export const billHtmlTags: readonly string[] = [
  'h1 h2 h3 h4 h5 h6 p br hr div span blockquote pre center section ul ol li dl dt dd',
  'table caption thead tbody tfoot tr th td',
  'a b strong i em u s ins del small sub sup abbr code q cite',
].flatMap((names) => names.split(' '))

/** The attributes that each tag may have. Styles, classes, ids and event handlers are never allowed. */
export const billHtmlAttributes: Readonly<Record<string, readonly string[]>> = {
  a: ['href'],
  ol: ['start'],
  th: ['colspan', 'rowspan'],
  td: ['colspan', 'rowspan'],
}

/**
 * The schemes that a link may have. A relative link points to a page of the source's site, so its URL is removed.
 */
export const billHtmlSchemes: readonly string[] = ['http', 'https']

/** These attributes are added to every link. */
export const billHtmlLinkAttributes = { target: '_blank', rel: 'noopener' } as const

/** The elements that are removed together with their content, because the content is not part of the bill's text. */
export const removedTags: readonly string[] = [
  'script style title head noscript template iframe object embed applet',
  'svg math form textarea select option button xmp noembed noframes',
].flatMap((names) => names.split(' '))

/**
 * The deepest nesting of elements that is accepted. No printed bill reaches it, and a deeper text could only exhaust
 * the reader's browser.
 */
export const billHtmlMaxDepth = 100

/** True if a link may keep this URL. The URL must be absolute and have an allowed scheme. */
export function isBillLink(url: string): boolean {
  try {
    return billHtmlSchemes.includes(new URL(url).protocol.replace(':', ''))
  } catch {
    return false
  }
}

/**
 * The marks of a block. `quoted` is law that the bill quotes in order to amend it. `struck_law` and `added_law` are
 * words of existing law that the bill shows as struck or underlined. All of them belong to the text.
 */
const blockMarks = ['plain', 'quoted', 'struck_law', 'added_law'] as const

export const TextBlock = z.object({
  mark: z.enum(blockMarks),
  /** A paragraph with its enumerator, such as "(b)(1) The Secretary shall…". */
  text: z.string(),
  /** True if the block continues the paragraph of the previous block. */
  continues: z.optional(z.literal(true)),
  /**
   * The path of enumerators inside the section, such as "b-1" for (b)(1). Together with the key of the section, the
   * path identifies the paragraph.
   */
  key: z.optional(z.string()),
})
export type TextBlock = z.infer<typeof TextBlock>

/** A section of one version of a bill. */
export const VersionSection = z.object({
  /** Identifies the section in links, such as "3", "ti.sta.102", or "2~2" for the second section with the number 2. */
  key: z.string(),
  /** The names of the divisions, titles and parts that contain the section, such as ["Title I", "Subtitle A"]. */
  path: z.array(z.string()),
  number: z.string(),
  title: z.string(),
  blocks: z.array(TextBlock),
})
export type VersionSection = z.infer<typeof VersionSection>

export const versionKinds = [
  'first',
  'unchanged',
  'minor',
  'material',
  'unknown',
  'late',
  'retracted',
] as const
export type VersionKind = (typeof versionKinds)[number]

export const textFormats = ['xml', 'uslm', 'html', 'plain', 'pdf'] as const
export type TextFormat = (typeof textFormats)[number]

export const documentTypes = ['bill', 'amendment', 'summary'] as const
export type DocumentType = (typeof documentTypes)[number]

/** If a text has no sections, it is stored as one section with this key. */
export const wholeTextKey = 'text'

/** Returns the text of a section as readers see it: its title and then its paragraphs, one per line. */
export function sectionText(section: Pick<VersionSection, 'title' | 'blocks'>): string {
  const paragraphs = section.blocks.map(({ text, continues }, index) =>
    continues && index > 0 ? text : `\n${text}`,
  )
  return (section.title + paragraphs.join('')).replace(/^\n/, '')
}

/** One piece of a comparison: text that is in both versions, only in the older one, or only in the newer one. */
export const Run = z.object({
  op: z.enum(['=', '-', '+']),
  text: z.string(),
  mark: z.optional(z.enum(['struck_law', 'added_law'])),
})
export type Run = z.infer<typeof Run>

/** Builds the newer text from the older one and the runs, or null if the runs do not belong to the older text. */
export function applyRuns(runs: readonly Run[], older: string): string | null {
  let position = 0
  let newer = ''
  for (const { op, text } of runs) {
    if (op === '+') {
      newer += text
      continue
    }
    if (!older.startsWith(text, position)) return null
    position += text.length
    if (op === '=') newer += text
  }
  return position === older.length ? newer : null
}

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

const VersionNo = wholeNumberBetween(1, 32_767)
/** The version that a stance is about. A bill does not have every number, which is refused as "Version not found". */
export const SentVersionNo = wholeNumberBetween(0, 2_147_483_647)

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
  /** The key of the section in the older version, or null if only one of the two versions has the section. */
  from_key: z.nullable(z.string()),
  number: z.string(),
  from_number: z.nullable(z.string()),
  title: z.string(),
  /** The older text, or null unless the section was removed, or was changed and has no runs. */
  old: z.nullable(z.string()),
  /** The newer text, or null unless the section was added, or was changed and has no runs. */
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
    /** True if the comparison took too long, so some changed sections have their texts instead of runs. */
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
    /** The key in the current version, or null if the section was removed. */
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

/** Identifies the version whose text a response contains. */
export const TextVersion = z.object({
  version_no: z.number(),
  text_format: z.nullable(z.enum(textFormats)),
  sections: z.nullable(z.number()),
})
