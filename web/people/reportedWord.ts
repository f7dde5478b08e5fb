import type { ReportTarget } from '../../contract/reports.ts'

/** What people call it. */
export const reportedWord: Record<ReportTarget, string> = {
  bill_comment: 'comment',
  group_post: 'post',
  group_comment: 'comment',
  user: 'member',
}
