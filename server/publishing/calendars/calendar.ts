import { sharedBillPath } from '#contract/bills/sharedBills.ts'
import { isTimeZone } from '#contract/hearings.ts'
import { t } from '#contract/kit/translate.ts'
import { timeInZone, timeZoneLines } from './timeZone.ts'

export type CalendarEvent = {
  /** The identifier is the same for an event and for the event that replaces it. */
  uid: string
  sequence: number
  name: string
  starts_on: string
  starts_at: string | null
  ends_at: string | null
  ends_on: string | null
  time_zone: string
  location: string | null
  url: string | null
  status: 'scheduled' | 'changed' | 'deferred' | 'cancelled' | 'passed'
  source_name: string
  /** The time at which the source last confirmed the event. */
  source_checked_at: string
  bills: { bill_id: string; bill_code: string; title: string }[]
}

type Calendar = {
  name: string
  origin: string
  events: readonly CalendarEvent[]
  idOf: (name: string) => string
}

/** Writes a calendar (RFC 5545) of hearings and meetings, with their times in the time zone of the place. */
export function icalendar({ name, origin, events, idOf }: Calendar): string {
  const zones = yearsByZone(events)
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Hurd//Hearings//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${textValue(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    'X-PUBLISHED-TTL:PT1H',
    ...[...zones].flatMap(([zone, years]) => timeZoneLines(zone, Math.min(...years), Math.max(...years))),
    ...events.flatMap((event) => [
      'BEGIN:VEVENT',
      `UID:${idOf(`event ${event.uid}`)}`,
      ...eventLines(event, zones.has(event.time_zone), origin),
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${foldLine(line)}\r\n`).join('')
}

/** The states have fewer time zones than this. The times of further zones are written in UTC. */
const maxZones = 16

/** Returns the years of the timed events in each time zone that the calendar describes. */
function yearsByZone(events: readonly CalendarEvent[]): Map<string, number[]> {
  const years = new Map<string, number[]>()
  for (const { starts_at, starts_on, time_zone } of events) {
    if (starts_at === null) {
      continue
    }
    const zoneYears = years.get(time_zone)
    if (!zoneYears && (years.size >= maxZones || !isTimeZone(time_zone))) {
      continue
    }
    years.set(time_zone, [...(zoneYears ?? []), Number(starts_on.slice(0, 4))])
  }
  return years
}

/** Writes the start and, if it is known, the end. The last day of an event of whole days is not part of DTEND. */
function timeLines(
  { starts_at, starts_on, ends_at, ends_on, time_zone }: CalendarEvent,
  hasZone: boolean,
): string[] {
  if (starts_at === null) {
    const end = ends_on === null ? [] : [`DTEND;VALUE=DATE:${dayAfter(ends_on).replaceAll('-', '')}`]
    return [`DTSTART;VALUE=DATE:${starts_on.replaceAll('-', '')}`, ...end]
  }
  const line = (name: string, time: string) => {
    const moment = Date.parse(time)
    return hasZone
      ? `${name};TZID=${time_zone}:${timeInZone(time_zone, moment)}`
      : `${name}:${timeInZone('UTC', moment)}Z`
  }
  return [line('DTSTART', starts_at), ...(ends_at === null ? [] : [line('DTEND', ends_at)])]
}

function dayAfter(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10)
}

function eventLines(event: CalendarEvent, hasZone: boolean, origin: string): string[] {
  const { sequence, name, location, url, status, bills } = event
  const isOff = status === 'cancelled' || status === 'deferred'
  const stamp = event.source_checked_at.slice(0, 19).replace(/[-:]/g, '')
  const off = status === 'deferred' ? t('Postponed') : t('Canceled')
  const [first] = bills
  return [
    `DTSTAMP:${stamp}Z`,
    `SEQUENCE:${sequence}`,
    ...timeLines(event, hasZone),
    `SUMMARY:${textValue(isOff ? `${off}: ${name}` : name)}`,
    `DESCRIPTION:${textValue(describe(event, origin))}`,
    ...(location === null ? [] : [`LOCATION:${textValue(location)}`]),
    ...(url === null && !first ? [] : [`URL:${url ?? origin + sharedBillPath(first?.bill_id ?? '')}`]),
    `STATUS:${isOff ? 'CANCELLED' : 'CONFIRMED'}`,
    'TRANSP:TRANSPARENT',
  ]
}

function describe({ bills, source_name }: CalendarEvent, origin: string): string {
  const lines = bills.map(
    ({ bill_id, bill_code, title }) => `${bill_code}: ${title}\n${origin}${sharedBillPath(bill_id)}`,
  )
  return [...lines, t('Source: {source}', { source: source_name })].join('\n')
}

/** Escapes a text (RFC 5545, 3.3.11). Control characters other than line feeds are not allowed in it. */
function textValue(text: string): string {
  return text
    .replace(/[\\;,]/g, String.raw`\$&`)
    .replace(/\r?\n/g, String.raw`\n`)
    .replace(/\p{Cc}/gu, ' ')
}

const longestLine = 75

/** Splits a line into parts of at most 75 bytes, never within a character (RFC 5545, 3.1). */
function foldLine(line: string): string {
  if (Buffer.byteLength(line) <= longestLine) {
    return line
  }
  const parts: string[] = []
  let part = ''
  let size = 0
  for (const character of line) {
    const bytes = Buffer.byteLength(character)
    // A continuation line begins with a space, which counts too.
    if (size + bytes > (parts.length === 0 ? longestLine : longestLine - 1)) {
      parts.push(part)
      part = ''
      size = 0
    }
    part += character
    size += bytes
  }
  return [...parts, part].join('\r\n ')
}
