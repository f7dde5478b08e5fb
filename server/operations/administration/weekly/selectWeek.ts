import type { Measure } from '#contract/administration/administration.ts'
import { selectSources } from '#server/legislation/sync/status.ts'
import { selectOpenSteps } from '#server/operations/administration/operation/openSteps.ts'
import type { Db } from '#server/platform/postgres/db.ts'

/** The counts of the statistics screen that the email shows. */
export const weeklyMeasures = [
  'registrations',
  'returning_members',
  'stances',
  'minds_changed',
  'comments',
  'messages',
  'reports_opened',
] as const satisfies readonly Measure[]

/** Null if nothing was counted. */
type WeekCounts = Record<(typeof weeklyMeasures)[number], number | null> & { bills_moved: number }

export type WeeklyReport = {
  /** The Monday and the Sunday of the week. */
  first: string
  last: string
  week: WeekCounts
  weekBefore: WeekCounts
  waiting: WaitingCounts
}

/** What an operator can do something about, now. */
export type WaitingCounts = {
  cases: number
  appeals: number
  failed_emails: number
  failed_tasks: number
  stale_sources: string[]
  lacks_backup: boolean
}

/** Selects what happened in the week before a Monday, and what waits now. Like the statistics screen, it has totals only. */
export async function selectWeek(db: Db, monday: string): Promise<WeeklyReport> {
  const [days] = await db<{ first: string; last: string; before: string }[]>`
    select to_char(${monday}::date - 7, 'YYYY-MM-DD') as first, to_char(${monday}::date - 1, 'YYYY-MM-DD') as last,
           to_char(${monday}::date - 14, 'YYYY-MM-DD') as before`
  if (!days) throw new Error('PostgreSQL returned no days')
  return {
    first: days.first,
    last: days.last,
    week: await selectCounts(db, days.first),
    weekBefore: await selectCounts(db, days.before),
    waiting: await selectWaiting(db),
  }
}

async function selectCounts(db: Db, first: string): Promise<WeekCounts> {
  const [counts] = await db<WeekCounts[]>`
    select sum(registrations)::float8 as registrations,
           round(avg(active_members - registrations))::float8 as returning_members,
           sum(stances)::float8 as stances, sum(minds_changed)::float8 as minds_changed,
           sum(comments)::float8 as comments, sum(messages)::float8 as messages,
           sum(reports_opened)::float8 as reports_opened,
           (select count(distinct bill_id)::float8 from bill_updates
             where first_seen_at >= ${first}::timestamp at time zone 'UTC'
               and first_seen_at < (${first}::timestamp + interval '7 days') at time zone 'UTC'
               and is_alertable) as bills_moved
      from daily_statistics where day >= ${first}::date and day < ${first}::date + 7`
  if (!counts) throw new Error('PostgreSQL returned no counts')
  return counts
}

async function selectWaiting(db: Db): Promise<WaitingCounts> {
  const [counts] = await db<Omit<WaitingCounts, 'stale_sources' | 'lacks_backup'>[]>`
    select (select count(distinct (target_type, target_id)) from reports where resolved_at is null)::int as cases,
           (select count(*) from appeals a join users u using (user_id)
             where a.appealed_at is not null and a.resolved_at is null and u.account_status <> 'closed')::int as appeals,
           (select count(*) from emails where attempts > 0 and state <> 'sent' and last_error is not null
               and created_at > now() - interval '7 days')::int as failed_emails,
           (select count(*) from recurring_tasks where last_error is not null)::int as failed_tasks`
  if (!counts) throw new Error('PostgreSQL returned no counts')
  const sources = await selectSources(db)
  // This text goes out by email, so there is a mail server.
  const openSteps = await selectOpenSteps(db, true)
  return {
    ...counts,
    stale_sources: sources.filter(({ stale }) => stale).map(({ name }) => name),
    lacks_backup: openSteps.includes('backup'),
  }
}
