import type { Db } from '../postgres/db.ts'
import { setAsideRows, restoreRows, type Keep, type SetAside } from '../postgres/setAside.ts'

/** Removes a member's stances, their counts and their activity. */
export async function removeStances(db: Db, user_id: string, keep: Keep): Promise<void> {
  await db`
    select from bill_counters where bill_id in (select bill_id from stances where user_id = ${user_id})
     order by bill_id for no key update`
  await keep('stances', db`select * from stances where user_id = ${user_id}`)
  await db`
    with removed as (
      delete from stances where user_id = ${user_id}
      returning bill_id, stance, (changed_at at time zone 'utc')::date as day),
    days as (
      update bill_activity a set points = a.points - activity_points('stance')
        from removed where (a.bill_id, a.day) = (removed.bill_id, removed.day)
         and counts_towards_activity(removed.day))
    update bill_counters n set
      support_count = n.support_count - (g.stance = 'support')::int,
      oppose_count = n.oppose_count - (g.stance = 'oppose')::int,
      neutral_count = n.neutral_count - (g.stance = 'neutral')::int,
      learning_count = n.learning_count - (g.stance = 'learning')::int,
      echo_version = n.echo_version + 1,
      activity_score = n.activity_score
        - counts_towards_activity(g.day)::int * activity_points('stance')
      from removed g where n.bill_id = g.bill_id`
}

/** Restores the stances that were set aside, and counts them. The counters of their bills are locked already. */
export async function restoreStances(db: Db, owner: SetAside): Promise<void> {
  await restoreRows(db, owner, 'stances')
  await db`
    with restored as (
      select s.bill_id, s.stance, (s.changed_at at time zone 'utc')::date as day,
             counts_towards_activity((s.changed_at at time zone 'utc')::date) as is_recent
        from ${setAsideRows(db, owner, 'stances')} k join stances s using (bill_id, user_id)),
    days as (
      insert into bill_activity as a (bill_id, day, points)
      select bill_id, day, activity_points('stance') from restored where is_recent order by bill_id
      on conflict (bill_id, day) do update set points = a.points + excluded.points)
    update bill_counters n set
      support_count = n.support_count + (b.stance = 'support')::int,
      oppose_count = n.oppose_count + (b.stance = 'oppose')::int,
      neutral_count = n.neutral_count + (b.stance = 'neutral')::int,
      learning_count = n.learning_count + (b.stance = 'learning')::int,
      echo_version = n.echo_version + 1,
      activity_score = n.activity_score + b.is_recent::int * activity_points('stance')
      from restored b where n.bill_id = b.bill_id`
}

/** The other rows are deleted with the account by their foreign keys, and no count depends on them. */
export const billPart = {
  async remove(db: Db, user_id: string, keep: Keep) {
    await keep('stance_changes', db`select * from stance_changes where user_id = ${user_id}`)
    await keep('bookmarks', db`select * from bookmarks where user_id = ${user_id}`)
    await keep('topic_follows', db`select * from topic_follows where user_id = ${user_id}`)
    await keep('discussion_reads', db`select * from discussion_reads where user_id = ${user_id}`)
    await removeStances(db, user_id, keep)
  },
  async restore(db: Db, owner: SetAside) {
    for (const table of ['stance_changes', 'bookmarks', 'topic_follows', 'discussion_reads']) {
      await restoreRows(db, owner, table)
    }
    await restoreStances(db, owner)
  },
}
