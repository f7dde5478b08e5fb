import { eventLines } from '#contract/bills/progress.ts'

/** What `eventText` needs of a bill. */
export type BillEvent = Parameters<typeof eventLines>[0]

/** Returns what happened last, with its day, and what comes next, on one line. Null if nothing is known of it. */
export function eventText(bill: BillEvent): string | null {
  const lines = eventLines(bill, new Date().toISOString().slice(0, 10))
  if (!lines) return null
  const { day, reached, next, age } = lines
  return [[day, reached].filter(Boolean).join(': '), next, age].filter(Boolean).join(' · ')
}
