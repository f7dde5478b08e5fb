import type * as discussions from '#contract/discussions.ts'
import type { ParsedOf } from '#contract/kit/endpoint.ts'
import { refuse } from '#contract/kit/refusals.ts'
import { mutedAmong, selectMuted } from '#server/members/people/mutes/mutedAuthors.ts'
import { nestedJson } from '#server/participation/comments/nesting.ts'
import { billExists } from '#server/participation/discussions/queries.ts'
import { jsonBody, type JsonBytes } from '#server/platform/http/jsonBytes.ts'
import type { Member } from '#server/platform/http/route/route.ts'
import type { Db } from '#server/platform/postgres/db.ts'
import { joinList, type KeptPage, type KeptPages, listFor, type ViewerPart } from './keptPages.ts'
import { selectCategory, selectPage, selectThread } from './threadQueries.ts'
import { selectViewer, toViewerPart } from './viewerPart.ts'

type CommentPage = ParsedOf<typeof discussions.listComments>

/**
 * Returns a page of threads, or of the replies to one comment. Its size is limited, no matter how many comments the bill has.
 */
export async function listComments(
  db: Db,
  me: Member,
  page: CommentPage,
  pages: KeptPages,
): Promise<JsonBytes> {
  const key = JSON.stringify(page)
  const kept = pages.get(key)
  if (kept) {
    const viewer = (await selectViewer(db, me.user_id, page.id)) ?? refuse('bill_not_found')
    if (viewer.version === kept.version) {
      pages.use(key, kept, 'hit')
      return writePage(page, kept, viewer)
    }
  }
  const { current, viewer } = await readPage(db, me, page)
  pages.use(key, current, kept ? 'outdated' : 'miss')
  return writePage(page, current, viewer)
}

/** Reads both parts of a page in one statement so that they and the version belong to the same state. */
async function readPage(
  db: Db,
  me: Member,
  page: CommentPage,
): Promise<{ current: KeptPage; viewer: ViewerPart }> {
  const { comments, facts, next } = (await selectPage(db, me.user_id, page)) ?? refuse('bill_not_found')
  const [total, ...viewerFacts] = facts
  if (!total) refuse('parent_comment_not_found')
  const viewer = toViewerPart(viewerFacts)
  const parts = [begin, ...nestedJson(comments, page.parent_comment_id), end]
  const { version } = viewer
  return { current: { version, ...joinList(comments, parts), total: Number(total), next }, viewer }
}

const [begin, end] = [Buffer.from('['), Buffer.from(']')]

function writePage({ limit, offset }: CommentPage, current: KeptPage, viewer: ViewerPart): JsonBytes {
  const { total, next } = current
  const { read_at, as_of } = viewer
  return jsonBody('comments', listFor(current, viewer), {
    pagination: { limit, offset, total, has_more: next !== null },
    next,
    muted_authors: mutedAmong(viewer.muted, [current.list]),
    read_at,
    as_of,
  })
}

/** Returns the thread of a linked comment, with the path to it. */
export async function getThread(
  db: Db,
  me: Member,
  { id, comment_id }: ParsedOf<typeof discussions.getThread>,
): Promise<JsonBytes> {
  const category_id = await selectCategory(db, id, comment_id)
  if (category_id === undefined) refuse((await billExists(db, id)) ? 'comment_not_found' : 'bill_not_found')
  const [comments, muted] = await Promise.all([
    selectThread(db, me.user_id, id, comment_id),
    selectMuted(db, me.user_id),
  ])
  const json = nestedJson(comments)
  return jsonBody('thread', json, { category_id, muted_authors: mutedAmong(muted, json) })
}
