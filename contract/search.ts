import * as z from 'zod/mini'
import { msg } from '#contract/kit/translate.ts'
import { billStatuses, governmentLevels } from './bills/billContent.ts'
import { keywordMaxLength } from './bills/bills.ts'
import { WordsLanguage } from './bills/billTranslation.ts'
import { endpoint, Id } from './kit/endpoint.ts'
import { codePoints, plainLetters } from './kit/text.ts'
import { UserCard } from './people.ts'

/**
 * The rules by which a keyword matches bills (docs/decisions/012). The browser applies these rules to the cards that it
 * has loaded. The database stores the same normalized text of each bill (db/tables/40_bills.sql) so that both find the
 * same bills.
 */

const accents = /[\u0300-\u036f]+/g
// oxlint-disable-next-line no-control-regex -- control characters count as blanks
const blanks = /[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u00d7\u00f7\u2000-\u206f\u3000]+/g

/** The ʻokina, apostrophes and what people type in their place. */
const apostrophes = /['`´ʹʻʼʽʾʿ‘’‛′＇]/g

/**
 * Returns a text with only lowercase letters and digits, without accents and apostrophes, and with single spaces between
 * words so that "hawaii", "Hawai'i" and "Hawaiʻi" are the same.
 */
export function searchWords(text: string): string {
  const plain = text
    .replace(apostrophes, '')
    .normalize('NFKD')
    .replace(accents, '')
    .toLowerCase()
    .replaceAll('ς', 'σ')
  return plainLetters(plain).replace(blanks, ' ').trim()
}

/**
 * Turns "H.R. 22", "hr 22" and "HR0022" into hr22, "Int 0123-2024" into int123-2024, and "ABX1 1" and "ABX11" into abx11. The
 * codes of joint and concurrent resolutions are written in two ways: "H.J.Res. 4" and "HJR 4" are hjr4, and "S.Con.Res. 3"
 * and "SCR 3" are scr3. "H.Res. 5" remains hres5, because "H.R. 5" is a bill.
 */
export function codeKey(code: string): string {
  return searchWords(code)
    .replace(/(^|[^0-9])0+(?=[0-9])/g, '$1')
    .replace(/([0-9]) (?=[0-9])/g, '$1-')
    .replaceAll(' ', '')
    .replace(/^([a-z]+x[0-9])-(?=[0-9])/, '$1')
    .replace(/^([hs][jc])(?:on)?res(?=[0-9])/, '$1r')
}

export type SearchedBill = { bill_code: string; title: string; summary: string }

/** The dots between single letters, as in "U.S.". */
const initials = /(?<![\p{L}\p{N}_])([A-Za-z])\.(?=[A-Za-z](?![\p{L}\p{N}_]))/gu

/** Returns the code that many people type: "HB 1" for H.R. 1 and H 1, "SB 7" for S. 7, "SR 7" for S.Res. 7, "HB 1001" for HB25-1001. */
function typedCode(code: string): string {
  return code
    .replace(/^([AHS])(\.(R\.)?)? ?(?=[0-9])/, '$1B ')
    .replace(/^S\.Res\./, 'SR')
    .replace(/^([HS][A-Z]+)[0-9]{2}[A-Z]?-(?=[0-9])/, '$1 ')
}

/**
 * Returns the fields of a bill, each on a line that starts with a space so that every word has a space before it. A title with
 * "U.S." is there again with "US", as many people type it, and so is the code.
 */
export function searchText({ bill_code, title, summary }: SearchedBill): string {
  const joined = title.replace(initials, '$1')
  const typed = typedCode(bill_code)
  return [
    codeKey(bill_code),
    ...[bill_code, title, summary, ...(joined === title ? [] : [joined])].map(searchWords),
    ...(typed === bill_code ? [] : [codeKey(typed), searchWords(typed)]),
  ]
    .map((line) => ` ${line}`)
    .join('\n')
}

/**
 * A keyword matches a bill if the bill's text contains all `parts`, or if the bill's code contains `code`. `code` is
 * null if the keyword is not a bill code.
 */
export type Keyword = { code: string | null; parts: string[] }

/** The maximum number of parts of a keyword, which limits the work of a search. Any further words are joined into the last part. */
const maxParts = 6

/** Splits a keyword into its parts, or null if the text has no letter or digit, because such a keyword matches no bill. */
export function readKeyword(text: string): Keyword | null {
  const words = searchWords(text)
    // "A. B. 12" is AB 12.
    .replace(/^([ahs]) b(?= ?[0-9])/, '$1b')
    // "Healthcare" is two words in most titles.
    .replace(/\b(health|child|day)(?=care\b)/g, '$1 ')
  if (words === '') return null
  const typed = officialSpelling(words)
  if (looksLikeCode(typed)) return readCode(words, typed)
  // "H.J.Res." without a number
  const kind = /^([hs][jc])(?:on)?res$/.exec(typed)
  if (kind) return { code: null, parts: [`${kind[1]}r`] }
  const [, code, title] = codeAndTitle.exec(typed) ?? []
  const parts =
    code && title
      ? [` ${codeKey(code)}`, ...partsOf(title.split(' '))].slice(0, maxParts)
      : partsOf(typed.split(' '))
  return { code: null, parts }
}

/** Reads a keyword that is a code, or words with a number that look like one. `typed` is its official spelling. */
function readCode(words: string, typed: string): Keyword {
  const code = codeKey(typed)
  // As two separate words, "hr 22" would find every bill that contains "three" and "2022".
  if (typed === words) return { code, parts: [beginning(words)] }
  // "Water 2024 bill" is three words, because no measure has these letters.
  return { code, parts: lettersOfMeasures.test(typed) ? [beginning(code)] : partsOf(words.split(' ')) }
}

/** The letters that codes of measures begin with. */
const lettersOfMeasures = /^(?:[a-z]{1,2}|int|(?:[hs](?:j|con)?)?res|[hsa](?:jr|cr|ca|jm|cm))(?![a-z])/

/** "H.R. 22 - Clean Water Act": people paste what headlines and cards show. */
const codeAndTitle =
  /^((?:[hs] ?(?:(?:j|con) ?)?(?:r|res)?|[hs]cr|[hsa]b|[hs]f|l[bd]|int|res) ?[0-9]{1,7}(?: 20[0-9]{2})?) ([a-z]+ .*|[a-z]{3,})$/

/** What people and news reports call measures. */
const spokenKind =
  /^(?:(house|h|sen(?:ate)?|s|assembly|legislative|council) (?:(bill|file)|(?:(joint|jt|con)(?:current)? )?res(?:o(?:lution)?)?)|(intro(?:duction)?)|reso(?:lution)?)$/

/** Returns the letters of the code of a measure: "hb" for "house bill", "h j res" for "house joint resolution". */
function lettersOf(kind: string): string {
  const spoken = spokenKind.exec(kind)
  if (!spoken) return kind
  const [, chamber, noun, scope, introduction] = spoken
  const letter = chamber?.charAt(0)
  if (letter === undefined) return introduction === undefined ? 'res' : 'int'
  if (noun !== undefined) return `${letter}${noun.charAt(0)}`
  const between = scope === undefined ? [] : [scope === 'con' ? 'con' : 'j']
  return [letter, ...between, 'res'].join(' ')
}

/** Forms of codes that people type and sources do not, and what takes the place of each. */
const typedForms: readonly (readonly [RegExp, string])[] = [
  // "int no 123" and "hf number 12"
  [/^([a-z ]{1,30}) (?:nos?|num|number) ?(?=[0-9])/, '$1 '],
  // "int 123 of 2026"
  [/(?<=[0-9]) of (?=20[0-9]{2}$)/, ' '],
  // "hr 22 119th congress": the Congress is not in the code.
  [/(?<=[0-9]) [0-9]{2,3}(?:st|nd|rd|th)(?: congress)?$/, ''],
  // "bill hb 265", "the hb 265 bill" and "proyecto 265"
  [
    /^(?:(?:the|bill|proyecto(?: de ley)?) )?((?:[a-z]{1,5} ?|[hs] (?:[a-z]|con|res) ?){0,2}[0-9]{1,7}(?: [0-9]{1,7})?)(?: bill)?$/,
    '$1',
  ],
  // "s 277 a" and "int 511 a": the letter of a printing
  [/^((?:s|a|int) ?[0-9]{1,7}(?: 20[0-9]{2})?) ?[a-e]$/, '$1'],
  // "ab1x 1" is ABX1 1, a bill of a special session.
  [/^([a-z]{2,3}) ?([0-9])x ?(?=[0-9])/, '$1x$2 '],
]

/** Returns a code as the sources write it: "hb 265" for "the house bill no 265", "int 123 2026" for "int no 123 of 2026". */
function officialSpelling(words: string): string {
  return typedForms
    .reduce((code, [form, official]) => code.replace(form, official), words)
    .replace(/^[a-z ]{4,30}(?= [0-9]{1,7}(?: [0-9]{1,7})?$)/, lettersOf)
}

/**
 * True if a keyword consists of a few letters and a number, such as "hr 22", "h j res 4", "ld1234", "hb 25b 1001" or "sb 2 a".
 * "clean water 2026" is not a code.
 */
function looksLikeCode(words: string): boolean {
  return /^(?:[a-z]{1,5}|[hs]con ?res|[a-z]{1,2}(?: (?:[a-z]|con|res)){1,2}) ?[0-9]{1,7}(?:[a-z]?(?: [0-9]{1,7})| ?[a-z])?[a-z]?$/.test(
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
    if (isShort(word)) {
      continue
    }
    parts.push(pending)
    pending = ''
  }
  if (pending !== '') {
    parts.push(`${parts.pop() ?? ''}${pending}`)
  }
  if (parts.length <= maxParts) {
    return parts
  }
  const rest = parts.slice(maxParts - 1).map((part) => part.trim())
  return [...parts.slice(0, maxParts - 1), rest.join(' ')]
}

function beginning(words: string): string {
  return isShort(words.split(' ')[0] ?? '') ? ` ${words}` : words
}

function isShort(word: string): boolean {
  return word.length < 3
}

export function findsBill(keyword: Keyword | null, bill: SearchedBill): boolean {
  if (!keyword) {
    return false
  }
  const text = searchText(bill)
  return (
    keyword.parts.every((part) => text.includes(part)) ||
    (keyword.code !== null && codeKey(bill.bill_code).includes(keyword.code))
  )
}

/** True if the keyword is exactly this bill's code. Such a bill is listed first. */
export function isNamedBy(keyword: Keyword | null, bill: SearchedBill): boolean {
  return keyword?.code != null && codeKey(bill.bill_code) === keyword.code
}

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
  const nameWordList = nameWords(name)
  const begins = (word: string) => nameWordList.some((part) => part.startsWith(word))
  return words.every(begins) || begins(words.join(''))
}

