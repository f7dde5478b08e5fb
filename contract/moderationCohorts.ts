import * as z from 'zod/mini'
import { cursorInput, nextOutput, TimeCursor } from './kit/cursor.ts'
import { checkedText, endpoint, Id, pageInput, Time, wholeNumberBetween } from './kit/endpoint.ts'
import { checkDecisionReason, maxSuspensionDays } from './rules/operatorRoles.ts'

/*
 * Cohorts are groups of accounts that look coordinated. A recurring task finds them; nothing happens to an account until a
 * moderator decides. They are refused like the other calls of the moderation screens.
 */

/** The members that make a cohort; more for those who only registered together, which a class of a school does too. */
export const minCohortMembers = 3
export const minRegisteredTogether = 5
/** Shorter lists of stances or votes equal each other by chance. */
export const minListLength = 5
/** Bills that show what would change. */
export const maxCohortBills = 10

export const cohortSignals = ['stances', 'votes', 'mailbox', 'code', 'minute'] as const

const CohortSignal = z.object({
  signal: z.enum(cohortSignals),
  /** How many of the members share it. */
  members: z.number(),
  /** The day of the registration, or the day on which the access code was issued. Null for the other signals. */
  day: z.nullable(z.string()),
  /** The stances or votes in the list that they share. Null for the other signals. */
  items: z.nullable(z.number()),
})
export type CohortSignal = z.infer<typeof CohortSignal>

export const Cohort = z.object({
  cohort_id: Id,
  member_count: z.number(),
  /** What at least half of the members share, the most members first. */
  signals: z.array(CohortSignal),
  first_seen_at: Time,
  /** When members, signals and stances were counted last. */
  counted_at: Time,
})
export type Cohort = z.infer<typeof Cohort>

const Counts = z.object({ support: z.number(), oppose: z.number(), neutral: z.number() })

const CohortBill = z.object({
  bill_id: Id,
  bill_code: z.string(),
  title: z.string(),
  /** The public counts, and what is left of them without the stances of the cohort. */
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
  /** A day without a time, because more would show when somebody is awake. */
  joined_on: z.string(),
  stances: z.number(),
  votes: z.number(),
  /** False for the caller and for holders of a role. */
  can_decide: z.boolean(),
  /** Whether anything was reported about the member, so that there is a case. */
  has_case: z.boolean(),
})
export type CohortMember = z.infer<typeof CohortMember>

const refusesAll = ['not_found', 'operator_needs_second_factor'] as const

const wholeKey = z.number().check(z.int(), z.nonnegative())

/** The most signals first, then the most members. */
export const listCohorts = endpoint('GET /api/moderation/cohorts', {
  access: 'active',
  input: { limit: pageInput(20, 50).limit, ...cursorInput(z.tuple([wholeKey, wholeKey, Id])) },
  output: {
    cohorts: z.array(Cohort),
    /** When all accounts were last compared; null before the first time. */
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

/** The oldest account first. */
export const listCohortMembers = endpoint('GET /api/moderation/cohorts/:cohort_id/members', {
  access: 'active',
  input: { cohort_id: Id, limit: pageInput(20, 50).limit, ...cursorInput(TimeCursor) },
  output: { members: z.array(CohortMember), ...nextOutput },
  refuses: [...refusesAll, 'cohort_not_found'],
})

export const cohortDecisions = ['suspend', 'restore'] as const
export type CohortDecision = (typeof cohortDecisions)[number]

/**
 * Decides about one member. `suspend` also stops counting the stances, votes and likes of the account; `restore` ends the
 * suspension and counts them again. The member is emailed the reason.
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
      /** Days of a suspension. Null for one without an end. */
      days: z._default(z.nullable(wholeNumberBetween(1, maxSuspensionDays)), null),
    },
    output: { member: CohortMember },
    refuses: [
      ...refusesAll,
      'cohort_not_found',
      'user_not_found',
      'case_of_own',
      'case_of_operator',
      'nothing_to_change',
    ],
    idempotent: true,
  },
)
