import { emailRetentionDays } from '#server/platform/mail/deliverQueue.ts'
import type { Pool } from '#server/platform/postgres/db.ts'

/** The number of days for which active members can still be counted. Their rows are deleted afterwards. */
export const recordedDays = 30

const day = 86_400

/** A measure counts the rows of its tables whose time in `column` is on a day. */
const countedRows = [
  { measure: 'registrations', table: 'users', column: 'created_at' },
  { measure: 'stances', table: 'stance_changes', column: 'changed_at' },
  { measure: 'minds_changed', table: 'mind_changes', column: 'created_at' },
  { measure: 'comments', table: 'bill_comments', column: 'created_at' },
  { measure: 'comments', table: 'group_posts', column: 'created_at' },
  { measure: 'comments', table: 'group_comments', column: 'created_at' },
  { measure: 'votes', table: 'comment_votes', column: 'created_at' },
  { measure: 'messages', table: 'messages', column: 'created_at' },
  { measure: 'reports_opened', table: 'reports', column: 'created_at' },
  { measure: 'reports_decided', table: 'reports', column: 'resolved_at' },
] as const

type Counts = Record<(typeof countedRows)[number]['measure'], number>

/**
 * Counts the next day that has to be counted and returns it, or null if there is none. Every statement reads one table by
 * an index on the time, so the cost of a slice depends on the rows of the day and not on the age of the instance.
 *
 * @param position the day of the slice before
 */
export async function countDays(pool: Pool, position: string | null): Promise<string | null> {
  const next = await selectDueDay(pool, position)
  if (next !== null) await countDay(pool, next)
  return next
}

/**
 * Returns the first day after `after` that has no counts yet, that is today or yesterday, or that was not counted today
 * although it ended less than a week ago. A week is long enough for the retries of emails. A day whose row an operator
 * deletes is counted again.
 */
async function selectDueDay(pool: Pool, after: string | null): Promise<string | null> {
  const [due] = await pool<{ day: string }[]>`
    with today as (select (now() at time zone 'UTC')::date as today),
    days as (
      select d::date as day
        from today cross join lateral generate_series(
               (select min(created_at) at time zone 'UTC' from users)::date, today, interval '1 day') d)
    select to_char(day, 'YYYY-MM-DD') as day
      from days cross join today left join daily_statistics s using (day)
     where ${after === null ? pool`true` : pool`day > ${after}::date`}
       and (s.day is null or day >= today - 1
            or (day >= today - 7 and (s.counted_at at time zone 'UTC')::date < today))
     order by day limit 1`
  return due?.day ?? null
}

async function countDay(pool: Pool, on: string): Promise<void> {
  const counts: Counts = {
    registrations: 0,
    stances: 0,
    minds_changed: 0,
    comments: 0,
    votes: 0,
    messages: 0,
    reports_opened: 0,
    reports_decided: 0,
  }
  for (const { measure, table, column } of countedRows) {
    // oxlint-disable-next-line no-await-in-loop -- one connection is enough for background work
    counts[measure] += await countRows(pool, table, column, on)
  }
  const daysAgo = (Date.now() - Date.parse(on)) / (day * 1_000)
  const isRecorded = daysAgo < recordedDays - 1
  const active = isRecorded ? counts.registrations + (await countActive(pool, on)) : null
  const emails =
    daysAgo < emailRetentionDays ? await countEmails(pool, on) : { delivered: null, failed: null }
  const {
    registrations,
    stances,
    minds_changed,
    comments,
    votes,
    messages,
    reports_opened,
    reports_decided,
  } = counts
  await pool`
    insert into daily_statistics (day, registrations, active_members, stances, minds_changed, comments, votes, messages,
                                  reports_opened, reports_decided, emails_delivered, emails_failed)
    values (${on}::date, ${registrations}, ${active}, ${stances}, ${minds_changed}, ${comments}, ${votes}, ${messages}, ${reports_opened},
            ${reports_decided}, ${emails.delivered}, ${emails.failed})
    on conflict (day) do update
       set registrations = excluded.registrations, active_members = excluded.active_members, stances = excluded.stances,
           minds_changed = excluded.minds_changed, comments = excluded.comments, votes = excluded.votes, messages = excluded.messages,
           reports_opened = excluded.reports_opened, reports_decided = excluded.reports_decided,
           emails_delivered = excluded.emails_delivered, emails_failed = excluded.emails_failed, counted_at = now()`
}

async function countRows(pool: Pool, table: string, column: string, on: string): Promise<number> {
  const [row] = await pool<{ count: number }[]>`
    select count(*)::int as count from ${pool(table)} where ${isOnDay(pool, column, on)}`
  return row?.count ?? 0
}

async function countActive(pool: Pool, on: string): Promise<number> {
  const [row] = await pool<{ count: number }[]>`
    select coalesce(sum(member_count), 0)::int as count from active_member_counts where day = ${on}::date`
  return row?.count ?? 0
}

/** Counts the emails that were written on a day by what has become of them since. */
async function countEmails(pool: Pool, on: string): Promise<{ delivered: number; failed: number }> {
  const [row] = await pool<{ delivered: number; failed: number }[]>`
    select count(*) filter (where state = 'sent')::int as delivered, count(*) filter (where state = 'dead')::int as failed
      from emails where ${isOnDay(pool, 'created_at', on)}`
  return row ?? { delivered: 0, failed: 0 }
}

function isOnDay(pool: Pool, column: string, on: string) {
  return pool`${pool(column)} >= ${on}::timestamp at time zone 'UTC'
          and ${pool(column)} < (${on}::timestamp + interval '1 day') at time zone 'UTC'`
}
