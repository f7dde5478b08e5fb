import * as z from 'zod/mini'
import { billStatuses } from './bills/billContent.ts'
import { committeeActivities } from './bills/billParts.ts'
import { endpoint, Id, pageInput, Pagination, Time } from './kit/endpoint.ts'
import { formatDay } from './kit/format.ts'
import { locale, perLanguage, t } from './kit/translate.ts'

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
    return isOneDay
      ? eventDay(event)
      : t('{start}, to {end}', { start: eventDay(event), end: eventDay({ starts_on: ends_on }) })
  }
  const start = `${eventDay(event)}, ${eventClock(event)}`
  if (ends_at === null) return start
  const end = eventClock({ starts_at: ends_at, starts_on, time_zone })
  if (!isOneDay) {
    return t('{start}, to {end}', { start, end: `${eventDay({ ...event, starts_on: ends_on })}, ${end}` })
  }
  // Both times of a day have the same zone, so it is named once.
  const [, zone = ''] = /( \S+)$/.exec(end) ?? []
  const startHere = start.endsWith(zone) ? start.slice(0, start.length - zone.length) : start
  return t('{start} to {end}', { start: startHere, end })
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
  return weekdayAndDay().format(new Date(`${starts_on}T12:00:00Z`))
}

const weekdayAndDay = perLanguage(
  (locale) =>
    new Intl.DateTimeFormat(locale, {
      weekday: 'long',
      year: 'numeric',
      month: 'long',
      day: 'numeric',
      timeZone: 'UTC',
    }),
)

/**
 * Returns the time of day of an event, such as "10:00 a.m. EDT". The text is empty if the event takes the whole day.
 */
export function eventClock({ starts_at, time_zone }: EventTime): string {
  if (starts_at === null) return ''
  const words = new Date(starts_at).toLocaleTimeString(locale(), {
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

/**
 * The things that have a calendar of hearings and meetings. `mine` is a member's own calendar at a secret URL. It
 * covers the bills and committees that the member follows, and the bills that the member took a stance on.
 */
export const calendarTargetTypes = ['bill', 'topic', 'committee', 'jurisdiction'] as const
export type CalendarTargetType = (typeof calendarTargetTypes)[number]

export function calendarPath(target_type: CalendarTargetType | 'mine', id: string): string {
  return `/calendars/${target_type}/${encodeURIComponent(id)}.ics`
}

export const eventStatuses = ['scheduled', 'changed', 'deferred', 'cancelled', 'passed'] as const

/** A hearing or meeting of a committee. */
export const CommitteeEvent = z.object({
  event_id: z.string(),
  name: z.string(),
  starts_on: z.string(),
  /** Null if the source states only a day. */
  starts_at: z.nullable(Time),
  /** The end and its day, or null if the source states none. */
  ends_at: z.nullable(Time),
  ends_on: z.nullable(z.string()),
  is_all_day: z.boolean(),
  /** The time zone of the place where the event happens. */
  time_zone: z.string(),
  location: z.nullable(z.string()),
  url: z.nullable(z.string()),
  status: z.enum(eventStatuses),
  /** The first bills on the agenda. `bill_count` is the number of all of them. */
  bills: z.array(z.object({ bill_id: Id, bill_code: z.string() })),
  bill_count: z.number(),
})
export type CommitteeEvent = z.infer<typeof CommitteeEvent>

/** The bills of a committee are counted up to this number so that its page costs no more if it has very many. */
export const mostCommitteeBills = 10_000

const CommitteeLink = z.object({ committee_id: z.string(), name: z.string() })

const Committee = z.object({
  committee_id: z.string(),
  name: z.string(),
  /** The legislative body that the committee belongs to, such as "us/house" or "mi/lower". */
  organization: z.string(),
  /** The committee to which a subcommittee belongs. */
  parent: z.nullable(CommitteeLink),
  subcommittees: z.array(CommitteeLink),
  url: z.nullable(z.string()),
  source_name: z.string(),
  source_checked_at: Time,
})

export const CommitteeMember = z.object({
  name: z.string(),
  /** Null if no representative in Hurd is certain to be this person. */
  rep_id: z.nullable(z.string()),
  /** The role in lower case: "chair", "vice chair", "ranking member" or "member". */
  role: z.string(),
  party: z.nullable(z.string()),
  district: z.nullable(z.string()),
  represents_you: z.boolean(),
})
export type CommitteeMember = z.infer<typeof CommitteeMember>

/** The maximum number of future events in the response about a committee. The calendar of the committee has all of them. */
export const firstCommitteeEvents = 10

/**
 * Returns a committee with its members (the chair first), its next events, and the bills before it (the latest activity
 * first).
 */
export const getCommittee = endpoint('GET /api/committees/:id', {
  access: 'optional',
  input: { id: z.string().check(z.minLength(1), z.maxLength(300)), ...pageInput(20) },
  output: {
    committee: Committee,
    memberships: z.array(CommitteeMember),
    upcoming_events: z.array(CommitteeEvent),
    bills: z.array(
      z.object({
        bill_id: Id,
        bill_code: z.string(),
        title: z.string(),
        status: z.enum(billStatuses),
        activity: z.enum(committeeActivities),
        since: z.nullable(z.string()),
      }),
    ),
    pagination: Pagination,
  },
  refuses: ['committee_not_found'],
})
