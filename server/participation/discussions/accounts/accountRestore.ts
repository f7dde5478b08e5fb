import { recountReplies, restoreSetAsideComments } from '#server/participation/comments/account.ts'
import { restoreNotifications } from '#server/participation/notifications/notify.ts'
import { sideColumns, voterSides } from '#server/participation/stances/voteBreakdown.ts'
import type { Db } from '#server/platform/postgres/db.ts'
import { setAsideRows, restoreRows, type SetAside } from '#server/platform/postgres/setAside.ts'
import { removeComments } from './accountDeletion.ts'

export const discussionPart = {
  remove: removeComments,
  lock: lockForRestore,
  restore: restoreComments,
}

/** Locks comments, then counters of bills, then members, as all writes do. */
export async function lockForRestore(db: Db, owner: SetAside): Promise<void> {
  await db`
    select from bill_comments where comment_id in (${touchedComments(db, owner)})
     order by depth desc, comment_id for update`
  await db`
    select from bill_counters where bill_id in (
      select bill_id from ${setAsideRows(db, owner, 'stances')} s
      union select bill_id from ${setAsideRows(db, owner, 'bill_comments')} c
      union select bill_id from ${setAsideRows(db, owner, 'comment_votes')} v)
     order by bill_id for no key update`
  await db`
    select from users where user_id in (
      select followee_id from ${setAsideRows(db, owner, 'follows')} f
      union select follower_id from ${setAsideRows(db, owner, 'follows')} f
      union select user_id from (${creditedAuthors(db, owner)}) authors)
     order by user_id for no key update`
}

/**
 * Restores comments, votes and changed minds. The counts of each comment are computed from its rows. The restored votes
 * and comments are added to the counts of a bill, because counting all its votes could take too long.
 */
export async function restoreComments(db: Db, owner: SetAside): Promise<void> {
  const existing = await db<{ comment_id: string }[]>`
    select comment_id from bill_comments join ${setAsideRows(db, owner, 'bill_comments')} k using (comment_id)`
  const existingIds = existing.map(({ comment_id }) => comment_id)
  await restoreSetAsideComments(db, 'bill_comments', owner)
  await db`
    update bill_comments c set stance_when_written = k.stance_when_written
      from ${setAsideRows(db, owner, 'bill_comments')} k
     where c.comment_id = k.comment_id and k.user_id = ${owner.user_id} and c.deleted_at is null`
  const isNotDeleted =
    'exists (select from bill_comments c where c.comment_id = r.comment_id and c.deleted_at is null)'
  await restoreRows(db, owner, 'comment_votes', isNotDeleted)
  await restoreRows(db, owner, 'mind_changes')
  await restoreReferences(db, owner)
  await recountReplies(db, 'bill_comments', owner)
  await recountComments(db, owner)
  await recountBills(db, owner, existingIds)
  await restoreNotifications(db, owner)
  await recountNotifiedVotes(db, owner)
  await db`
    update users u set minds_changed = (
      select coalesce(sum(change_count), 0) from bill_comments c where c.user_id = u.user_id)
     where u.user_id in (${creditedAuthors(db, owner)})`
}

/**
 * Selects the authors whose total of changed minds may increase. Includes authors of comments that are not restored
 * yet, so that all members who are counted after the restoration are locked before it.
 */
function creditedAuthors(db: Db, owner: SetAside) {
  return db`
    select user_id from bill_comments
     where comment_id in (select comment_id from ${setAsideRows(db, owner, 'mind_changes')} m)
    union select user_id from ${setAsideRows(db, owner, 'bill_comments')} c
     where comment_id in (select comment_id from ${setAsideRows(db, owner, 'mind_changes')} m)`
}

function touchedComments(db: Db, owner: SetAside) {
  return db`
    select comment_id from ${setAsideRows(db, owner, 'bill_comments')} a
    union select comment_id from ${setAsideRows(db, owner, 'comment_votes')} b
    union select comment_id from ${setAsideRows(db, owner, 'mind_changes')} c`
}

/** Restores references from stances to comments, unless the stance has changed since. */
async function restoreReferences(db: Db, { user_id, reason }: SetAside): Promise<void> {
  await db`
    update stances s set comment_id = c.comment_id
      from set_aside_rows k join bill_comments c on c.comment_id = (k.row->>'comment_id')::uuid
     where k.user_id = ${user_id} and k.reason = ${reason} and k.table_name = 'stances.comment_id'
       and s.bill_id = (k.row->>'bill_id')::uuid and s.user_id = (k.row->>'user_id')::uuid
       and s.comment_id is null and s.change_source = 'comment'`
  await db`
    update stance_changes s set comment_id = c.comment_id
      from set_aside_rows k join bill_comments c on c.comment_id = (k.row->>'comment_id')::uuid
     where k.user_id = ${user_id} and k.reason = ${reason} and k.table_name = 'stance_changes.comment_id'
       and s.change_id = (k.row->>'change_id')::bigint and s.comment_id is null`
}

