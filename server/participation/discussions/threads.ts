import type { getThread as getThreadEndpoint } from '#contract/discussions.ts'
import type { ParsedOf } from '#contract/kit/endpoint.ts'
import { refuse } from '#contract/kit/refusals.ts'
import type { MutedAuthor } from '#contract/mutes.ts'
import { shownText } from '#server/participation/comments/commentTable.ts'
import { sharedLimit, threadsOf } from '#server/participation/comments/threads.ts'
import { jsonBody, type JsonBytes } from '#server/platform/http/jsonBytes.ts'
import { encodeCursor } from '#server/platform/http/page.ts'
import type { Member } from '#server/platform/http/route/route.ts'
import type { Db } from '#server/platform/postgres/db.ts'
import { cacheOf, type Memory, shownMember } from '#server/platform/records/memory.ts'
import { Shared } from '#server/platform/records/shared.ts'
import { billExists, selectCategory } from './queries.ts'
import {
  type CommentPage,
  type CommentRow,
  type OwnPart,
  selectOwn,
  selectPage,
  selectThread,
} from './threadRows.ts'

/** The threads of a page as JSON, for a reader who has no votes and no changed mind here. */
type ThreadsJson = {
  /** The first-level comments with their replies, separated by commas. */
  json: Buffer
  /** Where each thread ends, and the cursor after it. */
  threads: { end: number; cursor: string }[]
  /** Where the fields of each live comment stand that differ for its author or for members who voted. */
  own: Map<string, OwnFields>
  /** The start of the first comment of each author. */
  authors: Map<string, number>
}
type OwnFields = { start: number; end: number; author: string | null; forAuthor: Stances; forOthers: Stances }
type Stances = Pick<CommentRow, 'user_stance' | 'stance_when_written'>

/** A page that readers share for at most a second. */
type SharedPage = ThreadsJson & { total: number; hasMore: boolean; as_of: string; shows: string[] }

const pagesOf = cacheOf(
  (memory) =>
    new Shared<SharedPage>(memory, {
      name: 'discussion_pages',
      maxBytes: 16e6,
      sizeOf: ({ json, threads, own, authors }) =>
        json.length + 150 * threads.length + 350 * own.size + 200 * authors.size,
      shows: ({ shows }) => shows,
    }),
)

/**
 * Returns a page of threads, or of the replies to one comment. All readers share it but for their own part. The key of a
 * page contains the version of the discussion, so members see their comment at once on every instance.
 */
export async function listComments(
  db: Db,
  memory: Memory,
  me: Member,
  page: CommentPage,
): Promise<JsonBytes> {
  const { id, limit, offset } = page
  const sharedQuery = { ...page, limit: sharedLimit(limit) }
  const viewerRows = await selectOwn(db, me.user_id, id)
  const sharedPage = await pagesOf(memory).get(
    `${id} ${viewerRows.version} ${JSON.stringify(sharedQuery)}`,
    db,
    (database) => readPage(database, sharedQuery),
  )
  const { threads, total, as_of } = sharedPage
  const last = threads[Math.min(limit, threads.length) - 1]
  const end = last?.end ?? 0
  const next = last && (threads.length > limit || sharedPage.hasMore) ? last.cursor : null
  return jsonBody('comments', [open, ...ownJson(sharedPage, end, me, viewerRows), close], {
    pagination: { limit, offset, total, has_more: next !== null },
    next,
    muted_authors: mutedBefore(sharedPage, end, viewerRows),
    read_at: viewerRows.read_at,
    as_of,
  })
}

const [open, close] = [Buffer.from('['), Buffer.from(']')]

async function readPage(db: Db, page: CommentPage): Promise<SharedPage> {
  const { id, parent_comment_id, limit, sort } = page
  const selected = await selectPage(db, page)
  if (!selected) {
    refuse(parent_comment_id && (await billExists(db, id)) ? 'parent_comment_not_found' : 'bill_not_found')
  }
  const { rows, total, as_of } = selected
  const byScore = !parent_comment_id && sort === 'agreed'
  const { roots, replies, hasMore } = threadsOf(rows, limit)
  const written = threadsJson(roots, replies, ({ bridging_score, time_key, comment_id }) =>
    encodeCursor(byScore ? [bridging_score, time_key, comment_id] : [time_key, comment_id]),
  )
  return { ...written, hasMore, total, as_of, shows: [...written.authors.keys()].map(shownMember) }
}

