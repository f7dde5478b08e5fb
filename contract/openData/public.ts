import * as z from 'zod/mini'
import { endings } from '../bills/legislativeSessions.ts'
import { comparisonPageSize, ComparisonSummary, SectionComparison } from '../bills/versions.ts'
import { cursorInput, nextOutput, TimeCursor } from '../kit/cursor.ts'
import { endpoint, Id, pageInput, Pagination, Time, wholeNumberBetween } from '../kit/endpoint.ts'
import { billStatuses, governmentLevels } from '../rules/bills/billContent.ts'
import * as shapes from './publicRecords.ts'

/*
 * The public API. Fields may be added; none is renamed or removed without a year's notice (publicNotices.ts). Its records
 * have shapes of their own, so that a field added for members never becomes public by accident.
 */

export const publicApiVersion = '1.1.0'
export const publicPrefix = '/api/public/v1'

/** The record of a bill, by its id or its address. */
export function publicBillPath(bill: string): string {
  return `${publicPrefix}/bills/${bill}`
}
/** Requests per hour of one network without a key, and of one member with a key. */
export const publicLimits = { withoutKey: 60, withKey: 5_000 }

const Limit = z._default(wholeNumberBetween(1, 100), 50)
const Division = z.string().check(z.regex(/^ocd-division\/country:us(\/[^/]{1,100}){0,5}$/))
const Token = z.string().check(z.minLength(1), z.maxLength(200))

export const listPublicBills = endpoint('GET /api/public/v1/bills', {
  access: 'open',
  input: {
    limit: Limit,
    ...cursorInput(TimeCursor),
    jurisdiction: z.optional(Division),
    session: z.optional(Token),
    government_level: z.optional(z.enum(governmentLevels, { error: 'Invalid government level' })),
    status: z.optional(z.enum(billStatuses, { error: 'Invalid status' })),
    topic: z.optional(Token),
    /** Bills that changed at or after this time, oldest change first. Without it, newest bills first. */
    updated_since: z.optional(Time),
  },
  /** With filters, a page may have fewer bills than its limit although `next` names another one. */
  output: { bills: z.array(shapes.PublicBill), ...nextOutput },
})

export const getPublicBill = endpoint('GET /api/public/v1/bills/:id', {
  access: 'open',
  input: { id: Id },
  output: {
    bill: z.extend(shapes.PublicBill, {
      ended_by: z.nullable(z.enum(endings)),
      sponsorships: z.array(shapes.PublicSponsorship),
      actions: z.array(shapes.PublicAction),
      committees: z.array(shapes.PublicCommittee),
      related_bills: z.array(shapes.PublicRelatedBill),
      subjects: z.array(z.string()),
    }),
  },
  refuses: ['bill_not_found'],
})

export const listPublicVersions = endpoint('GET /api/public/v1/bills/:id/versions', {
  access: 'open',
  input: { id: Id },
  /** The latest first. */
  output: { versions: z.array(shapes.PublicVersion) },
  refuses: ['bill_not_found'],
})

const VersionNo = wholeNumberBetween(1, 32_767)

export const getPublicVersionText = endpoint('GET /api/public/v1/bills/:id/versions/:version_no/text', {
  access: 'open',
  input: { id: Id, version_no: VersionNo },
  output: {
    version: shapes.PublicVersion,
    sections: z.array(shapes.PublicSection),
    /** Sections that the version itself marks as deleted. Its text does not include them. */
    struck_sections: z.array(shapes.PublicSection),
    /** The text as it is, for a version without sections. */
    full_text: z.nullable(z.string()),
  },
  refuses: ['bill_not_found', 'version_not_found', 'version_text_unavailable'],
})

export const comparePublicVersions = endpoint('GET /api/public/v1/bills/:id/compare', {
  access: 'open',
  input: { id: Id, from: VersionNo, to: VersionNo, ...pageInput(comparisonPageSize) },
  output: {
    from: shapes.PublicVersion,
    to: shapes.PublicVersion,
    is_truncated: z.boolean(),
    summary: ComparisonSummary,
    sections: z.array(SectionComparison),
    pagination: Pagination,
  },
  refuses: ['bill_not_found', 'version_not_found', 'version_text_unavailable', 'versions_not_comparable'],
})

const Day = z.iso.date()
const VoteCursor = z.tuple([Day, Id])

