import type { BillSections } from '../../../contract/rules/bills/billContent.ts'
import type { VersionSection } from '../../../contract/rules/bills/billVersions.ts'
import { sectionKeys, wholeText } from './sectionKeys.ts'

const lineNumber = /^\s*\d{1,2}\s{1,6}(?=\S)/
const pageHeader =
  /^\s*(?:page\s+\d+(?:\s+of\s+\d+)?|-\s*\d+\s*-|\d{1,3}|(?:no\.|act)\s+\d+\s+page\s+\d+.*|as\s+(?:passed|introduced)\b.*page\s+\d+.*)\s*$/i
/** Matches a line that begins a paragraph even if the line before it does not end a sentence. */
const paragraphStart =
  /^(?:whereas\b|resolved\b|be it\b|now,? therefore|sec(?:tion|\.)\s*\d|§|\(\w{1,4}\)\s|[-•*]\s)/i

/**
 * Returns the paragraphs of text that was extracted from a document, as one section, because such a text has no
 * sections.
 */
export function readPlainSections(text: string): VersionSection[] {
  return wholeText(paragraphsOf(text).map((paragraph) => ({ mark: 'plain' as const, text: paragraph })))
}

function paragraphsOf(text: string): string[] {
  const lines = text.split('\n').filter((line) => !pageHeader.test(line))
  const written = lines.filter((line) => line.trim() !== '')
  // Numbers count as a margin only if nearly every line has one.
  const hasNumbers = written.filter((line) => lineNumber.test(line)).length > written.length * 0.7
  const paragraphs: string[] = []
  let isOpen = false
  for (const raw of lines) {
    const line = (hasNumbers ? raw.replace(lineNumber, '') : raw).replace(/[\s\u00a0]+/g, ' ').trim()
    if (line === '') {
      isOpen = isOpen && hasNumbers
      continue
    }
    const last = paragraphs.at(-1)
    if (last !== undefined && isOpen && !paragraphStart.test(line)) {
      const isHyphenated = /[a-z]-$/.test(last) && /^[a-z]/.test(line)
      paragraphs[paragraphs.length - 1] = isHyphenated ? last.slice(0, -1) + line : `${last} ${line}`
    } else paragraphs.push(line)
    isOpen = !/[.:;!?”"]$/.test(line)
  }
  return paragraphs
}

/** Returns sections whose numbers and titles are known, as version sections. */
export function toVersionSections({ sections }: BillSections): VersionSection[] {
  return sectionKeys(
    sections.map(({ number, title, content }) => ({
      prefix: '',
      path: [],
      number,
      title,
      blocks: content
        .split('\n')
        .filter((line) => line.trim() !== '')
        .map((text) => ({ mark: 'plain' as const, text })),
      kind: 'r' as const,
    })),
  )
}
