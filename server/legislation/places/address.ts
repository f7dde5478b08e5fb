import {
  careOf,
  careOfAtEnd,
  careOfBeforeStreet,
  county,
  isUnit,
  removeBoxes,
  unitAtEnd,
} from './addressParts.ts'
import { splitAddress } from './addressText.ts'
import { nameKey, stateCode, stateNameWords } from './names.ts'

/** The parts of an address, parsed from its text only. */
export type ParsedAddress = {
  zip: string | null
  /** The state at the end of the text. If `isSure` is false, the word may also be part of a street or city name. */
  state: { code: string; name: string; isSure: boolean } | null
  /** The words between the previous comma and the state or ZIP code: a city, perhaps with a street before it. */
  city: { words: string[]; isWhole: boolean } | null
  /** The part before the city. It is the city if the last part turns out to be a county, as in "Austin, Travis, TX". */
  cityBefore: ParsedAddress['city']
  /** A P.O. box or a rented mailbox does not reveal where its owner lives. */
  isBox: boolean
  isMilitary: boolean
  /** Street, city, state and ZIP code for a geocoder, or null if the address has no street. */
  line: string | null
}

const countries = new Set([
  'usa',
  'us',
  'u s a',
  'u s',
  'united states',
  'united states of america',
  'america',
  'estados unidos',
  'eeuu',
  'ee uu',
])
const militaryPosts = new Set(['apo', 'fpo', 'dpo'])
const militaryStates = new Set(['aa', 'ae', 'ap'])
/** The ZIP codes of military mail. No other address has them. */
const militaryZip = /^(?:09|340|96[2-6])/
/** A ZIP code. Its extension may be incomplete, or have a digit too many. */
const zipShape = /^(\d{5})(?:\d{4}|-\d{0,5})?\.?$/
/** The states whose ZIP codes begin with a zero, which spreadsheets drop. */
const zeroStates = new Set('ct ma me nh nj pr ri vi vt'.split(' '))

/**
 * Parses an address by the positions and kinds of its parts: ZIP code, state and city are read from the end, and units,
 * counties, boxes, repeated parts and what follows the ZIP code are passed over. Null if the text is too long or has no
 * letter or digit. Runs in linear time.
 */
export function parseAddress(text: string): ParsedAddress | null {
  const all = splitAddress(text)
  if (!all) return null
  dropCountry(all)
  cutAfterZip(all)
  dropBrokenZip(all)
  const { parts, hasBox, isRented } = removeBoxes(all)

  let zip = removeZip(parts)
  while (dropLast(parts));
  zip ??= removeZip(parts)
  const isMilitary = endsMilitary(parts, zip)
  const state = removeState(parts, zip !== null, parts.length)
  // The state can also follow the ZIP code, as in "Austin 78701 TX".
  if (state && !zip) zip = removeZip(parts)
  zip ??= removeZipBefore(parts)

  const places = namedParts(parts, zip, state?.code ?? null)
  const street = places.findIndex(isStreet)
  const isBox = isRented || (hasBox && street === -1)
  return {
    zip,
    state,
    city: cityOf(places),
    cityBefore: cityOf(places.slice(0, -1)),
    isBox,
    isMilitary,
    line: isBox || isMilitary || !(zip ?? state) ? null : formatLine(places, street, state, zip),
  }
}

function dropCountry(parts: string[][]): boolean {
  for (const words of [4, 3, 2, 1]) {
    const last = parts.at(-1)
    if (!last || last.length < words || (last.length === words && parts.length === 1)) continue
    // The words are compared without dots: "U.S.A." is one word, and "U. S. A." are three.
    if (!countries.has(bare(last.slice(-words)))) continue
    last.splice(-words)
    if (last.length === 0) parts.pop()
    return true
  }
  return false
}

function bare(words: string[]): string {
  return words.join(' ').replaceAll('.', '').toLowerCase()
}

/** Removes everything after the last ZIP code that follows a state, such as an apartment or a county. */
function cutAfterZip(parts: string[][]): void {
  const all = parts.flatMap((part, index) => part.map((word, position) => ({ word, index, position })))
  for (let last = all.length - 1; last > 0; last -= 1) {
    const zipWord = all[last]
    if (!zipWord || !/^\d/.test(zipWord.word)) continue
    const before = all.slice(Math.max(0, last - stateNameWords), last).map(({ word }) => word)
    const state = before.map((_, from) => stateCode(before.slice(from).join(' '))).find(Boolean)
    const zip = state && completeZip(zipWord.word, state)
    if (!zip) continue
    const end = parts[zipWord.index]
    end?.splice(zipWord.position, end.length, zip)
    parts.splice(zipWord.index + 1)
    return
  }
}

/** Drops a ZIP code with a digit too few or too many from the end so that the state before it is found. */
function dropBrokenZip(parts: string[][]): void {
  const last = parts.at(-1) ?? []
  const isBroken = /^\d{4}$|^\d{6,8}$/.test(last.at(-1) ?? '')
  const before = last.length > 1 ? last.at(-2) : parts.at(-2)?.at(-1)
  if (!isBroken || stateCode(before ?? '') === null) return
  last.pop()
  if (last.length === 0) parts.pop()
}

/** Returns the ZIP code of a word. Letters typed for digits are corrected, and a first zero that is missing is added. */
function completeZip(word: string, state: string): string | null {
  const digits = word.replaceAll(/o/gi, '0').replaceAll(/[li]/gi, '1')
  const [, zip] = zipShape.exec(digits) ?? []
  if (zip) return zip
  return zeroStates.has(state) && /^\d{3,4}$/.test(word) ? word.padStart(5, '0') : null
}

