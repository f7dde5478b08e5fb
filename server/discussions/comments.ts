import type { Comment, postComment as postCommentEndpoint } from '../../contract/discussions.ts'
import { commentLevels } from '../../contract/discussions.ts'
import type { ParsedOf } from '../../contract/endpoint.ts'
import { refuse } from '../../contract/refusals.ts'
import type { Db } from '../kit/db.ts'
import type { LimitRule } from '../kit/limits.ts'
import type { Member } from '../kit/route.ts'
import { billExists, insertComment, lockParent, selectComment } from './queries.ts'

/** Comments and replies of one member: nobody writes more than this a minute. Votes are bound by the limit of all writes. */
export const commentLimit: LimitRule = { rule: 'comment', attempts: 20, seconds: 60 }

/** Posts a comment or a reply. A reply stands in its parent's category, whatever was asked for (R48). */
export async function postComment(
  db: Db,
  me: Member,
  input: ParsedOf<typeof postCommentEndpoint>,
): Promise<Comment> {
  const { id: bill_id, parent_comment_id } = input
  const place = parent_comment_id
    ? await findPlace(db, bill_id, parent_comment_id)
    : { parent_comment_id: null, depth: 1, category_id: input.category_id }
  const comment = { bill_id, user_id: me.user_id, content: (input.content ?? '').trim(), ...place }
  const comment_id = (await insertComment(db, comment)) ?? refuse('bill_not_found')
  return { ...(await selectComment(db, me.user_id, comment_id)), replies: [] }
}

/** Under the comment that is answered, or beside it when that one is of the last level (R49). */
async function findPlace(db: Db, bill_id: string, answered_id: string) {
  const answered = await lockParent(db, bill_id, answered_id)
  if (!answered) refuse((await billExists(db, bill_id)) ? 'parent_comment_not_found' : 'bill_not_found')
  if (!answered.is_live) refuse('comment_deleted')

  const { category_id, depth } = answered
  return depth < commentLevels
    ? { parent_comment_id: answered_id, depth: depth + 1, category_id }
    : { parent_comment_id: answered.parent_comment_id, depth, category_id }
}
