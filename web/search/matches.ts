import { searchWords } from '#contract/search.ts'

type Piece = { text: string; start: number; isMatch: boolean }

/** A shorter word of a query matches a bill only at the beginning of a word (contract/search.ts). */
const minLengthInside = 3

/** Matches a word with the apostrophes inside it, which searches ignore. */
const wordPattern = /[\p{L}\p{N}\p{M}]+(?:['`´’‘‛′＇][\p{L}\p{N}\p{M}]+)*/gu

/** Splits a text into pieces that match one of the normalized words, and pieces that do not. */
export function splitMatches(text: string, words: readonly string[], anywhere: boolean): Piece[] {
  const pieces: Piece[] = []
  let end = 0
  const push = (from: number, to: number, isMatch: boolean) => {
    if (to > from) pieces.push({ text: text.slice(from, to), start: from, isMatch })
    end = to
  }
  for (const { 0: word, index } of text.matchAll(wordPattern)) {
    const range = matchIn(word, words, anywhere)
    if (!range) continue
    push(end, index + range[0], false)
    push(index + range[0], index + range[1], true)
  }
  push(end, text.length, false)
  return pieces
}

/** Returns the positions at which the longest match in one word of the text starts and ends. */
function matchIn(word: string, words: readonly string[], anywhere: boolean): [number, number] | null {
  const normalized = searchWords(word)
  let longest: [number, number] | null = null
  for (const queryWord of words) {
    const canBeInside = anywhere && queryWord.length >= minLengthInside
    const start = canBeInside ? normalized.indexOf(queryWord) : normalized.startsWith(queryWord) ? 0 : -1
    if (start === -1 || (longest && longest[1] - longest[0] >= queryWord.length)) continue
    longest = [start, start + queryWord.length]
  }
  // Normalizing turns a ligature into several letters, which shifts the positions, so the whole word is marked.
  return longest && normalized.length !== word.length ? [0, word.length] : longest
}