/** Returns the text of a tsquery that finds the same names. The words contain only letters and digits. */
export function nameQuery(words: readonly string[]): string {
  const each = words.map((word) => `'${word}':*`).join(' & ')
  return words.length > 1 ? `(${each}) | '${words.join('')}':*` : each
}

/** The number of results of each kind: `short` for the list below the search field, `full` for the page of results. */
export const searchSizes = {
  short: { bills: 5, topics: 3, groups: 3, people: 3, representatives: 3 },
  full: { bills: 20, topics: 10, groups: 20, people: 20, representatives: 20 },
} as const
export type SearchSize = keyof typeof searchSizes

export const FoundBill = z.object({
  bill_id: Id,
  bill_code: z.string(),
  title: z.string(),
  government_level: z.enum(governmentLevels),
  jurisdiction: z.string(),
  status: z.enum(billStatuses),
  /** The sentence of the summary with most of the words that are not in the title. Null if it contains none of them. */
  excerpt: z.nullable(z.string()),
  /** The same sentence in the language of the parameter `language`, if the summary is translated. */
  translated_excerpt: z.optional(z.string()),
  /** The first sponsor, if the search names a sponsor. */
  sponsor: z.nullable(z.string()),
})
export type FoundBill = z.infer<typeof FoundBill>

