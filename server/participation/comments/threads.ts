import { commentsInPage, maxReplies } from '#contract/discussions.ts'

/** What nesting needs of a row of a page. */
type ThreadRow = {
  comment_id: string
  parent_comment_id: string | null
  /** True if the comment is on the first level of the page: `limit` counts it. */
  is_root: boolean
  reply_count: number
}

/** The threads of a page. `replies` contains the replies to each comment, oldest first. */
export type Threads<Row> = { roots: Row[]; replies: ReadonlyMap<string | null, Row[]>; hasMore: boolean }

/**
 * Returns the threads of these rows, at most `limit`. Ends before the thread that would exceed the number of comments in a
 * page; the first thread is always complete. Statements read one more root than the limit, and leave out only replies of
 * threads that a page cannot contain.
 */
export function threadsOf<Row extends ThreadRow>(rows: readonly Row[], limit: number): Threads<Row> {
  const all = rows.filter((row) => row.is_root)
  const replies = Map.groupBy(
    rows.filter((row) => !row.is_root),
    (row) => row.parent_comment_id,
  )
  const sizeOf = ({ comment_id, reply_count }: Row) => {
    const below = (replies.get(comment_id) ?? []).reduce(
      (sum, reply) => sum + 1 + Math.min(reply.reply_count, maxReplies),
      0,
    )
    return 1 + Math.max(below, Math.min(reply_count, maxReplies))
  }
  const roots: Row[] = []
  let count = 0
  for (const root of all.slice(0, limit)) {
    count += sizeOf(root)
    if (roots.length > 0 && count > commentsInPage) break
    roots.push(root)
  }
  return { roots, replies, hasMore: roots.length < all.length }
}

/**
 * Pages are shared by readers who ask for different numbers of threads, so each is read with the next multiple of this
 * number and then cut.
 */
const threadStep = 25

export function sharedLimit(limit: number): number {
  return Math.ceil(limit / threadStep) * threadStep
}
