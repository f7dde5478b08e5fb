import { useId, useState } from 'react'
import type { BillAction } from '../../contract/billContent.ts'
import type { BillDetail } from '../../contract/bills.ts'
import { formatDate } from '../kit/format.ts'
import { TextButton } from '../kit/ui/Button.tsx'
import { useMedia, widths } from '../kit/useMedia.ts'
import { BillFacts } from './BillFacts.tsx'
import { StatusExplained } from './card/StatusBadge.tsx'
import styles from './BillFacts.module.css'

/** Steps shown before "Show all N steps". On a phone only the latest, so that the discussion is not far below. */
const firstSteps = { wide: 5, phone: 1 }

/** Who is behind the bill, what has happened to it, newest first, and the source of all this (R87). */
export function StatusTimeline({ bill }: { bill: BillDetail }) {
  const headingId = useId()
  const isPhone = useMedia(widths.phone)
  const [showsAll, setShowsAll] = useState(false)
  const steps = newestFirst(bill.actions)
  const shown = showsAll ? steps : steps.slice(0, isPhone ? firstSteps.phone : firstSteps.wide)
  return (
    <section className={`card ${styles.timeline}`} aria-labelledby={headingId}>
      <h2 id={headingId} className="h-sec">
        Progress
      </h2>
      <StatusExplained status={bill.status} />
      <BillFacts bill={bill} />
      {steps.length === 0 && <p className="muted">No steps have been reported yet.</p>}
      <ol className={styles.steps}>
        {shown.map((step, index) => (
          <li key={stepKey(step)}>
            <p>
              <time dateTime={step.date}>{formatDate(step.date)}</time>
              {step.chamber && <span className="muted"> · {step.chamber}</span>}
              {index === 0 && <span className="muted"> · Latest action</span>}
            </p>
            <p>{step.text}</p>
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
function newestFirst(actions: readonly BillAction[]): BillAction[] {
  return actions.toReversed().toSorted((one, other) => other.date.localeCompare(one.date))
}

function stepKey({ date, text, chamber }: BillAction): string {
  return `${date} ${chamber ?? ''} ${text}`
}
