import { deletedCommentText } from '../../contract/comments.ts'
import { refuse } from '../../contract/kit/refusals.ts'
import { activityDays, subtractActivity } from '../bills/activity.ts'
import { clearBreakdown } from '../bills/voteBreakdown.ts'
import type { Member } from '../http/route.ts'
import { retractCommentNotifications } from '../notifications/notify.ts'
import type { Db } from '../postgres/db.ts'
import { commentPoints } from './queries.ts'
import { votePoints } from './votes.ts'

/**
 * Deletes the caller's own comment (R50). With replies it stays as a mark without words and author; without, it goes,
 * and so does every such mark above it that has no other reply left. Its votes go, and what it and others' votes on it
 * gave to the bill's activity is taken back.
 */
export async function deleteComment(db: Db, me: Member, comment_id: string): Promise<'soft' | 'hard'> {
  const [comment, ...above] = await lockBranch(db, comment_id)
  if (!comment?.is_live) refuse('comment_not_found')
  if (comment.user_id !== me.user_id) refuse('comment_not_yours')

  const replies = await countReplies(
    db,
    [comment, ...above].map((one) => one.comment_id),
  )
  const removed: Branch[] = []
  if (!replies.get(comment_id)) {
    removed.push(comment)
    for (const mark of above) {
      if (!mark.is_mark || replies.get(mark.comment_id) !== 1) break
      removed.push(mark)
    }
  }

  const lost = await eraseComment(db, comment, removed)
  for (const { day, points } of lost) await subtractActivity(db, comment.bill_id, day, points)
  return removed.length > 0 ? 'hard' : 'soft'
}

type Branch = {
  comment_id: string
  bill_id: string
  category_id: string
  user_id: string | null
  parent_comment_id: string | null
  is_live: boolean
  /** Whether it stands only for what is below it. What an operator has hidden may come back and is none. */
  is_mark: boolean
}

/** The comment and those above it, the comment first: everybody locks upwards, and before any counter. */
function lockBranch(db: Db, comment_id: string): Promise<Branch[]> {
  return db<Branch[]>`
    with recursive branch as (
      select comment_id, parent_comment_id from bill_comments where comment_id = ${comment_id}
      union all
      select c.comment_id, c.parent_comment_id
        from branch join bill_comments c on c.comment_id = branch.parent_comment_id)
    select c.comment_id, c.bill_id, c.category_id, c.user_id, c.parent_comment_id, c.is_live,
           c.deleted_at is not null as is_mark
      from bill_comments c join branch using (comment_id) order by c.depth desc for update of c`
}

/** Direct replies; a mark counts as one, since it stands only while there is something below it. */
async function countReplies(db: Db, comment_ids: string[]): Promise<Map<string, number>> {
  const rows = await db<{ comment_id: string; replies: number }[]>`
    select parent_comment_id as comment_id, count(*) as replies
      from bill_comments where parent_comment_id = any(${comment_ids}) group by parent_comment_id`
  return new Map(rows.map((row) => [row.comment_id, row.replies]))
}

/**
 * Erases the words of a comment that stays, or the whole rows in `gone`, with all counts; answers the points to take
 * from the bill's activity, by day. A comment that goes takes its changed minds along, so that the author's sum is
 * always that of the comments that are there (R33).
 */
async function eraseComment(db: Db, comment: Branch, gone: Branch[]) {
  const { comment_id, bill_id, category_id } = comment
  const removed = gone.map((one) => one.comment_id)
  const highest = gone.at(-1)
  const [row] = await db<{ lost: { day: string; points: number }[] }[]>`
    with votes as (delete from comment_votes where comment_id = ${comment_id} returning user_id, created_at),
    untold as (${retractCommentNotifications(db, db`${comment_id}`)}),
    mark as (
      update bill_comments set deleted_at = now(), content = ${deletedCommentText}, upvotes = 0, downvotes = 0
       where comment_id = ${comment_id} and comment_id <> all(${removed}::uuid[])),
    gone as (delete from bill_comments where comment_id = any(${removed}::uuid[])),
    breakdown as (
      update comment_vote_breakdown set ${clearBreakdown(db)}
       where comment_id = ${comment_id} and comment_id <> all(${removed}::uuid[])),
    answered as (
      update bill_comments set reply_count = reply_count - 1
       where comment_id = ${highest?.parent_comment_id ?? null}),
    category as (
      update bill_category_counts set comment_count = comment_count - 1,
             thread_count = thread_count - ${Number(highest?.parent_comment_id === null)}
       where bill_id = ${bill_id} and category_id = ${category_id}),
    minds as (
      select user_id, sum(change_count) filter (where comment_id = any(${removed}::uuid[])) as credits
        from bill_comments where comment_id = ${comment_id} or comment_id = any(${removed}::uuid[])
       group by user_id),
    held as (
      select user_id from users where user_id in (select user_id from minds)
       order by user_id for no key update),
    authors as (
      update users u set minds_changed = u.minds_changed - coalesce(minds.credits, 0),
             total_comments = u.total_comments - (u.user_id = ${comment.user_id})::int
        from held join minds using (user_id) where u.user_id = held.user_id),
    lost as (
      select created_at as at, ${commentPoints}::float8 as points
        from bill_comments where comment_id = ${comment_id}
      union all
      select created_at, ${votePoints}::float8 from votes where user_id <> ${comment.user_id}),
    by_day as (
      select (at at time zone 'utc')::date as day, sum(points) as points from lost
       where (at at time zone 'utc')::date > (now() at time zone 'utc')::date - ${activityDays}::int
       group by 1 order by 1)
    update bill_counters set discussion_count = discussion_count - 1, echo_version = echo_version + 1
     where bill_id = ${bill_id}
    returning (select coalesce(json_agg(by_day), '[]') from by_day) as lost`
  return row!.lost
}
