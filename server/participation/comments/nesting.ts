import type { CommentJson } from './threads.ts'

const comma = Buffer.from(',')
const replies = Buffer.from(',"replies":[')
const end = Buffer.from(']}')

/**
 * Returns the parts of a JSON array of comments with their replies nested inside. In `comments`, parents come
 * before their replies, and the JSON texts have no closing brace.
 */
export function nestedJson(comments: readonly CommentJson[], parent_comment_id = ''): Buffer[] {
  const byParent = Map.groupBy(comments, (comment) => comment.parent_comment_id)
  const parts: Buffer[] = []
  function write(siblings: readonly CommentJson[]) {
    siblings.forEach(({ comment_id, json }, index) => {
      if (index > 0) parts.push(comma)
      parts.push(json, replies)
      write(byParent.get(comment_id) ?? [])
      parts.push(end)
    })
  }
  write(byParent.get(parent_comment_id) ?? [])
  return parts
}
