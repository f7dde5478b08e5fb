/** Numbers and dates in US English, on the pages of the app and on those that the server writes. */

const plain = new Intl.NumberFormat('en-US')
const longDay = new Intl.DateTimeFormat('en-US', {
  year: 'numeric',
  month: 'long',
  day: 'numeric',
  timeZone: 'UTC',
})

/** 12,846 */
export function formatNumber(count: number): string {
  return plain.format(count)
}

/** "1 comment", "2 comments", "12,846 comments" */
export function pluralize(count: number, singular: string, plural = `${singular}s`): string {
  return `${plain.format(count)} ${count === 1 ? singular : plural}`
}

/** "November 20, 2026" for a date without a time (YYYY-MM-DD), which is the same day in every time zone. */
export function formatDay(date: string): string {
  return longDay.format(new Date(date))
}

/** The initials of the first and the last word, or one letter for a single word, for an avatar without a picture. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean)
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined]
  return letters.map((word) => Array.from(word ?? '')[0]?.toUpperCase() ?? '').join('')
}
