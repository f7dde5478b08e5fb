import type { Comment, postComment as postCommentEndpoint } from '../../contract/discussions.ts'
import type { ParsedOf } from '../../contract/kit/endpoint.ts'
import { refuse } from '../../contract/kit/refusals.ts'
import { replyPosition } from '../comments/replies.ts'
import type { RequestContext, Member } from '../http/route.ts'
import type { LimitRule } from '../kit/limits.ts'
import type { Db } from '../postgres/db.ts'
import { billExists, insertComment, lockParent, type Parent, selectComment } from './queries.ts'

/** Comments and replies of one member: nobody writes more than this a minute. Votes are bound by the limit of all writes. */
export const commentLimit: LimitRule = { rule: 'comment', attempts: 20, seconds: 60 }

type PostedComment = ParsedOf<typeof postCommentEndpoint>

/** What a reply answers (lockParent); undefined for a comment that answers none. */
export async function lockParentComment({
  db,
  input,
}: RequestContext<PostedComment>): Promise<Parent | undefined> {
  const { id: bill_id, parent_comment_id } = input
  return parent_comment_id ? lockParent(db, bill_id, parent_comment_id) : undefined
}

/** Posts a comment, or a reply to what is locked already. A reply stands in its parent's category, whatever was asked for (R48). */
export async function postComment(
  db: Db,
  me: Member,
  input: PostedComment,
  answered: Parent | undefined,
): Promise<Comment> {
  const { id: bill_id, parent_comment_id } = input
  const place = parent_comment_id
    ? await findPlace(db, bill_id, answered)
    : { parent_comment_id: null, depth: 1, category_id: input.category_id }
  const comment = { bill_id, user_id: me.user_id, content: (input.content ?? '').trim(), ...place }
  const comment_id = (await insertComment(db, comment)) ?? refuse('bill_not_found')
  return { ...(await selectComment(db, me.user_id, comment_id)), replies: [] }
}

async function findPlace(db: Db, bill_id: string, answered: Parent | undefined) {
  if (!answered) refuse((await billExists(db, bill_id)) ? 'parent_comment_not_found' : 'bill_not_found')
  if (!answered.is_live) refuse('comment_deleted')

  return { ...replyPosition(answered), category_id: answered.category_id }
}
