import { commentLevels } from '#contract/discussions.ts'
import type { AccountPart } from '#server/members/people/deletion/accountParts.ts'
import { lockMemberAndFollows } from '#server/members/people/followLocks.ts'
import { retractCommentNotifications, retractVotesOf } from '#server/participation/notifications/notify.ts'
import { clearVotes, subtractVote } from '#server/participation/stances/voteBreakdown.ts'
import type { Db } from '#server/platform/postgres/db.ts'
import type { Keep } from '#server/platform/postgres/setAside.ts'

/**
 * Defines what an account deletion does to comments. While the account is closed, its comments are shown as deleted and are
 * not counted, like hidden ones. Its votes and changed minds count until the rows are removed.
 */
export const discussionPart: AccountPart = { setClosed: setCommentsClosed, remove: removeComments }

async function setCommentsClosed(db: Db, user_id: string, isClosed: boolean): Promise<void> {
  const step = isClosed ? -1 : 1
  await lockAll(db, user_id)
  await db`
    with changed as (
      update bill_comments set is_closed = ${isClosed}
       where user_id = ${user_id} and deleted_at is null and is_closed <> ${isClosed}
      returning comment_id, bill_id, category_id, created_at, hidden_at),
    counted as (select * from changed where hidden_at is null),
    categories as (
      update bill_category_counts k set comment_count = k.comment_count + ${step}::int * n.comments
        from (select bill_id, category_id, count(*)::int as comments from counted group by 1, 2) n
       where (k.bill_id, k.category_id) = (n.bill_id, n.category_id)),
    author as (
      update users set total_comments = total_comments + ${step}::int * (select count(*)::int from counted)
       where user_id = ${user_id}),
    actions as (
      -- A hidden comment is not counted, but its page changes.
      select bill_id, created_at as at, (hidden_at is null)::int as comments,
             case when hidden_at is null then activity_points('comment') else 0 end as points from changed
      union all
      select c.bill_id, v.created_at, 0, activity_points('vote')
        from counted c join comment_votes v using (comment_id) where v.user_id <> ${user_id})
    insert into bill_counter_steps (bill_id, discussion_count, day, points)
    select bill_id, ${step}::int * sum(comments), (at at time zone 'utc')::date, ${step}::int * sum(points)
      from actions group by 1, 3`
}

/**
 * Removes a member's comments, votes and changed minds, and updates all counts. Comments with replies become tombstones, and
 * the others are deleted.
 */
async function removeComments(db: Db, user_id: string): Promise<void> {
  const branches = await lockAll(db, user_id)
  await leaveClusters(db, user_id)
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
  const branches = rows.filter((row) => row.in_branch).map((row) => row.comment_id)
  // The tombstones above the member's comments may be removed with the changed minds that they are credited with.
  const credited = await db<{ user_id: string }[]>`
    select c.user_id from mind_changes m join bill_comments c using (comment_id)
     where m.user_id = ${user_id} and c.user_id is not null
    union
    select user_id from bill_comments
     where comment_id = any(${branches}::uuid[]) and deleted_at is not null and user_id is not null`
  await lockMemberAndFollows(
    db,
    user_id,
    credited.map((author) => author.user_id),
  )
  return branches
}

async function removeVotesAndMindChanges(db: Db, user_id: string): Promise<void> {
  await retractVotesOf(db, user_id)
  await removeOwnVotes(db, user_id)
  await removeMindChanges(db, user_id)
}

/**
 * Removes the member from the groups that voted together. What counts as one voice changes with them even if the member has
 * taken every vote back, so the comparison with chance is computed again.
 */
async function leaveClusters(db: Db, user_id: string): Promise<void> {
  await db`
    with gone as (delete from vote_cluster_members where user_id = ${user_id} returning cluster_id)
    insert into bill_counter_steps (bill_id) select distinct bill_id from gone join vote_clusters using (cluster_id)`
}

/** Deletes the member's votes. All parts of the statement see the rows as they were before the statement. */
async function removeOwnVotes(db: Db, user_id: string): Promise<void> {
  await db`
    with cast_votes as (
      delete from comment_votes where user_id = ${user_id} returning comment_id, user_id, bill_id, vote, created_at),
    uncounted as (
      update bill_comments c set ${db.unsafe(subtractVote)}
        from cast_votes v left join stances s on s.bill_id = v.bill_id and s.user_id = v.user_id
       where c.comment_id = v.comment_id)
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
 * as they were before the statement. The comments were already subtracted from the counts when the account was closed.
 */
async function removeText(db: Db, user_id: string): Promise<void> {
  await db`
    with own as (select comment_id from bill_comments where user_id = ${user_id} and deleted_at is null),
    received_votes as (delete from comment_votes v using own where v.comment_id = own.comment_id),
    retracted as (${retractCommentNotifications(db, db`select comment_id from own`)})
    update bill_comments c set deleted_at = now(), hidden_at = null, content = null, language = null,
           stance_when_written = null, ${db.unsafe(clearVotes)}
      from own where c.comment_id = own.comment_id`
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
