import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { type WelcomeStep, welcomeSteps } from '#contract/accounts/accounts.ts'
import { getMostDiscussed } from '#contract/bills/bills.ts'
import { t } from '#contract/kit/translate.ts'
import { getMyPlaces } from '#contract/places.ts'
import { queryFor } from '#web/kit/api/api.ts'
import { lazyPart, preload } from '#web/kit/api/lazyPart.ts'
import { focusById } from '#web/kit/focus.ts'
import { useSession } from '#web/kit/session/session.ts'
import { PartBoundary } from '#web/kit/ui/Boundary.tsx'
import { TextButton } from '#web/kit/ui/Button.tsx'
import { Loading } from '#web/kit/ui/Feedback.tsx'
import { announce } from '#web/kit/ui/overlays/toast.ts'
import { closeWelcome, firstOpenStep, useFinishStep } from './progress.ts'
import { TopicsStep } from './TopicsStep.tsx'
import styles from './WelcomeCard.module.css'

// The first load of a newcomer has only the first step. The others are loaded when the member begins to use the card.
const loadDistrictStep = async () => ({ default: (await import('./DistrictStep.tsx')).DistrictStep })
const loadStanceStep = async () => ({ default: (await import('./StanceStep.tsx')).StanceStep })
const DistrictStep = lazyPart(loadDistrictStep)
const StanceStep = lazyPart(loadStanceStep)

/**
 * A card above the feed of a new member. In three steps, the member follows topics, confirms the district and takes a first
 * stance. Each step can be skipped.
 *
 * @param onClose is called when the card is closed. The feed then shows the bills in their new order.
 */
export function WelcomeCard({ onClose }: { onClose: () => void }) {
  const { user } = useSession()
  const [hasEnded, setHasEnded] = useState(false)
  const openStep = firstOpenStep(user?.welcome ?? null)
  // The bill of the last step stays after the stance on it, with what neighbors say about it.
  const step = hasEnded ? 'stance' : openStep
  // A step takes the focus only if it follows another step, and not if the card has just been opened.
  const [initialStep] = useState(step)
  const hasMoved = step !== initialStep
  const headingId = useId()
  const frame = usePreloadedSteps()
  const finish = useFinishStep()
  useEffect(() => {
    if (hasMoved && step) {
      announce(
        t('Step {step} of {steps}', {
          step: welcomeSteps.indexOf(step) + 1,
          steps: welcomeSteps.length,
        }),
      )
    }
  }, [hasMoved, step])

  function leave() {
    focusById('bills')
    setHasEnded(false)
    onClose()
  }
  function close() {
    if (openStep) {
      closeWelcome()
    }
    leave()
  }
  function finishStep(finished: WelcomeStep, state: 'done' | 'skipped') {
    // The last step has saved that the card is closed.
    if (finish(finished, state)) {
      leave()
    }
  }
  function showNeighbors() {
    setHasEnded(true)
    finish('stance', 'done')
  }

  if (!step) {
    return null
  }
  const stepProps = { headingId, takesFocus: hasMoved }
  return (
    <div ref={frame} className={styles.frame}>
      <section className={`card ${styles.card}`} aria-labelledby={headingId}>
        <div className={styles.head}>
          <Progress step={step} />
          <TextButton className={styles.close} onClick={close}>
            {hasEnded ? t('Close') : t("Don't show again")}
          </TextButton>
        </div>
        <PartBoundary loading={<Loading>{t('Loading...')}</Loading>}>
          {step === 'topics' && (
            <TopicsStep {...stepProps} onFinish={(state) => finishStep('topics', state)} />
          )}
          {step === 'district' && (
            <DistrictStep {...stepProps} onFinish={(state) => finishStep('district', state)} />
          )}
          {step === 'stance' && (
            <StanceStep
              {...stepProps}
              hasEnded={hasEnded}
              onFinish={(state) => finishStep('stance', state)}
              onStanceTaken={showNeighbors}
              onClose={close}
            />
          )}
        </PartBoundary>
      </section>
    </div>
  )
}

/** Loads the code and the data of the later steps when the member points at the element of the returned ref, or focuses it. */
function usePreloadedSteps() {
  const cache = useQueryClient()
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = frame.current
    const used = new AbortController()
    const load = () => {
      used.abort()
      preload(loadDistrictStep)
      preload(loadStanceStep)
      void cache.prefetchQuery(queryFor(getMyPlaces, {}))
      void cache.prefetchQuery(queryFor(getMostDiscussed, {}))
    }
    for (const event of ['pointerenter', 'focusin']) {
      element?.addEventListener(event, load, { signal: used.signal })
    }
    return () => used.abort()
  }, [cache])
  return frame
}

function Progress({ step }: { step: WelcomeStep }) {
  const position = welcomeSteps.indexOf(step)
  return (
    <p className={styles.progress}>
      <span className={styles.dots} aria-hidden="true">
        {welcomeSteps.map((name, index) => (
          <i key={name} data-passed={index <= position || undefined} />
        ))}
      </span>
      {t('{step} of {steps}', { step: position + 1, steps: welcomeSteps.length })}
    </p>
  )
}
