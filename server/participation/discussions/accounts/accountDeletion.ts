import { commentLevels, deletedCommentText } from '#contract/discussions/comments.ts'
import { lockMemberAndFollows } from '#server/members/people/followLocks.ts'
import { setAsideComments } from '#server/participation/comments/account.ts'
import { retractCommentNotifications, retractVotesOf } from '#server/participation/notifications/notify.ts'
import {
  type VoterSide,
  sideColumns,
  voterSides,
  clearBreakdown,
} from '#server/participation/stances/voteBreakdown.ts'
import type { Db } from '#server/platform/postgres/db.ts'
import type { Keep } from '#server/platform/postgres/setAside.ts'

/**
 * Removes a member's comments, votes and changed minds, and updates all counts. Comments with replies become tombstones, and
 * the others are deleted.
 */
export async function removeComments(db: Db, user_id: string, keep: Keep): Promise<void> {
  const branches = await lockAll(db, user_id)
  await setAsideContent(db, user_id, branches, keep)
  await removeVotesAndMindChanges(db, user_id)
  await removeText(db, user_id)
  for (let depth = commentLevels; depth > 0; depth--) {
    await removeEmptyTombstones(db, user_id, branches, depth)
  }
}

/** Removes a member's votes and changed minds from all counts. The member's comments stay. */
export async function removeVotes(db: Db, user_id: string, keep: Keep): Promise<void> {
  await lockAll(db, user_id)
  await keep('comment_votes', db`select * from comment_votes where user_id = ${user_id}`)
  await keep('mind_changes', db`select * from mind_changes where user_id = ${user_id}`)
  await removeVotesAndMindChanges(db, user_id)
}

/**
 * Copies the member's comments, everybody's votes on them, the member's own votes, and the references to the comments.
 */
async function setAsideContent(db: Db, user_id: string, branches: string[], keep: Keep): Promise<void> {
  const own = db`select comment_id from bill_comments where user_id = ${user_id}`
  await setAsideComments(db, 'bill_comments', user_id, keep)
  await keep(
    'comment_votes',
    db`select * from comment_votes where user_id = ${user_id} or comment_id in (${own})`,
  )
  await keep(
    'mind_changes',
    db`select * from mind_changes where user_id = ${user_id} or comment_id = any(${branches}::uuid[])`,
  )
  // Stances of other members refer to a comment that changed their mind. These references become null when the comment
  // is deleted.
  await keep(
    'stances.comment_id',
    db`select bill_id, user_id, comment_id from stances where comment_id in (${own}) and user_id <> ${user_id}`,
  )
  await keep(
    'stance_changes.comment_id',
    db`select change_id, user_id, comment_id from stance_changes where comment_id in (${own}) and user_id <> ${user_id}`,
  )
}

/**
 * Locks everything that an account deletion changes in the order of all writes: comments, counters of bills (including
 * those of the member's stances), and members (including authors whose total of changed minds may decrease). Returns
 * the ids of the member's comments and of the comments above them.
 */
async function lockAll(db: Db, user_id: string): Promise<string[]> {
  const rows = await db<{ comment_id: string; in_branch: boolean }[]>`
    with recursive branches as (
      select comment_id, parent_comment_id from bill_comments where user_id = ${user_id}
      union
      select c.comment_id, c.parent_comment_id
        from branches join bill_comments c on c.comment_id = branches.parent_comment_id),
    touched as (
      select comment_id from branches
      union select comment_id from comment_votes where user_id = ${user_id}
      union select comment_id from mind_changes where user_id = ${user_id})
    select c.comment_id, c.comment_id in (select comment_id from branches) as in_branch
      from bill_comments c join touched using (comment_id)
     order by c.depth desc, c.comment_id for update of c`
  await db`
    select from bill_counters where bill_id in (
      select bill_id from stances where user_id = ${user_id}
      union select bill_id from bill_comments where user_id = ${user_id}
      union select bill_id from comment_votes where user_id = ${user_id})
     order by bill_id for no key update`
  const credited = await db<{ user_id: string }[]>`
    select distinct c.user_id from mind_changes m join bill_comments c using (comment_id)
     where m.user_id = ${user_id} and c.user_id is not null`
  await lockMemberAndFollows(
    db,
    user_id,
    credited.map((author) => author.user_id),
  )
  return rows.filter((row) => row.in_branch).map((row) => row.comment_id)
}

async function removeVotesAndMindChanges(db: Db, user_id: string): Promise<void> {
  for (const side of voterSides) await subtractSideVotes(db, user_id, side)
  await retractVotesOf(db, user_id)
  await removeOwnVotes(db, user_id)
  await removeMindChanges(db, user_id)
}

