import {
  type Measure,
  type Period,
  type PeriodCounts,
  type Statistics,
  measures,
} from '#contract/administration/administration.ts'
import { formatDay, formatNumber } from '#contract/kit/format.ts'

export const measureNames: Record<Measure, string> = {
  returning_members: 'Returning members',
  minds_changed: 'Minds changed',
  registrations: 'Registrations',
  active_members: 'Active members',
  stances: 'Stances',
  comments: 'Comments and posts',
  votes: 'Votes on comments',
  messages: 'Messages to representatives',
  reports_opened: 'Reports opened',
  reports_decided: 'Reports decided',
  emails_delivered: 'Emails delivered',
  emails_failed: 'Emails not delivered',
}

export const periodNames: Record<Period, string> = { day: 'Days', week: 'Weeks', month: 'Months' }

const monthAndDay = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })
const month = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })
const shortMonth = new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' })

/** "November 25, 2026", "Week of November 23, 2026" or "November 2026". */
export function periodName(by: Period, startsOn: string): string {
  if (by === 'month') return month.format(new Date(startsOn))
  return by === 'week' ? `Week of ${formatDay(startsOn)}` : formatDay(startsOn)
}

/** "August 2026 to November 2026". A single period is named alone. */
export function rangeName(by: Period, firstStartsOn: string, lastStartsOn: string): string {
  if (firstStartsOn === lastStartsOn) return periodName(by, firstStartsOn)
  if (by === 'week') return `Weeks of ${formatDay(firstStartsOn)} to ${formatDay(lastStartsOn)}`
  return `${periodName(by, firstStartsOn)} to ${periodName(by, lastStartsOn)}`
}

/** "Nov 25" or "Nov 2026", at the ends of a chart. */
export function shortPeriodName(by: Period, startsOn: string): string {
  return (by === 'month' ? shortMonth : monthAndDay).format(new Date(startsOn))
}

export function countText(count: number | null): string {
  return count === null ? 'Not recorded' : formatNumber(count)
}

/** The sum over the periods, or the average for active and returning members, because the same member can be active in several periods. */
export function totalText(measure: Measure, periods: readonly PeriodCounts[]): string {
  const counts = periods.flatMap((period) => period[measure] ?? [])
  if (counts.length === 0) return 'Not recorded'
  const sum = counts.reduce((total, count) => total + count, 0)
  return measure === 'active_members' || measure === 'returning_members'
    ? `${formatNumber(Math.round(sum / counts.length))} a day on average`
    : `${formatNumber(sum)} in total`
}

/** The rows of the charts as CSV. Every cell is a date, a number or empty, so none needs quotes. */
export function csvOf({ periods }: Statistics): string {
  const rows = periods.map((period) => [
    period.starts_on,
    ...measures.map((measure) => period[measure] ?? ''),
  ])
  return [['starts_on', ...measures], ...rows].map((cells) => `${cells.join(',')}\r\n`).join('')
}
