import * as z from 'zod/mini'
import { endpoint, Id, pageInput, Pagination, Time } from '#contract/kit/endpoint.ts'
import { formatNumber } from '#contract/kit/format.ts'
import { msg, plural, t } from '#contract/kit/translate.ts'
import { actionClasses, Progress, stageIds, stageStates } from './progress.ts'

const amendmentOutcomeIds = ['pending', 'agreed', 'rejected', 'withdrawn', 'ruled_out', 'other'] as const
export type AmendmentOutcome = (typeof amendmentOutcomeIds)[number]

/** The words for an outcome. An outcome that fits no other has none, because its latest action says what happened. */
export const amendmentOutcomes: Record<AmendmentOutcome, string | null> = {
  pending: msg('Pending'),
  agreed: msg('Agreed to'),
  rejected: msg('Rejected'),
  withdrawn: msg('Withdrawn'),
  ruled_out: msg('Ruled out of order'),
  other: null,
}

/** Returns, for example, "3 amendments offered, 1 agreed to". */
export function amendmentCounts({ total, agreed }: { total: number; agreed: number }): string {
  return t('{amendments} offered, {agreed} agreed to', {
    amendments: plural(total, '{n} amendment|{n} amendments'),
    agreed: formatNumber(agreed),
  })
}

const sponsorshipPageSize = 50

const Day = z.nullable(z.string())

export const Sponsorship = z.object({
  name: z.string(),
  classification: z.enum(['primary', 'cosponsor']),
  entity_type: z.enum(['person', 'organization']),
  party: z.nullable(z.string()),
  district: z.nullable(z.string()),
  rep_id: z.nullable(z.string()),
  sponsored_on: Day,
  withdrawn_on: Day,
  /** True if the person represents the viewer today. */
  represents_you: z.boolean(),
})
export type Sponsorship = z.infer<typeof Sponsorship>

export const HistoryStep = z.object({
  acted_on: Day,
  chamber: z.nullable(z.string()),
  description: z.string(),
  classification: z.enum(actionClasses),
  stage: z.enum(stageIds),
  /** The roll call that decided the step. */
  vote_event_id: z.nullable(Id),
})
export type HistoryStep = z.infer<typeof HistoryStep>

export const committeeActivities = [
  'referred',
  'hearing',
  'markup',
  'reported',
  'discharged',
  'other',
] as const

export const BillCommittee = z.object({
  committee_id: z.nullable(z.string()),
  name: z.string(),
  chamber: z.nullable(z.string()),
  /** The name of the committee to which a subcommittee belongs. */
  parent_name: z.nullable(z.string()),
  /** The day of the committee's latest activity on the bill. */
  since: Day,
  activity: z.enum(committeeActivities),
})
export type BillCommittee = z.infer<typeof BillCommittee>

export const relationTypes = [
  'identical',
  'companion',
  'similar',
  'related',
  'procedural',
  'replaces',
  'replaced_by',
  'reintroduces',
] as const

export const RelatedBill = z.object({
  /** Null if the related bill is not in Hurd. */
  bill_id: z.nullable(Id),
  bill_code: z.string(),
  title: z.nullable(z.string()),
  relation_type: z.enum(relationTypes),
  /** Who says that the bills are related: "House", "Senate", "CRS", "Open States" or "LegiScan". */
  identified_by: z.string(),
  /** Null unless the related bill is identical or a companion. */
  progress: z.nullable(Progress),
})
export type RelatedBill = z.infer<typeof RelatedBill>

export const NextEvent = z.object({
  event_id: z.string(),
  starts_on: z.string(),
  /** Null if the source states only a day. */
  starts_at: z.nullable(Time),
  /** The end and its day, or null if the source states none. */
  ends_at: z.nullable(Time),
  ends_on: z.nullable(z.string()),
  time_zone: z.string(),
  name: z.string(),
  location: z.nullable(z.string()),
  url: z.nullable(z.string()),
  /** False for a meeting of the bill's committee whose agenda does not name the bill. */
  names_bill: z.boolean(),
})
export type NextEvent = z.infer<typeof NextEvent>

const CostEstimate = z.object({
  issuer: z.string(),
  published_on: z.string(),
  title: z.string(),
  url: z.string(),
})

