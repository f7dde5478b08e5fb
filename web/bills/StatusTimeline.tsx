import { useId, useState } from 'react'
import type { BillDetail } from '../../contract/bills.ts'
import { sessionSentence } from '../../contract/legislativeSessions.ts'
import { newestFirst, type BillAction } from '../../contract/rules/billContent.ts'
import { formatDate } from '../kit/format.ts'
import { TextButton } from '../kit/ui/Button.tsx'
import { useMedia, widths } from '../kit/useMedia.ts'
import { BillFacts } from './BillFacts.tsx'
import { StatusExplained } from './card/StatusBadge.tsx'
import styles from './BillFacts.module.css'

/** Steps shown before "Show all N steps". A phone shows only the latest so that the discussion stays near the top. */
const firstSteps = { wide: 5, phone: 1 }

/** The sponsors, the actions (newest first) and the source of the data. */
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
      <StatusExplained status={bill.status} detail={sessionSentence(bill, today())} />
      <BillFacts bill={bill} />
      {steps.length === 0 && <p className="muted">No actions yet.</p>}
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

function today(): string {
  return new Date().toISOString().slice(0, 10)
}

function stepKey({ date, text, chamber }: BillAction): string {
  return `${date} ${chamber ?? ''} ${text}`
}
