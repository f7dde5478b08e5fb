import type { ReportTarget } from '../../contract/moderation.ts'

/** What people call it. */
export const reportedWord: Record<ReportTarget, string> = {
  bill_comment: 'comment',
  group_post: 'post',
  group_comment: 'comment',
  user: 'member',
}
