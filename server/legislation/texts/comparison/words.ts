import type { VersionSection } from '#contract/bills/versions.ts'

const enumerators = /\((?:[a-z]{1,5}|\d{1,3})\)/g
const wordPattern = /\$?\d+(?:\.\d+)?%?|\p{L}+/gu
// Most texts have no other characters, and an import reads thousands of pages.
// oxlint-disable-next-line no-control-regex -- every character of ASCII
const ascii = /^[\u0000-\u007f]*$/
const asciiWordPattern = /\$?\d+(?:\.\d+)?%?|[a-z]+/g

/**
 * Returns the words of a text that count, without list letters, capitals, punctuation, thousands separators, kinds of
 * quotes and spaces beside $ and %, because a difference in these does not change the bill.
 */
export function wordsIn(text: string): string[] {
  // Typographic quotes and dashes alone need no closer look.
  const isPlain = ascii.test(text)
  const simple = isPlain ? text : text.replace(/[‘’]/g, "'").replace(/[“”–—§]/g, ';')
  const isAscii = isPlain || ascii.test(simple)
  const words = (isAscii ? simple : foldSigns(simple))
    .toLowerCase()
    .replace(enumerators, ' ')
    .replace(/,(?<=\d,)(?=\d{3}(?!\d))/g, '')
    .replace(/\$\s+(?=\d)/g, '$$')
    .replace(/\s+%(?<=\d\s+%)/g, '%')
    .replace(/['`‘’ʼ]/g, '')
  return words.match(isAscii ? asciiWordPattern : wordPattern) ?? []
}

/** Returns a text with one form of each letter, number and kind of space. */
function foldSigns(text: string): string {
  return (
    text
      // Raised and lowered numbers and fractions are numbers of their own: 10²⁵ is not 1025, and 1½ is not 11/2.
      .replace(/[²³¹⁰-⁹₀-₉]+|[¼-¾⅐-⅞]/g, ' $& ')
      // Before the normalization, which makes these marks and the narrow spaces of numbers spaces like all others.
      .replace(/[´`‛′]/g, "'")
      .replace(/(?<=\d)[\u2009\u202f](?=\d{3}(?!\d))/g, '')
      .normalize('NFKC')
  )
}

/**
 * Returns the words of the title and then those of the paragraphs. The number of a section is not part of its words.
 */
export function sectionWords({ title, blocks }: Pick<VersionSection, 'title' | 'blocks'>): string[] {
  const paragraphs: string[] = []
  for (const { text, continues } of blocks) {
    if (continues && paragraphs.length > 0) paragraphs[paragraphs.length - 1] += text
    else paragraphs.push(text)
  }
  return [title, ...paragraphs].flatMap(wordsIn)
}

const sectionTexts = new WeakMap<object, string>()

/** Returns the words of a section, joined by spaces. They are kept, because an import hashes and then compares them. */
export function sectionText(section: Pick<VersionSection, 'title' | 'blocks'>): string {
  const text = sectionTexts.get(section) ?? sectionWords(section).join(' ')
  sectionTexts.set(section, text)
  return text
}

/** Returns the words of a text in which they are joined by spaces. */
export function wordsOf(joined: string): string[] {
  return joined === '' ? [] : joined.split(' ')
}

export function countEach(words: Iterable<string>): Map<string, number> {
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}

/** Returns how many entries of the first multiset are missing from the second. */
export function missingFrom(counts: Map<string, number>, other: Map<string, number>): number {
  let missing = 0
  for (const [word, count] of counts) missing += Math.max(0, count - (other.get(word) ?? 0))
  return missing
}

/** A number after one of these words refers to a part of a law. */
const references = new Set(
  'section sections sec subsection subsections paragraph paragraphs subparagraph subparagraphs clause clauses title part chapter'.split(
    ' ',
  ),
)
const binding = new Set(
  'shall must may not no never unless except only prohibited repealed exempt'.split(' '),
)

/** Returns the numbers, the amounts and the words that bind, forbid or exempt. */
function operativeTerms(words: readonly string[]): string[] {
  return words.filter(
    (word, index) => binding.has(word) || (/^\$?\d/.test(word) && !references.has(words[index - 1] ?? '')),
  )
}

/** Returns true if two texts have different operative terms, regardless of their order. */
export function differsInTerms(older: readonly string[], newer: readonly string[]): boolean {
  const [before, after] = [countEach(operativeTerms(older)), countEach(operativeTerms(newer))]
  return missingFrom(before, after) > 0 || missingFrom(after, before) > 0
}
