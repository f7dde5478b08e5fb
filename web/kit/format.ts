import { formatDay, formatNumber, initialsOf, pluralize } from '../../contract/rules/format.ts'

/** Numbers, dates and relative times in US English. */
export { formatNumber, initialsOf, pluralize }

const plain = new Intl.NumberFormat('en-US')
const short = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 })
const longDate = new Intl.DateTimeFormat('en-US', { year: 'numeric', month: 'long', day: 'numeric' })
const shortDay = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric' })
const dateAndTime = new Intl.DateTimeFormat('en-US', {
  year: 'numeric',
  month: 'long',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
})
const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** "9,999" and "12.8K". Where it is used, the label has the exact number. */
export function formatShort(count: number): string {
  return count < 10_000 ? plain.format(count) : short.format(count)
}

/**
 * "November 20, 2026". A date without a time (YYYY-MM-DD) is the same day in every time zone. So is midnight UTC to the
 * millisecond: it stands for a source that gave a date only.
 */
export function formatDate(date: string): string {
  const [day = '', time] = date.split('T')
  const isDay = time === undefined || /^00:00:00(\.000)?(Z|\+00:00)$/.test(time)
  return isDay ? formatDay(day) : longDate.format(new Date(date))
}

/** "Nov 20", in the reader's time zone, for a time in the last months. */
export function formatShortDay(time: string): string {
  return shortDay.format(new Date(time))
}

/** "November 20, 2026 at 3:05 PM EST", in the reader's time zone. */
export function formatDateTime(time: string): string {
  return dateAndTime.format(new Date(time))
}

/** Comments and group posts: "Just now", "3h ago", "6d ago", then the date. Future times are "Just now". */
export function timeAgo(time: string, now = Date.now()): string {
  return recently(time, now) ?? new Date(time).toLocaleDateString()
}

/** Like `timeAgo`, but with a long date after 7 days, for profiles. */
export function timeAgoOrDate(time: string, now = Date.now()): string {
  return recently(time, now) ?? formatDate(time)
}

/** Notifications: "JUST NOW", "1 MIN AGO", "5 MINS AGO", "2 HOURS AGO", "1 DAY AGO", from 7 days on the date. */
export function timeAgoInCapitals(time: string, now = Date.now()): string {
  const age = now - Date.parse(time)
  if (age < minute) return 'JUST NOW'
  if (age >= 7 * day) return new Date(time).toLocaleDateString()
  const { size, word } =
    age < hour
      ? { size: minute, word: 'MIN' }
      : age < day
        ? { size: hour, word: 'HOUR' }
        : { size: day, word: 'DAY' }
  return `${pluralize(Math.floor(age / size), word, `${word}S`)} AGO`
}

function recently(time: string, now: number): string | null {
  const age = now - Date.parse(time)
  if (age < hour) return 'Just now'
  if (age < day) return `${Math.floor(age / hour)}h ago`
  if (age < 7 * day) return `${Math.floor(age / day)}d ago`
  return null
}

/** Ends a text that the server has cut at a whole word, with "…". */
export function cutAtWord(text: string): string {
  const wholeWords = text.replace(/\s+\S*$/u, '').replace(/[\s.,;:–-]+$/u, '')
  return `${wholeWords}…`
}
