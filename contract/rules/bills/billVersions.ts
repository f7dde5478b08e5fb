import * as z from 'zod/mini'

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

/** Builds the newer text from the older one and the runs. Null if the runs do not belong to the older text. */
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
