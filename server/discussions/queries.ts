import { deletedCommentText, removedText } from '../../contract/comments.ts'
import type { listCategories, Comment } from '../../contract/discussions.ts'
import { commentCategories } from '../../contract/discussions.ts'
import type { OutputOf } from '../../contract/kit/endpoint.ts'
import type { Db } from '../postgres/db.ts'

export type CommentRow = Omit<Comment, 'replies'>

export async function billExists(db: Db, bill_id: string): Promise<boolean> {
  const rows = await db`select from bills where bill_id = ${bill_id}`
  return rows.length > 0
}

/** The four categories in their own order, with the bill's counts; undefined when there is no such bill. */
export async function selectCategories(
  db: Db,
  bill_id: string,
): Promise<OutputOf<typeof listCategories>['categories'] | undefined> {
  const [row] = await db<{ counts: Record<string, number> }[]>`
    select coalesce(json_object_agg(n.category_id, n.comment_count) filter (where n.bill_id is not null), '{}')
             as counts
      from bills b left join bill_category_counts n using (bill_id)
     where b.bill_id = ${bill_id} group by b.bill_id`
  return (
    row &&
    commentCategories.map(({ category_id, category_name }) => {
      return { category_id, category_name, comment_count: row.counts[category_id] ?? 0 }
    })
  )
}

export async function selectComment(db: Db, viewer: string, comment_id: string): Promise<CommentRow> {
  const [row] = await db<CommentRow[]>`
    select ${commentAsSeenBy(db, viewer)}
      from bill_comments c ${commentAuthor(db)} where c.comment_id = ${comment_id}`
  return row!
}

/**
 * The columns of a comment `c`. One that is deleted or hidden keeps its place, and nothing of what it said, who said it
 * or how it was voted on leaves the database. The viewer's vote and the author's stance are looked up row by row: joins
 * have been planned as comparisons of all votes of the one, and of all stances on the bill, with every comment.
 */
export function commentAsSeenBy(db: Db, viewer: string) {
  return db`
    c.comment_id, c.parent_comment_id, c.category_id,
    case when c.is_live then c.content when c.deleted_at is null then ${removedText}
         else ${deletedCommentText} end as content,
    u.username, u.user_id, u.full_name, u.email_verified_at is not null as is_verified, u.member_type, c.created_at,
    case when c.is_live then c.upvotes else 0 end as upvotes,
    case when c.is_live then c.downvotes else 0 end as downvotes,
    case when c.is_live then (
      select v.vote from comment_votes v where v.comment_id = c.comment_id and v.user_id = ${viewer}) end
      as user_vote,
    case when u.user_id is not null
         then engagement_level(u.total_stances, u.total_comments, u.follower_count) end as engagement_level,
    case when u.public_stances or u.user_id = ${viewer} then (
      select s.stance from stances s where s.bill_id = c.bill_id and s.user_id = c.user_id) end as user_stance,
    u.profile_picture_url, not c.is_live as is_deleted, c.change_count,
    c.is_live and c.change_count > 0 and exists (
      select from mind_changes m where m.comment_id = c.comment_id and m.user_id = ${viewer}) as changed_my_mind,
    c.reply_count,
    ${votesOfBothSides(db)} as both_sides`
}

/**
 * The votes of supporters and opponents on a comment `c` that has the badge "Liked on both sides", else null. The badge
 * takes five upvotes from each side, so most comments are ruled out without reading their votes by side.
 */
function votesOfBothSides(db: Db) {
  return db`
    case when c.is_live and c.upvotes >= 10 then (
      select json_build_object(
               'support', json_build_object('upvotes', support_upvotes, 'votes', support_upvotes + support_downvotes),
               'oppose', json_build_object('upvotes', oppose_upvotes, 'votes', oppose_upvotes + oppose_downvotes))
        from comment_vote_breakdown k
       where k.comment_id = c.comment_id and is_liked_by_side(support_upvotes, support_downvotes)
         and is_liked_by_side(oppose_upvotes, oppose_downvotes)) end`
}

/** The author of a live comment `c`. */
export function commentAuthor(db: Db) {
  return db`left join users u on u.user_id = c.user_id and c.is_live`
}

/** How many minds a comment has changed; undefined when it is not there, or is deleted or hidden. */
export async function selectChangeCount(
  db: Db,
  bill_id: string,
  comment_id: string,
): Promise<number | undefined> {
  const [row] = await db<{ change_count: number }[]>`
    select change_count from bill_comments
     where comment_id = ${comment_id} and bill_id = ${bill_id} and is_live`
  return row?.change_count
}

export type Parent = {
  comment_id: string
  parent_comment_id: string | null
  category_id: string
  depth: number
  is_live: boolean
}

/** The comment that is answered, held until the transaction ends: against deletion, and since its replies are counted. */
export async function lockParent(db: Db, bill_id: string, comment_id: string): Promise<Parent | undefined> {
  const [row] = await db<Parent[]>`
    select comment_id, parent_comment_id, category_id, depth, is_live
      from bill_comments where comment_id = ${comment_id} and bill_id = ${bill_id} for no key update`
  return row
}

type NewComment = {
  bill_id: string
  user_id: string
  category_id: string
  parent_comment_id: string | null
  depth: number
  content: string
}

/** What a comment adds to its bill's activity score (R44). */
export const commentPoints = 2

/**
 * The comment and every count of it in one statement; null when there is no such bill. The bill's counters are locked
 * before its days and the other counts, the comment that is answered before (lockParent).
 */
export async function insertComment(db: Db, comment: NewComment): Promise<string | null> {
  const { bill_id, user_id, category_id, parent_comment_id, depth, content } = comment
  const [row] = await db<{ comment_id: string }[]>`
    with counters as (
      update bill_counters set discussion_count = discussion_count + 1, activity_score = activity_score + ${commentPoints}
       where bill_id = ${bill_id} returning bill_id),
    today as (
      insert into bill_activity as held (bill_id, day, points)
      select bill_id, (now() at time zone 'utc')::date, ${commentPoints} from counters
      on conflict (bill_id, day) do update set points = held.points + excluded.points),
    answered as (
      update bill_comments set reply_count = reply_count + 1 where comment_id = ${parent_comment_id}),
    category as (
      insert into bill_category_counts as held (bill_id, category_id, comment_count, thread_count)
      select bill_id, ${category_id}, 1, ${Number(depth === 1)} from counters
      on conflict (bill_id, category_id) do update set
        comment_count = held.comment_count + 1, thread_count = held.thread_count + excluded.thread_count),
    author as (
      update users u set total_comments = u.total_comments + 1 from counters where u.user_id = ${user_id})
    insert into bill_comments (bill_id, user_id, category_id, parent_comment_id, depth, content)
    select bill_id, ${user_id}, ${category_id}, ${parent_comment_id}, ${depth}, ${content} from counters
    returning comment_id`
  return row?.comment_id ?? null
}
