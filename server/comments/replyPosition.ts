import { commentLevels } from '../../contract/comments.ts'
import { refuse } from '../../contract/kit/refusals.ts'
import type { Db } from '../postgres/db.ts'
import type { CommentScope } from './commentTable.ts'

export type ParentComment = {
  comment_id: string
  parent_comment_id: string | null
  depth: number
  is_live: boolean
}

/** Locks the comment that a reply is for, because the reply is counted on it and it must not be deleted meanwhile. */
export async function lockParent<Columns extends object>(
  db: Db,
  { table, where, columns }: CommentScope,
  comment_id: string,
): Promise<(ParentComment & Columns) | undefined> {
  const [parent] = await db<(ParentComment & Columns)[]>`
    select c.comment_id, c.parent_comment_id, c.depth, c.deleted_at is null and c.hidden_at is null as is_live,
           ${columns}
      from ${db(table)} c where c.comment_id = ${comment_id} and ${where} for no key update`
  return parent
}

/** A reply is stored below its parent, or beside it if the parent is on the last level. */
export function replyPosition(parent: ParentComment | undefined) {
  if (!parent) refuse('parent_comment_not_found')
  if (!parent.is_live) refuse('comment_deleted')
  const { comment_id, parent_comment_id, depth } = parent
  return depth < commentLevels
    ? { parent_comment_id: comment_id, depth: depth + 1 }
    : { parent_comment_id, depth }
}
