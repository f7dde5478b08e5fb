import * as z from 'zod/mini'
import { governmentLevels } from '#contract/bills/billContent.ts'
import { endpoint, Id, pageInput, Pagination, Time } from '#contract/kit/endpoint.ts'
import { Stance } from '#contract/stances.ts'
import { motionClassifications, voteDirections } from './motionClassification.ts'

/**
 * The ways in which a person can vote. "not_voting" is used if the source says so. "absent" is separate, because some
 * sources distinguish it.
 */
export const voteOptions = ['yes', 'no', 'abstain', 'not_voting', 'absent', 'other'] as const
export type VoteOption = (typeof voteOptions)[number]

export type VoteCounts = Record<VoteOption, number | null>

export type Tally = {
  counts: VoteCounts | null
  is_complete: boolean
  /** True if the result contradicts the counts, so only the counts are shown. */
  result_is_unclear: boolean
}

type SourceTally = {
  /** The counts that the source states. Null if the source states none or only zeros. */
  counts: VoteCounts | null
  roll: readonly VoteOption[]
  motion_text: string
  passed: boolean | null
  majority_required: string | null
  /** The seats of the body that voted. Missing or null if they are not known. */
  seats?: number | null
  /** The presiding officer's vote, which breaks a tie and is not in `counts`. */
  tie_breaker?: 'yes' | 'no' | null
}

/**
 * Decides which counts are shown, from the counts in the motion's text, the counts that the source states, and the roll
 * call. Numbers in the text are used if they are labeled, as in "Yeas 31 Nays 5", because some sources state only the part of
 * the roll that they could read. Unlabeled numbers may be a date or a section of the law, so they never replace stated counts.
 * No counts are used that have more votes than the body has seats, except that of a presiding officer who breaks a tie. A roll call is complete if its numbers of yes and no votes
 * equal the counts shown.
 */
export function reconcileTally(stated: SourceTally): Tally {
  const { roll, motion_text, passed, majority_required, seats = null } = stated
  const rollCounts = roll.length > 0 ? countOptions(roll) : null
  const isUsable = hasVotes(stated.counts) && votesIn(stated.counts) <= mostVotes(seats)
  const basis = isUsable ? stated.counts : rollCounts
  const fromText = countsInText(motion_text, basis, seats)
  const counts = fromText ? { ...(basis ?? noCounts), ...fromText } : basis
  if (!counts) return { counts: null, is_complete: false, result_is_unclear: false }
  const is_complete = rollCounts !== null && rollCounts.yes === counts.yes && rollCounts.no === counts.no
  const expected = expectedOutcome(counts, motion_text, majority_required, stated.tie_breaker ?? null)
  return {
    counts,
    is_complete,
    result_is_unclear: passed !== null && expected !== null && passed !== expected,
  }
}

const noCounts: VoteCounts = {
  yes: null,
  no: null,
  abstain: null,
  not_voting: null,
  absent: null,
  other: null,
}

export function countOptions(options: readonly VoteOption[]): Record<VoteOption, number> {
  const counts = { yes: 0, no: 0, abstain: 0, not_voting: 0, absent: 0, other: 0 }
  for (const option of options) counts[option] += 1
  return counts
}

function hasVotes(counts: VoteCounts | null): boolean {
  return counts !== null && Object.values(counts).some((count) => (count ?? 0) > 0)
}

function mostVotes(seats: number | null): number {
  return seats === null ? Infinity : seats + 1
}

function votesIn(counts: Pick<VoteCounts, 'yes' | 'no'> | null): number {
  return (counts?.yes ?? 0) + (counts?.no ?? 0)
}

/**
 * Finds counts in a text such as "YEAS 31 NAYS 5" or "Yeas = 83, Nays = 52", or, if no counts are known, "Passed 27-4-0-0-0" or
 * "33-13-3", or null if they are fewer than the known votes or more than the seats, because they then count something else.
 */
function countsInText(
  motion: string,
  knownCounts: VoteCounts | null,
  seats: number | null,
): Pick<VoteCounts, 'yes' | 'no'> | null {
  const labeled = /\b(?:yeas?|ayes?)\W{0,4}(\d{1,3})\W+(?:nays?|noes|no)\W{0,4}(\d{1,3})\b/i.exec(motion)
  const numbers = knownCounts
    ? null
    : /(?:^|\s)(\d{1,3})-(\d{1,3})-\d{1,3}(-\d{1,3}-\d{1,3})?\s*$/.exec(motion)
  const match = labeled ?? (numbers && !isDateOrSection(numbers) ? numbers : null)
  if (!match) return null
  const counts = { yes: Number(match[1]), no: Number(match[2]) }
  return votesIn(counts) >= votesIn(knownCounts) && votesIn(counts) <= mostVotes(seats) ? counts : null
}

