import { t } from '#contract/kit/translate.ts'
import type { Decision } from '#contract/moderation/cases.ts'
import type { ReportReason, ReportTarget } from '#contract/moderation/reports.ts'

export const reasonNames: Record<ReportReason, string> = {
  spam: t('Spam'),
  abuse: t('Abuse'),
  false_information: t('False information'),
  other: t('[reason]Other'),
}

export const decisionNames: Record<Decision, string> = {
  dismiss: t('Dismiss'),
  hide: t('Hide'),
  suspend: t('Suspend'),
  restore: t('Restore'),
}

/** The nouns of what was reported. A decision names them, for example "Hide comment". */
export const itemNames: Record<ReportTarget, string> = {
  bill_comment: t('comment'),
  group_post: t('post'),
  group_comment: t('comment'),
  official_statement: t('statement'),
  user: t('member'),
}

const commentTitles = {
  reported: t('Reported comment'),
  reportedBy: (username: string) => t('Reported comment by @{username}', { username }),
  one: t('[noun]Comment'),
  by: (username: string) => t('Comment by @{username}', { username }),
  hidden: t('Comment hidden'),
}

/** How the screen names a reported item, with and without its author. */
export const itemTitles: Record<ReportTarget, typeof commentTitles> = {
  bill_comment: commentTitles,
  group_comment: commentTitles,
  group_post: {
    reported: t('Reported post'),
    reportedBy: (username) => t('Reported post by @{username}', { username }),
    one: t('[noun]Post'),
    by: (username) => t('Post by @{username}', { username }),
    hidden: t('Post hidden'),
  },
  official_statement: {
    reported: t('Reported statement'),
    reportedBy: (username) => t('Reported statement by @{username}', { username }),
    one: t('Statement'),
    by: (username) => t('Statement by @{username}', { username }),
    hidden: t('Statement hidden'),
  },
  user: {
    reported: t('Reported member'),
    reportedBy: (username) => t('Reported member: @{username}', { username }),
    one: t('Member'),
    by: (username) => t('Member: @{username}', { username }),
    hidden: t('Member hidden'),
  },
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
