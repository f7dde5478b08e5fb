import { type ModerationResult, setHidden } from '#server/participation/comments/moderation.ts'
import { retractCommentNotifications } from '#server/participation/notifications/notify.ts'
import type { Db, Part } from '#server/platform/postgres/db.ts'
import { insertSteps, lockedBill } from './commentCounts.ts'

/**
 * Hides a comment. A hidden comment no longer counts as a comment or for the bill's activity and echo score, and
 * notifications about it are retracted. Call it in a transaction.
 */
export function hideComment(db: Db, comment_id: string): Promise<ModerationResult> {
  return setHidden(db, 'bill_comments', comment_id, true, async (update, step) => {
    await updateAndCount(db, comment_id, update, step)
    await retractCommentNotifications(db, db`${comment_id}`)
  })
}

/** Shows a hidden comment again and counts it as before. Call it in a transaction. */
export function restoreComment(db: Db, comment_id: string): Promise<ModerationResult> {
  return setHidden(db, 'bill_comments', comment_id, false, (update, step) =>
    updateAndCount(db, comment_id, update, step),
  )
}

async function updateAndCount(db: Db, comment_id: string, update: Part, step: 1 | -1): Promise<void> {
  await db`
    with bill as materialized (${lockedBill(db, comment_id)}),
    changed as (${update}),
    category as (
      update bill_category_counts k set comment_count = k.comment_count + ${step}
        from bill where (k.bill_id, k.category_id) = (bill.bill_id, bill.category_id)),
    author as (
      update users u set total_comments = u.total_comments + ${step} from bill where u.user_id = bill.user_id)
    ${insertSteps(db, comment_id, step)}`
}
