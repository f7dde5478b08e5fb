import * as z from 'zod/mini'
import { cursorInput, nextOutput, TimeCursor } from '#contract/kit/cursor.ts'
import { checkedText, endpoint, Id, pageInput, Time } from '#contract/kit/endpoint.ts'
import { codePoints } from '#contract/kit/text.ts'
import { t } from '#contract/kit/translate.ts'
import { checkDecisionReason } from './decisions.ts'
import { reportTargets } from './reports.ts'

/** The number of days after the decision in which a member can appeal. */
export const appealDays = 30
const appealMaxLength = 2000

export function checkAppeal(text: string): string | null {
  const length = codePoints(text.trim())
  if (length === 0) {
    return t('Write why the decision should be reversed')
  }
  return length > appealMaxLength
    ? t('Your appeal must be at most {max} characters', { max: appealMaxLength })
    : null
}

/* A member whose content was hidden or whose account was suspended can appeal once. The email about the decision
   contains a link with a token, because a suspended member cannot sign in. A different moderator decides the appeal. */

/** The path of the page that the link opens, with the token in `?token=`. */
export const appealPath = '/appeal'

/**
 * `open` means that the member can appeal, `expired` that the time to appeal is over, and `waiting` that nobody has
 * decided the appeal yet.
 */
const appealStates = ['open', 'expired', 'waiting', 'upheld', 'reversed'] as const

/** `upheld` keeps the decision of the moderators. `reversed` undoes it. */
const appealOutcomes = ['upheld', 'reversed'] as const
export type AppealOutcome = (typeof appealOutcomes)[number]

const decided = {
  target_type: z.enum(reportTargets),
  decision: z.enum(['hide', 'suspend']),
  /** The reason for the decision, as the member was emailed it. */
  reason: z.string(),
  decided_at: Time,
}

export const AppealedDecision = z.object({
  ...decided,
  state: z.enum(appealStates),
  /** The last moment to appeal. */
  appeal_until: Time,
  text: z.nullable(z.string()),
  /** The reason for the outcome. */
  answer: z.nullable(z.string()),
})
export type AppealedDecision = z.infer<typeof AppealedDecision>

const Token = z._default(z.nullable(z.string()), '')

/**
 * Returns the decision that a link belongs to, and what happened to the appeal. The request is a POST so that the token
 * does not appear in logs of URLs.
 */
export const readDecision = endpoint('POST /api/appeals/decision', {
  access: 'open',
  input: { token: Token },
  output: { decision: AppealedDecision },
  refuses: ['appeal_link_invalid', 'too_many_attempts'],
})

export const sendAppeal = endpoint('POST /api/appeals', {
  access: 'open',
  input: { token: Token, text: checkedText(checkAppeal) },
  output: { decision: AppealedDecision },
  refuses: ['appeal_link_invalid', 'appeal_expired', 'appeal_already_sent', 'too_many_attempts'],
  status: 201,
})

export const Appeal = z.object({
  appeal_id: Id,
  ...decided,
  target_id: Id,
  appealed_at: Time,
  /** The text of the appeal, which the member wrote. */
  text: z.string(),
  author_username: z.string(),
  /** The current text of the content that the decision was about, or null if the content is deleted. */
  content: z.nullable(z.string()),
  /** False for the member who appeals, and for the moderator who made the decision unless nobody else can decide. */
  can_decide: z.boolean(),
})
export type Appeal = z.infer<typeof Appeal>

const refusesAll = ['not_found', 'operator_needs_second_factor'] as const

/** Lists the appeals that wait for a decision, the one that has waited longest first. */
export const listAppeals = endpoint('GET /api/moderation/appeals', {
  access: 'active',
  input: { limit: pageInput(20, 50).limit, ...cursorInput(TimeCursor) },
  output: { appeals: z.array(Appeal), ...nextOutput },
  refuses: refusesAll,
})

/** Decides an appeal. The decision is final. The member is emailed the outcome and its reason. */
export const decideAppeal = endpoint('POST /api/moderation/appeals/:appeal_id', {
  access: 'active',
  input: { appeal_id: Id, outcome: z.enum(appealOutcomes), answer: checkedText(checkDecisionReason) },
  output: { appeal_id: Id, outcome: z.enum(appealOutcomes) },
  refuses: [...refusesAll, 'appeal_not_found', 'appeal_decided', 'appeal_of_own_decision', 'own_case'],
  idempotent: true,
})
