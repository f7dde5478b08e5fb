/**
 * The rules by which a keyword matches bills (docs/decisions/012). The browser applies these rules to the cards that it
 * has loaded. The database stores the same normalized text of each bill (db/tables/40_bills.sql), so that both find the
 * same bills.
 */

const accents = /[\u0300-\u036f]+/g
// oxlint-disable-next-line no-control-regex -- control characters count as blanks
const blanks = /[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u00d7\u00f7\u2000-\u206f\u3000]+/g

/** The ʻokina, apostrophes and what people type in their place. */
export const apostrophes = /['`´ʹʻʼʽʾʿ‘’‛′＇]/g

/**
 * Returns a text with only lowercase letters and digits, without accents and apostrophes, and with single spaces between
 * words, so that "hawaii", "Hawai'i" and "Hawaiʻi" are the same.
 */
export function searchWords(text: string): string {
  const plain = text
    .replace(apostrophes, '')
    .normalize('NFKD')
    .replace(accents, '')
    .toLowerCase()
    .replaceAll('ς', 'σ')
  return plain.replace(blanks, ' ').trim()
}

/** Turns "H.R. 22", "hr 22" and "HR0022" into hr22, "Int 0123-2024" into int123-2024, and "ABX1 1" and "ABX11" into abx11. */
export function codeKey(code: string): string {
  return searchWords(code)
    .replace(/(^|[^0-9])0+(?=[0-9])/g, '$1')
    .replace(/([0-9]) (?=[0-9])/g, '$1-')
    .replaceAll(' ', '')
    .replace(/^([a-z]+x[0-9])-(?=[0-9])/, '$1')
}

export type Searched = { bill_code: string; title: string; summary: string }

/** Returns the fields of a bill, each on a line that starts with a space, so that every word has a space before it. */
export function searchText({ bill_code, title, summary }: Searched): string {
  return [codeKey(bill_code), searchWords(bill_code), searchWords(title), searchWords(summary)]
    .map((line) => ` ${line}`)
    .join('\n')
}

/**
 * A keyword matches a bill if the bill's text contains all `parts`, or if the bill's code contains `code`. `code` is
 * null if the keyword is not a bill code.
 */
export type Keyword = { code: string | null; parts: string[] }

/** The most parts of a keyword, which limits the work of a search. Any further words are joined into the last part. */
const maxParts = 6

/** Splits a keyword into its parts. Null if the text has no letter or digit, because such a keyword matches no bill. */
export function readKeyword(text: string): Keyword | null {
  const words = searchWords(text)
  if (words === '') return null
  const code = looksLikeCode(words) ? codeKey(words) : null
  // As two separate words, "hr 22" would find every bill that contains "three" and "2022".
  return { code, parts: code ? [beginning(words)] : partsOf(words.split(' ')) }
}

/**
 * Says whether a keyword consists of a few letters and a number, such as "hr 22", "h j res 4", "ld1234", "hb 25b 1001" or "sb 2 a".
 * "clean water 2026" is not a code.
 */
function looksLikeCode(words: string): boolean {
  return /^(?:[a-z]{1,5}|[hs]conres|[a-z]{1,2}(?: (?:[a-z]|con|res)){1,2}) ?[0-9]{1,7}(?:[a-z]?(?: [0-9]{1,7})| ?[a-z])?[a-z]?$/.test(
    words,
  )
}

/**
 * Splits words into parts. A word is matched anywhere, even inside another word. A word of one or two letters would
 * match too much, so it is matched together with the next word, and only at the beginning of a word.
 */
function partsOf(words: readonly string[]): string[] {
  const parts: string[] = []
  let pending = ''
  for (const word of words) {
    pending = pending === '' ? beginning(word) : `${pending} ${word}`
    if (isShort(word)) continue
    parts.push(pending)
    pending = ''
  }
  if (pending !== '') parts.push(`${parts.pop() ?? ''}${pending}`)
  if (parts.length <= maxParts) return parts
  const rest = parts.slice(maxParts - 1).map((part) => part.trim())
  return [...parts.slice(0, maxParts - 1), rest.join(' ')]
}

function beginning(words: string): string {
  return isShort(words.split(' ')[0] ?? '') ? ` ${words}` : words
}

function isShort(word: string): boolean {
  return word.length < 3
}

export function findsBill(keyword: Keyword | null, bill: Searched): boolean {
  if (!keyword) return false
  const text = searchText(bill)
  return (
    keyword.parts.every((part) => text.includes(part)) ||
    (keyword.code !== null && codeKey(bill.bill_code).includes(keyword.code))
  )
}

/** Says whether the keyword is exactly this bill's code. Such a bill is listed first. */
export function isNamedBy(keyword: Keyword | null, bill: Searched): boolean {
  return keyword?.code != null && codeKey(bill.bill_code) === keyword.code
}