const FoundGroup = z.object({
  group_id: Id,
  group_name: z.string(),
  government_level: z.enum(governmentLevels),
  follower_count: z.number(),
  is_following: z.boolean(),
})

const FoundRepresentative = z.object({
  rep_id: z.string(),
  rep_name: z.string(),
  title: z.string(),
  party: z.nullable(z.string()),
  government_level: z.enum(governmentLevels),
  district: z.nullable(z.string()),
  photo_url: z.nullable(z.string()),
  office_phone: z.nullable(z.string()),
  contact_form_url: z.nullable(z.string()),
  /** True if the person represents the caller. */
  is_own: z.boolean(),
})

export const SearchResults = z.object({
  /** True if the query has fewer than `minSearchLength` letters or digits. Such a query finds nothing. */
  is_too_short: z.boolean(),
  bills: z.array(FoundBill),
  /** The number of bills that match in any way. `total_is_exact` is false if there are more. */
  bill_total: z.number(),
  /** The number of bills that contain the keyword. The feed finds these, and not those of a sponsor or a place. */
  keyword_total: z.number(),
  total_is_exact: z.boolean(),
  topics: z.array(z.object({ topic: z.string(), bill_count: z.number() })),
  groups: z.array(FoundGroup),
  /** Active members with a public profile, without those that the caller muted. */
  people: z.array(z.omit(UserCard, { muted: true })),
  /** People who are in office today. */
  representatives: z.array(FoundRepresentative),
  /** Similar searches that find something, the most similar first. Empty unless this one finds nothing. */
  suggestions: z.array(z.string()),
})
export type SearchResults = z.infer<typeof SearchResults>

/**
 * Searches everything. Bills are matched by keyword, as in the feed, by sponsor and by place, and the best match comes first.
 * Everything else is matched by the beginnings of the words of its name.
 */
export const searchEverything = endpoint('GET /api/search', {
  access: 'user',
  input: {
    q: z._default(z.string().check(z.maxLength(keywordMaxLength)), ''),
    size: z._default(z.enum(['short', 'full'], { error: msg('Invalid size') }), 'short'),
    language: WordsLanguage,
  },
  output: SearchResults.shape,
})
