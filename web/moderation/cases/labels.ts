import type { Decision } from '#contract/moderation/cases.ts'
import type { ReportReason } from '#contract/moderation/reports.ts'

export const reasonNames: Record<ReportReason, string> = {
  spam: 'Spam',
  abuse: 'Abuse',
  false_information: 'False information',
  other: 'Other',
}

export const decisionNames: Record<Decision, string> = {
  dismiss: 'Dismiss',
  hide: 'Hide',
  suspend: 'Suspend',
  restore: 'Restore',
}

/** Hints that say what a decision does and who sees its reason. */
export const decisionHints: Record<Decision, string> = {
  dismiss: 'Only moderators see the reason.',
  hide: 'We email the reason to the author.',
  suspend: 'Hides the content and signs the author out. We email them the reason.',
  restore: 'Shows the content again and ends a suspension. We email the reason to the author.',
}

/** Usual reasons. The form fills in a reason when it is pressed. */
export const usualReasons: Record<Decision, string[]> = {
  dismiss: ['Breaks no rule', 'A political opinion'],
  hide: ['Insults another member', 'Advertising', 'Threatens someone'],
  suspend: ['Insults members repeatedly', 'Repeated advertising', 'Threatens someone'],
  restore: ['Hidden by mistake', 'Reviewed again'],
}
