import type { Stance, StanceCounts } from '../../contract/rules/stances.ts'
import type { RequestContext } from '../http/route/route.ts'
import { notifyChangedMind } from '../notifications/notify.ts'
import type { Db } from '../postgres/db.ts'

export type CurrentStance = {
  stance: Stance | null
  change_source: 'direct' | 'comment'
  comment_id: string | null
  changed_at: string | null
  /** Whether the last change counts for today's activity, for that of an earlier day, or no longer. */
  activity: 'today' | 'earlier' | 'none'
  /** Whether the member has voted on comments on this bill. Their votes then move to the new side. */
  has_voted: boolean
}

/** Undefined if there is no such bill; `stance` is null if the member has none. */
export async function selectCurrentStance({
  db,
  me,
  input,
}: RequestContext<{ id: string }>): Promise<CurrentStance | undefined> {
  const [user_id, bill_id] = [me.user_id, input.id]
  const [row] = await db<CurrentStance[]>`
    select s.stance, coalesce(s.change_source, 'direct') as change_source, s.comment_id, s.changed_at,
           case when (s.changed_at at time zone 'utc')::date = (now() at time zone 'utc')::date then 'today'
                when counts_towards_activity((s.changed_at at time zone 'utc')::date) then 'earlier'
                else 'none' end as activity,
           exists (select from comment_votes v where v.user_id = ${user_id} and v.bill_id = b.bill_id) as has_voted
      from bill_counters b left join stances s on s.bill_id = b.bill_id and s.user_id = ${user_id}
     where b.bill_id = ${bill_id}`
  return row
}

type StanceChange = {
  bill_id: string
  user_id: string
  stance: Stance
  change_source: 'direct' | 'comment'
  comment_id: string | null
}

/** `is_queued`: followers are to be notified. */
type SavedStance = StanceCounts & { created_at: string; is_queued: boolean }

/*
 * A stance, its history, the counts and the notification of followers are one statement, so that the bill's counters are
 * locked only briefly. PostgreSQL runs the main part, which locks the counters, before parts that it does not read from,
 * such as those that lock the bill's days.
 */

export async function insertStance(
  db: Db,
  { bill_id, user_id, stance, change_source }: StanceChange,
): Promise<SavedStance> {
  const [row] = await db<SavedStance[]>`
    with saved as (
      insert into stances (bill_id, user_id, stance, change_source)
      values (${bill_id}, ${user_id}, ${stance}, ${change_source}) returning changed_at),
    history as (
      insert into stance_changes (bill_id, user_id, to_stance, change_source)
      values (${bill_id}, ${user_id}, ${stance}, ${change_source})),
    -- Queued for the worker that notifies followers. Quick changes are notified together.
    fanout as (
      insert into stance_fanouts as existing (user_id, bill_id)
      select user_id, ${bill_id} from users
       where user_id = ${user_id} and public_profile and public_stances and follower_count > 0
      on conflict (user_id, bill_id) do update set
        lease_id = null, attempts = 0, changed_at = now(), cursor = null,
        next_attempt_at = greatest(now(), existing.started_at + interval '10 seconds')
      returning user_id),
    member as (update users set total_stances = total_stances + 1 where user_id = ${user_id}),
    today as (
      insert into bill_activity as existing (bill_id, day, points)
      values (${bill_id}, (now() at time zone 'utc')::date, activity_points('stance'))
      on conflict (bill_id, day) do update set points = existing.points + excluded.points)
    update bill_counters n set
      support_count = n.support_count + (s.stance = 'support')::int,
      oppose_count = n.oppose_count + (s.stance = 'oppose')::int,
      neutral_count = n.neutral_count + (s.stance = 'neutral')::int,
      learning_count = n.learning_count + (s.stance = 'learning')::int,
      activity_score = n.activity_score + activity_points('stance'), echo_version = n.echo_version + 1
      from (select ${stance}::text as stance) s
     where n.bill_id = ${bill_id}
    returning n.support_count, n.oppose_count, n.neutral_count, n.learning_count,
              (select changed_at from saved) as created_at, exists (select from fanout) as is_queued`
  return row!
}

