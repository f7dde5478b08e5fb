import * as z from 'zod/mini'
import { cursorInput, nextOutput, TimeCursor, TimeKey } from '#contract/kit/cursor.ts'
import {
  endpoint,
  Id,
  maxOffset,
  pageInput,
  Pagination,
  Time,
  type OutputOf,
} from '#contract/kit/endpoint.ts'
import { TimeInput } from '#contract/kit/timeInput.ts'
import { msg } from '#contract/kit/translate.ts'
import { BillSession, endings } from '#contract/sessions.ts'
import { Stance, StanceCounts } from '#contract/stances.ts'
import { voteOptions } from '#contract/votes/votes.ts'
import { BillAction, BillSections, billStatuses, governmentLevels, Sponsor } from './billContent.ts'
import { billParts, cardParts } from './billParts.ts'
import { BillTranslation, WordsLanguage } from './billTranslation.ts'
import { BillVersion, SentVersionNo, TextVersion } from './versions.ts'

export const billPageSize = 20
export const keywordMaxLength = 200
const sharedSummaryLength = 150

/** Returns the part of a summary that a shared link shows: the first 150 characters. */
export function sharedSummary(summary: string): string {
  return Array.from(summary).slice(0, sharedSummaryLength).join('')
}

const billSorts = ['created_at', 'activity_score'] as const

/** A scope narrows the feed to bills of the caller's city, of the caller's state, or of Congress. */
export const billScopes = ['city', 'state', 'congress'] as const
export type BillScope = (typeof billScopes)[number]

/**
 * Says why a bill comes first in a list by relevance. `name` is the name of the place or topic, or "Congress". A bill that was
 * invented for the demonstration is an example and comes last.
 */
const BillReason = z.object({ kind: z.enum(['place', 'topic', 'congress', 'example']), name: z.string() })
type BillReason = z.infer<typeof BillReason>

/** A bill as lists show it. The three text fields are null in lists, because texts can be very long. */
export const Bill = z.extend(StanceCounts, {
  bill_id: Id,
  bill_code: z.string(),
  title: z.string(),
  summary: z.string(),
  /** Missing if the caller asked for no language, or if nothing is translated. */
  translation: z.optional(BillTranslation),
  topics: z.array(z.string()),
  government_level: z.enum(governmentLevels),
  /** The OCD division of the legislative body. `divisionName` in contract/places.ts returns its name. */
  jurisdiction: z.string(),
  status: z.enum(billStatuses),
  created_at: Time,
  source_url: z.nullable(z.string()),
  ...cardParts,
  formatted_text: z.nullable(z.string()),
  bill_sections: z.nullable(BillSections),
  full_text: z.nullable(z.string()),
  user_stance: z.nullable(Stance),
  activity_score: z.number(),
  /** The comments of the last 7 days, counted up to 1,000. Only lists have this field. */
  new_comments: z.optional(z.number()),
  is_bookmarked: z.boolean(),
  is_local: z.boolean(),
  /**
   * How the viewer's representatives voted when their chamber last decided on the bill, or null if no vote of theirs is
   * known. Only lists have this field.
   */
  your_representatives: z.optional(
    z.nullable(z.array(z.object({ option: z.enum(voteOptions), count: z.number() }))),
  ),
  /** The office of the viewer's representative who sponsors the bill, such as "U.S. Senator". */
  own_sponsor: z.optional(z.string()),
  discussion_count: z.number(),
  /** The number of these comments that members in the viewer's city wrote, or null if the viewer has no city. */
  local_count: z.nullable(z.number()),
  /**
   * The reason why the bill comes first. Only lists by relevance have this field. Null for a bill from another place.
   */
  reason: z.optional(z.nullable(BillReason)),
})
export type Bill = z.infer<typeof Bill>

