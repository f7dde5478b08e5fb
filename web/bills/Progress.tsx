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

/** How far the bill has come, since when, and what comes next. */
export function Progress({ bill }: { bill: BillDetail }) {
  const headingId = useId()
  const sentence = sessionSentence(bill, today())
  const progress = bill.progress ? shownProgress(bill.progress, bill.ended_by) : null
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

/** The stages in a row, with the sentence that says the same in words. */
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
            {`Step ${current.number} of ${progress.stages.length}: ${sentenceOf(current.stage)}. `}
          </span>
          {progress.next ? (
            <>
              <b>Next:</b> {progress.next}.
            </>
          ) : (
            endOf(current.stage)
          )}
        </p>
      )}
    </>
  )
}

const marks = { completed: <Check />, failed: <X />, skipped: <Minus />, current: null, upcoming: null }

function Step({ stage, isHere }: { stage: Stage; isHere: boolean }) {
  return (
    <li className={styles.step} data-state={stage.state} aria-current={isHere ? 'step' : undefined}>
      <span className={styles.mark} aria-hidden="true">
        {marks[stage.state]}
      </span>
      <span className={styles.label}>{stage.label}</span>
      {stage.since && <time dateTime={stage.since}>{formatDate(stage.since)}</time>}
      {isHere && stage.state === 'current' && <span className={styles.here}>You are here</span>}
      {stage.state === 'upcoming' && <span className="vh">Not yet</span>}
    </li>
  )
}

function sentenceOf({ label, since }: Stage): string {
  return since ? `${label}, ${formatDate(since)}` : label
}

function endOf({ state }: Stage): string {
  return state === 'failed' ? 'The bill stopped here.' : 'All steps are done.'
}

/** A bill that ended with its session stopped where it was. */
function shownProgress(progress: BillProgress, ended_by: BillDetail['ended_by']): BillProgress {
  const at = progress.stages.findIndex(({ state }) => state === 'current')
  const stopped = progress.stages[at]
  if (ended_by !== 'session' || !stopped) return progress
  const ended: Stage = { ...stopped, state: 'failed', label: `${stopped.label}. The session ended` }
  return { ...progress, stages: [...progress.stages.slice(0, at), ended], next: null }
}

/** Keeps the space of the progress until the bill is loaded, so that nothing below it moves. */
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

/** One line for a card: a dot for each stage, where the bill is, and what comes next. */
export function ProgressLine({ bill }: { bill: Pick<Bill, 'progress_line' | 'progress_dots' | 'status'> }) {
  const { progress_line, progress_dots, status } = bill
  // A bill that ended with its session is rejected although none of its steps failed. The badge says so.
  const isStale = status === 'rejected' && !progress_dots.includes('failed')
  if (!progress_line || isStale) return null
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
