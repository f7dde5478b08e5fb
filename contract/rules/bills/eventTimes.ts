/** The time of an event. `starts_at` is null if the source states only a day. */
export type EventTime = { starts_at: string | null; starts_on: string; time_zone: string }

/**
 * Returns the time of an event in the time zone of its place, such as "Tuesday, June 3, 2026, 10:00 a.m. EDT". If the
 * source states only a day, returns the day.
 */
export function eventTime(event: EventTime): string {
  return event.starts_at === null ? eventDay(event) : `${eventDay(event)}, ${eventClock(event)}`
}

/** Returns the day of an event, such as "Tuesday, June 3, 2026". */
export function eventDay({ starts_on }: EventTime): string {
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