/** Subtracts the votes that the member cast on this side. Runs before the votes are deleted. */
async function subtractSideVotes(db: Db, user_id: string, side: VoterSide): Promise<void> {
  const { upvotes, downvotes } = sideColumns(db, side)
  await db`
    update bill_comments c set ${upvotes} = c.${upvotes} - (v.vote = 'upvote')::int,
           ${downvotes} = c.${downvotes} - (v.vote = 'downvote')::int
      from comment_votes v
      left join stances s on s.bill_id = v.bill_id and s.user_id = v.user_id
     where v.user_id = ${user_id} and c.comment_id = v.comment_id and c.user_id is distinct from v.user_id
       and coalesce(s.stance, 'unknown') = ${side}`
}

/** Deletes the member's votes. All parts of the statement see the rows as they were before the statement. */
async function removeOwnVotes(db: Db, user_id: string): Promise<void> {
  await db`
    with cast_votes as (
      delete from comment_votes where user_id = ${user_id} returning comment_id, bill_id, vote, created_at),
    uncounted as (
      update bill_comments c set upvotes = c.upvotes - (g.vote = 'upvote')::int,
             downvotes = c.downvotes - (g.vote = 'downvote')::int
        from cast_votes g where c.comment_id = g.comment_id)
    insert into bill_counter_steps (bill_id, day, points)
    select g.bill_id, (g.created_at at time zone 'utc')::date,
           -sum(case when c.is_live and c.user_id is distinct from ${user_id} then activity_points('vote') else 0 end)
      from cast_votes g join bill_comments c using (comment_id) group by 1, 2`
}

/** Deletes the member's changed minds and decreases the counts of the credited comments and authors. */
async function removeMindChanges(db: Db, user_id: string): Promise<void> {
  await db`
    with gone as (delete from mind_changes where user_id = ${user_id} returning comment_id),
    uncounted as (
      update bill_comments c set change_count = c.change_count - 1
        from gone where c.comment_id = gone.comment_id returning c.user_id)
    update users u set minds_changed = u.minds_changed - lost.minds
      from (select user_id, count(*)::int as minds from uncounted group by 1) lost where u.user_id = lost.user_id`
}

/**
 * Replaces the member's comments by tombstones and deletes the votes on them. All parts of the statement see the rows
 * as they were before the statement. Hidden comments were already subtracted from the counts when they were hidden.
 * Their text is removed too.
 */
async function removeText(db: Db, user_id: string): Promise<void> {
  await db`
    with own as (
      select comment_id, bill_id, category_id, created_at, is_live from bill_comments
       where user_id = ${user_id} and deleted_at is null),
    received_votes as (
      delete from comment_votes v using own where v.comment_id = own.comment_id
      returning own.bill_id, own.is_live, v.created_at),
    retracted as (${retractCommentNotifications(db, db`select comment_id from own`)}),
    tombstones as (
      update bill_comments c set deleted_at = now(), hidden_at = null, content = ${deletedCommentText},
             stance_when_written = null, upvotes = 0, downvotes = 0, ${clearBreakdown(db)}
        from own where c.comment_id = own.comment_id),
    categories as (
      update bill_category_counts k set comment_count = k.comment_count - gone.comments
        from (select bill_id, category_id, count(*)::int as comments from own where is_live group by 1, 2) gone
       where (k.bill_id, k.category_id) = (gone.bill_id, gone.category_id)),
    lost as (
      select bill_id, created_at as at, is_live::int as comments,
             case when is_live then activity_points('comment') else 0 end as points from own
      union all
      select bill_id, created_at, 0, activity_points('vote') from received_votes where is_live)
    insert into bill_counter_steps (bill_id, discussion_count, day, points)
    select bill_id, -sum(comments), (at at time zone 'utc')::date, -sum(points) from lost group by 1, 3`
}

/** Deletes tombstones on this level that have no replies, and updates the counts of their parents and authors. */
async function removeEmptyTombstones(
  db: Db,
  user_id: string,
  branches: string[],
  depth: number,
): Promise<void> {
  await db`
    with gone as (
      delete from bill_comments c
       where c.comment_id = any(${branches}::uuid[]) and c.depth = ${depth} and c.deleted_at is not null
         and not exists (select from bill_comments r where r.parent_comment_id = c.comment_id)
      returning c.user_id, c.change_count, c.parent_comment_id, c.bill_id, c.category_id),
    answered as (
      update bill_comments c set reply_count = c.reply_count - lost.replies
        from (select parent_comment_id, count(*)::int as replies from gone group by 1) lost
       where c.comment_id = lost.parent_comment_id),
    categories as (
      update bill_category_counts k set thread_count = k.thread_count - lost.threads
        from (select bill_id, category_id, count(*)::int as threads from gone
               where parent_comment_id is null group by 1, 2) lost
       where (k.bill_id, k.category_id) = (lost.bill_id, lost.category_id))
    update users u set minds_changed = u.minds_changed - lost.minds
      from (select user_id, sum(change_count)::int as minds from gone
             where user_id <> ${user_id} group by 1) lost
     where u.user_id = lost.user_id`
}
