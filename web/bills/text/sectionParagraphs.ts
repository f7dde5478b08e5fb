import type { TextBlock, VersionSection } from '../../../contract/rules/bills/billVersions.ts'

/** A paragraph of a section. `key` names it in links; null if the text gives it no enumerator. */
export type Paragraph = {
  key: string | null
  /** How many enumerators lead to it: 1 for (b), 2 for (b)(1). */
  depth: number
  isQuoted: boolean
  pieces: Pick<TextBlock, 'mark' | 'text'>[]
}

/** Joins the blocks of a section into paragraphs. Only the first paragraph with a key has it, so that ids are unique. */
export function sectionParagraphs({ key, blocks }: Pick<VersionSection, 'key' | 'blocks'>): Paragraph[] {
  const used = new Set<string>()
  const paragraphs: Paragraph[] = []
  for (const { mark, text, continues, key: inside } of blocks) {
    const last = paragraphs.at(-1)
    if (continues && last) {
      last.pieces.push({ mark, text })
      continue
    }
    const full = inside && !used.has(inside) ? `${key}-${inside}` : null
    if (inside) used.add(inside)
    const depth = inside ? inside.split('-').length : 0
    paragraphs.push({ key: full, depth, isQuoted: mark === 'quoted', pieces: [{ mark, text }] })
  }
  return paragraphs
}
