import { t } from '#contract/kit/translate.ts'
import type { ReportTarget } from '#contract/moderation/reports.ts'

/** The labels of the button that reports each kind of target, which are also the titles of the dialog. */
export const reportLabels: Record<ReportTarget, string> = {
  bill_comment: t('Report comment'),
  group_post: t('Report post'),
  group_comment: t('Report comment'),
  official_statement: t('Report statement'),
  user: t('Report member'),
}
