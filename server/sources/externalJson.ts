import { isBlank } from '#contract/kit/text.ts'
import { UnusableRecord } from './bills/importedBill.ts'
import { decodeEntities, normalizeCharacters, withoutInlineTags, withSingleSpaces } from './characters.ts'
import { noteLeftOut } from './leftOut.ts'
import { dateFault, termYearsAhead, yearsAhead } from './parts/possibleDates.ts'
import { congressZone, dayInZone, momentInZone } from './zones.ts'

/** A JSON object from an external source. Its fields must be checked before use. */
export type JsonObject = Readonly<Record<string, unknown>>

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns `value` if it is an object, and otherwise an empty object. */
export function objectIn(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {}
}

/**
 * Returns the objects of a list. A single object, the `{item: …}` of converted XML and a missing value are accepted
 * too.
 */
export function listIn(value: unknown, item = 'item'): JsonObject[] {
  if (Array.isArray(value)) return value.filter(isJsonObject)
  if (!isJsonObject(value)) return []
  return item in value ? listIn(value[item], item) : Object.keys(value).length > 0 ? [value] : []
}

/** Returns the non-empty strings of a list of strings. */
export function textsIn(value: unknown): string[] {
  return (Array.isArray(value) ? value : [value]).map(textIn).filter((text) => text !== '')
}

/**
 * Returns a string or number as one line of text: decoded, in normal form (characters.ts), without tags of HTML, and
 * with white space collapsed. A text that shows nothing becomes '', like any other value.
 */
export function textIn(value: unknown): string {
  const line = withSingleSpaces(withoutInlineTags(longTextIn(value))).trim()
  return /[!-~]/.test(line) || !isBlank(line) ? line : ''
}

/** Works like `textIn`, but keeps the line breaks. */
export function longTextIn(value: unknown): string {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' ? normalizeCharacters(decodeEntities(value)) : ''
}

/** Returns HTML in normal form. Its entities are left for the parser of the HTML, which decodes them. */
export function markupIn(value: unknown): string {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' ? normalizeCharacters(value) : ''
}

/** Returns a JSON value with every text in it changed, for records whose fields are not read one by one. */
export function mapTexts(value: unknown, change: (text: string, key: string) => string, key = ''): unknown {
  if (typeof value === 'string') return change(value, key)
  if (Array.isArray(value)) return value.map((entry) => mapTexts(entry, change, key))
  if (!isJsonObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, mapTexts(part, change, name)]))
}

/** Returns a date or time in the one form in which it is parsed: "20260204T031704Z" and "2026-02-04 03:17:04 UTC" are the same. */
export function timeTextIn(value: unknown): string {
  return textIn(value)
    .replaceAll('\u2212', '-')
    .replace(/^(\d{4})[–—](\d\d)[–—](\d\d)(?!\d)/, '$1-$2-$3')
    .replace(/^(\d{4})(\d\d)(\d\d)(?=T|$)/, '$1-$2-$3')
    .replace(/T(\d\d)(\d\d)(\d\d)(?!\d)/, 'T$1:$2:$3')
    .replace(/(:\d\d),(?=\d)/, '$1.')
    .replace(/ ?(?:UTC|GMT)$/, 'Z')
}

/** How dates of a record are read. */
export type DateRules = {
  /** The zone in which a moment is a day. Without a zone, the day is the one that the source wrote. */
  zone?: string
  /** The latest day that is possible in the record's session. */
  latest?: string | null
  /** How many years ahead a day may be. */
  years?: number
}

/**
 * Returns the date of a source's date or timestamp as YYYY-MM-DD, or null if it is missing, invalid, impossible, or
 * Legistar's 0001-01-01. A date without a time is never shifted, and neither is midnight in UTC, which is how sources
 * write such a date as a timestamp.
 */
export function dateIn(value: unknown, rules: DateRules = {}): string | null {
  const { date, fault } = readDate(timeTextIn(value), rules)
  if (fault === null) return date
  // Texts that are no dates are usual where no zone and no range is stated, such as the dates in the texts of bills.
  if (date !== '' || rules.zone !== undefined || rules.years !== undefined) {
    noteLeftOut(date || textIn(value), fault)
  }
  return null
}

/**
 * Returns the date of a field that a record must have.
 *
 * @throws UnusableRecord with what is wrong with it
 */
export function requiredDate(value: unknown, rules: DateRules = {}): string {
  const text = timeTextIn(value)
  const { date, fault } = readDate(text, rules)
  if (fault !== null) {
    const shownDate = date || `"${text.slice(0, 60)}"`
    throw new UnusableRecord(`The date ${shownDate} is ${date === '' ? 'not a date (YYYY-MM-DD)' : fault}.`)
  }
  if (date === null) throw new UnusableRecord('The record has no date.')
  return date
}

