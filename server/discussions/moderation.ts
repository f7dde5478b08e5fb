import { addActivity, lockedCounters } from '../bills/activity.ts'
import { lockForModeration, type ModerationResult, setHidden } from '../comments/moderation.ts'
import { retractCommentNotifications } from '../notifications/notify.ts'
import type { Db } from '../postgres/db.ts'

/**
 * Hides a comment. It then counts neither as a comment nor for the bill's activity and echo score, and notifications
 * about it are retracted. Inside a transaction.
 */
export async function hideComment(db: Db, comment_id: string): Promise<ModerationResult> {
  return setHidden(await lock(db, comment_id), true, async (comment) => {
    const { bill_id, category_id, user_id } = comment
    await db`
      with counters as materialized (${lockedCounters(db, bill_id)}),
      hidden as (update bill_comments set hidden_at = now() where comment_id = ${comment_id}),
      retracted as (${retractCommentNotifications(db, db`${comment_id}`)}),
      category as (
        update bill_category_counts k set comment_count = k.comment_count - 1
          from counters where k.bill_id = counters.bill_id and k.category_id = ${category_id}),
      author as (update users set total_comments = total_comments - 1 where user_id = ${user_id})
      insert into bill_counter_steps (bill_id, discussion_count) values (${bill_id}, -1)`
    for (const { day, points } of await selectPoints(db, comment)) {
      await addActivity(db, bill_id, day, -points)
    }
  })
}

/** Shows a hidden comment again and counts it as before. Inside a transaction. */
export async function restoreComment(db: Db, comment_id: string): Promise<ModerationResult> {
  return setHidden(await lock(db, comment_id), false, async (comment) => {
    const { bill_id, category_id, user_id } = comment
    await db`
      with counters as materialized (${lockedCounters(db, bill_id)}),
      shown as (update bill_comments set hidden_at = null where comment_id = ${comment_id}),
      category as (
        update bill_category_counts k set comment_count = k.comment_count + 1
          from counters where k.bill_id = counters.bill_id and k.category_id = ${category_id}),
      author as (update users set total_comments = total_comments + 1 where user_id = ${user_id})
      insert into bill_counter_steps (bill_id, discussion_count) values (${bill_id}, 1)`
    for (const { day, points } of await selectPoints(db, comment)) await addActivity(db, bill_id, day, points)
  })
}

type BillColumns = { bill_id: string; category_id: string }

function lock(db: Db, comment_id: string) {
  return lockForModeration<BillColumns>(db, 'bill_comments', db`bill_id, category_id`, comment_id)
}

/** The activity points of a comment and of others' votes on it, by day. */
function selectPoints(db: Db, { comment_id, user_id }: { comment_id: string; user_id: string | null }) {
  return db<{ day: string; points: number }[]>`
    select (at at time zone 'utc')::date as day, sum(points) as points
      from (select created_at as at, activity_points('comment') as points
              from bill_comments where comment_id = ${comment_id}
            union all
            select created_at, activity_points('vote') from comment_votes
             where comment_id = ${comment_id} and user_id is distinct from ${user_id}) actions
     group by 1 order by 1`
}