/** A changed stance moves its point of activity to today. A day outside the activity window has no points to move. */
export async function updateStance(
  db: Db,
  { bill_id, user_id, stance, change_source, comment_id }: StanceChange,
  current: CurrentStance,
): Promise<SavedStance> {
  const [row] = await db<SavedStance[]>`
    with saved as (
      update stances set stance = ${stance}, change_source = ${change_source}, comment_id = ${comment_id},
             changed_at = now(),
             mind_changed_from = case when ${comment_id}::uuid is null then mind_changed_from else stance end,
             mind_changed_to = case when ${comment_id}::uuid is null then mind_changed_to else ${stance} end
       where bill_id = ${bill_id} and user_id = ${user_id} returning changed_at),
    history as (
      insert into stance_changes (bill_id, user_id, from_stance, to_stance, change_source, comment_id)
      values (${bill_id}, ${user_id}, ${current.stance}, ${stance}, ${change_source}, ${comment_id})),
    -- Queued for the worker that notifies followers. Quick changes are notified together.
    fanout as (
      insert into stance_fanouts as existing (user_id, bill_id)
      select user_id, ${bill_id} from users
       where user_id = ${user_id} and public_profile and public_stances and follower_count > 0
      on conflict (user_id, bill_id) do update set
        lease_id = null, attempts = 0, changed_at = now(), cursor = null,
        next_attempt_at = greatest(now(), existing.started_at + interval '10 seconds')
      returning user_id),
    earlier_day as (
      update bill_activity set points = points - activity_points('stance')
       where bill_id = ${bill_id} and ${current.activity === 'earlier'}
         and day = (${current.changed_at}::timestamptz at time zone 'utc')::date),
    today as (
      insert into bill_activity as existing (bill_id, day, points)
      select ${bill_id}, (now() at time zone 'utc')::date, activity_points('stance')
       where ${current.activity !== 'today'}
      on conflict (bill_id, day) do update set points = existing.points + excluded.points)
    update bill_counters n set
      support_count = n.support_count + (s.current = 'support')::int - (s.previous = 'support')::int,
      oppose_count = n.oppose_count + (s.current = 'oppose')::int - (s.previous = 'oppose')::int,
      neutral_count = n.neutral_count + (s.current = 'neutral')::int - (s.previous = 'neutral')::int,
      learning_count = n.learning_count + (s.current = 'learning')::int - (s.previous = 'learning')::int,
      activity_score = n.activity_score + ${Number(current.activity === 'none')} * activity_points('stance'),
      echo_version = n.echo_version + 1
      from (select ${stance}::text as current, ${current.stance}::text as previous) s
     where n.bill_id = ${bill_id}
    returning n.support_count, n.oppose_count, n.neutral_count, n.learning_count,
              (select changed_at from saved) as created_at, exists (select from fanout) as is_queued`
  return row!
}

export async function selectCounts(db: Db, bill_id: string): Promise<StanceCounts> {
  const [row] = await db<StanceCounts[]>`
    select support_count, oppose_count, neutral_count, learning_count
      from bill_counters where bill_id = ${bill_id}`
  return row!
}

/**
 * Locks the comments that the member voted on, and the one that changed their mind, which is returned if it is a live
 * comment on this bill. All writes lock comments before counters, and replies before their parents.
 */
export async function lockComments(
  db: Db,
  user_id: string,
  bill_id: string,
  comment_id: string | null,
): Promise<{ user_id: string | null } | undefined> {
  const rows = await db<{ user_id: string | null; is_named: boolean }[]>`
    select user_id, is_live and comment_id is not distinct from ${comment_id} as is_named
      from bill_comments
     where bill_id = ${bill_id} and comment_id in (
       select comment_id from comment_votes where user_id = ${user_id} and bill_id = ${bill_id}
       union select ${comment_id}::uuid)
     order by depth desc, comment_id for no key update`
  return rows.find((row) => row.is_named)
}

/** Credits a comment and its author with a changed mind, once per member and comment, and notifies the author. */
export async function insertMindChange(db: Db, comment_id: string, user_id: string): Promise<void> {
  await db`
    with credit as (
      insert into mind_changes (comment_id, user_id) values (${comment_id}, ${user_id})
      on conflict do nothing returning comment_id),
    credited as (
      update bill_comments c set change_count = c.change_count + 1
        from credit where c.comment_id = credit.comment_id returning c.user_id, c.bill_id, c.comment_id),
    notified as (${notifyChangedMind(db, user_id, db`credited`)})
    update users u set minds_changed = u.minds_changed + 1 from credited where u.user_id = credited.user_id`
}
