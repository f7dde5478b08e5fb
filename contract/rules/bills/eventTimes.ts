import { formatDay } from '#contract/rules/format.ts'

/** The time of an event. `starts_at` is null if the source states only a day, and the end if it states none. */
export type EventTime = {
  starts_at: string | null
  starts_on: string
  ends_at?: string | null
  ends_on?: string | null
  time_zone: string
}

/**
 * Returns the time of an event in the time zone of its place, such as "Tuesday, June 3, 2026, 10:00 a.m. to 11:30 a.m.
 * EDT". If the source states only days, returns the days.
 */
export function eventTime(event: EventTime): string {
  const { starts_at, starts_on, ends_at = null, ends_on = null, time_zone } = event
  const isOneDay = ends_on === null || ends_on === starts_on
  if (starts_at === null) {
    return isOneDay ? eventDay(event) : `${eventDay(event)}, to ${eventDay({ starts_on: ends_on })}`
  }
  const start = `${eventDay(event)}, ${eventClock(event)}`
  if (ends_at === null) return start
  const end = eventClock({ starts_at: ends_at, starts_on, time_zone })
  if (!isOneDay) return `${start}, to ${eventDay({ ...event, starts_on: ends_on })}, ${end}`
  // Both times of a day have the same zone, so it is named once.
  const [, zone = ''] = /( \S+)$/.exec(end) ?? []
  return `${start.endsWith(zone) ? start.slice(0, start.length - zone.length) : start} to ${end}`
}

/**
 * Returns the day and the time of a vote in the time zone of the body that voted, such as "May 22, 2025, 6:54 a.m. EDT".
 * In the reader's zone, a vote at night would have another day than in the official record.
 */
export function voteTime(vote: { voted_at: string | null; voted_on: string; time_zone: string }): string {
  const { voted_at: starts_at, voted_on: starts_on, time_zone } = vote
  return [formatDay(starts_on), eventClock({ starts_at, starts_on, time_zone })].filter(Boolean).join(', ')
}

/** Returns the day of an event, such as "Tuesday, June 3, 2026". */
export function eventDay({ starts_on }: Pick<EventTime, 'starts_on'>): string {
  return new Date(`${starts_on}T12:00:00Z`).toLocaleDateString('en-US', {
    weekday: 'long',
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    timeZone: 'UTC',
  })
}

/**
 * Returns the time of day of an event, such as "10:00 a.m. EDT". The text is empty if the event takes the whole day.
 */
export function eventClock({ starts_at, time_zone }: EventTime): string {
  if (starts_at === null) return ''
  const words = new Date(starts_at).toLocaleTimeString('en-US', {
    hour: 'numeric',
    minute: '2-digit',
    timeZone: isTimeZone(time_zone) ? time_zone : 'UTC',
    timeZoneName: 'short',
  })
  return words.replace(/\s?AM\b/, ' a.m.').replace(/\s?PM\b/, ' p.m.')
}

/** Returns whether the runtime knows a time zone by this name. PostgreSQL accepts more names, such as "posix/Japan". */
export function isTimeZone(name: string): boolean {
  if (!/^[a-z]/i.test(name)) return false
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
