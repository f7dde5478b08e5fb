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
  /** What a yes vote means for the bill. */
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
  /** True if the roll call has exactly as many yes and no votes as `counts`. */
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

const RepId = z.string().check(z.minLength(1), z.maxLength(300))

/** Returns a person who is or was in office, with terms, committees, sponsored bills and attendance. */
export const getRepresentative = endpoint('GET /api/representatives/:id', {
  access: 'user',
  input: { id: RepId },
  output: {
    representative: z.object({
      rep_id: z.string(),
      rep_name: z.string(),
      photo_url: z.nullable(z.string()),
      /** The person's current office. Without one it is that of the newest term, which may begin in the future. */
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

/** Lists the votes of a representative, newest first. With `counting`, lists only those whose `counts_for_agreement` is true. */
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
