import type { ReportTarget } from '../../contract/moderation.ts'

/** The word for each kind of reported content. */
export const targetNames: Record<ReportTarget, string> = {
  bill_comment: 'comment',
  group_post: 'post',
  group_comment: 'comment',
  official_statement: 'statement',
  user: 'member',
}
