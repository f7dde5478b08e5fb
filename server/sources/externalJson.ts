import { UnusableRecord } from './bills/importedBill.ts'

/** A JSON object of somebody else's making: nothing about it may be taken for granted. */
export type JsonObject = Readonly<Record<string, unknown>>

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The object in `value`, or an empty one. */
export function objectIn(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {}
}

/** The objects of a list; one object, `{item: …}` of a converted XML, and nothing at all are lists too. */
export function listIn(value: unknown, item = 'item'): JsonObject[] {
  if (Array.isArray(value)) return value.filter(isJsonObject)
  if (!isJsonObject(value)) return []
  return item in value ? listIn(value[item], item) : Object.keys(value).length > 0 ? [value] : []
}

/** Strings of a list of strings. */
export function textsIn(value: unknown): string[] {
  return (Array.isArray(value) ? value : [value]).map(textIn).filter((text) => text !== '')
}

/** The text of a string or number, white space squeezed, without what PostgreSQL cannot hold; '' for all else. */
export function textIn(value: unknown): string {
  return longTextIn(value).replace(/\s+/g, ' ').trim()
}

/** As `textIn`, with the line breaks left as they are. */
export function longTextIn(value: unknown): string {
  if (typeof value === 'number') return String(value)
  if (typeof value !== 'string') return ''
  // oxlint-disable-next-line no-control-regex -- control characters are what is taken out
  return value.toWellFormed().replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufeff\u00ad]/g, '')
}

/** The calendar day of a foreign date or timestamp, YYYY-MM-DD; null for none, nonsense, and Legistar's 0001-01-01. */
export function dateIn(value: unknown): string | null {
  const text = textIn(value)
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)/.exec(text) ?? /^(\d{4})(\d\d)(\d\d)$/.exec(text) ?? []
  if (!year || !month || !day || Number(year) < 1700) return null
  const date = `${year}-${month}-${day}`
  return isRealDate(date) ? date : null
}

/** A foreign timestamp as ISO 8601 UTC (no zone is read as UTC); null for none or nonsense. */
export function timestampIn(value: unknown): string | null {
  const text = textIn(value)
  const day = dateIn(text)
  if (!day) return null
  if (!/^\d{4}-\d\d-\d\d[T ]/.test(text)) return `${day}T00:00:00.000Z`
  const moment = new Date(/(Z|[+-]\d\d:?\d\d)$/i.test(text) ? text : `${text.replace(' ', 'T')}Z`)
  return Number.isNaN(moment.getTime()) ? `${day}T00:00:00.000Z` : moment.toISOString()
}

/** An address that may be shown as a link, or null. */
export function urlIn(value: unknown): string | null {
  const text = textIn(value)
  return /^https?:\/\//i.test(text) && URL.canParse(text)
    ? text.replace(/^https?/i, (scheme) => scheme.toLowerCase())
    : null
}

/** The text of a field that a bill cannot be without. */
export function requiredText(value: unknown, what: string): string {
  const text = textIn(value)
  if (text === '') throw new UnusableRecord(`The record has no ${what}.`)
  return text
}

/** The text, cut at a word with an ellipsis when longer than `most` characters. */
export function clamp(text: string, most: number): string {
  if (text.length <= most) return text
  const cut = text.slice(0, most - 1)
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), most - 60)).toWellFormed()}…`
}

function isRealDate(date: string): boolean {
  const moment = new Date(`${date}T00:00:00Z`)
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(date)
}
