import type { Stance, StanceCounts } from '../../contract/stances.ts'
import type { RequestContext } from '../http/route.ts'
import { notifyChangedMind, queueStanceFanout } from '../notifications/notify.ts'
import type { Db } from '../postgres/db.ts'
import { moveVotesBetweenSides } from './voteBreakdown.ts'

export type CurrentStance = {
  stance: Stance | null
  change_source: 'direct' | 'comment'
  comment_id: string | null
  changed_at: string | null
  /** Whether the last change counts in today's activity already, on an earlier day that still counts, or not at all. */
  activity: 'today' | 'earlier' | 'none'
  /** Whether the member has voted on comments of this bill: then their votes change camp with them. */
  has_voted: boolean
}

/** Undefined when there is no such bill; `stance` is null when the member has taken none. */
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

/** `is_news`: somebody follows the member and is to hear of it. */
type Saved = StanceCounts & { created_at: string; is_news: boolean }

/**
 * The stance, its history, the member's total, the bill's counts, its activity, the camps of the member's votes, and that
 * followers are to hear of it, in one statement that holds only what this stance moves. The bill's counters are locked
 * before its days: the main part of a statement comes before those that nothing asks for.
 */
export function saveStance(db: Db, to: StanceChange, held: CurrentStance): Promise<Saved> {
  return held.stance === null ? saveFirstStance(db, to, held) : saveChange(db, to, held)
}

async function saveFirstStance(db: Db, to: StanceChange, held: CurrentStance): Promise<Saved> {
  const { bill_id, user_id, stance, change_source } = to
  const [row] = await db<Saved[]>`
    with taken as (
      insert into stances (bill_id, user_id, stance, change_source)
      values (${bill_id}, ${user_id}, ${stance}, ${change_source}) returning changed_at),
    history as (
      insert into stance_changes (bill_id, user_id, to_stance, change_source)
      values (${bill_id}, ${user_id}, ${stance}, ${change_source})),
    told as (${queueStanceFanout(db, user_id, bill_id)}),
    ${movedVotes(db, to, held)}
    member as (update users set total_stances = total_stances + 1 where user_id = ${user_id}),
    this_day as (${addToToday(db, bill_id)})
    ${moveCounts(db, to, held, 1)}`
  return row!
}

/** A changed stance moves its one point of activity to today; a day that has left the window gives none back. */
async function saveChange(db: Db, to: StanceChange, held: CurrentStance): Promise<Saved> {
  const { bill_id, user_id, stance, change_source, comment_id } = to
  const [row] = await db<Saved[]>`
    with taken as (
      update stances set stance = ${stance}, change_source = ${change_source}, comment_id = ${comment_id},
             changed_at = now()
       where bill_id = ${bill_id} and user_id = ${user_id} returning changed_at),
    history as (
      insert into stance_changes (bill_id, user_id, from_stance, to_stance, change_source, comment_id)
      values (${bill_id}, ${user_id}, ${held.stance}, ${stance}, ${change_source}, ${comment_id})),
    told as (${queueStanceFanout(db, user_id, bill_id)}),
    ${movedVotes(db, to, held)}
    earlier_day as (
      update bill_activity set points = points - activity_points('stance')
       where bill_id = ${bill_id} and ${held.activity === 'earlier'}
         and day = (${held.changed_at}::timestamptz at time zone 'utc')::date)
    ${held.activity === 'today' ? db`` : db`, this_day as (${addToToday(db, bill_id)})`}
    ${moveCounts(db, to, held, held.activity === 'none' ? 1 : 0)}`
  return row!
}

function movedVotes(db: Db, { bill_id, user_id, stance }: StanceChange, held: CurrentStance) {
  return held.has_voted
    ? db`moved as (${moveVotesBetweenSides(db, bill_id, user_id, held.stance ?? 'unknown', stance)}),`
    : db``
}

function addToToday(db: Db, bill_id: string) {
  return db`
    insert into bill_activity as a (bill_id, day, points)
    values (${bill_id}, (now() at time zone 'utc')::date, activity_points('stance'))
    on conflict (bill_id, day) do update set points = a.points + excluded.points`
}

function moveCounts(db: Db, { bill_id, stance }: StanceChange, held: CurrentStance, score: number) {
  return db`
    update bill_counters set
      support_count = support_count + ${countStep('support', stance, held.stance)},
      oppose_count = oppose_count + ${countStep('oppose', stance, held.stance)},
      neutral_count = neutral_count + ${countStep('neutral', stance, held.stance)},
      learning_count = learning_count + ${countStep('learning', stance, held.stance)},
      activity_score = activity_score + ${score} * activity_points('stance'), echo_version = echo_version + 1
     where bill_id = ${bill_id}
    returning support_count, oppose_count, neutral_count, learning_count,
              (select changed_at from taken) as created_at, exists (select from told) as is_news`
}

function countStep(of: Stance, to: Stance, from: Stance | null): number {
  return Number(of === to) - Number(of === from)
}

export async function selectCounts(db: Db, bill_id: string): Promise<StanceCounts> {
  const [row] = await db<StanceCounts[]>`
    select support_count, oppose_count, neutral_count, learning_count
      from bill_counters where bill_id = ${bill_id}`
  return row!
}

/**
 * Locks what a change of stance touches besides the bill's counters: the comments that the member voted on, and the one
 * that changed their mind. Answers that one, if it is a live comment of this bill. Everybody locks comments before any
 * counter, replies before what they answer.
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

/** One credit a person and comment, for the comment and for its author; a second change through it gives none. */
export async function insertMindChange(db: Db, comment_id: string, user_id: string): Promise<void> {
  await db`
    with credit as (
      insert into mind_changes (comment_id, user_id) values (${comment_id}, ${user_id})
      on conflict do nothing returning comment_id),
    credited as (
      update bill_comments c set change_count = c.change_count + 1
        from credit where c.comment_id = credit.comment_id returning c.user_id, c.bill_id, c.comment_id),
    told as (${notifyChangedMind(db, user_id, db`credited`)})
    update users u set minds_changed = u.minds_changed + 1 from credited where u.user_id = credited.user_id`
}