/** Newest first. */
export const listPublicVoteEvents = endpoint('GET /api/public/v1/vote-events', {
  access: 'open',
  input: {
    limit: Limit,
    ...cursorInput(VoteCursor),
    bill_id: z.optional(Id),
    /** The body that voted: "us/house", "mi/upper". */
    organization: z.optional(Token),
  },
  output: { vote_events: z.array(shapes.PublicVoteEvent), ...nextOutput },
})

export const getPublicVoteEvent = endpoint('GET /api/public/v1/vote-events/:id', {
  access: 'open',
  input: { id: Id },
  output: { vote_event: shapes.PublicVoteEvent, votes: z.array(shapes.PublicPersonVote) },
  refuses: ['vote_not_found'],
})

/** In the order of their ids. With `division`, those who represent it today. */
export const listPublicRepresentatives = endpoint('GET /api/public/v1/representatives', {
  access: 'open',
  input: { limit: Limit, ...cursorInput(z.tuple([Token])), division: z.optional(Division) },
  output: { representatives: z.array(shapes.PublicRepresentative), ...nextOutput },
})

export const getPublicRepresentative = endpoint('GET /api/public/v1/representatives/:id', {
  access: 'open',
  input: { id: Token },
  output: { representative: shapes.PublicRepresentative },
  refuses: ['representative_not_found'],
})

/** The bodies whose bills the instance has, in the order of their OCD division ids. */
export const listPublicJurisdictions = endpoint('GET /api/public/v1/jurisdictions', {
  access: 'open',
  input: { limit: Limit, ...cursorInput(z.tuple([Token])) },
  output: { jurisdictions: z.array(shapes.PublicJurisdiction), ...nextOutput },
})

/** In the order of their ids. */
export const listPublicCommittees = endpoint('GET /api/public/v1/committees', {
  access: 'open',
  input: {
    limit: Limit,
    ...cursorInput(z.tuple([Token])),
    /** The body they belong to: "us/house", "mi/lower". */
    organization: z.optional(Token),
  },
  output: { committees: z.array(shapes.PublicCommitteeRecord), ...nextOutput },
})

export const getPublicCommittee = endpoint('GET /api/public/v1/committees/:id', {
  access: 'open',
  input: { id: Token },
  /** Earlier members have a `to`. */
  output: { committee: shapes.PublicCommitteeRecord, members: z.array(shapes.PublicCommitteeMember) },
  refuses: ['committee_not_found'],
})

/** Hearings and meetings, earliest first. Canceled ones stay. */
export const listPublicEvents = endpoint('GET /api/public/v1/events', {
  access: 'open',
  input: {
    limit: Limit,
    ...cursorInput(z.tuple([Day, Token])),
    jurisdiction: z.optional(Division),
    /** Events on or after this day. */
    from: z.optional(Day),
  },
  output: { events: z.array(shapes.PublicEvent), ...nextOutput },
})

/** By place, and newest first within a place. */
export const listPublicSessions = endpoint('GET /api/public/v1/sessions', {
  access: 'open',
  input: { limit: Limit, ...cursorInput(z.tuple([Token, Day, Token])), jurisdiction: z.optional(Division) },
  output: { sessions: z.array(shapes.PublicSession), ...nextOutput },
})

const updateId = z.pipe(
  z.union([z.number(), z.string().check(z.regex(/^\d{1,15}$/))]),
  z.transform((text) => Number(text)),
)

/**
 * The log of changes, oldest first. Updates become visible in the order of their ids, so a reader who continues after the
 * last `update_id` misses none.
 */
export const listPublicUpdates = endpoint('GET /api/public/v1/updates', {
  access: 'open',
  input: { limit: Limit, after: z._default(updateId, 0) },
  output: {
    updates: z.array(shapes.PublicUpdate),
    /** The `after` of the next page. Unchanged if there was nothing new. */
    next: z.number(),
    has_more: z.boolean(),
  },
})

/**
 * Stances by place from the weekly release, by bill. The division "ocd-division/country:us" has all members with a stance;
 * its numbers come from 10 stances, those of states, districts and counties from 25.
 */
export const listPublicAggregates = endpoint('GET /api/public/v1/aggregates', {
  access: 'open',
  input: {
    limit: Limit,
    ...cursorInput(z.tuple([Id, Token])),
    bill_id: z.optional(Id),
  },
  output: { aggregates: z.array(shapes.PublicAggregate), ...nextOutput },
})
