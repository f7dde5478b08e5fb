import { searchWords } from '../../contract/rules/bills/billSearch.ts'

type Piece = { text: string; start: number; isMatch: boolean }

/** Bills match such short words only at the beginning of a word (contract/rules/bills/billSearch.ts). */
const minInside = 3

/** The text in pieces, of which some match one of the normalized words. Case and accents make no difference. */
export function splitMatches(text: string, words: readonly string[], anywhere: boolean): Piece[] {
  const pieces: Piece[] = []
  let end = 0
  const push = (from: number, to: number, isMatch: boolean) => {
    if (to > from) pieces.push({ text: text.slice(from, to), start: from, isMatch })
    end = to
  }
  for (const { 0: word, index } of text.matchAll(/[\p{L}\p{N}\p{M}]+/gu)) {
    const range = matchIn(word, words, anywhere)
    if (!range) continue
    push(end, index + range[0], false)
    push(index + range[0], index + range[1], true)
  }
  push(end, text.length, false)
  return pieces
}

/** The longest match in one word of the text, from and to which letter. */
function matchIn(word: string, words: readonly string[], anywhere: boolean): [number, number] | null {
  const plain = searchWords(word)
  let best: [number, number] | null = null
  for (const sought of words) {
    const at =
      anywhere && sought.length >= minInside ? plain.indexOf(sought) : plain.startsWith(sought) ? 0 : -1
    if (at === -1 || (best && best[1] - best[0] >= sought.length)) continue
    best = [at, at + sought.length]
  }
  // A letter that is several when normalized, such as a ligature, shifts positions; the whole word is marked instead.
  return best && plain.length !== word.length ? [0, word.length] : best
}
