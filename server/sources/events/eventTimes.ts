import { dateIn, requiredDate, textIn, timeTextIn } from '#server/sources/externalJson.ts'
import { noteLeftOut } from '#server/sources/leftOut.ts'

type Start = { starts_at: string | null; starts_local: string | null; starts_on: string | null }

// "2026-06-03T13:30", with or without seconds and an offset: "Z", "+00", "-0500" or "-05:00".
const timePattern =
  /^\d{4}-\d\d-\d\d[T ](\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?\s*(?:(Z)|([+-]\d\d)(?::?(\d\d))?)?/i

/**
 * Reads the start of an event from one field: a time with an offset, a local time, or only a day. Midnight on the clocks of the
 * place is how sources write a day without a time. Midnight in UTC is an evening there.
 */
export function startOf(value: unknown, isAllDay = false): Start {
  const isMidnight = /[T ]00:00(?::00(?:\.0+)?)?\s*(?:[+-](?!00)\d\d:?(?:\d\d)?)?$/.test(timeTextIn(value))
  return momentOrDay(value, isAllDay || isMidnight)
}

function momentOrDay(value: unknown, isAllDay: boolean): Start {
  const text = timeTextIn(value)
  const day = requiredDate(text)
  if (/\d:\d\d(?::\d\d)?\s*[ap]\.?\s?m\b/i.test(text)) {
    return isAllDay ? onDay(day) : startOfFields(day, text.slice(day.length))
  }
  const [, hours, minutes, seconds = '00', utc, offsetHours, offsetMinutes = '00'] =
    timePattern.exec(text) ?? []
  if (isAllDay || hours === undefined || minutes === undefined) return onDay(day)
  if (!isTimeOfDay(hours, minutes)) return onDay(day)
  if (utc === undefined && offsetHours === undefined) {
    return { starts_at: null, starts_local: `${day}T${hours}:${minutes}`, starts_on: null }
  }
  const offset = offsetHours === undefined ? 'Z' : `${offsetHours}:${offsetMinutes}`
  const moment = new Date(`${day}T${hours}:${minutes}:${seconds}${offset}`)
  if (Number.isNaN(moment.getTime())) return onDay(day)
  return { starts_at: moment.toISOString(), starts_local: null, starts_on: null }
}

type End = { ends_at?: string | null; ends_local?: string | null; ends_on?: string | null }

/** The longest event in days. A longer one has a typing error in its end. */
const longest = 366

/**
 * Reads the end of an event from one field, in the form of its start. A source that states the start as the end states no
 * end.
 */
export function endOf(value: unknown, start: Start, isAllDay = false): End {
  const text = textIn(value)
  if (text === '') return {}
  const day = dateIn(text)
  if (day === null) return {}
  const end = momentOrDay(text, isAllDay || start.starts_on !== null)
  // A day or a local time cannot be compared with a moment without the zone.
  const isOtherForm =
    (start.starts_at === null) !== (end.starts_at === null) ||
    (start.starts_on === null) !== (end.starts_on === null)
  if (isOtherForm) return {}
  const [from, to] = [momentOf(start), momentOf(end)]
  const isPossible = to >= from && to - from <= longest * 86_400_000
  if (!isPossible) {
    noteLeftOut(
      day,
      to < from ? 'before the start of its event' : `more than ${longest} days after its start`,
    )
    return {}
  }
  if (to === from) return {}
  return end.starts_on !== null
    ? { ends_on: end.starts_on }
    : { ends_at: end.starts_at, ends_local: end.starts_local }
}

function momentOf({ starts_at, starts_local, starts_on }: Start): number {
  return Date.parse(starts_at ?? (starts_local === null ? `${starts_on}T00:00Z` : `${starts_local}Z`))
}

/** Reads the start of an event whose date and time are two fields: "2026-06-03" and "1:30 PM", "13:30", "10 a.m." or "Noon". */
export function startOfFields(date: unknown, time: unknown): Start {
  const day = requiredDate(date)
  const written = textIn(time)
  const [, hours, minutes, statedHalf] =
    /^(?:at )?(\d{1,2})(?:[:.](\d\d))?(?::\d\d)?\s*(?:([ap])(?:\.?\s?m)?\b)?/i.exec(
      written.replace(/^(12 )?noon\b/i, '12:00'),
    ) ?? []
  // A number alone may be anything.
  if (hours === undefined || (minutes === undefined && statedHalf === undefined)) return onDay(day)
  const half = statedHalf ?? halfOfEnd(written, Number(hours))
  // A clock of 24 hours writes "02:00". "2:00" may be in the night or in the afternoon, and so may "9:00 - midnight".
  if (half === undefined && /^(?:at )?[1-7]\b|midnight/i.test(written)) return onDay(day)
  const hour = half ? (Number(hours) % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : Number(hours)
  const isMidnight = hour === 0 && /^0?0$/.test(minutes ?? '00')
  if (isMidnight || !isTimeOfDay(hour, minutes ?? '00')) return onDay(day)
  return {
    starts_at: null,
    starts_local: `${day}T${String(hour).padStart(2, '0')}:${minutes ?? '00'}`,
    starts_on: null,
  }
}

/** Returns the half of the day of "1:30-3:00 PM", whose end alone states it. In "11:00-1:00 PM", the start is in the other half. */
function halfOfEnd(written: string, from: number): string | undefined {
  const [, to, half] =
    /^[\d:.\s]+(?:-|–|—|to|until)\s*(\d{1,2})(?:[:.]\d\d)?\s*([ap])\.?\s?m\b/i.exec(written) ?? []
  return to !== undefined && from % 12 <= Number(to) % 12 ? half : undefined
}

function onDay(day: string): Start {
  return { starts_at: null, starts_local: null, starts_on: day }
}

function isTimeOfDay(hours: string | number, minutes: string): boolean {
  return Number(hours) <= 23 && Number(minutes) <= 59
}
