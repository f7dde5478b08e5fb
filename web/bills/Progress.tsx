import { Check, Minus, TriangleAlert, X } from 'lucide-react'
import { useId, type CSSProperties } from 'react'
import type { Bill, BillDetail } from '#contract/bills/bills.ts'
import {
  currentStage,
  finalSentence,
  isStale,
  nextWords,
  type Progress as BillProgress,
  type Stage,
} from '#contract/bills/progress.ts'
import { roadText, withoutSessionEnd } from '#contract/bills/roadTexts.ts'
import { formatDay } from '#contract/kit/format.ts'
import { t } from '#contract/kit/translate.ts'
import { sessionSentence } from '#contract/sessions.ts'
import { T } from '#web/kit/ui/T.tsx'
import { EventLines } from './card/EventLines.tsx'
import { StatusExplained } from './card/StatusBadge.tsx'
import { today } from './today.ts'
import styles from './Progress.module.css'

type ProgressBill = Pick<
  BillDetail,
  'progress' | 'status' | 'ended_by' | 'jurisdiction' | 'legislative_session' | 'checked_on' | 'source_url'
>

/** Shows which stages the bill has completed, on which dates, what comes next, and how old this is. */
export function Progress({ bill }: { bill: ProgressBill }) {
  const headingId = useId()
  const isOutdated = isStale(bill.checked_on, today())
  // A sentence about the session is about today, so an old record does not support it.
  const sentence = isOutdated && bill.ended_by === null ? null : sessionSentence(bill, today())
  const { progress } = bill
  return (
    <section
      className={`card ${styles.card}`}
      data-progress={progress ? '' : undefined}
      aria-labelledby={headingId}
    >
      <div className={styles.head}>
        <h2 id={headingId} className="h-sec">
          {t('Progress')}
        </h2>
        {progress && bill.checked_on && (
          <p className={styles.age}>
            <T
              text="As of {date}"
              values={{ date: <time dateTime={bill.checked_on}>{formatDay(bill.checked_on)}</time> }}
            />
          </p>
        )}
      </div>
      {progress ? (
        <>
          <ProgressSteps progress={progress} bill={bill} />
          {sentence && <p className="note-text">{sentence}</p>}
        </>
      ) : (
        <StatusExplained status={bill.status} detail={sentence} />
      )}
    </section>
  )
}

type Source = Pick<BillDetail, 'checked_on' | 'source_url'>

/** Shows the stages, and below them the next step. Screen readers also get the number of the current stage. */
function ProgressSteps({ progress, bill }: { progress: BillProgress; bill: Source }) {
  const current = currentStage(progress.stages)
  const isOutdated = isStale(bill.checked_on, today())
  return (
    <>
      {/* The last stage has no line after it, so it is only as wide as its label and the line reaches the edge of the card. */}
      <ol className={styles.steps} style={columns(progress.stages.length)}>
        {progress.stages.map((stage) => (
          <Step key={stage.stage} stage={stage} isHere={stage === current?.stage} isOutdated={isOutdated} />
        ))}
      </ol>
      {current && (
        <p className={styles.next}>
          <span className="vh">
            {t('Step {number} of {total}: {step}.', {
              number: current.number,
              total: progress.stages.length,
              step: labelWithDate(current.stage),
            })}{' '}
          </span>
          <Next progress={progress} stage={current.stage} bill={bill} isOutdated={isOutdated} />
        </p>
      )}
    </>
  )
}

/** The last column is as wide as its label, and the others share the rest. */
function columns(stages: number): CSSProperties {
  const size: CSSProperties & { '--lines': number } = { '--lines': Math.max(1, stages - 1) }
  return size
}

type NextProps = { progress: BillProgress; stage: Stage; bill: Source; isOutdated: boolean }

function Next({ progress, stage, bill: { checked_on, source_url }, isOutdated }: NextProps) {
  if (isOutdated && checked_on && stage.state === 'current') {
    return (
      <span className={styles.stale}>
        <TriangleAlert aria-hidden="true" />
        <span>
          <T
            text="We last checked on {date}, so this may have changed."
            values={{ date: <time dateTime={checked_on}>{formatDay(checked_on)}</time> }}
          />
          {source_url && (
            <>
              {' '}
              <a href={source_url} target="_blank" rel="noreferrer">
                {t('See the official page')}
              </a>
            </>
          )}
        </span>
      </span>
    )
  }
  if (!progress.next) {
    return finalSentence(progress, stage)
  }
  const { step, choice } = nextWords(progress.next)
  return (
    <>
      <b>{t('Next: {step}.', { step })}</b> {choice}
    </>
  )
}

const stateIcons = { completed: <Check />, failed: <X />, skipped: <Minus />, current: null, upcoming: null }

type StepProps = { stage: Stage; isHere: boolean; isOutdated: boolean }

function Step({ stage, isHere, isOutdated }: StepProps) {
  return (
    <li className={styles.step} data-state={stage.state} aria-current={isHere ? 'step' : undefined}>
      <span className={styles.circle} aria-hidden="true">
        {stateIcons[stage.state]}
      </span>
      <span className={styles.label}>{labelOf(stage)}</span>
      {stage.since && <time dateTime={stage.since}>{formatDay(stage.since)}</time>}
      {isHere && stage.state === 'current' && (
        <span className={styles.here}>{isOutdated ? t('Last known step') : t('You are here')}</span>
      )}
      {stage.state === 'upcoming' && <span className={styles.notYet}>{t('Not yet')}</span>}
    </li>
  )
}

function labelWithDate(stage: Stage): string {
  return stage.since ? `${labelOf(stage)}, ${formatDay(stage.since)}` : labelOf(stage)
}

/** The day of a stage is not the one on which the session ended, of which the sentence below the stages speaks. */
function labelOf({ label }: Stage): string {
  return roadText(withoutSessionEnd(label))
}

/** Reserves the space of the progress until the bill is loaded so that nothing below it moves. */
export function ProgressPlaceholder({ bill }: { bill: Bill }) {
  return (
    <section
      className={`card ${styles.card}`}
      data-progress={bill.progress_dots.length > 0 ? '' : undefined}
      aria-busy="true"
      aria-label={t('Progress')}
    >
      <span className="h-sec" aria-hidden="true">
        {t('Progress')}
      </span>
      <EventLines bill={bill} />
    </section>
  )
}