/**
 * Returns true for three numbers that may be a date, such as 3-14-26, or that follow a word for a part of the law, such as
 * "chapter 21-5-104".
 */
function isDateOrSection({ 1: month, 2: day, 3: more, index, input }: RegExpExecArray): boolean {
  if (more !== undefined) return false
  const year = /(\d{1,3})\s*$/.exec(input)?.[1] ?? ''
  const isDate = Number(month) <= 12 && Number(day) >= 1 && Number(day) <= 31 && year.length === 2
  const isSection =
    /(chapter|section|sections?|title|article|part|rule|code|statutes?|§+|sec\.?|ch\.?|by|of|on|dated?|no\.?)$/i.test(
      input.slice(0, index).trim(),
    )
  return isDate || isSection
}

/** True if the motion carried according to the counts. Null if the counts do not decide it. */
function expectedOutcome(
  { yes, no }: VoteCounts,
  motion: string,
  majority: string | null,
  tieBreaker: 'yes' | 'no' | null,
): boolean | null {
  if (yes === null || no === null || yes + no === 0) return null
  // "Needed 21 of 31" states how many yes votes are required. If there are also that many no votes, the number must
  // mean something else and is ignored.
  const needed = /needed (\d+) of \d+/i.exec(motion)?.[1]
  if (needed && Number(needed) > no) return yes >= Number(needed)
  if (yes === no && tieBreaker) return tieBreaker === 'yes'
  const [part = 1, whole = 2] = (majority ?? '1/2').split('/').map(Number)
  return part * 2 === whole ? yes > no : yes * whole >= part * (yes + no)
}

const Day = z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/))
const Count = z.nullable(z.number())
const VoteOption = z.enum(voteOptions)

/** A representative may also be missing from the roll call, or have no vote in that body, like the delegate of D.C. */
const ownOptions = [...voteOptions, 'not_listed', 'cannot_vote'] as const
export type OwnOption = (typeof ownOptions)[number]

/** The vote of a person who represented the viewer's place on that day. */
const OwnVote = z.object({
  rep_id: z.string(),
  rep_name: z.string(),
  title: z.string(),
  /** True if the person is in office today. */
  is_in_office: z.boolean(),
  option: z.enum(ownOptions),
  source_option: z.nullable(z.string()),
})
type OwnVote = z.infer<typeof OwnVote>

export const VoteEvent = z.object({
  vote_event_id: Id,
  /** The body that voted, such as "us/house", "mi/upper" or "ny/place:new_york/council". */
  organization: z.string(),
  /** The committee that voted, or null for a vote of the whole body. Its id is null while no committee of this name is known. */
  committee: z.nullable(z.object({ committee_id: z.nullable(z.string()), name: z.string() })),
  /** The day of the vote at the place of the body. */
  voted_on: Day,
  voted_at: z.nullable(Time),
  /** The time zone of the place of the body, such as "America/New_York". */
  time_zone: z.string(),
  number: Count,
  motion_text: z.string(),
  motion_classification: z.enum(motionClassifications),
  /** True if a yes vote supports the bill. */
  direction: z.enum(voteDirections),
  /** True if the vote decides on the bill itself and was taken in a full chamber or council. */
  counts_for_agreement: z.boolean(),
  majority_required: z.nullable(z.string()),
  /** The result that the source states, or null if the source states none, or one that contradicts the counts. */
  result: z.nullable(z.string()),
  result_is_unclear: z.boolean(),
  counts: z.nullable(
    z.object({ yes: Count, no: Count, abstain: Count, not_voting: Count, absent: Count, other: Count }),
  ),
  listed_count: z.number(),
  /** False if the roll call lists fewer yes or no votes than were counted. */
  is_complete: z.boolean(),
  vice_president_vote: z.nullable(z.enum(['yes', 'no'])),
  by_party: z.array(z.object({ party: z.string(), yes: z.number(), no: z.number(), other: z.number() })),
  your_representatives: z.array(OwnVote),
  source_name: z.string(),
  source_url: z.nullable(z.string()),
  source_checked_at: z.nullable(Time),
})
export type VoteEvent = z.infer<typeof VoteEvent>

/** The bill that was voted on, with the fields that a link to it needs. */
const VotedBill = z.object({ bill_id: Id, bill_code: z.string(), title: z.string() })

/** Lists the votes on a bill, newest first. Among votes of the same day, those that decide on the bill come first. */
export const listBillVotes = endpoint('GET /api/bills/:id/vote-events', {
  access: 'user',
  input: { id: Id, ...pageInput(50) },
  output: { vote_events: z.array(VoteEvent), pagination: Pagination },
  refuses: ['bill_not_found'],
})

