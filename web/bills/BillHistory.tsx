import { useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { useId, useState } from 'react'
import { listActions, type HistoryStep } from '#contract/bills/billParts.ts'
import type { BillDetail } from '#contract/bills/bills.ts'
import type { StageId } from '#contract/bills/progress.ts'
import { roadText } from '#contract/bills/roadTexts.ts'
import { msg, plural, t } from '#contract/kit/translate.ts'
import { sourceTerms } from '#contract/sourceTerms.ts'
import { queryFor } from '#web/kit/api/api.ts'
import { formatDate, lastChecked } from '#web/kit/format.ts'
import { Link } from '#web/kit/history.tsx'
import { paths } from '#web/kit/paths.ts'
import { recordLanguage } from '#web/kit/recordLanguage.ts'
import { RetryText } from '#web/kit/ui/RetryText.tsx'
import styles from './BillParts.module.css'

const stageNames: Record<StageId, string> = {
  introduced: t('Introduced'),
  committee: t('Committee'),
  first_chamber: t('In the first chamber'),
  second_chamber: t('In the second chamber'),
  differences: t('Resolving differences'),
  chamber: t('In the chamber'),
  legislature: t('In the Legislature'),
  council: t('In the council'),
  executive: t('With the executive'),
  congress: t('In Congress'),
  states: t('With the states'),
  voters: t('With the voters'),
  law: t('Law'),
}

/** The official actions by stage. They repeat the progress in detail, so they are closed until a reader opens them. */
export function BillHistory({ bill }: { bill: Pick<BillDetail, 'bill_id' | 'history' | 'progress'> }) {
  const headingId = useId()
  const [isOpen, setIsOpen] = useState(false)
  const { steps, step_count } = bill.history
  const all = useQuery({
    ...queryFor(listActions, { id: bill.bill_id }),
    enabled: isOpen && step_count > steps.length,
  })
  const shownSteps: readonly HistoryStep[] = all.data ? all.data.actions : steps
  return (
    <section id="history" className={`card ${styles.card}`} aria-labelledby={headingId}>
      <details className={styles.history} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
        <summary>
          <h2 id={headingId} className="h-sec">
            {t('History')}
          </h2>
          <span className={styles.muted}>{spanOf(shownSteps, step_count)}</span>
          <ChevronDown aria-hidden="true" />
        </summary>
        <div className={styles.steps}>
          {groupByStage(shownSteps).map(({ stage, steps: group, position }) => (
            <div key={position} className={styles.group}>
              <h3>{stageName(bill, stage)}</h3>
              <ol className={styles.list}>
                {group.map((step) => (
                  <Step
                    key={`${step.acted_on ?? ''} ${step.chamber ?? ''} ${step.description}`}
                    step={step}
                  />
                ))}
              </ol>
            </div>
          ))}
          {all.isLoading && <output>{t('Loading…')}</output>}
          {all.isError && (
            <p role="alert">
              <RetryText
                text={msg('The other steps could not be loaded. <textButton>Try Again</textButton>')}
                onRetry={() => void all.refetch()}
              />
            </p>
          )}
        </div>
      </details>
    </section>
  )
}

function Step({ step }: { step: HistoryStep }) {
  return (
    <li className={styles.step}>
      <span className={styles.muted}>
        {step.acted_on && <time dateTime={step.acted_on}>{formatDate(step.acted_on)}</time>}
        {step.acted_on && step.chamber && ' · '}
        {step.chamber && roadText(step.chamber)}
      </span>
      <span>
        <span lang={recordLanguage}>{step.description}</span>
        {step.vote_event_id && (
          <>
            {' '}
            <Link to={paths.vote(step.vote_event_id)}>{t('See the vote')}</Link>
          </>
        )}
      </span>
    </li>
  )
}

/** Returns, for example, "9 steps, February 12, 2026 to August 31, 2026". */
function spanOf(steps: readonly HistoryStep[], count: number): string {
  if (count === 0) {
    return t('No actions yet.')
  }
  const days = steps.flatMap(({ acted_on }) => acted_on ?? [])
  const [first, last] = [days[0], days.at(-1)]
  // The bill comes with its most important steps only, and these need not be the first and the last.
  if (steps.length < count || !first || !last) {
    return plural(count, '{n} step|{n} steps')
  }
  return first === last
    ? plural(count, '{n} step, {date}|{n} steps, {date}', { date: formatDate(first) })
    : plural(count, '{n} step, {first} to {last}|{n} steps, {first} to {last}', {
        first: formatDate(first),
        last: formatDate(last),
      })
}

/** Names the source of the bill and the day on which it was last checked. */
export function BillSource({ bill }: { bill: BillDetail }) {
  const { credit } = sourceTerms(bill.source_name)
  return (
    <p className="caption-text">
      {t('Source: {source}', { source: bill.source_name })}
      {bill.source_checked_at && `, ${lastChecked(bill.source_checked_at)}`}
      {credit !== null && `. ${credit}`}
    </p>
  )
}

/** Groups the steps by stage in their order. A stage that the bill enters again starts a new group. */
function groupByStage(steps: readonly HistoryStep[]) {
  const groups: { stage: StageId; position: number; steps: HistoryStep[] }[] = []
  for (const [position, step] of steps.entries()) {
    const last = groups.at(-1)
    if (last?.stage === step.stage) {
      last.steps.push(step)
    } else {
      groups.push({ stage: step.stage, position, steps: [step] })
    }
  }
  return groups
}

/** Finds the chamber or office in a label, such as "House" or "Vetoed by the Governor; the House did not override it". */
const bodyPattern = /(?:^|\bthe )(House|Senate|Assembly|Council|Legislature|President|Governor|Mayor)\b/

/** Returns the name of the chamber or office if the progress names it, such as "House" instead of "In the first chamber". */
function stageName({ progress }: Pick<BillDetail, 'progress'>, stage: StageId): string {
  const label = progress?.stages.find((other) => other.stage === stage)?.label
  const isBody = stage.endsWith('chamber') || stage === 'executive'
  const body = bodyPattern.exec(label ?? '')?.[1]
  return isBody && body ? roadText(body) : stageNames[stage]
}
