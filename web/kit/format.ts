import { formatDay, formatNumber, initialsOf, lastChecked } from '#contract/kit/format.ts'
import { formatShort } from '#contract/kit/formatShort.ts'
import { perLanguage, t } from '#contract/kit/translate.ts'

/** Numbers, dates and relative times in the reader's language. */
export { formatNumber, formatShort, initialsOf, lastChecked }

const longDate = perLanguage(
  (locale) => new Intl.DateTimeFormat(locale, { year: 'numeric', month: 'long', day: 'numeric' }),
)
const shortDay = perLanguage((locale) => new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric' }))
const dateAndTime = perLanguage(
  (locale) =>
    new Intl.DateTimeFormat(locale, {
      year: 'numeric',
      month: 'long',
      day: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
      timeZoneName: 'short',
    }),
)
const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/**
 * Formats a date like "November 20, 2026". A date without a time (YYYY-MM-DD) is the same day in every time zone. So is
 * exactly midnight UTC, because such a time comes from a source that stated only a date.
 */
export function formatDate(date: string): string {
  const [day = '', time] = date.split('T')
  const isDay = time === undefined || /^00:00:00(\.000)?(Z|\+00:00)$/.test(time)
  return isDay ? formatDay(day) : longDate().format(new Date(date))
}

/** Formats a time of the last months like "Nov 20", in the reader's time zone. */
export function formatShortDay(time: string): string {
  return shortDay().format(new Date(time))
}

/** Formats a time like "November 20, 2026 at 3:05 PM EST", in the reader's time zone. */
export function formatDateTime(time: string): string {
  return dateAndTime().format(new Date(time))
}

/**
 * Formats the age of a comment, a group post or an activity like "Just now", "3h ago" or "6d ago". After 7 days it is the date in
 * words. Future times are "Just now".
 */
export function timeAgo(time: string, now = Date.now()): string {
  return recently(time, now) ?? formatDate(time)
}

function recently(time: string, now: number): string | null {
  const age = now - Date.parse(time)
  if (age < hour) {
    return t('Just now')
  }
  if (age < day) {
    return t('{hours}h ago', { hours: Math.floor(age / hour) })
  }
  if (age < 7 * day) {
    return t('{days}d ago', { days: Math.floor(age / day) })
  }
  return null
}
