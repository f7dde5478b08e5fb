import { Check, Minus, X } from 'lucide-react'
import { useId } from 'react'
import type { Bill, BillDetail } from '../../contract/bills/bills.ts'
import { sessionSentence } from '../../contract/bills/legislativeSessions.ts'
import {
  currentStage,
  type Progress as BillProgress,
  type Stage,
} from '../../contract/rules/bills/billParts.ts'
import { formatDate } from '../kit/format.ts'
import { StatusExplained } from './card/StatusBadge.tsx'
import styles from './Progress.module.css'

/** Shows which stages the bill has completed, on which dates, and what comes next. */
export function Progress({ bill }: { bill: BillDetail }) {
  const headingId = useId()
  const sentence = sessionSentence(bill, today())
  const progress = bill.progress ? progressAtSessionEnd(bill.progress, bill.ended_by) : null
  return (
    <section
      className={`card ${styles.card}`}
      data-progress={progress ? '' : undefined}
      aria-labelledby={headingId}
    >
      <h2 id={headingId} className="h-sec">
        Progress
      </h2>
      {progress ? (
        <>
          <ProgressSteps progress={progress} />
          {sentence && <p className={styles.note}>{sentence}</p>}
        </>
      ) : (
        <StatusExplained status={bill.status} detail={sentence} />
      )}
    </section>
  )
}

function today(): string {
  return new Date().toISOString().slice(0, 10)
}

/** Shows the stages, and below them the next step. Screen readers also get the number of the current stage. */
export function ProgressSteps({ progress }: { progress: BillProgress }) {
  const current = currentStage(progress.stages)
  return (
    <>
      <ol className={styles.steps}>
        {progress.stages.map((stage) => (
          <Step key={stage.stage} stage={stage} isHere={stage === current?.stage} />
        ))}
      </ol>
      {current && (
        <p className={styles.next}>
          <span className="vh">
            {`Step ${current.number} of ${progress.stages.length}: ${labelWithDate(current.stage)}. `}
          </span>
          {progress.next ? (
            <>
              <b>Next:</b> {progress.next}.
            </>
          ) : (
            finalSentence(current.stage)
          )}
        </p>
      )}
    </>
  )
}

const stateIcons = { completed: <Check />, failed: <X />, skipped: <Minus />, current: null, upcoming: null }

function Step({ stage, isHere }: { stage: Stage; isHere: boolean }) {
  return (
    <li className={styles.step} data-state={stage.state} aria-current={isHere ? 'step' : undefined}>
      <span className={styles.circle} aria-hidden="true">
        {stateIcons[stage.state]}
      </span>
      <span className={styles.label}>{stage.label}</span>
      {stage.since && <time dateTime={stage.since}>{formatDate(stage.since)}</time>}
      {isHere && stage.state === 'current' && <span className={styles.here}>You are here</span>}
      {stage.state === 'upcoming' && <span className="vh">Not yet</span>}
    </li>
  )
}

function labelWithDate({ label, since }: Stage): string {
  return since ? `${label}, ${formatDate(since)}` : label
}

function finalSentence({ state }: Stage): string {
  return state === 'failed' ? 'The bill stopped here.' : 'All steps are done.'
}

/** Shows the current stage as failed and leaves out the later stages if the bill ended because its session ended. */
function progressAtSessionEnd(progress: BillProgress, ended_by: BillDetail['ended_by']): BillProgress {
  const currentIndex = progress.stages.findIndex(({ state }) => state === 'current')
  const lastStage = progress.stages[currentIndex]
  if (ended_by !== 'session' || !lastStage) return progress
  const failedStage: Stage = { ...lastStage, state: 'failed', label: `${lastStage.label}. The session ended` }
  return { ...progress, stages: [...progress.stages.slice(0, currentIndex), failedStage], next: null }
}

/** Reserves the space of the progress until the bill is loaded, so that nothing below it moves. */
export function ProgressPlaceholder({ bill }: { bill: Bill }) {
  return (
    <section
      className={`card ${styles.card}`}
      data-progress={bill.progress_dots.length > 0 ? '' : undefined}
      aria-busy="true"
      aria-label="Progress"
    >
      <span className="h-sec" aria-hidden="true">
        Progress
      </span>
      <ProgressLine bill={bill} />
    </section>
  )
}

/** The progress in one line of a card: a dot for each stage, the current stage, and the next step. */
export function ProgressLine({ bill }: { bill: Pick<Bill, 'progress_line' | 'progress_dots' | 'status'> }) {
  const { progress_line, progress_dots, status } = bill
  // When a session ends, its unfinished bills are rejected although none of their stages failed. The line would still
  // name the stage as current, so only the status badge is shown.
  const isOutdated = status === 'rejected' && !progress_dots.includes('failed')
  if (!progress_line || isOutdated) return null
  return (
    <p className={styles.line}>
      <span className={styles.dots} aria-hidden="true">
        {progress_dots.map((state, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- the stages of a bill never change their order
          <span key={index} className={styles.dot} data-state={state} />
        ))}
      </span>
      {progress_line}
    </p>
  )
}
