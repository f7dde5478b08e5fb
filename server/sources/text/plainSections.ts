import type { BillSections } from '#contract/bills/billContent.ts'
import type { VersionSection } from '#contract/bills/versions.ts'
import { withoutPageLayout } from './pageLayout.ts'
import { tidyLines } from './plainText.ts'
import { sectionKeys, wholeText } from './sectionKeys.ts'

/** Matches a line that begins a paragraph even if the line before it does not end a sentence. */
const paragraphStart =
  /^(?:whereas\b|resolved\b|be it\b|now,? therefore|sec(?:tion|\.)\s*\d|§|\(\w{1,4}\)\s|[-•*]\s)/i

/** The maximum number of characters at the end of a line that are searched for a divided word. */
const longestWord = 60
/** The first parts of compound words, which keep their hyphen at the end of a line. */
const compoundStart =
  /(?:^|[^a-z])(?:all|anti|co|cross|day|ex|first|five|four|full|half|high|in|inter|long|low|mid|multi|non|off|on|one|over|part|post|pre|pro|quasi|second|self|semi|short|six|state|sub|ten|third|three|two|under|well|year|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|\w+-\w+)$/i

/**
 * Returns the paragraphs of text that was extracted from a document, as one section, because such a text has no
 * sections.
 */
export function readPlainSections(text: string): VersionSection[] {
  return toSections(withoutPageLayout(text))
}

/** Reads text that was extracted from a document, without the layout of its pages. */
export function readPlainText(text: string): { sections: VersionSection[]; full_text: string } {
  const clean = withoutPageLayout(text)
  return { sections: toSections(clean), full_text: tidyLines(clean) }
}

function toSections(clean: string): VersionSection[] {
  return wholeText(paragraphsOf(clean).map((text) => ({ mark: 'plain' as const, text })))
}

function paragraphsOf(text: string): string[] {
  const paragraphs: string[] = []
  let words: ReadonlySet<string> | null = null
  // Few texts divide a word, so the words are listed only for those.
  const wordsOfText = () => (words ??= new Set(text.toLowerCase().match(/\w+(?:-\w+)*/g)))
  let isParagraphOpen = false
  for (const line of text.split('\n')) {
    if (line === '') {
      isParagraphOpen = false
      continue
    }
    const last = paragraphs.at(-1)
    if (last !== undefined && isParagraphOpen && !paragraphStart.test(line)) {
      paragraphs[paragraphs.length - 1] = joinLines(last, line, wordsOfText)
    } else paragraphs.push(line)
    isParagraphOpen = !/[.:;!?”"]$/.test(line)
  }
  return paragraphs
}

/** Joins two lines of a paragraph. A hyphen that only divides a word is removed, and one of a compound word is kept. */
function joinLines(before: string, after: string, wordsOfText: () => ReadonlySet<string>): string {
  const [, firstPart = ''] = before.endsWith('-') ? (/([\w-]+)-$/.exec(before.slice(-longestWord)) ?? []) : []
  const [, secondPart = ''] = /^(\w+)/.exec(after) ?? []
  const isDivided = firstPart !== '' && secondPart !== '' && !/^(?:and|or|to)$/i.test(secondPart)
  if (!isDivided) return `${before} ${after}`
  const isWordBreak = /[a-z]$/.test(firstPart) && /^[a-z]/.test(secondPart)
  const words = wordsOfText()
  const compound = `${firstPart}-${secondPart}`.toLowerCase()
  const isCompound =
    words.has(compound) ||
    (compoundStart.test(firstPart) && !words.has(compound.replaceAll('-', ''))) ||
    /^\w+-/.test(after)
  return isWordBreak && !isCompound ? before.slice(0, -1) + after : before + after
}

/** Converts sections that have numbers and titles to sections of a version. */
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