export const BillDetail = z.extend(Bill, {
  ...billParts,
  sponsors: z.array(Sponsor),
  actions: z.array(BillAction),
  source_name: z.string(),
  source_checked_at: z.nullable(Time),
  /** Null for local bills and for sessions that Hurd does not know. */
  legislative_session: z.nullable(BillSession),
  /** The reason why a rejected bill is over, as far as the records show it. */
  ended_by: z.nullable(z.enum(endings)),
  /** The current version of the text and what it changed, or null if no version is known. */
  version: z.nullable(BillVersion),
  /** The stances that were taken or confirmed since the text last changed materially, or all if it never did. */
  current_version_counts: StanceCounts,
  /** The version on which the viewer's stance was taken or confirmed, or null if there is none. */
  user_stance_version: z.nullable(
    z.object({ version_no: z.number(), label: z.string(), printed_on: z.nullable(z.string()) }),
  ),
  /** True if the text has changed materially since the viewer's stance. Null without a stance. */
  user_stance_is_outdated: z.nullable(z.boolean()),
  /** The version of this response's text. It is older than `version` if Hurd does not have the newest text yet. */
  text_version: z.nullable(TextVersion),
})
export type BillDetail = z.infer<typeof BillDetail>

// A query parameter may appear once or several times.
const repeatable = z.pipe(
  z.union([z.string(), z.array(z.string()).check(z.maxLength(50))]),
  z.transform((value): string[] => (typeof value === 'string' ? [value] : value)),
)

/** The cursor of lists by activity: the activity score of a bill, its time and its id. */
const ActivityCursor = z.tuple([z.number().check(z.minimum(0)), TimeKey, Id])
/** How many bills of a list by relevance are ranked. The others follow by the time of their newest official action. */
export const rankedBills = 24
export const relevanceSections = ['own', 'ended', 'other', 'example'] as const
const TimeAndId = z.nullable(z.tuple([TimeKey, Id]))
/**
 * The cursor of lists by relevance: the section, the last bill that is not of Congress and the last one of Congress (the time of
 * its newest official action and its id), how many of Congress stand in a row, and the ranked bills that are still to
 * be shown and that were shown.
 */
const RelevanceCursor = z.tuple([
  z.enum(relevanceSections),
  TimeAndId,
  TimeAndId,
  z.int().check(z.minimum(0), z.maximum(rankedBills)),
  z.array(Id).check(z.maxLength(rankedBills)),
  z.array(Id).check(z.maxLength(rankedBills)),
])
/** The cursor of lists by keyword: the position of a bill among the matches, and its id. */
const MatchCursor = z.tuple([z.int().check(z.minimum(0), z.maximum(maxOffset)), Id])

export const listBills = endpoint('GET /api/bills', {
  access: 'user',
  input: {
    ...pageInput(billPageSize),
    ...cursorInput(z.union([TimeCursor, ActivityCursor, RelevanceCursor, MatchCursor])),
    government_level: z.optional(z.enum(governmentLevels, { error: msg('Invalid government level') })),
    topics: z._default(repeatable, []),
    status: z.optional(z.enum(billStatuses, { error: msg('Invalid status') })),
    q: z.optional(z.string().check(z.maxLength(keywordMaxLength))),
    bookmarked: z.optional(z.literal('true')),
    /**
     * `exclude` leaves out bills of past sessions to which nothing more can happen. Bookmarks and searches always
     * include such bills.
     */
    past_sessions: z.optional(z.enum(['include', 'exclude'], { error: msg('Invalid past_sessions') })),
    sort: z._default(z.enum(billSorts, { error: msg('Invalid sort') }), 'created_at'),
    /**
     * With `relevance`, bills of the caller's own places, of Congress and of followed topics come first, and all other
     * bills follow. Within each of these two sections, bills with the newest official action come first, and `sort` has
     * no effect. A page can then have fewer bills than its limit even though `next` points to another page.
     */
    order: z._default(z.enum(['asc', 'desc', 'relevance'], { error: msg('Invalid order') }), 'desc'),
    /** If the caller has no such place, the list is empty. */
    scope: z.optional(z.enum(billScopes, { error: msg('Invalid scope') })),
    language: WordsLanguage,
  },
  output: {
    bills: z.array(Bill),
    pagination: Pagination,
    /** False if there are more bills than `total`. Counting all of them would cost more than reading the page. */
    total_is_exact: z.boolean(),
    ...nextOutput,
  },
})

