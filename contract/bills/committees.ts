import * as z from 'zod/mini'
import { endpoint, Id, pageInput, Pagination, Time } from '#contract/kit/endpoint.ts'
import { billStatuses } from '#contract/rules/bills/billContent.ts'
import { committeeActivities } from './billParts.ts'

export const eventStatuses = ['scheduled', 'changed', 'deferred', 'cancelled', 'passed'] as const

/** A hearing or meeting of a committee. */
export const CommitteeEvent = z.object({
  event_id: z.string(),
  name: z.string(),
  starts_on: z.string(),
  /** Null if the source states only a day. */
  starts_at: z.nullable(Time),
  /** The end and its day. Null if the source states none. */
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

/** The most future events in the answer about a committee. The calendar of the committee has all of them. */
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
