import type { ReportTarget } from '#contract/moderation/reports.ts'

/** The noun for each kind of target that can be reported. */
export const targetNames: Record<ReportTarget, string> = {
  bill_comment: 'comment',
  group_post: 'post',
  group_comment: 'comment',
  official_statement: 'statement',
  user: 'member',
}