async function recountComments(db: Db, owner: SetAside): Promise<void> {
  await db`
    update bill_comments c set
      upvotes = (select count(*) from comment_votes v where v.comment_id = c.comment_id and v.vote = 'upvote'),
      downvotes = (select count(*) from comment_votes v where v.comment_id = c.comment_id and v.vote = 'downvote'),
      change_count = (select count(*) from mind_changes m where m.comment_id = c.comment_id)
     where c.comment_id in (${touchedComments(db, owner)})`
  for (const side of voterSides) {
    const { upvotes, downvotes } = sideColumns(db, side)
    await db`
      update bill_comments k set ${upvotes} = v.upvotes, ${downvotes} = v.downvotes
        from (
          select c.comment_id, count(*) filter (where v.vote = 'upvote') as upvotes,
                 count(*) filter (where v.vote = 'downvote') as downvotes
            from bill_comments c
            left join (comment_votes v left join stances s on s.bill_id = v.bill_id and s.user_id = v.user_id)
              on v.comment_id = c.comment_id and v.user_id is distinct from c.user_id
             and coalesce(s.stance, 'unknown') = ${side}
           where c.comment_id in (${touchedComments(db, owner)})
           group by 1) v
       where k.comment_id = v.comment_id`
  }
}

/**
 * Updates the counts of the bills. `existing` are the set-aside comments that still existed, either as tombstones or as
 * comments by other members above a restored one.
 */
async function recountBills(db: Db, owner: SetAside, existing: string[]): Promise<void> {
  await db`
    with back as (
      select c.bill_id, c.category_id, c.created_at,
             (c.user_id = ${owner.user_id} and k.deleted_at is null and c.is_live) as is_counted,
             (c.parent_comment_id is null and c.comment_id <> all(${existing}::uuid[])) as is_new_thread
        from ${setAsideRows(db, owner, 'bill_comments')} k join bill_comments c using (comment_id)),
    categories as (
      insert into bill_category_counts as k (bill_id, category_id, comment_count, thread_count)
      select bill_id, category_id, count(*) filter (where is_counted), count(*) filter (where is_new_thread)
        from back group by 1, 2 order by 1, 2
      on conflict (bill_id, category_id) do update set
        comment_count = k.comment_count + excluded.comment_count,
        thread_count = k.thread_count + excluded.thread_count),
    gained as (
      select bill_id, created_at as at, is_counted::int as comments,
             case when is_counted then activity_points('comment') else 0 end as points from back
      union all
      select c.bill_id, v.created_at, 0,
             case when c.is_live and c.user_id is distinct from v.user_id then activity_points('vote') else 0 end
        from ${setAsideRows(db, owner, 'comment_votes')} k
        join comment_votes v on v.comment_id = k.comment_id and v.user_id = k.user_id
        join bill_comments c on c.comment_id = v.comment_id)
    insert into bill_counter_steps (bill_id, discussion_count, day, points)
    select bill_id, sum(comments), (at at time zone 'utc')::date, sum(points) from gained group by 1, 3`
}

/**
 * Updates notifications. An unread notification counts the votes that refer to it, and references to deleted
 * notifications are removed.
 */
async function recountNotifiedVotes(db: Db, owner: SetAside): Promise<void> {
  const named = db`
    select notification_id from ${setAsideRows(db, owner, 'comment_votes')} k where notification_id is not null
    union select notification_id from ${setAsideRows(db, owner, 'notifications')} k where type = 'comment_votes_batched'`
  await db`
    update comment_votes v set notification_id = null
      from ${setAsideRows(db, owner, 'comment_votes')} k
     where (v.comment_id, v.user_id) = (k.comment_id, k.user_id) and v.notification_id is not null
       and not exists (select from notifications n where n.notification_id = v.notification_id)`
  await db`
    update notifications n set votes = a.votes
      from (select notification_id, count(*)::int as votes from comment_votes where notification_id in (${named}) group by 1) a
     where n.notification_id = a.notification_id and n.read_at is null and n.type = 'comment_votes_batched'
       and n.votes <> a.votes`
  await db`
    delete from notifications n
     where n.notification_id in (${named}) and n.read_at is null and n.type = 'comment_votes_batched'
       and not exists (select from comment_votes v where v.notification_id = n.notification_id)`
}
