const atLeast = 1 / 3
/** Longer letters are compared by their beginning: whoever wrote so much has used their own words. */
const mostWords = 1_200

/**
 * How much of a letter is its writer's own, from 0 (the template as it was) to 1: the share of words, of the longer of
 * both texts, that are not the template's in the template's order. Case, punctuation and spacing do not count.
 */
export function ownShare(template: string, letter: string): number {
  const [ours, theirs] = [wordsOf(template), wordsOf(letter)]
  const longer = Math.max(ours.length, theirs.length)
  return longer === 0 ? 0 : 1 - commonWords(ours, theirs) / longer
}

/** Whether the writer has changed less than a third of the template: then a hint says that own words count more. */
export function isMostlyTemplate(template: string, letter: string): boolean {
  return ownShare(template, letter) < atLeast
}

function wordsOf(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}'’]+/gu) ?? []
  return words.slice(0, mostWords)
}

/** Length of the longest sequence of words that both have in the same order. */
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