/** Returns the thread of a linked comment, with the path to it. */
export async function getThread(
  db: Db,
  me: Member,
  { id, comment_id }: ParsedOf<typeof getThreadEndpoint>,
): Promise<JsonBytes> {
  const category_id = await selectCategory(db, id, comment_id)
  if (category_id === undefined) refuse((await billExists(db, id)) ? 'comment_not_found' : 'bill_not_found')
  const [rows, own] = await Promise.all([selectThread(db, id, comment_id), selectOwn(db, me.user_id, id)])
  const replies = Map.groupBy(rows, (row) => row.parent_comment_id)
  const thread = threadsJson(replies.get(null) ?? [], replies, () => '')
  const end = thread.json.length
  const muted_authors = mutedBefore(thread, end, own)
  return jsonBody('thread', ownJson(thread, end, me, own), { category_id, muted_authors })
}

function threadsJson(
  roots: readonly CommentRow[],
  replies: ReadonlyMap<string | null, CommentRow[]>,
  cursorOf: (root: CommentRow) => string,
): ThreadsJson {
  const parts: string[] = []
  const [threads, own, authors]: [ThreadsJson['threads'], ThreadsJson['own'], ThreadsJson['authors']] = [
    [],
    new Map(),
    new Map(),
  ]
  let length = 0
  function add(text: string) {
    parts.push(text)
    length += Buffer.byteLength(text)
  }
  function addComment(row: CommentRow) {
    const { comment_id, state, author, public_stances, user_stance, stance_when_written } = row
    if (author && !authors.has(author.user_id)) authors.set(author.user_id, length)
    add(sharedFields(row))
    const start = length
    const forAuthor = { user_stance, stance_when_written }
    const forOthers = public_stances ? forAuthor : noStances
    add(ownFields(forOthers, null, undefined))
    if (state === 'live') {
      own.set(comment_id, { start, end: length, author: author?.user_id ?? null, forAuthor, forOthers })
    }
    add(',"replies":[')
    for (const [index, reply] of (replies.get(comment_id) ?? []).entries()) {
      if (index > 0) add(',')
      addComment(reply)
    }
    add(']}')
  }
  for (const [index, root] of roots.entries()) {
    if (index > 0) add(',')
    addComment(root)
    threads.push({ end: length, cursor: cursorOf(root) })
  }
  return { json: Buffer.from(parts.join('')), threads, own, authors }
}

const noStances: Stances = { user_stance: null, stance_when_written: null }
const noAuthor = {
  user_id: null,
  username: null,
  full_name: null,
  is_verified: false,
  member_type: null,
  profile_picture_url: null,
  engagement_level: null,
}

/** Returns the beginning of a comment, with the fields that are the same for every reader. */
function sharedFields(row: CommentRow): string {
  const { comment_id, parent_comment_id, category_id, time_key, state, content, author, both_sides } = row
  const fields = {
    comment_id,
    parent_comment_id,
    category_id,
    created_at: `${time_key.slice(0, -4)}Z`,
    is_deleted: state !== 'live',
    content: shownText(state, content),
    language: row.language,
    section_key: row.section_key,
    version_no: row.version_no,
    ...(author ?? noAuthor),
    upvotes: row.upvotes,
    downvotes: row.downvotes,
    change_count: row.change_count,
    reply_count: row.reply_count,
  }
  return `${JSON.stringify(fields).slice(0, -1)},"both_sides":${both_sides ?? 'null'}`
}

/** Returns the fields of a comment that differ for its author or for members who voted on it. */
function ownFields(
  { user_stance, stance_when_written }: Stances,
  user_vote: string | null,
  credited: boolean | undefined,
): string {
  const [changed_my_mind, asks_about_change] = [credited !== undefined, credited === true]
  const fields = { user_stance, stance_when_written, user_vote, changed_my_mind, asks_about_change }
  return `,${JSON.stringify(fields).slice(1, -1)}`
}

/** Returns the JSON up to this position with the member's votes, changed minds and private stances. */
function ownJson(
  { json, own }: ThreadsJson,
  end: number,
  { user_id }: Member,
  { votes, credited }: OwnPart,
): Buffer[] {
  const parts: Buffer[] = []
  let copied = 0
  for (const [comment_id, field] of own) {
    if (field.start >= end) break
    const isAuthor = field.author === user_id
    const vote = votes.get(comment_id) ?? null
    const credit = credited.get(comment_id)
    if (!isAuthor && vote === null && credit === undefined) continue
    const stances = isAuthor ? field.forAuthor : field.forOthers
    parts.push(json.subarray(copied, field.start), Buffer.from(ownFields(stances, vote, credit)))
    copied = field.end
  }
  parts.push(json.subarray(copied, end))
  return parts
}

/** Returns those of the muted members who wrote a comment before this position. */
function mutedBefore({ authors }: ThreadsJson, end: number, { muted }: OwnPart): MutedAuthor[] {
  return muted.filter(({ user_id }) => (authors.get(user_id) ?? Infinity) < end)
}
