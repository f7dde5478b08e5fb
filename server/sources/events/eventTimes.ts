import { requiredDate, textIn } from '../externalJson.ts'

type Start = { starts_at: string | null; starts_local: string | null; starts_on: string | null }

// "2026-06-03T13:30", with or without seconds and an offset: "Z", "+00", "-0500" or "-05:00".
const timePattern =
  /^\d{4}-\d\d-\d\d[T ](\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?\s*(?:(Z)|([+-]\d\d)(?::?(\d\d))?)?/i

/** Reads the start of an event from one field: a time with an offset, a local time, or only a day. */
export function startOf(value: unknown, isAllDay = false): Start {
  const text = textIn(value)
  const day = requiredDate(text)
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

/** Reads the start of an event whose date and time are two fields: "2026-06-03" and "1:30 PM" or "13:30". */
export function startOfFields(date: unknown, time: unknown): Start {
  const day = requiredDate(date)
  const [, hours, minutes, half] = /^(\d{1,2}):(\d\d)(?::\d\d)?\s*([ap])?\.?m?\.?/i.exec(textIn(time)) ?? []
  if (hours === undefined || minutes === undefined) return onDay(day)
  const hour = half ? (Number(hours) % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : Number(hours)
  if (!isTimeOfDay(hour, minutes)) return onDay(day)
  return {
    starts_at: null,
    starts_local: `${day}T${String(hour).padStart(2, '0')}:${minutes}`,
    starts_on: null,
  }
}

function onDay(day: string): Start {
  return { starts_at: null, starts_local: null, starts_on: day }
}

function isTimeOfDay(hours: string | number, minutes: string): boolean {
  return Number(hours) <= 23 && Number(minutes) <= 59
}
