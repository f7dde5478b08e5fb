import * as z from 'zod/mini'
import { cursorInput, nextOutput, TimeCursor } from '#contract/kit/cursor.ts'
import { checkedText, endpoint, Id, pageInput, Time, wholeNumberBetween } from '#contract/kit/endpoint.ts'
import { TextLanguage } from '#contract/textLanguage.ts'
import { checkDecisionReason, checkNote, maxSuspensionDays } from './decisions.ts'
import { reportReasons, reportTargets } from './reports.ts'

export { checkDecisionReason, checkNote }

/* These endpoints serve the moderation screens. A case consists of all reports about one target. The endpoints
   answer 404 to members without a role, and 403 to a moderator without two-step sign-in. No response names a reporter. */

export const caseFilters = ['open', 'mine', 'all'] as const
export type CaseFilter = (typeof caseFilters)[number]

const decisions = ['dismiss', 'hide', 'restore', 'suspend'] as const
export type Decision = (typeof decisions)[number]

/** The maximum number of cases that one call decides. */
export const maxDecidedCases = 20

const CaseKey = { target_type: z.enum(reportTargets), target_id: Id }

const Assignee = z.object({ user_id: Id, username: z.string() })

export const ModerationCase = z.object({
  ...CaseKey,
  is_open: z.boolean(),
  /** The number of reports that nobody has decided yet. For a decided case, the number of all its reports. */
  report_count: z.number(),
  /** The reasons of these reports. */
  reasons: z.array(z.enum(reportReasons)),
  first_reported_at: Time,
  /** The beginning of the reported text. */
  excerpt: z.nullable(z.string()),
  /** Null if the account is deleted. */
  author_username: z.nullable(z.string()),
  assigned_to: z.nullable(Assignee),
})
export type ModerationCase = z.infer<typeof ModerationCase>

const refusesAll = ['not_found', 'operator_needs_second_factor'] as const

/**
 * Lists cases, oldest first. `open` lists the cases that wait for a decision. `mine` lists those open cases that are
 * assigned to the caller.
 */
export const listCases = endpoint('GET /api/moderation/cases', {
  access: 'active',
  input: {
    filter: z._default(z.enum(caseFilters), 'open'),
    limit: pageInput(20, 50).limit,
    ...cursorInput(TimeCursor),
  },
  output: { cases: z.array(ModerationCase), ...nextOutput },
  refuses: refusesAll,
})

/** The maximum number of reports of a case that are shown. The others are only counted. */
export const maxShownReports = 50

const CaseReport = z.object({
  report_id: Id,
  reason: z.enum(reportReasons),
  details: z.nullable(z.string()),
  created_at: Time,
  /** True if Hurd itself made the report and not a member. */
  is_automatic: z.boolean(),
  /** The reason for the decision. */
  note: z.nullable(z.string()),
})

/** The maximum number of notes about a member that a case shows. The newest are shown. */
export const shownNotes = 20

export const MemberNote = z.object({
  note_id: Id,
  content: z.string(),
  created_at: Time,
  /** Null if the moderator's account is deleted. */
  written_by: z.nullable(z.string()),
})
export type MemberNote = z.infer<typeof MemberNote>

const CaseAuthor = z.object({
  user_id: Id,
  username: z.string(),
  full_name: z.string(),
  account_status: z.enum(['active', 'inactive', 'suspended']),
  suspended_until: z.nullable(Time),
  joined_at: Time,
  /** The number of reports about this member and the member's content that belong to other cases. */
  other_reports: z.number(),
  hidden_items: z.number(),
  suspensions: z.number(),
  /** The notes that moderators wrote about the member, newest first. */
  notes: z.array(MemberNote),
})

/** A comment in the thread of the reported one. */
const ThreadLine = z.object({
  /** True for what the reported comment replies to, and false for a reply to it. */
  is_before: z.boolean(),
  /** Null if the account is closed. */
  username: z.nullable(z.string()),
  text: z.string(),
  language: TextLanguage,
})

export const CaseDetail = z.object({
  ...CaseKey,
  is_open: z.boolean(),
  /** The number of all its reports, including those that were decided. */
  report_count: z.number(),
  assigned_to: z.nullable(Assignee),
  /** The current text, or null if it is deleted. */
  text: z.nullable(z.string()),
  /** The language of the current text. A profile and a statement have none. */
  language: TextLanguage,
  state: z.enum(['visible', 'hidden', 'deleted']),
  /** The text at the time of the newest report, or null if it is the same as the current text. */
  reported_text: z.nullable(z.string()),
  created_at: z.nullable(Time),
  /**
   * Where the reported content stands: its bill or group and, for a comment, the comments that it replies to, from the beginning
   * of the thread, and the first replies to it.
   */
  context: z.object({
    place: z.nullable(z.string()),
    thread: z.array(ThreadLine),
    bill_id: z.nullable(Id),
    group_id: z.nullable(Id),
  }),
  author: z.nullable(CaseAuthor),
  reports: z.array(CaseReport),
})
export type CaseDetail = z.infer<typeof CaseDetail>

export const getCase = endpoint('GET /api/moderation/cases/:target_type/:target_id', {
  access: 'active',
  input: CaseKey,
  output: { case: CaseDetail },
  refuses: [...refusesAll, 'case_not_found'],
})

/** Adds a note about a member for the other moderators. The member does not see it. */
export const addNote = endpoint('POST /api/moderation/members/:user_id/notes', {
  access: 'active',
  input: { user_id: Id, content: checkedText(checkNote) },
  output: { note: MemberNote },
  refuses: [...refusesAll, 'user_not_found'],
  status: 201,
  idempotent: true,
})

/**
 * Assigns a case to the caller, or ends the caller's assignment. A case that is assigned to another moderator is
 * reassigned only with `take_over`.
 */
export const assignCase = endpoint('POST /api/moderation/cases/:target_type/:target_id/assign', {
  access: 'active',
  input: { ...CaseKey, assigned: z.boolean(), take_over: z._default(z.boolean(), false) },
  output: { case: CaseDetail },
  refuses: [...refusesAll, 'case_not_found', 'case_decided', 'case_assigned'],
})

/**
 * Decides cases with one reason: either all of them or none. `hide` hides the content, and `suspend` hides it and
 * suspends its author. `restore` undoes both. Every other decision is possible only for an open case.
 */
export const decideCases = endpoint('POST /api/moderation/decisions', {
  access: 'active',
  input: {
    cases: z.array(z.object(CaseKey)).check(z.minLength(1), z.maxLength(maxDecidedCases)),
    decision: z.enum(decisions),
    reason: checkedText(checkDecisionReason),
    /** The length of a suspension in days, or null if the suspension has no end. */
    days: z._default(z.nullable(wholeNumberBetween(1, maxSuspensionDays)), null),
  },
  /** How many cases were decided, and how many reports they had. */
  output: { decided: z.number(), reports: z.number() },
  refuses: [
    ...refusesAll,
    'case_not_found',
    'case_decided',
    'own_case',
    'operator_case',
    'nothing_to_change',
  ],
  idempotent: true,
})