/** Drops a country, a county or a unit at the end, and returns true if there was one. */
function dropLast(parts: string[][]): boolean {
  if (dropCountry(parts)) return true
  const last = parts.at(-1)?.join(' ')
  if (last === undefined || parts.length === 1) return false
  // "Denver CO" is in Colorado, unless a state stands before it, as in "Cheyenne, WY, Laramie Co".
  const isColorado =
    /\sco\.?$/i.test(last) && !parts.slice(0, -1).some((part) => stateCode(part.at(-1) ?? ''))
  if (isUnit(last) || (county.test(last) && !isColorado)) {
    parts.pop()
    return true
  }
  const [end] = unitAtEnd.exec(last) ?? []
  // "FL" is also a state, and "FL 33101" ends in its ZIP code.
  if (end === undefined || /\d{5}/.test(end)) return false
  parts.splice(-1, 1, last.slice(0, -end.length).split(' '))
  return true
}

/** Removes the ZIP code, with or without its four-digit extension, from the end and returns it. */
function removeZip(parts: string[][]): string | null {
  const last = parts.at(-1)
  if (!last) return null
  const [before, end = ''] = [last.at(-2), last.at(-1)]
  const split = /^\d{4}$/.test(end) && before !== undefined && /^\d{5}-?$/.test(before)
  const [, zip] = zipShape.exec(split ? (before ?? '') : end) ?? []
  if (!zip) return null
  last.splice(split ? -2 : -1)
  if (last.length === 0) parts.pop()
  return zip
}

/** Removes a ZIP code that is a part of its own, or that stands before the city behind a street: "18 Main St, 59715 Bozeman". */
function removeZipBefore(parts: string[][]): string | null {
  const index = parts.findLastIndex(
    (part, at) =>
      zipShape.test(part[0] ?? '') &&
      (part.length === 1 || (at === parts.length - 1 && parts.slice(0, at).some(isStreet))),
  )
  const [, zip] = zipShape.exec(parts[index]?.shift() ?? '') ?? []
  if (parts[index]?.length === 0) parts.splice(index, 1)
  return zip ?? null
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
    const isCapital = code === 'dc' && nameKey(last.at(-words - 1) ?? '') === 'washington'
    const isSure = isCode
      ? hasZip || isCapital || (standsAlone && parts.length > 1)
      : standsAlone && segments > 2
    last.splice(-words)
    if (last.length === 0) parts.pop()
    return { code, name, isSure }
  }
  return null
}

/** Military mail is recognized by its ZIP code or by its last words: "APO AE", or "APO" without a ZIP code. */
function endsMilitary(parts: string[][], zip: string | null): boolean {
  if (zip && militaryZip.test(zip)) return true
  const [post = '', end = ''] = parts.flat().slice(-2).map(nameKey)
  if (militaryStates.has(end)) return militaryPosts.has(post)
  return zip === null && militaryPosts.has(end)
}

/**
 * Returns the parts that may be a street or a city, from left to right: no units, no names of persons, no county beside a
 * city, and no part twice.
 */
function namedParts(parts: string[][], zip: string | null, state: string | null): string[][] {
  const texts = parts
    .map((part) => part.join(' '))
    .map((text) => text.replace(careOfBeforeStreet, ''))
    .filter((text) => !isUnit(text) && !careOf.test(text))
    .map((text) => text.replace(careOfAtEnd, '').replace(unitAtEnd, ''))
  const keys = texts.map(nameKey)
  const stateName = texts
    .filter((_, index) => keys.indexOf(keys[index] ?? '') === index)
    .map((text) => text.split(' '))
  const inTowns = stateName.filter((part) => !county.test(part.join(' ')))
  const possible = inTowns.length > 0 ? inTowns : stateName
  // "Modesto, CA 95354, Modesto" and "Cheyenne, Wyoming, WY" repeat the state, but "475 5th Ave, New York" does not.
  const cities = possible.filter((part, index) => index === 0 || !repeatsEnd(part, zip, state))
  const isRepeated = !cities
    .at(-1)
    ?.some((word, index) => /\d/.test(word) || (index === 0 && numberWord.test(word)))
  return isRepeated ? cities : possible
}

function repeatsEnd(part: string[], zip: string | null, state: string | null): boolean {
  const [, last] = zipShape.exec(part.at(-1) ?? '') ?? []
  const name = part.slice(0, last === undefined ? undefined : -1).join(' ')
  if (last !== undefined && last !== zip) return false
  return name === '' || (state !== null && stateCode(name) === state)
}

/** "One Penn Plaza", "Four Times Square" */
const numberWord = /^(?:one|two|three|four|five|six|seven|eight|nine|ten)$/i

/** A street has a number: a house number, that of a numbered street, or that of a carrier's route. */
function isStreet(part: string[]): boolean {
  return part.some((word) => /\d/.test(word)) && part.some((word) => /\p{L}{2}/u.test(word))
}

/** Returns the city from the last part. */
function cityOf(places: string[][]): ParsedAddress['city'] {
  const words = places.at(-1)
  if (!words) return null
  return { words: words.slice(-8), isWhole: places.length > 1 && !words.some((word) => /\d/.test(word)) }
}

/** Returns the address from its street on. An intersection has no number, but it is followed by a city. */
function formatLine(
  places: string[][],
  street: number,
  state: ParsedAddress['state'],
  zip: string | null,
): string | null {
  if (street === -1 && places.length < 2) return null
  const lines = places.slice(Math.max(street, 0)).map((part) => part.join(' '))
  return [...lines, [state?.code.toUpperCase(), zip].filter(Boolean).join(' ')].join(', ')
}
