import { refuse } from '#contract/kit/refusals.ts'
import type { Member } from '#server/platform/http/route/route.ts'
import type { Db, Part } from '#server/platform/postgres/db.ts'
import type { CommentTable } from './commentTable.ts'

type BranchComment = {
  comment_id: string
  parent_comment_id: string | null
  user_id: string | null
  reply_count: number
  is_live: boolean
  /** True if the author deleted the comment. A hidden comment is not a tombstone, because it can be restored. */
  is_tombstone: boolean
}

/**
 * Locks the caller's own comment and the comments above it for deletion. Returns the rows to delete: the comment, if it
 * has no replies, and the tombstones above it that have no other reply. If the result is empty, the comment becomes a
 * tombstone.
 */
export async function lockForDeletion(
  db: Db,
  me: Member,
  table: CommentTable,
  where: Part,
): Promise<BranchComment[]> {
  const [comment, ...ancestors] = await lockBranch(db, table, where)
  if (!comment?.is_live) refuse('comment_not_found')
  if (comment.user_id !== me.user_id) refuse('comment_not_yours')
  if (comment.reply_count > 0) return []
  const firstRemaining = ancestors.findIndex(
    ({ is_tombstone, reply_count }) => !is_tombstone || reply_count > 1,
  )
  return [comment, ...(firstRemaining === -1 ? ancestors : ancestors.slice(0, firstRemaining))]
}

/** Locks the comment first and then the comments above it. All writes lock replies before their parents. */
function lockBranch(db: Db, table: CommentTable, where: Part) {
  return db<BranchComment[]>`
    with recursive branch as (
      select comment_id, parent_comment_id from ${db(table)} where ${where}
      union all
      select c.comment_id, c.parent_comment_id
        from branch join ${db(table)} c on c.comment_id = branch.parent_comment_id)
    select c.comment_id, c.parent_comment_id, c.user_id, c.reply_count,
           c.is_live, c.deleted_at is not null as is_tombstone
      from ${db(table)} c join branch using (comment_id) order by c.depth desc for update of c`
}
