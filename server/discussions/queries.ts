import { deletedCommentText, removedText } from '../../contract/comments.ts'
import type { listCategories, Comment } from '../../contract/discussions.ts'
import { commentCategories } from '../../contract/discussions.ts'
import type { OutputOf } from '../../contract/kit/endpoint.ts'
import type { CommentedSection } from '../bills/versions/sections.ts'
import { authorColumns } from '../comments/commentTable.ts'
import type { Db } from '../postgres/db.ts'

export type CommentRow = Omit<Comment, 'replies'>

export async function billExists(db: Db, bill_id: string): Promise<boolean> {
  const rows = await db`select from bills where bill_id = ${bill_id}`
  return rows.length > 0
}

/** The four categories in their order, with the counts of the bill; undefined if there is no such bill. */
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
      from bill_comments c left join users u on u.user_id = c.user_id and c.is_live
     where c.comment_id = ${comment_id}`
  return row!
}

/**
 * The columns of a comment `c` and its author `u`. The text, author and votes of a deleted or hidden comment never leave
 * the database. The viewer's vote and the author's stance are subqueries per row, because PostgreSQL has planned joins
 * with all votes of the viewer and all stances on the bill.
 */
export function commentAsSeenBy(db: Db, viewer: string) {
  return db`
    c.comment_id, c.parent_comment_id, c.category_id,
    case when c.is_live then c.section_key end as section_key,
    case when c.is_live then c.version_no end as version_no,
    case when c.is_live then c.content when c.deleted_at is null then ${removedText}
         else ${deletedCommentText} end as content,
    ${authorColumns(db, viewer)}, c.created_at,
    case when c.is_live then c.upvotes else 0 end as upvotes,
    case when c.is_live then c.downvotes else 0 end as downvotes,
    case when c.is_live then (
      select v.vote from comment_votes v where v.comment_id = c.comment_id and v.user_id = ${viewer}) end
      as user_vote,
    case when u.public_stances or u.user_id = ${viewer} then (
      select s.stance from stances s where s.bill_id = c.bill_id and s.user_id = c.user_id) end as user_stance,
    u.profile_picture_url, not c.is_live as is_deleted, c.change_count,
    c.is_live and c.change_count > 0 and exists (
      select from mind_changes m where m.comment_id = c.comment_id and m.user_id = ${viewer}) as changed_my_mind,
    c.reply_count,
    ${votesOfBothSides(db)} as both_sides`
}

/**
 * The votes by side if a comment `c` has the badge "Liked on both sides", otherwise null. The badge needs five upvotes
 * from each side, so most comments are ruled out by their total.
 */
function votesOfBothSides(db: Db) {
  return db`
    case when c.is_live and c.upvotes >= 10 and is_liked_by_side(c.support_upvotes, c.support_downvotes)
           and is_liked_by_side(c.oppose_upvotes, c.oppose_downvotes)
         then json_build_object(
           'support', json_build_object('upvotes', c.support_upvotes, 'votes', c.support_upvotes + c.support_downvotes),
           'oppose', json_build_object('upvotes', c.oppose_upvotes, 'votes', c.oppose_upvotes + c.oppose_downvotes)) end`
}

/** How many minds a live comment has changed; undefined if there is no such comment. */
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

type NewComment = {
  bill_id: string
  user_id: string
  category_id: string
  parent_comment_id: string | null
  depth: number
  content: string
  section: CommentedSection | null
}

/**
 * Inserts a comment and updates all its counts; null if there is no such bill. The bill's counters are locked before its
 * days and the other counts; the parent is locked already.
 */
export async function insertComment(db: Db, comment: NewComment): Promise<string | null> {
  const { bill_id, user_id, category_id, parent_comment_id, depth, content, section } = comment
  const [row] = await db<{ comment_id: string }[]>`
    with counters as (
      update bill_counters set discussion_count = discussion_count + 1, activity_score = activity_score + activity_points('comment')
       where bill_id = ${bill_id} returning bill_id),
    today as (
      insert into bill_activity as existing (bill_id, day, points)
      select bill_id, (now() at time zone 'utc')::date, activity_points('comment') from counters
      on conflict (bill_id, day) do update set points = existing.points + excluded.points),
    parent as (
      update bill_comments set reply_count = reply_count + 1 where comment_id = ${parent_comment_id}),
    category as (
      insert into bill_category_counts as existing (bill_id, category_id, comment_count, thread_count)
      select bill_id, ${category_id}, 1, ${Number(depth === 1)} from counters
      on conflict (bill_id, category_id) do update set
        comment_count = existing.comment_count + 1, thread_count = existing.thread_count + excluded.thread_count),
    author as (
      update users u set total_comments = u.total_comments + 1 from counters where u.user_id = ${user_id})
    insert into bill_comments (bill_id, user_id, category_id, parent_comment_id, depth, content, section_key, version_no)
    select bill_id, ${user_id}, ${category_id}, ${parent_comment_id}, ${depth}, ${content}, ${section?.key ?? null},
           ${section?.version_no ?? null}::smallint
      from counters
    returning comment_id`
  return row?.comment_id ?? null
}
