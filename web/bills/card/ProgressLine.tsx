import type { Bill } from '#contract/bills/bills.ts'
import { progressWords } from '#contract/bills/progress.ts'
import { today } from '#web/bills/today.ts'
import styles from '#web/bills/Progress.module.css'

/**
 * The progress in one line of a card: a dot for each stage, the current stage, the next step, and the age of this. It has its
 * own file so that the feed does not load the progress of an open bill.
 */
export function ProgressLine({
  bill,
}: {
  bill: Pick<Bill, 'progress_line' | 'progress_dots' | 'checked_on' | 'source_url'>
}) {
  const words = progressWords(bill, today())
  if (!words) return null
  return (
    <p className={styles.line} data-stale={words.isStale ? '' : undefined}>
      <span className={styles.dots} aria-hidden="true">
        {bill.progress_dots.map((state, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- the stages of a bill never change their order
          <span key={index} className={styles.dot} data-state={state} />
        ))}
      </span>
      <span>
        {words.reached}
        {words.next && ` · Next: ${words.next}`}
        {words.age && ` · ${words.age}`}
      </span>
      {words.isStale && bill.source_url && (
        <a className={styles.official} href={bill.source_url} target="_blank" rel="noreferrer">
          Official page
        </a>
      )}
    </p>
  )
}
