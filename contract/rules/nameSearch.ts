import { apostrophes, searchWords } from './bills/billSearch.ts'
import { codePoints } from './text.ts'

/* The rules by which the global search matches names of members, groups, representatives and topics: each word of
   the query must be the beginning of a word of the name. The server finds names by the same rule
   (db/functions/85_search.sql), and the browser marks the letters that matched. */

/** The fewest letters and digits of a query. A shorter one would match too much. */
const minSearchLength = 2

const maxWords = 6

/**
 * Returns the words of a query. Empty if the query is too short. Words beyond a maximum are ignored, which limits the
 * work of a search.
 */
export function queryWords(query: string): string[] {
  const words = searchWords(query)
  return codePoints(words.replaceAll(' ', '')) < minSearchLength ? [] : words.split(' ').slice(0, maxWords)
}

/**
 * Returns the words by which a name is found. "O'Brien", "Smith-Jones" and "de la Cruz" are found as one word too, because
 * people type them with and without apostrophes, hyphens and spaces.
 */
function nameWords(name: string): string[] {
  const split = searchWords(name.replace(apostrophes, ' ')).split(' ')
  const joined = searchWords(name.replace(/[-‐‑]/g, '')).split(' ')
  const rest = split.flatMap((word, index) => (word.length <= 3 ? [split.slice(index).join('')] : []))
  return [...new Set([...split, ...joined, ...rest])]
}

export function matchesName(words: readonly string[], name: string): boolean {
  const named = nameWords(name)
  const begins = (word: string) => named.some((part) => part.startsWith(word))
  return words.every(begins) || begins(words.join(''))
}

/** Returns the text of a tsquery that finds the same names. The words contain only letters and digits. */
export function nameQuery(words: readonly string[]): string {
  const each = words.map((word) => `'${word}':*`).join(' & ')
  return words.length > 1 ? `(${each}) | '${words.join('')}':*` : each
}
