import { t } from '#contract/kit/translate.ts'
import type { Decision } from '#contract/moderation/cases.ts'
import type { ReportReason } from '#contract/moderation/reports.ts'

export const reasonNames: Record<ReportReason, string> = {
  spam: t('Spam'),
  abuse: t('Abuse'),
  false_information: t('False information'),
  other: t('Other'),
}

export const decisionNames: Record<Decision, string> = {
  dismiss: t('Dismiss'),
  hide: t('Hide'),
  suspend: t('Suspend'),
  restore: t('Restore'),
}

/** Hints that say what a decision does and who sees its reason. */
export const decisionHints: Record<Decision, string> = {
  dismiss: t('Only moderators see the reason.'),
  hide: t('We email the reason to the author.'),
  suspend: t('Hides the content and signs the author out. We email them the reason.'),
  restore: t('Shows the content again and ends a suspension. We email the reason to the author.'),
}

/** Usual reasons. The form fills in a reason when it is pressed. */
export const usualReasons: Record<Decision, string[]> = {
  dismiss: [t('Breaks no rule'), t('A political opinion')],
  hide: [t('Insults another member'), t('Advertising'), t('Threatens someone')],
  suspend: [t('Insults members repeatedly'), t('Repeated advertising'), t('Threatens someone')],
  restore: [t('Hidden by mistake'), t('Reviewed again')],
}
