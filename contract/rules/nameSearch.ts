import { searchWords } from './bills/billSearch.ts'
import { codePoints } from './text.ts'

/* The rules by which the global search matches names of members, groups, representatives and topics: each word of
   the query must be the beginning of a word of the name. The server finds names by the same rule
   (db/schema/85_search.sql), and the browser marks the letters that matched. */

/** The fewest letters and digits of a query. A shorter one would match too much. */
export const minSearchLength = 2

const maxWords = 6

/**
 * Returns the words of a query. Empty if the query is too short. Words beyond a maximum are ignored, which limits the
 * work of a search.
 */
export function queryWords(query: string): string[] {
  const words = searchWords(query)
  return codePoints(words.replaceAll(' ', '')) < minSearchLength ? [] : words.split(' ').slice(0, maxWords)
}

export function matchesName(words: readonly string[], name: string): boolean {
  const named = searchWords(name).split(' ')
  return words.every((word) => named.some((part) => part.startsWith(word)))
}
