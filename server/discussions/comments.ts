import type { Comment, postComment as postCommentEndpoint } from '../../contract/discussions.ts'
import type { ParsedOf } from '../../contract/kit/endpoint.ts'
import { refuse } from '../../contract/kit/refusals.ts'
import { selectSection, type CommentedSection } from '../bills/versions/sections.ts'
import type { CommentScope } from '../comments/commentTable.ts'
import { lockParent, type ParentComment, replyPosition } from '../comments/replyPosition.ts'
import type { RequestContext, Member } from '../http/route/route.ts'
import type { LimitRule } from '../kit/limits.ts'
import type { Db } from '../postgres/db.ts'
import { billExists, insertComment, selectComment } from './queries.ts'

/** Comments and replies per member and minute. Votes count only for the limit of all writes. */
export const commentLimit: LimitRule = { rule: 'comment', attempts: 20, seconds: 60 }

type PostedComment = ParsedOf<typeof postCommentEndpoint>

type Columns = { category_id: string }

/** Locks the parent of a reply; undefined for a first-level comment or if there is no such parent. */
export async function lockParentComment({
  db,
  input,
}: RequestContext<PostedComment>): Promise<(ParentComment & Columns) | undefined> {
  const { id: bill_id, parent_comment_id } = input
  if (!parent_comment_id) return undefined
  return lockParent<Columns>(db, commentsOf(db, bill_id), parent_comment_id)
}

function commentsOf(db: Db, bill_id: string): CommentScope {
  return { table: 'bill_comments', where: db`c.bill_id = ${bill_id}`, columns: db`c.category_id` }
}

/** The section that a first-level comment is about, in the version that its author saw. */
async function sectionOf(db: Db, input: PostedComment): Promise<CommentedSection | null> {
  const { id, section_key: key, version_no, parent_comment_id } = input
  if (key === null || parent_comment_id !== null) return null
  return (await selectSection(db, id, key, version_no)) ?? refuse('section_not_found')
}

/** Posts a comment, or a reply to the locked parent. A reply has its parent's category, whatever the input says. */
export async function postComment(
  db: Db,
  me: Member,
  input: PostedComment,
  parent: (ParentComment & Columns) | undefined,
): Promise<Comment> {
  const { id: bill_id, parent_comment_id } = input
  if (parent_comment_id && !parent && !(await billExists(db, bill_id))) refuse('bill_not_found')
  const section = await sectionOf(db, input)
  const position = parent_comment_id ? replyPosition(parent) : { parent_comment_id: null, depth: 1 }
  const comment_id = await insertComment(db, {
    ...position,
    bill_id,
    user_id: me.user_id,
    category_id: parent?.category_id ?? input.category_id,
    content: (input.content ?? '').trim(),
    section,
  })
  return { ...(await selectComment(db, me.user_id, comment_id ?? refuse('bill_not_found'))), replies: [] }
}
