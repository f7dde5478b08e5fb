import { addressMaxLength } from '../../contract/rules/accountFields.ts'
import { nameKey, stateCode, stateNameWords } from './names.ts'

/** An address as far as its own words tell; nothing in it has been looked up. */
export type ParsedAddress = {
  zip: string | null
  /** The state that it ends in. `isSure`: written where only a state stands; else it may be part of a name. */
  state: { code: string; name: string; isSure: boolean } | null
  /** The words before state and ZIP code, back to the comma before them: a city, maybe with a street before it. */
  city: { words: string[]; isWhole: boolean } | null
  /** A post-office box says where the post is fetched, not where somebody lives. */
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
const inHouse =
  /^(#|(apt|apartment|unit|suite|ste|floor|fl|room|rm|bldg|building|lot|trlr|trailer|space|spc)\b)/i

/** Null for what is too long, or holds no letter and no digit. Takes time in proportion to the length of the text. */
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
  let zip = takeZip(parts)
  const segmentsBefore = parts.length
  const state = takeState(parts, zip !== null, segmentsBefore)
  // "Austin 78701 TX"
  if (state && !zip) zip = takeZip(parts)
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
    // With its dots: "U.S.A." is one word, "U. S. A." are three.
    if (!countries.has(bare(last.slice(-words)))) continue
    last.splice(-words)
    if (last.length === 0) parts.pop()
    return
  }
}

function bare(words: string[]): string {
  return words.join(' ').replaceAll('.', '').toLowerCase()
}

/** Takes the ZIP code, with or without its four further digits, from the end. */
function takeZip(parts: string[][]): string | null {
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

/** Takes a state's name or code from the end. */
function takeState(parts: string[][], hasZip: boolean, segments: number): ParsedAddress['state'] {
  const last = parts.at(-1)
  if (!last) return null
  for (let words = Math.min(stateNameWords, last.length); words > 0; words -= 1) {
    const name = last.slice(-words).join(' ')
    const code = stateCode(name)
    if (!code) continue
    const standsAlone = words === last.length
    const hasErrorCode = nameKey(name).replaceAll(' ', '').length === 2
    // A code between city and ZIP code, or a part of its own: "10 Rue de la" is not in Louisiana. A name that stands
    // last may be a city's: "1600 Pennsylvania Ave, Washington".
    const isSure = hasErrorCode ? hasZip || (standsAlone && parts.length > 1) : standsAlone && segments > 2
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

/** The last part that is not a line such as "Apt 4". */
function cityOf(parts: string[][]): ParsedAddress['city'] {
  const words = parts.findLast((part) => !inHouse.test(part.join(' ')))
  if (!words) return null
  return { words: words.slice(-8), isWhole: parts.length > 1 && !words.some((word) => /\d/.test(word)) }
}
