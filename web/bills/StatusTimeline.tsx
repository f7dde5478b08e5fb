import { useId, useState } from 'react'
import type { BillAction } from '../../contract/billContent.ts'
import type { BillDetail } from '../../contract/bills.ts'
import { formatDate } from '../kit/format.ts'
import { TextButton } from '../kit/ui/Button.tsx'
import styles from './BillFacts.module.css'

/** Steps shown before "Show all N steps". */
const firstSteps = 5

/** What has happened to the bill, newest first, and where Hurd has it from (R87). */
export function StatusTimeline({ bill }: { bill: BillDetail }) {
  const headingId = useId()
  const [showsAll, setShowsAll] = useState(false)
  const steps = newestFirst(bill.actions)
  const shown = showsAll ? steps : steps.slice(0, firstSteps)
  return (
    <section className={`card ${styles.timeline}`} aria-labelledby={headingId}>
      <h2 id={headingId} className="h-sec">
        Progress
      </h2>
      {steps.length === 0 && <p className="muted">No steps have been reported yet.</p>}
      <ol className={styles.steps}>
        {shown.map((step) => (
          <li key={stepKey(step)}>
            <time dateTime={step.date}>{formatDate(step.date)}</time>
            <p>
              {step.text}
              {step.chamber && <span className={styles.chamber}> {step.chamber}</span>}
            </p>
          </li>
        ))}
      </ol>
      {shown.length < steps.length && (
        <TextButton onClick={() => setShowsAll(true)}>Show all {steps.length} steps</TextButton>
      )}
      <p className={styles.source}>
        Source: {bill.source_name}
        {bill.source_checked_at && `, last checked ${formatDate(bill.source_checked_at)}`}
      </p>
    </section>
  )
}

/** Actions come oldest first; of one day the later stays the later. */
export function newestFirst(actions: readonly BillAction[]): BillAction[] {
  return actions.toReversed().toSorted((one, other) => other.date.localeCompare(one.date))
}

function stepKey({ date, text, chamber }: BillAction): string {
  return `${date} ${chamber ?? ''} ${text}`
}
