import { addActivity, subtractActivity } from '../bills/activity.ts'
import { retractCommentNotifications } from '../notifications/notify.ts'
import type { Db } from '../postgres/db.ts'
import { commentPoints } from './queries.ts'
import { votePoints } from './votes.ts'

/** `unchanged`: it was so already, or its author has deleted it. */
export type ModerationResult = 'changed' | 'unchanged' | 'not_found'

/**
 * Hides a comment for an operator (R74). It stands where it stood as "[Removed by moderators]", without author and votes;
 * it counts nowhere, neither among comments nor in the bill's activity and echo, and nobody is told of it any more. Its
 * words and votes stay in the database, so that it can come back. Inside a transaction.
 */
export async function hideComment(db: Db, comment_id: string): Promise<ModerationResult> {
  const comment = await lockComment(db, comment_id)
  if (!comment?.is_live) return comment ? 'unchanged' : 'not_found'
  for (const { day, points } of await showComment(db, comment, false)) {
    await subtractActivity(db, comment.bill_id, day, points)
  }
  return 'changed'
}

/** Shows a hidden comment again, with all that it had and all that was counted of it. Inside a transaction. */
export async function restoreComment(db: Db, comment_id: string): Promise<ModerationResult> {
  const comment = await lockComment(db, comment_id)
  if (!comment?.is_hidden) return comment ? 'unchanged' : 'not_found'
  for (const { day, points } of await showComment(db, comment, true)) {
    await addActivity(db, comment.bill_id, day, points)
  }
  return 'changed'
}

type Locked = {
  comment_id: string
  bill_id: string
  category_id: string
  user_id: string | null
  is_live: boolean
  is_hidden: boolean
}

async function lockComment(db: Db, comment_id: string): Promise<Locked | undefined> {
  const [row] = await db<Locked[]>`
    select comment_id, bill_id, category_id, user_id, is_live, hidden_at is not null as is_hidden
      from bill_comments where comment_id = ${comment_id} for update`
  return row
}

/** Shows or hides it with all counts; answers its points of activity and those of others' votes on it, by day. */
async function showComment(db: Db, comment: Locked, shows: boolean) {
  const { comment_id, bill_id, category_id, user_id } = comment
  const step = shows ? 1 : -1
  const [row] = await db<{ points: { day: string; points: number }[] }[]>`
    with marked as (
      update bill_comments set hidden_at = ${shows ? null : db`now()`} where comment_id = ${comment_id}),
    ${shows ? db`` : db`untold as (${retractCommentNotifications(db, db`${comment_id}`)}),`}
    category as (
      update bill_category_counts set comment_count = comment_count + ${step}
       where bill_id = ${bill_id} and category_id = ${category_id}),
    author as (
      update users set total_comments = total_comments + ${step} where user_id = ${user_id}),
    acts as (
      select created_at as at, ${commentPoints}::float8 as points
        from bill_comments where comment_id = ${comment_id}
      union all
      select created_at, ${votePoints}::float8 from comment_votes
       where comment_id = ${comment_id} and user_id is distinct from ${user_id}),
    by_day as (
      select (at at time zone 'utc')::date as day, sum(points) as points from acts group by 1 order by 1)
    update bill_counters set discussion_count = discussion_count + ${step}, echo_version = echo_version + 1
     where bill_id = ${bill_id}
    returning (select coalesce(json_agg(by_day order by day), '[]') from by_day) as points`
  return row!.points
}
