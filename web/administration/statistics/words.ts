import {
  type Measure,
  type Period,
  type PeriodCounts,
  type Statistics,
  measures,
} from '#contract/administration/administration.ts'
import { formatDay, formatNumber } from '#contract/kit/format.ts'
import { perLanguage, t } from '#contract/kit/translate.ts'

export const measureNames: Record<Measure, string> = {
  returning_members: t('Returning members'),
  minds_changed: t('Minds changed'),
  comments_per_100_stances: t('Comments for each 100 stances'),
  registrations: t('Registrations'),
  active_members: t('Active members'),
  stances: t('Stances'),
  comments: t('Comments and posts'),
  votes: t('Votes on comments'),
  messages: t('Messages to representatives'),
  reports_opened: t('Reports opened'),
  reports_decided: t('Reports decided'),
  emails_delivered: t('Emails delivered'),
  emails_failed: t('Emails not delivered'),
}

export const periodNames: Record<Period, string> = { day: t('Days'), week: t('Weeks'), month: t('Months') }

const monthAndDay = perLanguage(
  (locale) => new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric', timeZone: 'UTC' }),
)
const month = perLanguage(
  (locale) => new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }),
)
const shortMonth = perLanguage(
  (locale) => new Intl.DateTimeFormat(locale, { month: 'short', year: 'numeric', timeZone: 'UTC' }),
)

/** "November 25, 2026", "Week of November 23, 2026" or "November 2026". */
export function periodName(by: Period, startsOn: string): string {
  if (by === 'month') {
    return month().format(new Date(startsOn))
  }
  return by === 'week' ? t('Week of {day}', { day: formatDay(startsOn) }) : formatDay(startsOn)
}

/** "August 2026 to November 2026". A single period is named alone. */
export function rangeName(by: Period, firstStartsOn: string, lastStartsOn: string): string {
  if (firstStartsOn === lastStartsOn) {
    return periodName(by, firstStartsOn)
  }
  if (by === 'week') {
    return t('Weeks of {first} to {last}', { first: formatDay(firstStartsOn), last: formatDay(lastStartsOn) })
  }
  return t('{first} to {last}', {
    first: periodName(by, firstStartsOn),
    last: periodName(by, lastStartsOn),
  })
}

/** "Nov 25" or "Nov 2026", at the ends of a chart. */
export function shortPeriodName(by: Period, startsOn: string): string {
  return (by === 'month' ? shortMonth() : monthAndDay()).format(new Date(startsOn))
}

export function countText(count: number | null): string {
  return count === null ? t('Not recorded') : formatNumber(count)
}

/**
 * The sum over the periods, or the average for active and returning members, because the same member can be active in several
 * periods. A ratio is that of the sums.
 */
export function totalText(measure: Measure, periods: readonly PeriodCounts[]): string {
  if (measure === 'comments_per_100_stances') {
    const [comments, stances] = [sumOf(periods, 'comments'), sumOf(periods, 'stances')]
    return stances === 0
      ? t('No stances')
      : t('{count} in the whole time', { count: formatNumber(Math.round((100 * comments) / stances)) })
  }
  const counts = periods.flatMap((period) => period[measure] ?? [])
  if (counts.length === 0) {
    return t('Not recorded')
  }
  if (measure === 'active_members' || measure === 'returning_members') {
    const sum = periods.reduce((total, period) => total + (period[measure] ?? 0) * period.active_days, 0)
    const average = sum / Math.max(1, sumOf(periods, 'active_days'))
    return t('{count} a day on average', { count: formatNumber(Math.round(average)) })
  }
  return t('{count} in total', { count: formatNumber(counts.reduce((total, count) => total + count, 0)) })
}

function sumOf(periods: readonly PeriodCounts[], measure: 'comments' | 'stances' | 'active_days'): number {
  return periods.reduce((total, period) => total + period[measure], 0)
}

/** The rows of the charts as CSV. Every cell is a date, a number or empty, so none needs quotes. */
export function csvOf({ periods }: Statistics): string {
  const rows = periods.map((period) => [
    period.starts_on,
    ...measures.map((measure) => period[measure] ?? ''),
  ])
  return [['starts_on', ...measures], ...rows].map((cells) => `${cells.join(',')}\r\n`).join('')
}
