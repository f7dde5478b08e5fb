import type { BillSection } from '#contract/bills/billContent.ts'
import type { ImportedText } from '#server/sources/bills/importedBill.ts'
import { readPlainSections, toVersionSections } from './plainSections.ts'
import { tidyLines } from './plainText.ts'

const heading = /^(#{1,6})\s+(.*)$/
const numbered = /^(?:SEC(?:TION|\.)?\s*)?(\d+[A-Za-z]?)\.\s*(.*)$/i

/**
 * Splits a text with markdown-like headings ("#### 2. Findings", "##### (a) In general") into sections, and also
 * returns it as plain text. Only headings at the level of the first numbered heading start a section. Deeper headings
 * belong to that section.
 */
export function outlineText(text: string): ImportedText {
  const lines = tidyLines(text).split('\n')
  const level = lines
    .map((line) => heading.exec(line))
    .find((match) => match && numbered.test(match[2] ?? ''))?.[1]
  const sections: BillSection[] = []
  let content: string[] | null = null
  for (const line of lines) {
    const [, marks, words = ''] = heading.exec(line) ?? []
    const [, number, title] = (marks === level && numbered.exec(words)) || []
    if (number) {
      content = []
      sections.push({ number, title: plain(title ?? ''), content: '' })
    } else if (marks && level && marks.length < level.length) {
      content = null
    } else if (content) {
      content.push(plain(words || line))
    }
    const open = sections.at(-1)
    if (open && content) open.content = content.join('\n').trim()
  }
  const full_text = lines.map((line) => plain(heading.exec(line)?.[2] ?? line)).join('\n')
  return {
    format: 'plain',
    sections: sections.length > 0 ? toVersionSections({ sections }) : readPlainSections(full_text),
    struck_sections: [],
    formatted_text: null,
    full_text,
  }
}

/** Removes emphasis, and the blanks before punctuation that removed marks and cross references left. */
function plain(line: string): string {
  return line.replace(/\*\*([^*]+)\*\*/g, '$1').replace(/ +([.,;:)])(?=\s|$)/g, '$1')
}
