/* Writes dates and numbers in English, for stored texts, which a page translates when it shows them, and for the operator. */

/** Writes a day (YYYY-MM-DD, or a time in UTC) in words, such as "May 22, 2025". */
export function longDate(day: string): string {
  return new Date(`${day.slice(0, 10)}T12:00:00Z`).toLocaleDateString('en-US', {
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    timeZone: 'UTC',
  })
}

/** Writes a number with its noun, such as "1,204 words". */
export function countedNoun(count: number, noun: string, nouns = `${noun}s`): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? noun : nouns}`
}
