import { type Comment, commentsInPage, type listComments, repliesShown } from '../../contract/discussions.ts'
import type { ParsedOf } from '../../contract/endpoint.ts'
import type { Db } from '../kit/db.ts'
import { commentAsSeenBy, commentAuthor } from './queries.ts'

type CommentPage = ParsedOf<typeof listComments>

/** A comment without its replies. */
type ThreadRow = Omit<Comment, 'replies'>

// Bounds stand in the statements as digits, so that the server plans for as few rows as there will be.
const firstReplies = `order by created_at, comment_id limit ${repliesShown}`
/** A page's bound, or one thread with all three levels full and the way to a linked comment. */
const mostShown = `limit ${Math.max(commentsInPage, 1 + (repliesShown + 1) ** 2)}`

/**
 * The comments of one page, parents before replies and siblings in their order, with the number of its first level's
 * siblings in all. The first level is walked along its order's index, one comment after the other, each with its first
 * replies and theirs; the walk ends with `limit` comments, or where the next thread would bring the page past its bound.
 * So a page reads what it answers and at most one thread more, whatever the bill holds.
 */
export function selectPage(
  db: Db,
  viewer: string,
  page: CommentPage,
): Promise<(ThreadRow & { total: number })[]> {
  const { walked, order, after } = walkOf(db, page)
  const step = (where: ReturnType<Db>) => db`
    select w.*, t.size
      from (${walked} ${where}) w cross join lateral (
        select 1 + count(*)::int + coalesce(sum(least(reply_count, ${db.unsafe(`${repliesShown}`)})), 0)::int as size
          from (select reply_count from bill_comments where parent_comment_id = w.comment_id
                ${db.unsafe(firstReplies)}) r) t`
  return db<(ThreadRow & { total: number })[]>`
    with recursive top as (
      (select first.*, 1 as place, first.size as held
         from (${step(db`${order} limit 1 ${page.offset > 0 ? db`offset ${page.offset}` : db``}`)}) first)
      union all
      select next.*, top.place + 1, top.held + next.size
        from top cross join lateral (${step(db`and ${after} ${order} limit 1`)}) next
       where top.place < ${page.limit} and top.held + next.size <= ${db.unsafe(`${commentsInPage}`)}),
    ${below(db)}
    select ${commentAsSeenBy(db, viewer)}, ${siblings(db, page)} as total ${shownComments(db)}`
}

/** The walk of a page's first level: where, in which order, and what comes after the comment `top` of it. */
function walkOf(db: Db, page: CommentPage) {
  const { id, category_id, parent_comment_id, sort } = page
  const byTime = db`select comment_id, created_at from bill_comments where bill_id = ${id}`
  const oldest = {
    order: db`order by created_at, comment_id`,
    after: db`(created_at, comment_id) > (top.created_at, top.comment_id)`,
  }
  if (parent_comment_id)
    return { walked: db`${byTime} and parent_comment_id = ${parent_comment_id}`, ...oldest }

  const within = db`and depth = 1 ${category_id ? db`and category_id = ${category_id}` : db``}`
  if (sort === 'oldest') return { walked: db`${byTime} ${within}`, ...oldest }
  if (sort === 'newest') {
    return {
      walked: db`${byTime} ${within}`,
      order: db`order by created_at desc, comment_id desc`,
      after: db`(created_at, comment_id) < (top.created_at, top.comment_id)`,
    }
  }
  return {
    walked: db`select comment_id, created_at, agreement from comment_camps where bill_id = ${id} ${within}`,
    order: db`order by agreement desc, created_at desc, comment_id desc`,
    after: db`(agreement, created_at, comment_id) < (top.agreement, top.created_at, top.comment_id)`,
  }
}

/** How many comments the page's first level has in all; null when the parent is not there. */
function siblings(db: Db, { id, category_id, parent_comment_id }: CommentPage) {
  if (parent_comment_id) {
    return db`(
      select reply_count from bill_comments where comment_id = ${parent_comment_id} and bill_id = ${id})`
  }
  return db`(
    select coalesce(sum(thread_count), 0)::int from bill_category_counts
     where bill_id = ${id} ${category_id ? db`and category_id = ${category_id}` : db``})`
}

/** For a page beyond the last comment; undefined when there is no such bill. */
export async function countSiblings(
  db: Db,
  page: CommentPage,
): Promise<{ total: number | null } | undefined> {
  const [row] = await db<{ total: number | null }[]>`
    select ${siblings(db, page)} as total from bills where bill_id = ${page.id}`
  return row
}

/** The first-level comment above a comment with what a page shows below it, and the way from the one to the other. */
export function selectThread(
  db: Db,
  viewer: string,
  bill_id: string,
  comment_id: string,
): Promise<ThreadRow[]> {
  return db<ThreadRow[]>`
    with recursive way as (
      select comment_id, parent_comment_id, depth from bill_comments
       where comment_id = ${comment_id} and bill_id = ${bill_id}
      union all
      select c.comment_id, c.parent_comment_id, c.depth
        from way join bill_comments c on c.comment_id = way.parent_comment_id),
    top as (select comment_id, 1 as place from way where depth = 1),
    ${below(db, (depth) => db`union select comment_id, 1 from way where depth = ${depth}`)}
    select ${commentAsSeenBy(db, viewer)} ${shownComments(db)}`
}

/** What is shown of each comment of `top`: itself, its first replies and theirs, and besides what `also` adds to a level. */
function below(db: Db, also: (depth: 2 | 3) => ReturnType<Db> = () => db``) {
  const repliesTo = (level: 'top' | 'replies') => db`
    select r.comment_id, place from ${db(level)} above cross join lateral (
      select comment_id from bill_comments where parent_comment_id = above.comment_id
      ${db.unsafe(firstReplies)}) r`
  return db`
    replies as (${repliesTo('top')} ${also(2)}),
    last_replies as (${repliesTo('replies')} ${also(3)}),
    shown as (
      select * from (
        select comment_id, place from top
        union all select comment_id, place from replies
        union all select comment_id, place from last_replies) all_levels
      ${db.unsafe(mostShown)})`
}

function shownComments(db: Db) {
  return db`
    from shown join bill_comments c using (comment_id) ${commentAuthor(db)}
   order by c.depth, shown.place, c.created_at, c.comment_id`
}
