import { formatDay } from '#contract/rules/format.ts'
import { statusMeanings, type BillStatus } from './billContent.ts'
import { isFinal, isStale, lineParts, type MeasureType, type Progress, type Stage } from './billParts.ts'

type Shown = {
  progress_line: string | null
  progress_dots: readonly Stage['state'][]
  checked_on: string | null
}

/** The progress of a bill in words, as a card, an embedded card and a list show it. */
export type ProgressWords = {
  /** What happened last, such as "Passed the House". */
  reached: string
  /** The next step, such as "the Senate". Null if nothing is said about it. */
  next: string | null
  /** The age of this, such as "as of August 21, 2026". Null if it is not known or does not matter. */
  age: string | null
  /** True if the source was not checked for so long that a reader should look there. */
  isStale: boolean
}

/**
 * Returns the words for the progress of a bill. Null if nothing is known of it.
 *
 * @param today the current day as YYYY-MM-DD. An answer can be older, for example on a device that is offline.
 */
export function progressWords(bill: Shown, today: string): ProgressWords | null {
  if (bill.progress_line === null || bill.progress_line === '') return null
  const { reached, next } = lineParts(bill.progress_line)
  // What is over does not change when nobody looks.
  if (isFinal(bill.progress_dots)) return { reached, next: null, age: null, isStale: false }
  if (isStale(bill.checked_on, today)) {
    return { reached, next: null, age: lastCheck(bill.checked_on), isStale: true }
  }
  const age = next !== null && bill.checked_on !== null ? `as of ${formatDay(bill.checked_on)}` : null
  return { reached, next, age, isStale: false }
}

function lastCheck(checked_on: string | null): string | null {
  return checked_on === null ? null : `We last checked on ${formatDay(checked_on)}`
}

/** Explains the status of a bill in the words of its progress. Without a progress, it is the meaning of the status. */
export function statusMeaning(status: BillStatus, progress_line: string | null): string {
  if (progress_line === null || progress_line === '') return statusMeanings[status]
  const { reached, next } = lineParts(progress_line)
  return next === null ? `${reached}.` : `${reached}. Next: ${next}.`
}

const opinions: ReadonlySet<MeasureType> = new Set(['resolution', 'concurrent_resolution', 'proclamation'])

/** Returns the sentence below the stages of a bill if no next step is named. Null if there is nothing to say. */
export function finalSentence({ measure_type, stages }: Progress, current: Stage): string | null {
  if (current.state === 'failed') return 'The bill stopped here.'
  if (current.state === 'current') {
    return current.stage === 'voters' || current.stage === 'states'
      ? null
      : 'The record does not say what comes next.'
  }
  if (stages.at(-1)?.stage === 'law') return 'All steps are done.'
  return opinions.has(measure_type)
    ? 'All steps are done. A resolution states an opinion. It is not a law.'
    : 'All steps are done. It is not a law.'
}
