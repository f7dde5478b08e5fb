import { commentLevels } from '../../contract/discussions.ts'
import type { GroupComment } from '../../contract/groups.ts'

type NestedComment = { comment: GroupComment; level: number }

/**
 * The flat list in the order it is read: each comment, then what answers it, siblings oldest first. Nothing stands
 * deeper than the third level (R71).
 */
export function inThreads(comments: readonly GroupComment[]): NestedComment[] {
  const byParent = Map.groupBy(comments, (comment) => comment.parentCommentId)
  const found: NestedComment[] = []
  const walk = (parent: string | null, level: number) => {
    for (const comment of byParent.get(parent) ?? []) {
      found.push({ comment, level })
      walk(comment.comment_id, Math.min(level + 1, commentLevels))
    }
  }
  walk(null, 1)
  return found
}
