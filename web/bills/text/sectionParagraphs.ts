import type { TextBlock, VersionSection } from '#contract/bills/versions.ts'

/** A paragraph of a section. Links contain its `key`, which is null if the paragraph has no enumerator such as (b). */
export type Paragraph = {
  key: string | null
  /** The number of enumerators that lead to the paragraph: 1 for (b), 2 for (b)(1). */
  depth: number
  isQuoted: boolean
  pieces: Pick<TextBlock, 'mark' | 'text'>[]
}

/**
 * Joins the blocks of a section into paragraphs. If two paragraphs have the same key, the second gets none: ids are
 * unique.
 */
export function sectionParagraphs({ key, blocks }: Pick<VersionSection, 'key' | 'blocks'>): Paragraph[] {
  const usedKeys = new Set<string>()
  const paragraphs: Paragraph[] = []
  for (const { mark, text, continues, key: keyInSection } of blocks) {
    const last = paragraphs.at(-1)
    if (continues && last) {
      last.pieces.push({ mark, text })
      continue
    }
    const uniqueKey = keyInSection && !usedKeys.has(keyInSection) ? `${key}-${keyInSection}` : null
    if (keyInSection) usedKeys.add(keyInSection)
    const depth = keyInSection ? keyInSection.split('-').length : 0
    paragraphs.push({ key: uniqueKey, depth, isQuoted: mark === 'quoted', pieces: [{ mark, text }] })
  }
  return paragraphs
}
