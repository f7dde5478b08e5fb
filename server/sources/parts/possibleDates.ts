/** The day on which the first Congress met. No record of a legislature of the United States is older. */
const earliest = '1789-03-04'
/** Legislatures publish their calendars at most this many years ahead. */
export const yearsAhead = 2

/** Terms of office are known at most this many years ahead. */
export const termYearsAhead = 12

/**
 * Returns the reason why a date cannot be the date of an event, action or vote, or null if it can. Call it at import,
 * because a single typing error in a source, such as the year 9998, would otherwise reach every list and calendar.
 *
 * @param date YYYY-MM-DD, or a timestamp that begins with it
 */
export function impossibleDateReason(date: string, now = new Date()): string | null {
  const day = date.slice(0, 10)
  const fault = dateFault(day, yearsAhead, now)
  return fault === null ? null : `The date ${day} is ${fault}.`
}

/** Returns what is wrong with a day, such as "before 1789-03-04", or null if it is possible. */
export function dateFault(day: string, years: number, now = new Date()): string | null {
  if (day < earliest) return `before ${earliest}`
  // Nearly every day of a record is of an earlier year, and a record has hundreds.
  if (day < String(now.getUTCFullYear() + years)) return null
  const latest = new Date(now)
  latest.setUTCFullYear(latest.getUTCFullYear() + years)
  return day > latest.toISOString().slice(0, 10) ? `more than ${years} years ahead` : null
}
