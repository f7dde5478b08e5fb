import type { listComments } from '#contract/discussions.ts'
import type { ParsedOf } from '#contract/kit/endpoint.ts'
import {
  byTime,
  type CommentJson,
  type CommentList,
  selectThreadAround,
  selectThreadPage,
  type ThreadOrder,
} from '#server/participation/comments/threads.ts'
import { refuseCursor, timeKey } from '#server/platform/http/page.ts'
import type { Db, Part } from '#server/platform/postgres/db.ts'
import { untouchedFields } from './keptPages.ts'
import { viewerFacts } from './viewerPart.ts'

type CommentPage = ParsedOf<typeof listComments>

/** Selects the comments of one page, parents before replies and siblings in their order. */
export function selectPage(db: Db, viewer: string, page: CommentPage): Promise<CommentList | undefined> {
  const { id, parent_comment_id, limit, offset } = page
  const level = parent_comment_id
    ? db`parent_comment_id = ${parent_comment_id}`
    : db`depth = 1 ${filterOf(db, page)}`
  return selectThreadPage(db, {
    table: 'bill_comments',
    roots: db`select * from bill_comments where bill_id = ${id} and ${level}`,
    order: orderOf(db, page),
    limit,
    offset,
    json: db`concat(${commentJson(db, id, db`u.public_stances`)}, ${db.unsafe(`'${untouchedFields}'`)})`,
    facts: [firstLevelCount(db, page), ...viewerFacts(db, viewer, id)],
    subject: db`bills where bill_id = ${id}`,
    sort: parentsFirst(db),
  })
}

function orderOf(db: Db, { parent_comment_id, sort, after }: CommentPage): ThreadOrder {
  if (parent_comment_id || sort === 'oldest') return byTime(db, 'oldest', after)
  if (sort === 'newest') return byTime(db, 'newest', after)
  return {
    orderBy: db`order by bridging_score desc, created_at desc, comment_id desc`,
    isAfter: after ? isBelow(db, after) : null,
    cursorKeys: db`c.bridging_score, ${timeKey(db, 'c.created_at')}, c.comment_id`,
  }
}

function isBelow(db: Db, after: NonNullable<CommentPage['after']>) {
  if (after.length !== 3) refuseCursor()
  const [score, time, comment_id] = after
  return db`(bridging_score, created_at, comment_id) < (${score}, ${time}::timestamptz, ${comment_id})`
}

function filterOf(db: Db, { category_id, section }: CommentPage) {
  const ofSection = section ? db`and section_key = ${section}` : db``
  return category_id ? db`and category_id = ${category_id} ${ofSection}` : ofSection
}

function parentsFirst(db: Db) {
  return db`c.depth, c.position, c.created_at, c.comment_id`
}

/** Returns the number of comments on the page's first level, or null if the parent does not exist. */
function firstLevelCount(db: Db, page: CommentPage): Part {
  const { id, parent_comment_id } = page
  if (!parent_comment_id) return threadCount(db, page)
  return db`(select reply_count from bill_comments where comment_id = ${parent_comment_id} and bill_id = ${id})`
}

/** Returns the number of threads. Comments on one section have their own count, which is not divided by category. */
function threadCount(db: Db, { id, category_id, section }: CommentPage): Part {
  if (section) {
    return db`coalesce((
      select comment_count::int from bill_section_counts where bill_id = ${id} and section_key = ${section}), 0)`
  }
  const inCategory = category_id ? db`and category_id = ${category_id}` : db``
  return db`(
    select coalesce(sum(thread_count), 0) from bill_category_counts where bill_id = ${id} ${inCategory})`
}

/** Selects the category of a comment, or undefined if the bill has no such comment. */
export async function selectCategory(db: Db, bill_id: string, comment_id: string) {
  const [row] = await db<{ category_id: string }[]>`
    select category_id from bill_comments where comment_id = ${comment_id} and bill_id = ${bill_id}`
  return row?.category_id
}

export function selectThread(
  db: Db,
  viewer: string,
  bill_id: string,
  comment_id: string,
): Promise<CommentJson[]> {
  const seesStance = db`(u.public_stances or u.user_id = ${viewer})`
  return selectThreadAround(db, {
    table: 'bill_comments',
    where: db`comment_id = ${comment_id} and bill_id = ${bill_id}`,
    json: db`concat(${commentJson(db, bill_id, seesStance)}, ${viewerJson(db, viewer)})`,
    sort: parentsFirst(db),
  })
}

/**
 * Returns the JSON of a comment `c` without the closing brace and without the fields that depend on the viewer. The
 * author and votes of a deleted or hidden comment never leave the database. Author and stance are subqueries per row,
 * because PostgreSQL sometimes plans a join that reads all members and stances. `showsStance` is the condition for showing
 * the stances of the author `u`.
 */
function commentJson(db: Db, bill_id: string, showsStance: Part) {
  return db`
    concat(
      c.json_head,
      coalesce((
        select concat(u.author_json, ',"engagement_level":"',
                      engagement_level(u.total_stances, u.total_comments, u.follower_count), '","user_stance":',
                      coalesce(case when ${showsStance} then (
                        select '"' || s.stance || '"' from stances s
                         where s.bill_id = ${bill_id} and s.user_id = u.user_id) end, 'null'),
                      ',"stance_when_written":',
                      coalesce(case when ${showsStance} then '"' || c.stance_when_written || '"' end, 'null'))
          from users u where u.user_id = c.user_id and c.is_live),
        ',"user_id":null,"username":null,"full_name":null,"is_verified":false,"member_type":null,'
        '"profile_picture_url":null,"engagement_level":null,"user_stance":null,"stance_when_written":null'),
      ',"upvotes":', case when c.is_live then c.upvotes else 0 end,
      ',"downvotes":', case when c.is_live then c.downvotes else 0 end,
      ',"change_count":', c.change_count, ',"reply_count":', c.reply_count,
      ',"both_sides":', coalesce(${votesOfBothSides(db)}::text, 'null'))`
}

/** Returns the end of the JSON of a comment `c`: the viewer's vote and changed mind. */
function viewerJson(db: Db, viewer: string) {
  return db`
    concat(
      ',"user_vote":', coalesce(case when c.is_live then (
        select '"' || v.vote || '"' from comment_votes v
         where v.comment_id = c.comment_id and v.user_id = ${viewer}) end, 'null'),
      ',"changed_my_mind":', case when c.is_live and c.change_count > 0 and exists (
        select from mind_changes m where m.comment_id = c.comment_id and m.user_id = ${viewer}) then 'true' else 'false' end)`
}

/**
 * Returns the votes by side if a comment `c` has the badge "Liked on both sides", or null if it does not. The badge needs five
 * upvotes from each side, so the total alone rules out most comments.
 */
function votesOfBothSides(db: Db) {
  return db`
    case when c.is_live and c.upvotes >= 10 and is_liked_by_side(c.support_upvotes, c.support_downvotes)
           and is_liked_by_side(c.oppose_upvotes, c.oppose_downvotes)
         then json_build_object(
           'support', json_build_object('upvotes', c.support_upvotes, 'votes', c.support_upvotes + c.support_downvotes),
           'oppose', json_build_object('upvotes', c.oppose_upvotes, 'votes', c.oppose_upvotes + c.oppose_downvotes)) end`
}
