import * as z from 'zod/mini'
import { cursorInput, nextOutput, TimeCursor } from '#contract/kit/cursor.ts'
import { checkedText, endpoint, Id, pageInput, Time, wholeNumberBetween } from '#contract/kit/endpoint.ts'
import { checkDecisionReason, maxSuspensionDays } from './decisions.ts'

/*
 * Cohorts are groups of accounts that look coordinated. A recurring task finds them, and nothing happens to an account
 * until a moderator decides. Only callers who may use the other moderation screens may call these endpoints.
 */

/**
 * The fewest members of a cohort. More are needed if the members share only the access code and the minute of their
 * registration, because the students of one class may also register together.
 */
export const minCohortMembers = 3
export const minRegisteredTogether = 5
/** The fewest stances or votes in a list that members share. Shorter lists may be equal by chance. */
export const minListLength = 5
/** The maximum number of bills whose counts are shown with and without a cohort. */
export const maxCohortBills = 10

const cohortSignals = ['stances', 'votes', 'mailbox', 'code', 'minute'] as const

const CohortSignal = z.object({
  signal: z.enum(cohortSignals),
  /** The number of members to which the signal applies. */
  members: z.number(),
  /** The day of the registration, or the day on which the access code was issued, or null for the other signals. */
  day: z.nullable(z.string()),
  /** The number of stances or votes in the list that these members share, or null for the other signals. */
  items: z.nullable(z.number()),
})
export type CohortSignal = z.infer<typeof CohortSignal>

export const Cohort = z.object({
  cohort_id: Id,
  member_count: z.number(),
  /** The signals that apply to at least half of the members. The signals of the most members come first. */
  signals: z.array(CohortSignal),
  first_seen_at: Time,
  /** The time at which members, signals and stances were last counted. */
  counted_at: Time,
})
export type Cohort = z.infer<typeof Cohort>

const Counts = z.object({ support: z.number(), oppose: z.number(), neutral: z.number() })

const CohortBill = z.object({
  bill_id: Id,
  bill_code: z.string(),
  title: z.string(),
  /** The public counts. `without_cohort` contains the same counts without the stances of the cohort. */
  with_cohort: Counts,
  without_cohort: Counts,
})
export type CohortBill = z.infer<typeof CohortBill>

const CohortMember = z.object({
  user_id: Id,
  username: z.string(),
  full_name: z.string(),
  account_status: z.enum(['active', 'inactive', 'suspended']),
  suspended_until: z.nullable(Time),
  /** The date has no time of day, because times of day would show when the member is usually awake. */
  joined_on: z.string(),
  stances: z.number(),
  votes: z.number(),
  /** False for the caller, for moderators and for administrators. */
  can_decide: z.boolean(),
  /** True if the member was reported, so there is a case. */
  has_case: z.boolean(),
})
export type CohortMember = z.infer<typeof CohortMember>

const refusesAll = ['not_found', 'operator_needs_second_factor'] as const

const wholeKey = z.number().check(z.int(), z.nonnegative())

/** Lists cohorts. The cohorts with the most signals come first, and among these the cohorts with the most members. */
export const listCohorts = endpoint('GET /api/moderation/cohorts', {
  access: 'active',
  input: { limit: pageInput(20, 50).limit, ...cursorInput(z.tuple([wholeKey, wholeKey, Id])) },
  output: {
    cohorts: z.array(Cohort),
    /** The time at which all accounts were last compared, or null if they have never been compared. */
    compared_at: z.nullable(Time),
    ...nextOutput,
  },
  refuses: refusesAll,
})

export const getCohort = endpoint('GET /api/moderation/cohorts/:cohort_id', {
  access: 'active',
  input: { cohort_id: Id },
  output: { cohort: Cohort, bills: z.array(CohortBill) },
  refuses: [...refusesAll, 'cohort_not_found'],
})

/** Lists the members of a cohort, the oldest account first. */
export const listCohortMembers = endpoint('GET /api/moderation/cohorts/:cohort_id/members', {
  access: 'active',
  input: { cohort_id: Id, limit: pageInput(20, 50).limit, ...cursorInput(TimeCursor) },
  output: { members: z.array(CohortMember), ...nextOutput },
  refuses: [...refusesAll, 'cohort_not_found'],
})

const cohortDecisions = ['suspend', 'restore'] as const
export type CohortDecision = (typeof cohortDecisions)[number]

/**
 * Decides about one member. `suspend` suspends the account and stops counting its stances, votes and likes. `restore` ends
 * the suspension and counts them again. The reason is emailed to the member.
 */
export const decideCohortMember = endpoint(
  'POST /api/moderation/cohorts/:cohort_id/members/:user_id/decide',
  {
    access: 'active',
    input: {
      cohort_id: Id,
      user_id: Id,
      decision: z.enum(cohortDecisions),
      reason: checkedText(checkDecisionReason),
      /** The length of a suspension in days, or null if the suspension has no end. */
      days: z._default(z.nullable(wholeNumberBetween(1, maxSuspensionDays)), null),
    },
    output: { member: CohortMember },
    refuses: [
      ...refusesAll,
      'cohort_not_found',
      'user_not_found',
      'own_case',
      'operator_case',
      'nothing_to_change',
    ],
    idempotent: true,
  },
)
