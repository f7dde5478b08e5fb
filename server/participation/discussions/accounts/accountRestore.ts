import { numbersOfVotes, voteColumns } from '#server/participation/stances/voteBreakdown.ts'
import type { Db } from '#server/platform/postgres/db.ts'
import { setAsideRows, restoreRows } from '#server/platform/postgres/setAside.ts'

/** Locks comments, then counters of bills, then members, as all writes do. */
export async function lockForRestore(db: Db, user_id: string): Promise<void> {
  await db`
    select from bill_comments where comment_id in (${touchedComments(db, user_id)})
     order by depth desc, comment_id for update`
  await db`
    select from bill_counters where bill_id in (
      select bill_id from ${setAsideRows(db, user_id, 'stances')} s
      union select bill_id from ${setAsideRows(db, user_id, 'comment_votes')} v)
     order by bill_id for no key update`
  await db`
    select from users where user_id in (
      select user_id from (${creditedAuthors(db, user_id)}) authors)
     order by user_id for no key update`
}

/**
 * Restores votes and changed minds. The counts of each comment are computed from its rows. The restored votes are added to
 * the counts of a bill, because counting all its votes could take too long.
 */
export async function restoreVotes(db: Db, user_id: string): Promise<void> {
  const comment = db`from bill_comments c where c.comment_id = r.comment_id`
  await restoreRows(db, user_id, 'comment_votes', db`exists (select ${comment} and c.deleted_at is null)`)
  await restoreRows(db, user_id, 'mind_changes', db`exists (select ${comment})`)
  // The notification about these votes was retracted when they were set aside.
  await db`
    update comment_votes v set notification_id = null
     where v.user_id = ${user_id} and v.notification_id is not null
       and not exists (select from notifications n where n.notification_id = v.notification_id)`
  await recountComments(db, user_id)
  await recountBills(db, user_id)
  await recountNotifiedVotes(db, user_id)
  await db`
    update users u set minds_changed = (
      select coalesce(sum(change_count), 0) from bill_comments c where c.user_id = u.user_id)
     where u.user_id in (${creditedAuthors(db, user_id)})`
}

/** Selects the authors whose total of changed minds may increase. */
function creditedAuthors(db: Db, user_id: string) {
  return db`
    select user_id from bill_comments
     where comment_id in (select comment_id from ${setAsideRows(db, user_id, 'mind_changes')} m)`
}

function touchedComments(db: Db, user_id: string) {
  return db`
    select comment_id from ${setAsideRows(db, user_id, 'comment_votes')} b
    union select comment_id from ${setAsideRows(db, user_id, 'mind_changes')} c`
}

async function recountComments(db: Db, user_id: string): Promise<void> {
  const assignments = voteColumns.map((column) => `${column} = n.${column}`).join(', ')
  await db`
    update bill_comments k set ${db.unsafe(assignments)},
           change_count = (select count(*) from mind_changes m where m.comment_id = c.comment_id)
      from bill_comments c cross join ${db.unsafe(numbersOfVotes)}
     where k.comment_id = c.comment_id and c.comment_id in (${touchedComments(db, user_id)})`
}

/** Adds the points of the restored votes to the activity of their bills. */
async function recountBills(db: Db, user_id: string): Promise<void> {
  await db`
    insert into bill_counter_steps (bill_id, day, points)
    select c.bill_id, (v.created_at at time zone 'utc')::date,
           sum(case when c.is_live and c.user_id is distinct from v.user_id then activity_points('vote') else 0 end)
      from ${setAsideRows(db, user_id, 'comment_votes')} k
      join comment_votes v on v.comment_id = k.comment_id and v.user_id = k.user_id
      join bill_comments c on c.comment_id = v.comment_id
     group by 1, 2`
}

/** Counts the restored votes again in the unread notifications that they refer to. */
async function recountNotifiedVotes(db: Db, user_id: string): Promise<void> {
  await db`
    update notifications n set votes = a.votes
      from (select notification_id, count(*)::int as votes from comment_votes
             where notification_id in (
               select notification_id from ${setAsideRows(db, user_id, 'comment_votes')} k)
             group by 1) a
     where n.notification_id = a.notification_id and n.read_at is null and n.type = 'comment_votes_batched'
       and n.votes <> a.votes`
}
