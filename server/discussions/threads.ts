import type { Comment, listComments as listCommentsEndpoint } from '../../contract/discussions.ts'
import { encodeCursor } from '../../contract/kit/cursor.ts'
import type { OutputOf, ParsedOf } from '../../contract/kit/endpoint.ts'
import { refuse } from '../../contract/kit/refusals.ts'
import type { Member } from '../http/route/route.ts'
import type { Db } from '../postgres/db.ts'
import { billExists } from './queries.ts'
import { selectRead } from './reads.ts'
import { countSiblings, selectPage, selectThread } from './threadQueries.ts'

/** A page of threads, or of the replies to one comment; bounded however many comments the bill holds. */
export async function listComments(
  db: Db,
  me: Member,
  page: ParsedOf<typeof listCommentsEndpoint>,
): Promise<Omit<OutputOf<typeof listCommentsEndpoint>, 'success'>> {
  const { parent_comment_id = null, limit, offset } = page
  const [rows, viewed] = await Promise.all([selectPage(db, me.user_id, page), selectRead(db, me, page.id)])
  const [{ total }] = rows.length > 0 ? rows : [(await countSiblings(db, page)) ?? refuse('bill_not_found')]
  if (total === null) refuse('parent_comment_not_found')

  const comments = nest(rows, parent_comment_id)
  const keys = rows[0]?.next ?? null
  const next = keys && encodeCursor(keys)
  return { comments, pagination: { limit, offset, total, has_more: next !== null }, next, ...viewed }
}

/** The thread of a linked comment, with the way to it. */
export async function getThread(
  db: Db,
  me: Member,
  bill_id: string,
  comment_id: string,
): Promise<{ thread: Comment; category_id: Comment['category_id'] }> {
  const [thread] = nest(await selectThread(db, me.user_id, bill_id, comment_id), null)
  if (!thread) refuse((await billExists(db, bill_id)) ? 'comment_not_found' : 'bill_not_found')
  return { thread, category_id: thread.category_id }
}

/** Comments under their parents, which come before them. */
function nest(rows: Omit<Comment, 'replies'>[], parent_comment_id: string | null): Comment[] {
  const comments = rows.map((row): Comment => ({ ...row, replies: [] }))
  const byId = new Map(comments.map((comment) => [comment.comment_id, comment]))
  for (const comment of comments) {
    if (comment.parent_comment_id) byId.get(comment.parent_comment_id)?.replies.push(comment)
  }
  return comments.filter((comment) => comment.parent_comment_id === parent_comment_id)
}
