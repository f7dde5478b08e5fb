import * as z from 'zod/mini'
import { endpoint, Id, pageInput, Pagination, Time } from '../kit/endpoint.ts'
import { billStatuses } from '../rules/bills/billContent.ts'
import { committeeActivities } from './billParts.ts'

export const eventStatuses = ['scheduled', 'changed', 'deferred', 'cancelled', 'passed'] as const

/** + A hearing or meeting. */
export const CommitteeEvent = z.object({
  event_id: z.string(),
  name: z.string(),
  starts_on: z.string(),
  /** Null if the source gives only a day. */
  starts_at: z.nullable(Time),
  is_all_day: z.boolean(),
  /** The time zone of the place. */
  time_zone: z.string(),
  location: z.nullable(z.string()),
  url: z.nullable(z.string()),
  status: z.enum(eventStatuses),
  /** The first bills on its agenda, and how many there are. */
  bills: z.array(z.object({ bill_id: Id, bill_code: z.string() })),
  bill_count: z.number(),
})
export type CommitteeEvent = z.infer<typeof CommitteeEvent>

const CommitteeLink = z.object({ committee_id: z.string(), name: z.string() })

export const Committee = z.object({
  committee_id: z.string(),
  name: z.string(),
  /** The body it belongs to: "us/house", "mi/lower". */
  organization: z.string(),
  /** The committee whose subcommittee it is. */
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
  /** Lower case: "chair", "vice chair", "ranking member", "member". */
  role: z.string(),
  party: z.nullable(z.string()),
  district: z.nullable(z.string()),
  represents_you: z.boolean(),
})
export type CommitteeMember = z.infer<typeof CommitteeMember>

/** Events that lie ahead in the answer of a committee. The calendar of the committee has all. */
export const firstCommitteeEvents = 10

/** + A committee: its members with the chair first, its next events, and the bills before it, the latest activity first. */
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
