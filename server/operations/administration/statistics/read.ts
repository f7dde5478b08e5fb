import { shownPeriods, type PeriodCounts, type Statistics } from '#contract/administration/administration.ts'
import type * as contract from '#contract/administration/administration.ts'
import type { ParsedOf } from '#contract/kit/endpoint.ts'
import type { Db } from '#server/platform/postgres/db.ts'

type Range = {
  /** The first day, and the day after the last one. */
  first: string
  end: string
  /** The last day of the periods before and of the periods after. */
  before: string
  after: string
  has_earlier: boolean
  is_newest: boolean
  counted_at: string | null
}

/** Reads at most two years of one short table, so it costs the same for an instance of any size. */
export async function getStatistics(
  db: Db,
  { by, until }: ParsedOf<typeof contract.getStatistics>,
): Promise<Statistics> {
  const range = await selectRange(db, by, until ?? null)
  const periods = await db<PeriodCounts[]>`
    select to_char(date_trunc(${by}, day::timestamp), 'YYYY-MM-DD') as starts_on,
           count(active_members)::float8 as active_days,
           round(avg(active_members - registrations))::float8 as returning_members,
           sum(minds_changed)::float8 as minds_changed, sum(registrations)::float8 as registrations,
           round(100 * sum(comments) / nullif(sum(stances), 0))::float8 as comments_per_100_stances,
           round(avg(active_members))::float8 as active_members, sum(stances)::float8 as stances,
           sum(comments)::float8 as comments, sum(votes)::float8 as votes, sum(messages)::float8 as messages,
           sum(reports_opened)::float8 as reports_opened, sum(reports_decided)::float8 as reports_decided,
           sum(emails_delivered)::float8 as emails_delivered, sum(emails_failed)::float8 as emails_failed
      from daily_statistics where day >= ${range.first}::date and day < ${range.end}::date
     group by 1 order by 1`
  return {
    periods,
    counted_at: range.counted_at,
    earlier: range.has_earlier ? range.before : null,
    later: range.is_newest ? null : range.after,
  }
}

async function selectRange(db: Db, by: keyof typeof shownPeriods, until: string | null): Promise<Range> {
  const [range] = await db<Range[]>`
    with today as (select (now() at time zone 'UTC')::date as today, ('1 ' || ${by})::interval as period),
    edges as (
      select today, period,
             date_trunc(${by}, least(coalesce(${until}::date, today), today)::timestamp) + period as end_at
        from today),
    bounds as (select *, end_at - ${shownPeriods[by]}::int * period as start_at from edges)
    select to_char(start_at, 'YYYY-MM-DD') as first, to_char(end_at, 'YYYY-MM-DD') as "end",
           to_char(start_at - interval '1 day', 'YYYY-MM-DD') as before,
           to_char(least(end_at + ${shownPeriods[by]}::int * period - interval '1 day', today), 'YYYY-MM-DD') as after,
           exists (select from daily_statistics where day < start_at) as has_earlier, end_at > today as is_newest,
           (select iso_time(max(counted_at)) from daily_statistics where day >= start_at and day < end_at) as counted_at
      from bounds`
  if (!range) throw new Error('PostgreSQL returned no range')
  return range
}
