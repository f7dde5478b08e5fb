import type { ReportReason } from '../../../contract/moderation.ts'
import type { Decision } from '../../../contract/moderationCases.ts'

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

/** What the author or the reporters will read about it. */
export const decisionHints: Record<Decision, string> = {
  dismiss: 'Only moderators see the reason.',
  hide: 'The author is emailed the reason.',
  suspend: 'The content is hidden, the author is signed out, and the reason is emailed.',
  restore: 'Shows the content again and ends a suspension. The author is emailed the reason.',
}

/** Reasons that one tap fills in. */
export const usualReasons: Record<Decision, string[]> = {
  dismiss: ['Breaks no rule', 'A political opinion'],
  hide: ['Insults another member', 'Advertising', 'Threatens someone'],
  suspend: ['Insults members repeatedly', 'Repeated advertising', 'Threatens someone'],
  restore: ['Hidden by mistake', 'Reviewed again'],
}
