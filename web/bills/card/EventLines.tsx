import type { Bill } from '#contract/bills/bills.ts'
import { eventLines } from '#contract/bills/progress.ts'
import { t } from '#contract/kit/translate.ts'
import { today } from '#web/bills/today.ts'
import styles from './EventLines.module.css'

type EventLinesBill = Pick<
  Bill,
  | 'progress_line'
  | 'progress_dots'
  | 'reached_on'
  | 'reached_votes'
  | 'final_words'
  | 'checked_on'
  | 'source_url'
>

/**
 * What happened last, with its day, and below it what comes next with the age of this, or what the end means. It has its own
 * file so that the feed does not load the progress of an open bill.
 */
export function EventLines({ bill }: { bill: EventLinesBill }) {
  const lines = eventLines(bill, today())
  if (!lines) {
    return null
  }
  const { day, reached } = lines
  return (
    <div className={styles.lines}>
      <p>
        {day && <b>{day}</b>} {reached}
      </p>
      <NextLine bill={bill} />
    </div>
  )
}

/** The stages of a bill as dots, and what comes next with the age of this, or what the end means. */
export function NextLine({ bill }: { bill: EventLinesBill }) {
  const lines = eventLines(bill, today())
  if (!lines) {
    return null
  }
  const { next, age, isStale } = lines
  return (
    <p className={styles.next} data-stale={isStale ? '' : undefined}>
      <span className={styles.dots} aria-hidden="true">
        {bill.progress_dots.map((state, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- the stages of a bill never change their order
          <span key={index} className={styles.dot} data-state={state} />
        ))}
      </span>
      <span className={styles.text}>
        <span>{[next, age].filter(Boolean).join(' · ')}</span>
        {isStale && bill.source_url && (
          <a className={styles.official} href={bill.source_url} target="_blank" rel="noreferrer">
            {t('Official page')}
          </a>
        )}
      </span>
    </p>
  )
}
