import { numberFormat, perLanguage, t } from './translate.ts'

/** Numbers and dates in the reader's language, for the pages of the app and for those that the server writes. */

const longDay = perLanguage(
  (locale) =>
    new Intl.DateTimeFormat(locale, { year: 'numeric', month: 'long', day: 'numeric', timeZone: 'UTC' }),
)

/** Returns a number with thousands separators, such as "12,846". */
export function formatNumber(count: number): string {
  return numberFormat().format(count)
}

/**
 * Returns a date without a time (YYYY-MM-DD) as text, such as "November 20, 2026". The day is the same in every time
 * zone.
 */
export function formatDay(date: string): string {
  return longDay().format(new Date(date))
}

const shortDay = perLanguage(
  (locale) => new Intl.DateTimeFormat(locale, { month: 'long', day: 'numeric', timeZone: 'UTC' }),
)

/**
 * Returns a day as text without the year if it lies less than 300 days from today, such as "August 13", and otherwise as
 * `formatDay` does. A day and month are then never the same day of another year.
 */
export function formatNearDay(date: string, today: string): string {
  const days = Math.abs(Date.parse(today) - Date.parse(date)) / 86_400_000
  return days < 300 ? shortDay().format(new Date(date)) : formatDay(date)
}

/**
 * Returns when a record was last compared with its source, such as "last checked August 21, 2026". It is the day in UTC
 * everywhere, because the server does not know the time zone of a reader, and its pages must name the same day as the app.
 */
export function lastChecked(time: string): string {
  return t('last checked {day}', { day: formatDay(time.slice(0, 10)) })
}

/**
 * Returns the letters for an avatar without a picture: the initials of the first and the last word, or one letter if
 * the name is a single word.
 */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean)
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined]
  return letters.map((word) => Array.from(word ?? '')[0]?.toUpperCase() ?? '').join('')
}