const PersonVote = z.object({
  voter_name: z.string(),
  party: z.nullable(z.string()),
  state: z.nullable(z.string()),
  district: z.nullable(z.string()),
  rep_id: z.nullable(z.string()),
  option: VoteOption,
  source_option: z.nullable(z.string()),
  represents_you: z.boolean(),
})
export type PersonVote = z.infer<typeof PersonVote>

/** Returns one vote with everybody who voted. */
export const getVoteEvent = endpoint('GET /api/vote-events/:id', {
  access: 'user',
  input: { id: Id },
  output: { vote_event: VoteEvent, bill: z.nullable(VotedBill), votes: z.array(PersonVote) },
  refuses: ['vote_not_found'],
})

const RepId = z.string().check(z.minLength(1), z.maxLength(200))

/** Returns a person who is or was in office, with the bills and votes of their time in office. */
export const getRepresentative = endpoint('GET /api/representatives/:id', {
  access: 'user',
  input: { id: RepId },
  output: {
    representative: z.object({
      rep_id: z.string(),
      rep_name: z.string(),
      photo_url: z.nullable(z.string()),
      /** The person's current office. For a former representative, the last one. */
      title: z.nullable(z.string()),
      government_level: z.nullable(z.enum(governmentLevels)),
      district: z.nullable(z.string()),
      party: z.nullable(z.string()),
      office_phone: z.nullable(z.string()),
      email: z.nullable(z.string()),
      contact_form_url: z.nullable(z.string()),
      is_in_office: z.boolean(),
      represents_you: z.boolean(),
      source_name: z.string(),
      source_checked_at: z.nullable(Time),
    }),
    terms: z.array(
      z.object({
        title: z.string(),
        district: z.nullable(z.string()),
        division: z.string(),
        party: z.nullable(z.string()),
        from: z.nullable(Day),
        to: z.nullable(Day),
        start_reason: z.string(),
        end_reason: z.nullable(z.string()),
      }),
    ),
    committees: z.array(z.object({ committee_id: z.string(), name: z.string(), role: z.string() })),
    sponsorship_counts: z.object({ total: z.number(), recent: z.number() }),
    /** The newest bills of which the person is a primary sponsor. */
    sponsored_bills: z.array(VotedBill),
    /**
     * The number of votes that list the person, and of those in which the person voted. Covers the three newest years that
     * have votes, newest first.
     */
    attendance: z.array(z.object({ year: z.number(), voted: z.number(), listed: z.number() })),
    /** The same numbers for all years together. */
    attendance_total: z.object({ voted: z.number(), listed: z.number() }),
  },
  refuses: ['representative_not_found'],
})

/** Lists the votes of a representative, newest first. With `counting`, lists only the votes that decide on a bill. */
export const listRepresentativeVotes = endpoint('GET /api/representatives/:id/votes', {
  access: 'user',
  input: {
    id: RepId,
    ...pageInput(20),
    counting: z._default(z.enum(['true', 'false']), 'false'),
    bill_id: z.optional(Id),
  },
  output: {
    votes: z.array(
      z.object({
        vote_event: VoteEvent,
        bill: z.nullable(VotedBill),
        option: VoteOption,
        source_option: z.nullable(z.string()),
      }),
    ),
    pagination: Pagination,
  },
  refuses: ['representative_not_found'],
})

/** The reasons why a bill is listed without being compared. */
const notCompared = ['stance', 'abstain', 'not_voting', 'absent', 'other', 'not_listed', 'version'] as const

const ComparedBill = z.object({
  bill: VotedBill,
  stance: Stance,
  option: z.nullable(VoteOption),
  vote_event_id: Id,
  voted_on: Day,
  is_unanimous: z.boolean(),
  outcome: z.enum(['agreed', 'differed', 'not_compared']),
  reason: z.nullable(z.enum(notCompared)),
})
export type ComparedBill = z.infer<typeof ComparedBill>

/** The maximum number of bills that are compared. If there are more, the bills with the latest votes are used. */
export const maxCompared = 500

/**
 * Says how often a representative voted as the viewer would have voted on the bills on which the viewer has a stance.
 * The result is computed for the viewer alone and is not stored.
 */
export const getAgreement = endpoint('GET /api/representatives/:id/agreement', {
  access: 'user',
  input: { id: RepId },
  output: {
    agreed: z.number(),
    compared: z.number(),
    /** The range in which the long-run share probably lies, or null if too few bills can be compared. */
    interval: z.nullable(z.tuple([z.number(), z.number()])),
    without_unanimous: z.object({ agreed: z.number(), compared: z.number() }),
    bills: z.array(ComparedBill),
  },
  refuses: ['representative_not_found'],
})
