import { searchWords } from '#contract/search.ts'

const maxLength = 200

/** Ends a sentence: a period, a question or an exclamation mark before a blank and a capital letter, or a new line. */
const sentenceEnd = /(?<=[.?!]["”’)]?)\s+(?=[¿¡"“‘(]*\p{Lu})|\n+/u

/**
 * Returns the first sentence of a summary with most of the words that the title does not contain, shortened around the first of
 * them. Null if the title contains all words, or the summary none of the others. `translation` is the same sentence of the translated
 * summary, whose sentences are the same.
 */
export function excerptOf(
  summary: string,
  title: string,
  words: readonly string[],
  translatedSummary: string | null,
): { excerpt: string; translation: string | null } | null {
  const titleWords = searchWords(title).split(' ')
  const wanted = words.filter((word) => !titleWords.some((part) => part.startsWith(word)))
  if (wanted.length === 0) return null
  let best = { sentence: '', count: 0, index: 0 }
  for (const [index, sentence] of summary.split(sentenceEnd).entries()) {
    const count = countOf(sentence, wanted)
    if (count > best.count) best = { sentence: sentence.trim(), count, index }
  }
  if (best.count === 0) return null
  const translated = translatedSummary?.split(sentenceEnd)[best.index]?.trim()
  return {
    excerpt: shorten(best.sentence, wanted),
    translation: translated ? shorten(translated, wanted) : null,
  }
}

function countOf(text: string, wanted: readonly string[]): number {
  const textWords = searchWords(text).split(' ')
  return wanted.filter((word) => textWords.some((part) => part.startsWith(word))).length
}

/** Cuts a long sentence between words so that the first wanted word is in it. */
function shorten(sentence: string, wanted: readonly string[]): string {
  if (sentence.length <= maxLength) return sentence
  const parts = sentence.split(/\s+/)
  const first = parts.findIndex((part) => countOf(part, wanted) > 0)
  let start = Math.max(0, first)
  let length = parts[start]?.length ?? 0
  while (start > 0 && length + (parts[start - 1]?.length ?? 0) < maxLength / 3) {
    start -= 1
    length += (parts[start]?.length ?? 0) + 1
  }
  let text = parts[start] ?? ''
  let end = start + 1
  while (end < parts.length && text.length + (parts[end]?.length ?? 0) + 1 < maxLength) {
    text += ` ${parts[end]}`
    end += 1
  }
  return `${start > 0 ? '… ' : ''}${text}${end < parts.length ? ' …' : ''}`
}