/** How far a bill has come. */
export const progressParts = {
  /**
   * A line that says how far the bill has come, such as "Passed the House · Next: the Senate". It names no next step after
   * the end of the session, or if the source was not checked for 30 days. Null if nothing is known of the stages.
   */
  progress_line: z.nullable(z.string()),
  /** The state of each stage. Cards show them as dots beside the line. */
  progress_dots: z.array(z.enum(stageStates)),
  /** The day on which the first part of the line happened, or null if the records do not show it. */
  reached_on: z.nullable(z.string()),
  /** The counts of the vote of that day, such as "37-5". Null if it was no vote or has no counts. */
  reached_votes: z.nullable(z.string()),
  /** What the end of the bill means, such as "it is law". Null for a bill that can still move, or that ended with its session. */
  final_words: z.nullable(z.string()),
  /** The day on which the source was last checked, even if it reported no change, or null if it is not known. */
  checked_on: z.nullable(z.string()),
}

/** The parts of a bill that cards show. */
export const cardParts = {
  ...progressParts,
  /**
   * The path of the bill's page without the leading slash, such as "us/119/hr/1". It never changes as long as the bill
   * keeps its number.
   */
  path: z.string(),
}

/**
 * Fields that the import computes and the page of a bill shows. All of them are stored in one JSON column, so a new
 * field needs no migration.
 */
const pageFields = {
  /** Null if nothing is known of the bill's stages. */
  progress: z.nullable(Progress),
}
const PageFields = z.object(pageFields)
export type PageFields = z.infer<typeof PageFields>

/** The parts of a bill that its page shows. */
export const billParts = {
  ...pageFields,
  /** The counts leave out sponsors who withdrew. */
  sponsorship_counts: z.object({
    primary: z.number(),
    cosponsor: z.number(),
    by_party: z.array(z.object({ party: z.string(), count: z.number() })),
  }),
  /** The first few sponsorships. The viewer's representatives come first. `listSponsorships` returns all. */
  sponsorships: z.array(Sponsorship),
  /** The committees in the order in which the bill came to them. */
  committees: z.array(BillCommittee),
  /** At most 20 related bills. Identical and companion bills come first. */
  related_bills: z.array(RelatedBill),
  /** The bills of the next session that have the same title and nearly the same text. */
  reintroduced_as: z.array(z.object({ bill_id: Id, bill_code: z.string(), title: z.string() })),
  amendment_counts: z.object({ total: z.number(), agreed: z.number() }),
  cost_estimates: z.array(CostEstimate),
  subjects: z.array(z.string()),
  next_event: z.nullable(NextEvent),
  /** The most important steps, oldest first. `step_count` is the number of all steps, which `listActions` returns. */
  history: z.object({ step_count: z.number(), steps: z.array(HistoryStep) }),
}

/** Lists all sponsors and cosponsors. The viewer's representatives come first. */
export const listSponsorships = endpoint('GET /api/bills/:id/sponsorships', {
  access: 'user',
  input: { id: Id, ...pageInput(sponsorshipPageSize) },
  output: { sponsorships: z.array(Sponsorship), pagination: Pagination },
  refuses: ['bill_not_found'],
})

/** Lists all official actions, oldest first. An action that the source reports twice is listed once. */
export const listActions = endpoint('GET /api/bills/:id/actions', {
  access: 'user',
  input: { id: Id },
  output: {
    actions: z.array(z.extend(HistoryStep, { is_important: z.boolean() })),
  },
  refuses: ['bill_not_found'],
})

/** Lists the amendments offered to a bill, newest first. */
export const listAmendments = endpoint('GET /api/bills/:id/amendments', {
  access: 'user',
  input: { id: Id, ...pageInput(20) },
  output: {
    amendments: z.array(
      z.object({
        amendment_id: z.string(),
        number: z.string(),
        chamber: z.nullable(z.string()),
        sponsor_name: z.nullable(z.string()),
        rep_id: z.nullable(z.string()),
        purpose: z.nullable(z.string()),
        offered_on: Day,
        latest_action: z.nullable(z.string()),
        latest_action_on: Day,
        outcome: z.nullable(z.enum(amendmentOutcomeIds)),
        /** The last roll call on the amendment. */
        vote_event_id: z.nullable(Id),
      }),
    ),
    pagination: Pagination,
  },
  refuses: ['bill_not_found'],
})