/** Returns at most one bill: the most discussed new bill of the caller's places, or of Congress if these have none. */
export const getMostDiscussed = endpoint('GET /api/bills/most-discussed', {
  access: 'user',
  input: { language: WordsLanguage },
  output: { bills: z.array(Bill), is_own_area: z.boolean() },
})

export const getBill = endpoint('GET /api/bills/:id', {
  access: 'user',
  input: { id: Id, language: WordsLanguage },
  output: { bill: BillDetail },
  refuses: ['bill_not_found'],
})

/**
 * Returns the text of a bill. If no text is stored, the server starts to fetch it from the official source and `state` is
 * `fetching`, and the client tries again after a second. If `state` is `unavailable`, the client shows the link to the
 * source.
 */
export const getBillText = endpoint('GET /api/bills/:id/text', {
  access: 'user',
  input: { id: Id },
  output: {
    state: z.enum(['ready', 'fetching', 'unavailable']),
    formatted_text: z.nullable(z.string()),
    bill_sections: z.nullable(BillSections),
    full_text: z.nullable(z.string()),
  },
  refuses: ['bill_not_found'],
})

export const takeStance = endpoint('POST /api/bills/:id/stance', {
  access: 'active',
  input: {
    id: Id,
    stance: Stance,
    change_source: z._default(
      z.enum(['direct', 'comment'], { error: msg('Invalid change source') }),
      'direct',
    ),
    /** The comment that changed the member's mind. Ignored unless `change_source` is "comment". */
    comment_id: z._default(z.nullable(Id), null),
    /** The version that the member has read. The default is the version that readers see. */
    version_no: z._default(z.nullable(SentVersionNo), null),
  },
  output: {
    stance: z.object({
      stance: Stance,
      previous_stance: z.nullable(Stance),
      change_source: z.enum(['direct', 'comment']),
      comment_id: z.nullable(Id),
      /** The version of the bill's text that the stance was taken or confirmed on. 0 if there was none. */
      version_no: z.number(),
      created_at: Time,
      is_outdated: z.boolean(),
    }),
    is_new: z.boolean(),
    changed: z.boolean(),
    /** True if the author of the comment gets a notification that shows who changed their mind. */
    author_notified: z.boolean(),
    counts: StanceCounts,
    current_version_counts: StanceCounts,
    /** The signature of the server over the stance, with which the member can show that it was accepted. */
    ack: z.string(),
  },
  refuses: [
    'bill_not_found',
    'comment_required',
    'comment_not_found',
    'own_comment',
    'no_stance_yet',
    'version_not_found',
    'too_many_attempts',
  ],
  idempotent: true,
})

/** Confirms that the viewer's stance also applies to this version. A version before the confirmed one is ignored. */
export const confirmStance = endpoint('POST /api/bills/:id/stance/confirm', {
  access: 'active',
  input: { id: Id, version_no: SentVersionNo },
  output: {
    stance: z.object({ stance: Stance, version_no: z.number(), confirmed_at: z.nullable(Time) }),
    current_version_counts: StanceCounts,
    /** Like the acknowledgment of a stance. Null if the stance was taken on this version and needs no confirmation. */
    ack: z.nullable(z.string()),
  },
  refuses: ['bill_not_found', 'no_stance_yet', 'version_not_found', 'version_outdated', 'too_many_attempts'],
  idempotent: true,
})

/** The stances on a bill over time are shown from this many on. With fewer, each step would be one person. */
export const minStancesOverTime = 20

/**
 * Returns how many members had each stance at the end of each week in which a stance changed, oldest first. `week` is the Monday.
 * Empty below `minStancesOverTime` stances.
 */
export const getStancesOverTime = endpoint('GET /api/bills/:id/stances-over-time', {
  access: 'user',
  input: { id: Id },
  output: { weeks: z.array(z.extend(StanceCounts, { week: z.string() })) },
  refuses: ['bill_not_found'],
})
export type StanceWeek = OutputOf<typeof getStancesOverTime>['weeks'][number]

export const getStance = endpoint('GET /api/bills/:id/stance', {
  access: 'user',
  input: { id: Id },
  output: { stance: z.object({ stance: z.nullable(Stance), created_at: z.nullable(Time) }) },
  refuses: ['bill_not_found'],
})

