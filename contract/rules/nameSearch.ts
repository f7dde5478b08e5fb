import { searchWords } from './bills/billSearch.ts'
import { codePoints } from './text.ts'

/*
 * How the search from anywhere matches names of members, groups, representatives and topics: each word of the query is the
 * beginning of a word of the name. The server finds them by the same words (db/schema/85_search.sql), and the browser marks
 * what matched.
 */

/** A shorter query would match too much. */
export const minSearchLength = 2

const maxWords = 6

/** The words of a query; empty if it is too short. Further words are ignored, which limits the work of a search. */
export function queryWords(query: string): string[] {
  const words = searchWords(query)
  return codePoints(words.replaceAll(' ', '')) < minSearchLength ? [] : words.split(' ').slice(0, maxWords)
}

export function matchesName(words: readonly string[], name: string): boolean {
  const named = searchWords(name).split(' ')
  return words.every((word) => named.some((part) => part.startsWith(word)))
}
