const minOwnShare = 1 / 3
/** Only this many words are compared, because a longer message certainly contains enough of the member's own words. */
const maxWords = 1_200

/**
 * Returns how much a message differs from the template, from 0 (the same words) to 1 (no word in common). It is the share of
 * words outside the longest common subsequence in the longer text. Case, punctuation and spacing are ignored.
 */
export function ownShare(template: string, message: string): number {
  const [templateWords, messageWords] = [wordsOf(template), wordsOf(message)]
  const longer = Math.max(templateWords.length, messageWords.length)
  return longer === 0 ? 0 : 1 - countCommonWords(templateWords, messageWords) / longer
}

/** Returns true if the message differs from the template by less than a third. The form then shows a hint. */
export function isMostlyTemplate(template: string, message: string): boolean {
  return ownShare(template, message) < minOwnShare
}

function wordsOf(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}'’]+/gu) ?? []
  return words.slice(0, maxWords)
}

/**
 * Returns the length of the longest common subsequence of words, with the usual table of which only two rows are kept.
 */
function countCommonWords(templateWords: readonly string[], messageWords: readonly string[]): number {
  let previousRow = Array.from({ length: messageWords.length + 1 }, () => 0)
  for (const templateWord of templateWords) {
    const row = [0]
    for (const [index, messageWord] of messageWords.entries()) {
      const longest =
        templateWord === messageWord
          ? (previousRow[index] ?? 0) + 1
          : Math.max(previousRow[index + 1] ?? 0, row[index] ?? 0)
      row.push(longest)
    }
    previousRow = row
  }
  return previousRow.at(-1) ?? 0
}
