import { UnusableRecord } from './bills/importedBill.ts'

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
 * Returns a string or number as text, with white space collapsed and without characters that PostgreSQL cannot store.
 * Any other value becomes ''.
 */
export function textIn(value: unknown): string {
  return longTextIn(value).replace(/\s+/g, ' ').trim()
}

/** Works like `textIn`, but keeps the line breaks. */
export function longTextIn(value: unknown): string {
  if (typeof value === 'number') return String(value)
  if (typeof value !== 'string') return ''
  // oxlint-disable-next-line no-control-regex -- removes control characters
  return value.toWellFormed().replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufeff\u00ad]/g, '')
}

/**
 * Returns the date of a source's date or timestamp as YYYY-MM-DD. Null if it is missing, invalid, or Legistar's
 * 0001-01-01.
 */
export function dateIn(value: unknown): string | null {
  const text = textIn(value)
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)/.exec(text) ?? /^(\d{4})(\d\d)(\d\d)$/.exec(text) ?? []
  if (!year || !month || !day || Number(year) < 1700) return null
  const date = `${year}-${month}-${day}`
  return isRealDate(date) ? date : null
}

/**
 * Returns a source's timestamp as ISO 8601 UTC. A time without a zone counts as UTC. Null if it is missing or invalid.
 */
export function timestampIn(value: unknown): string | null {
  const text = textIn(value)
  const day = dateIn(text)
  if (!day) return null
  if (!/^\d{4}-\d\d-\d\d[T ]/.test(text)) return `${day}T00:00:00.000Z`
  const moment = new Date(/(Z|[+-]\d\d:?\d\d)$/i.test(text) ? text : `${text.replace(' ', 'T')}Z`)
  return Number.isNaN(moment.getTime()) ? `${day}T00:00:00.000Z` : moment.toISOString()
}

/** Returns a URL that may be shown as a link. Null for any other value. */
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
