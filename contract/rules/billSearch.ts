/**
 * What a keyword finds (R43; docs/decisions/012). The browser looks through the cards it has with these very rules, and
 * the database holds what they make of a bill (db/schema/40_bills.sql), so both find the same.
 */

const accents = /[\u0300-\u036f]+/g
// oxlint-disable-next-line no-control-regex -- they are blanks too
const blanks = /[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u00d7\u00f7\u2000-\u206f\u3000]+/g

/** Letters and digits alone, without accents and case, words apart by one blank. */
export function searchWords(text: string): string {
  const plain = text.normalize('NFKD').replace(accents, '').toLowerCase().replaceAll('ς', 'σ')
  return plain.replace(blanks, ' ').trim()
}

/** "H.R. 22", "hr 22" and "HR0022" are hr22; "Int 0123-2024" is int123-2024. */
export function codeKey(code: string): string {
  return searchWords(code)
    .replace(/(^|[^0-9])0+(?=[0-9])/g, '$1')
    .replace(/([0-9]) (?=[0-9])/g, '$1-')
    .replaceAll(' ', '')
}

export type Searched = { bill_code: string; title: string; summary: string }

/** Each field in a line of its own that begins with a blank, so that a blank stands before every word. */
export function searchText({ bill_code, title, summary }: Searched): string {
  return [codeKey(bill_code), searchWords(bill_code), searchWords(title), searchWords(summary)]
    .map((line) => ` ${line}`)
    .join('\n')
}

/** A bill is found when its text has all the parts, or the code; `code` is null where the keyword is none. */
export type Keyword = { code: string | null; parts: string[] }

/** More parts than this would be no keyword; the rest counts as one. */
const mostParts = 6

/** Null when there is no letter and no digit to look for: such a keyword finds nothing. */
export function readKeyword(given: string): Keyword | null {
  const words = searchWords(given)
  if (words === '') return null
  const code = looksLikeCode(words) ? codeKey(words) : null
  // "hr 22" as two words would find every bill with "three" and "2022" in it.
  return { code, parts: code ? [beginning(words)] : partsOf(words.split(' ')) }
}

/** A few letters and then a number: "hr 22", "h j res 4", "int 123 2024", "ld1234"; not "clean water 2026". */
function looksLikeCode(words: string): boolean {
  return /^(?:[a-z]{1,5}|[hs]conres|[a-z]{1,2}(?: (?:[a-z]|con|res)){1,2}) ?[0-9]{1,7}(?: [0-9]{1,7})?[a-z]?$/.test(
    words,
  )
}

/**
 * Every word counts, wherever it stands and also inside of another. Words of one or two letters say too little alone:
 * they count together with their neighbour, as typed, and from the beginning of a word.
 */
function partsOf(words: readonly string[]): string[] {
  const parts: string[] = []
  let open = ''
  for (const word of words) {
    open = open === '' ? beginning(word) : `${open} ${word}`
    if (isShort(word)) continue
    parts.push(open)
    open = ''
  }
  if (open !== '') parts.push(`${parts.pop() ?? ''}${open}`)
  if (parts.length <= mostParts) return parts
  const rest = parts.slice(mostParts - 1).map((part) => part.trim())
  return [...parts.slice(0, mostParts - 1), rest.join(' ')]
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

/** The very bill that was asked for by its code; it comes before all others. */
export function isNamedBy(keyword: Keyword | null, bill: Searched): boolean {
  return keyword?.code != null && codeKey(bill.bill_code) === keyword.code
}
