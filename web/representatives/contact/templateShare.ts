const minOwnShare = 1 / 3
/** Only the first words are compared, because a longer message has enough words of its own. */
const maxWords = 1_200

/**
 * The share of a message that is not from the template, from 0 (unchanged) to 1: the words outside the longest common
 * subsequence, relative to the longer text. Case, punctuation and spacing are ignored.
 */
export function ownShare(template: string, message: string): number {
  const [ours, theirs] = [wordsOf(template), wordsOf(message)]
  const longer = Math.max(ours.length, theirs.length)
  return longer === 0 ? 0 : 1 - commonWords(ours, theirs) / longer
}

/** Whether less than a third of the template was changed. The form then shows a hint. */
export function isMostlyTemplate(template: string, message: string): boolean {
  return ownShare(template, message) < minOwnShare
}

function wordsOf(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}'’]+/gu) ?? []
  return words.slice(0, maxWords)
}

/** The length of the longest common subsequence of words. */
function commonWords(ours: readonly string[], theirs: readonly string[]): number {
  let before = Array.from({ length: theirs.length + 1 }, () => 0)
  for (const word of ours) {
    const row = [0]
    for (const [at, other] of theirs.entries()) {
      const longest = word === other ? (before[at] ?? 0) + 1 : Math.max(before[at + 1] ?? 0, row[at] ?? 0)
      row.push(longest)
    }
    before = row
  }
  return before.at(-1) ?? 0
}
