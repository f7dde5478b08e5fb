/** When an event takes place. `starts_at` is null if the source gives only a day. */
export type EventTime = { starts_at: string | null; starts_on: string; time_zone: string }

/** "Tuesday, June 3, 2026, 10:00 a.m. EDT" in the time zone of the place, or only the day. */
export function eventTime(event: EventTime): string {
  return event.starts_at === null ? eventDay(event) : `${eventDay(event)}, ${eventClock(event)}`
}

/** "Tuesday, June 3, 2026" */
export function eventDay({ starts_on }: EventTime): string {
  return new Date(`${starts_on}T12:00:00Z`).toLocaleDateString('en-US', {
    weekday: 'long',
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    timeZone: 'UTC',
  })
}

/** "10:00 a.m. EDT", or nothing for an event of a whole day. */
export function eventClock({ starts_at, time_zone }: EventTime): string {
  if (starts_at === null) return ''
  const words = new Date(starts_at).toLocaleTimeString('en-US', {
    hour: 'numeric',
    minute: '2-digit',
    timeZone: time_zone,
    timeZoneName: 'short',
  })
  return words.replace(/\s?AM\b/, ' a.m.').replace(/\s?PM\b/, ' p.m.')
}