export const Topic = z.object({ topic: z.string(), is_following: z.boolean(), bill_count: z.number() })
export type Topic = z.infer<typeof Topic>

export const listTopics = endpoint('GET /api/bills/topics', {
  access: 'user',
  input: {},
  output: { topics: z.array(Topic) },
})

export const listFollowedTopics = endpoint('GET /api/bills/topics/following', {
  access: 'user',
  input: {},
  output: { followed_topics: z.array(Topic) },
})

const topicInput = { topic: z._default(z.string().check(z.maxLength(200)), '') }
const topicOutput = { topic: z.string(), is_following: z.boolean() }

export const followTopic = endpoint('POST /api/bills/topics/follow', {
  access: 'active',
  input: topicInput,
  output: topicOutput,
  refuses: ['topic_required', 'topic_not_found', 'too_many_attempts'],
})

export const unfollowTopic = endpoint('DELETE /api/bills/topics/follow', {
  access: 'active',
  input: topicInput,
  output: topicOutput,
  refuses: ['topic_required', 'too_many_attempts'],
})

/** The maximum number of bookmarks that one member can have, because the list of bookmarks has no pages. */
export const maxBookmarks = 1_000

export const addBookmark = endpoint('POST /api/bills/:id/bookmark', {
  access: 'active',
  input: { id: Id },
  output: { bookmarked: z.boolean() },
  refuses: ['bill_not_found', 'bookmark_limit', 'too_many_attempts'],
})

export const removeBookmark = endpoint('DELETE /api/bills/:id/bookmark', {
  access: 'active',
  input: { id: Id },
  output: { bookmarked: z.boolean() },
  refuses: ['bill_not_found', 'too_many_attempts'],
})

export const BookmarkedBill = z.object({
  bill_id: Id,
  title: z.string(),
  bill_code: z.string(),
  government_level: z.enum(governmentLevels),
  user_stance: z.nullable(Stance),
  bookmarked_at: Time,
})

export const listBookmarks = endpoint('GET /api/bills/bookmarks', {
  access: 'user',
  input: {},
  output: { bookmarked_bills: z.array(BookmarkedBill) },
})

/** Returns the bill at a path such as "us/119/hr/1". Every spelling of the path is accepted. */
export const findBill = endpoint('GET /api/bills/find', {
  access: 'user',
  input: { address: z.string().check(z.maxLength(300)) },
  output: { bill_id: Id, path: z.string() },
  refuses: ['bill_not_found'],
})

/** The maximum number of bills that `listMovedBills` returns. */
export const maxMovedBills = 50
/** The number of the member's latest stances among which `listMovedBills` searches. */
export const movedAmongStances = 1_000

const MovedBill = z.object({
  bill_id: Id,
  bill_code: z.string(),
  title: z.string(),
  status: z.enum(billStatuses),
  /** `status` means that the bill has a new status. `action` means that it only has a new official action. */
  moved_by: z.enum(['status', 'action']),
  /** The time at which Hurd learned of the move. */
  moved_at: Time,
  /** The day of the official action, which can be long before, and its words. Null if the bill has a new status. */
  action_on: z.nullable(z.iso.date()),
  action: z.nullable(z.string()),
  /** False as soon as the member has seen the move, which `markMovedSeen` records. */
  is_new: z.boolean(),
})
export type MovedBill = z.infer<typeof MovedBill>

/**
 * Lists the bills that the viewer has a stance on and that moved since the viewer's last visit, latest move first. A
 * visit begins with the first request after half an hour without a request from any device. `since` is the end of the
 * previous visit. Null during the first visit.
 */
export const listMovedBills = endpoint('GET /api/bills/moved', {
  access: 'user',
  input: {},
  output: { since: z.nullable(Time), as_of: Time, bills: z.array(MovedBill), has_more: z.boolean() },
})

/** Records that the viewer has seen which bills moved up to `as_of` of a response. An earlier time changes nothing. */
export const markMovedSeen = endpoint('POST /api/bills/moved/seen', {
  access: 'user',
  input: { as_of: TimeInput },
  output: {},
  refuses: ['too_many_attempts'],
})
