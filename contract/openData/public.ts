import * as z from 'zod/mini'
import { billStatuses, governmentLevels } from '#contract/bills/billContent.ts'
import { comparisonPageSize, ComparisonSummary, SectionComparison } from '#contract/bills/versions.ts'
import { cursorInput, nextOutput, TimeCursor } from '#contract/kit/cursor.ts'
import { endpoint, Id, pageInput, Pagination, wholeNumberBetween } from '#contract/kit/endpoint.ts'
import { dayInput, TimeInput } from '#contract/kit/timeInput.ts'
import { msg } from '#contract/kit/translate.ts'
import { endings } from '#contract/sessions.ts'
import * as shapes from './publicRecords.ts'

/** Announces that a path of the public API will end. The path keeps working until `ends_on` or longer. */
export type Notice = {
  /** The notice covers this path, such as "/api/public/v1/bills", and everything below it. */
  path: string
  /** The date of the announcement as YYYY-MM-DD. */
  announced_on: string
  /** The first day on which the path may be removed. It is at least a year after the announcement. */
  ends_on: string
  /** The URL of a page that says what to use instead. */
  documentation: string
}

/** Every notice in force. The list is empty as long as no path is going to end. */
export const notices: readonly Notice[] = []

const yearMs = 365 * 86_400_000

export function isLongEnough({ announced_on, ends_on }: Notice): boolean {
  return Date.parse(ends_on) - Date.parse(announced_on) >= yearMs
}

/**
 * Returns the headers of RFC 9745 (Deprecation) and RFC 8594 (Sunset) for a path. The result is empty if no notice
 * covers the path.
 */
export function noticeHeaders(
  path: string,
  now: Date,
  currentNotices: readonly Notice[] = notices,
): Record<string, string> {
  const notice = currentNotices.find((item) => path === item.path || path.startsWith(`${item.path}/`))
  if (!notice || now.getTime() < Date.parse(notice.announced_on)) return {}
  return {
    deprecation: `@${Date.parse(notice.announced_on) / 1000}`,
    sunset: new Date(notice.ends_on).toUTCString(),
    link: `<${notice.documentation}>; rel="deprecation"; type="text/html"`,
  }
}

/* The public API. Fields may be added, but a field is renamed or removed only after a year's notice
   (`notices`). Its records have their own shapes so that a field that is added for members never becomes public
   by accident. */

export const publicApiVersion = '1.1.0'
export const publicPrefix = '/api/public/v1'

/** Returns the path of the record of a bill. `bill` is the bill's id or its path. */
export function publicBillPath(bill: string): string {
  return `${publicPrefix}/bills/${bill}`
}
/** The maximum number of requests per hour. Without a key, the limit is per network. With a key, the limit is per member. */
export const publicLimits = { withoutKey: 60, withKey: 5_000 }

const Limit = z._default(wholeNumberBetween(1, 100), 50)
const Division = z.string().check(z.regex(/^ocd-division\/country:us(\/[^/]{1,100}){0,5}$/))
const Token = z.string().check(z.minLength(1), z.maxLength(300))

export const listPublicBills = endpoint('GET /api/public/v1/bills', {
  access: 'open',
  input: {
    limit: Limit,
    ...cursorInput(TimeCursor),
    jurisdiction: z.optional(Division),
    session: z.optional(Token),
    government_level: z.optional(z.enum(governmentLevels, { error: msg('Invalid government level') })),
    status: z.optional(z.enum(billStatuses, { error: msg('Invalid status') })),
    topic: z.optional(Token),
    /**
     * If present, lists the bills that changed at or after this time, oldest change first. Otherwise lists all bills,
     * newest first.
     */
    updated_since: z.optional(TimeInput),
  },
  /** With filters, a page may have fewer bills than its limit even though `next` points to another page. */
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
  /** The versions, latest first. */
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
    /** The whole text of a version that has no sections, or null for a version with sections. */
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

const Day = dayInput()
const VoteCursor = z.tuple([Day, Id])

/** Lists votes, newest first. */
export const listPublicVoteEvents = endpoint('GET /api/public/v1/vote-events', {
  access: 'open',
  input: {
    limit: Limit,
    ...cursorInput(VoteCursor),
    bill_id: z.optional(Id),
    /** The body that voted, such as "us/house" or "mi/upper". */
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

/**
 * Lists representatives in the order of their ids. With `division`, lists only those who represent the division today.
 */
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

/** Lists the bodies whose bills the instance has, in the order of their OCD division ids. */
export const listPublicJurisdictions = endpoint('GET /api/public/v1/jurisdictions', {
  access: 'open',
  input: { limit: Limit, ...cursorInput(z.tuple([Token])) },
  output: { jurisdictions: z.array(shapes.PublicJurisdiction), ...nextOutput },
})

/** Lists committees in the order of their ids. */
export const listPublicCommittees = endpoint('GET /api/public/v1/committees', {
  access: 'open',
  input: {
    limit: Limit,
    ...cursorInput(z.tuple([Token])),
    /** The body that the committees belong to, such as "us/house" or "mi/lower". */
    organization: z.optional(Token),
  },
  output: { committees: z.array(shapes.PublicCommitteeRecord), ...nextOutput },
})

export const getPublicCommittee = endpoint('GET /api/public/v1/committees/:id', {
  access: 'open',
  input: { id: Token },
  /** A former member of the committee has a `to`. */
  output: { committee: shapes.PublicCommitteeRecord, members: z.array(shapes.PublicCommitteeMember) },
  refuses: ['committee_not_found'],
})

/** Lists hearings and meetings, earliest first. Canceled events stay in the list. */
export const listPublicEvents = endpoint('GET /api/public/v1/events', {
  access: 'open',
  input: {
    limit: Limit,
    ...cursorInput(z.tuple([Day, Token])),
    jurisdiction: z.optional(Division),
    /** If present, only events that end on or after this day are listed. */
    from: z.optional(Day),
  },
  output: { events: z.array(shapes.PublicEvent), ...nextOutput },
})

/** Lists sessions by place. Within a place, the newest come first. */
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
 * Lists the log of changes, oldest first. Updates become visible in the order of their ids, so a client that continues
 * after the last `update_id` misses none.
 */
export const listPublicUpdates = endpoint('GET /api/public/v1/updates', {
  access: 'open',
  input: { limit: Limit, after: z._default(updateId, 0) },
  output: {
    updates: z.array(shapes.PublicUpdate),
    /** The `after` of the next page. It is the same as in the request if there is nothing new. */
    next: z.number(),
    has_more: z.boolean(),
  },
})

/**
 * Lists the counts of stances by bill and place from the weekly release. The division "ocd-division/country:us" covers
 * all members, and its counts are published if there are at least 10 stances. The counts of states, districts and counties
 * are published if there are at least 25.
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
