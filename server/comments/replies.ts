import { commentLevels } from '../../contract/comments.ts'

type Parent = { comment_id: string; parent_comment_id: string | null; depth: number }

/** Where a reply is stored: under the comment it answers, or beside it when that one is on the last level (R49). */
export function replyPosition({ comment_id, parent_comment_id, depth }: Parent) {
  return depth < commentLevels
    ? { parent_comment_id: comment_id, depth: depth + 1 }
    : { parent_comment_id, depth }
}