/** Reads a date. `date` is null if it is missing, and empty if the text is no date at all. */
function readDate(
  text: string,
  { zone, latest, years = yearsAhead }: DateRules,
): { date: string | null; fault: string | null } {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)/.exec(text) ?? []
  if (text === '' || year === '0001') return { date: null, fault: null }
  if (!year || !month || !day) return { date: '', fault: 'not YYYY-MM-DD' }
  const isoDate = `${year}-${month}-${day}`
  if (!isRealDate(isoDate)) return { date: isoDate, fault: 'not in the calendar' }
  const date = zone === undefined ? isoDate : dayOfMoment(text, isoDate, zone)
  const isTooLate = latest !== undefined && latest !== null && date > latest
  return {
    date,
    fault: dateFault(date, years) ?? (isTooLate ? 'more than a year after the end of its session' : null),
  }
}

/** Returns a day of a term of office or of a session, which may be further ahead than an action. */
export function termDateIn(value: unknown): string | null {
  return dateIn(value, { years: termYearsAhead })
}

const momentPattern = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d.*(?:Z|[+-]\d\d(?::?\d\d)?)$/i
const midnightInUtc = /[T ]00:00(?::00(?:\.0+)?)?(?:Z|[+-]00(?::?00)?)$/i

function dayOfMoment(text: string, written: string, zone: string): string {
  if (!momentPattern.test(text) || midnightInUtc.test(text)) return written
  const moment = readMoment(text)
  return moment ? dayInZone(moment, zone) : written
}

/** Returns the moment of a timestamp in milliseconds, or null if it states only a day, as midnight in its zone or in UTC does. */
export function momentIn(value: unknown, { zone = congressZone }: DateRules = {}): number | null {
  const text = timeTextIn(value)
  if (!momentPattern.test(text) || midnightInUtc.test(text)) return null
  const moment = readMoment(text)
  if (!moment) return null
  const isMidnight = dayInZone(new Date(moment.getTime() - 1), zone) !== dayInZone(moment, zone)
  return isMidnight ? null : moment.getTime()
}

/** Reads a moment with an offset such as "Z", "+00", "-0500" or "-05:00". */
function readMoment(text: string): Date | null {
  const iso = text
    .replace(' ', 'T')
    .replace(/([+-]\d\d)(?::?(\d\d))?$/, (_offset, hours, minutes = '00') => `${hours}:${minutes}`)
  const moment = new Date(iso)
  return Number.isNaN(moment.getTime()) ? null : moment
}

/**
 * Returns a source's timestamp as ISO 8601 UTC. A time without a zone counts as UTC, or as a time in `zone`. Null if it
 * is missing, invalid or impossible.
 */
export function timestampIn(value: unknown, zone = 'UTC'): string | null {
  const text = timeTextIn(value)
  const day = dateIn(text)
  if (!day) return null
  if (!/^\d{4}-\d\d-\d\d[T ]/.test(text)) return `${day}T00:00:00.000Z`
  const moment = momentPattern.test(text) ? readMoment(text) : momentInZone(text.replace(' ', 'T'), zone)
  return moment ? moment.toISOString() : `${day}T00:00:00.000Z`
}

/** Returns a URL that may be shown as a link, or null for any other value. */
export function urlIn(value: unknown): string | null {
  const text = textIn(value)
  return /^https?:\/\//i.test(text) && URL.canParse(text)
    ? text.replace(/^https?/i, (scheme) => scheme.toLowerCase())
    : null
}

/** Returns the text of a field that every bill must have. */
export function requiredText(value: unknown, what: string): string {
  const text = textIn(value)
  if (text === '') throw new UnusableRecord(`The record has no ${what}.`)
  return text
}

/** The maximum number of characters of a name or an id. */
export const longestName = 300

/** Returns a name or an id that a record must have. It is compared as a whole, so it is not cut. */
export function requiredName(value: unknown, what: string): string {
  const text = requiredText(value, what)
  if (text.length > longestName) {
    throw new UnusableRecord(`The ${what} is longer than ${longestName} characters.`)
  }
  return text
}

/** Returns the text. If it is longer than `most` characters, it is cut at a word and followed by an ellipsis. */
export function clamp(text: string, most: number): string {
  if (text.length <= most) return text
  const cut = text.slice(0, most - 1)
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), most - 60)).toWellFormed()}…`
}

function isRealDate(date: string): boolean {
  const moment = new Date(`${date}T00:00:00Z`)
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(date)
}
