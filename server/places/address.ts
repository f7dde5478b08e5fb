import { addressMaxLength } from '../../contract/rules/members/accountFields.ts'
import { nameKey, stateCode, stateNameWords } from './names.ts'

/** The parts of an address, parsed from its text only. */
export type ParsedAddress = {
  zip: string | null
  /** The state at the end of the text. If `isSure` is false, the word may also be part of a street or city name. */
  state: { code: string; name: string; isSure: boolean } | null
  /** The words between the previous comma and the state or ZIP code: a city, perhaps with a street before it. */
  city: { words: string[]; isWhole: boolean } | null
  /** A P.O. box does not reveal where its owner lives. */
  isBox: boolean
  isMilitary: boolean
}

const countries = new Set([
  'usa',
  'us',
  'u s a',
  'u s',
  'united states',
  'united states of america',
  'america',
])
const militaryPosts = new Set(['apo', 'fpo', 'dpo'])
const militaryStates = new Set(['aa', 'ae', 'ap'])
const box = /(^| )(p ?o ?box|post office box|pob|po drawer|general delivery|apartado|apdo)( |$)/
const unitLine =
  /^(#|(apt|apartment|unit|suite|ste|floor|fl|room|rm|bldg|building|lot|trlr|trailer|space|spc)\b)/i

/** Parses an address. Null if the text is too long or has no letter or digit. Runs in linear time. */
export function parseAddress(text: string): ParsedAddress | null {
  if (text.length > addressMaxLength * 4) return null
  const parts = text
    .normalize('NFKC')
    .replaceAll(/[\p{Cf}]/gu, '')
    .split(/[,;\r\n|]/)
    .map((part) => part.split(/[\s\p{Cc}]+/u).filter((word) => /[\p{L}\p{N}#]/u.test(word)))
    .filter((part) => part.length > 0)
  if (parts.flat().join(' ').length > addressMaxLength || parts.length === 0) return null

  const all = parts.map((part) => nameKey(part.join(' ')))
  dropCountry(parts)
  let zip = removeZip(parts)
  const segmentsBefore = parts.length
  const state = removeState(parts, zip !== null, segmentsBefore)
  // The state can also follow the ZIP code, as in "Austin 78701 TX".
  if (state && !zip) zip = removeZip(parts)
  const isMilitary =
    all.some((key) => key.split(' ').some((word) => militaryPosts.has(word))) &&
    (zip !== null || endsMilitary(parts))
  return {
    zip,
    state,
    city: cityOf(parts),
    isBox: all.some((key) => box.test(key)),
    isMilitary: isMilitary || endsMilitary(parts),
  }
}

function dropCountry(parts: string[][]): void {
  for (const words of [4, 3, 2, 1]) {
    const last = parts.at(-1)
    if (!last || last.length < words || (last.length === words && parts.length === 1)) continue
    // The words are compared without dots: "U.S.A." is one word, and "U. S. A." are three.
    if (!countries.has(bare(last.slice(-words)))) continue
    last.splice(-words)
    if (last.length === 0) parts.pop()
    return
  }
}

function bare(words: string[]): string {
  return words.join(' ').replaceAll('.', '').toLowerCase()
}

/** Removes the ZIP code, with or without its four-digit extension, from the end and returns it. */
function removeZip(parts: string[][]): string | null {
  const last = parts.at(-1)
  if (!last) return null
  const [before, end = ''] = [last.at(-2), last.at(-1)]
  const split = /^\d{4}$/.test(end) && before !== undefined && /^\d{5}-?$/.test(before)
  const [, zip] = /^(\d{5})(?:-?\d{4}|-)?\.?$/.exec(split ? (before ?? '') : end) ?? []
  if (!zip) return null
  last.splice(split ? -2 : -1)
  if (last.length === 0) parts.pop()
  return zip
}

/** Removes a state's name or code from the end and returns it. */
function removeState(parts: string[][], hasZip: boolean, segments: number): ParsedAddress['state'] {
  const last = parts.at(-1)
  if (!last) return null
  for (let words = Math.min(stateNameWords, last.length); words > 0; words -= 1) {
    const name = last.slice(-words).join(' ')
    const code = stateCode(name)
    if (!code) continue
    const standsAlone = words === last.length
    const isCode = nameKey(name).replaceAll(' ', '').length === 2
    // A code must be followed by a ZIP code or be a separate part, because "10 Rue de la" is not in Louisiana. A name
    // at the end may be the name of a city, as in "1600 Pennsylvania Ave, Washington".
    const isSure = isCode ? hasZip || (standsAlone && parts.length > 1) : standsAlone && segments > 2
    last.splice(-words)
    if (last.length === 0) parts.pop()
    return { code, name, isSure }
  }
  return null
}

function endsMilitary(parts: string[][]): boolean {
  const last = parts.at(-1)
  return last !== undefined && militaryStates.has(nameKey(last.at(-1) ?? '')) && parts.flat().length > 1
}

/** Returns the city from the last part, skipping parts such as "Apt 4". */
function cityOf(parts: string[][]): ParsedAddress['city'] {
  const words = parts.findLast((part) => !unitLine.test(part.join(' ')))
  if (!words) return null
  return { words: words.slice(-8), isWhole: parts.length > 1 && !words.some((word) => /\d/.test(word)) }
}
