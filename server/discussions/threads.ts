import type * as discussions from '../../contract/discussions.ts'
import type { ParsedOf } from '../../contract/kit/endpoint.ts'
import { refuse } from '../../contract/kit/refusals.ts'
import { nestedJson } from '../comments/nesting.ts'
import { jsonBody, type JsonBytes } from '../http/jsonBytes.ts'
import type { Member } from '../http/route/route.ts'
import type { Db } from '../postgres/db.ts'
import { billExists } from './queries.ts'
import { selectCategory, selectPage, selectThread } from './threadQueries.ts'

/** A page of threads, or of the replies to one comment. Its size is limited, however many comments the bill has. */
export async function listComments(
  db: Db,
  me: Member,
  page: ParsedOf<typeof discussions.listComments>,
): Promise<JsonBytes> {
  const { parent_comment_id, limit, offset } = page
  const { comments, facts, next } = (await selectPage(db, me.user_id, page)) ?? refuse('bill_not_found')
  const [total, read_at, as_of] = facts
  if (!total) refuse('parent_comment_not_found')
  return jsonBody('comments', [begin, ...nestedJson(comments, parent_comment_id), end], {
    pagination: { limit, offset, total: Number(total), has_more: next !== null },
    next,
    read_at,
    as_of,
  })
}

const [begin, end] = [Buffer.from('['), Buffer.from(']')]

/** The thread of a linked comment, with the path to it. */
export async function getThread(
  db: Db,
  me: Member,
  { id, comment_id }: ParsedOf<typeof discussions.getThread>,
): Promise<JsonBytes> {
  const category_id = await selectCategory(db, id, comment_id)
  if (category_id === undefined) refuse((await billExists(db, id)) ? 'comment_not_found' : 'bill_not_found')
  const comments = await selectThread(db, me.user_id, id, comment_id)
  return jsonBody('thread', nestedJson(comments), { category_id })
}
