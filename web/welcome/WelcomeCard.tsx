import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useState } from 'react'
import { type WelcomeStep, welcomeSteps } from '#contract/accounts/accounts.ts'
import { getMostDiscussed } from '#contract/bills/bills.ts'
import { getMyPlaces } from '#contract/places.ts'
import { queryFor } from '#web/kit/api/api.ts'
import { focusById, useFocusOn } from '#web/kit/focus.ts'
import { pluralize } from '#web/kit/format.ts'
import { useSession } from '#web/kit/session/session.ts'
import { Button, TextButton } from '#web/kit/ui/Button.tsx'
import { announce } from '#web/kit/ui/overlays/toast.ts'
import { levelNames, levelProgress } from '#web/people/levelProgress.ts'
import { DistrictStep, districtTitle } from './DistrictStep.tsx'
import { closeWelcome, firstOpenStep, useFinishStep } from './progress.ts'
import { StanceStep } from './StanceStep.tsx'
import { TopicsStep } from './TopicsStep.tsx'
import styles from './WelcomeCard.module.css'

const titles = {
  topics: 'What do you care about?',
  stance: 'Where do you stand?',
}

/**
 * A card above the feed of a new member. In three steps, the member follows topics, confirms the district and takes a first
 * stance. Each step can be skipped.
 *
 * @param onClose is called when the card is closed. The feed then shows the bills in their new order.
 */
export function WelcomeCard({ onClose }: { onClose: () => void }) {
  const { user } = useSession()
  const [hasEnded, setHasEnded] = useState(false)
  const step = firstOpenStep(user?.welcome ?? null)
  // A step takes the focus only if it follows another step, and not if the card has just been opened.
  const [initialStep] = useState(step)
  const hasMoved = hasEnded || step !== initialStep
  const headingId = useId()
  const heading = useFocusOn<HTMLHeadingElement>(hasMoved && (step ?? 'end'))
  const finish = useFinishStep(() => setHasEnded(true))
  const places = useQuery(queryFor(getMyPlaces, {}))
  // The bill of the last step is loaded during the first step so that the last step is complete at once.
  useQuery(queryFor(getMostDiscussed, {}))
  useEffect(() => {
    if (hasMoved && step) announce(`Step ${welcomeSteps.indexOf(step) + 1} of ${welcomeSteps.length}`)
  }, [hasMoved, step])

  function close() {
    focusById('bills')
    setHasEnded(false)
    if (step) closeWelcome()
    onClose()
  }

  if (!step && !hasEnded) return null
  const title = !step
    ? "You're all set."
    : step === 'district'
      ? districtTitle(places.data?.places, !places.isSuccess)
      : titles[step]
  const headingLine = (
    <h2 id={headingId} ref={heading} tabIndex={-1} className={styles.title}>
      {title}
    </h2>
  )
  return (
    <div className={styles.frame}>
      <section className={`card ${styles.card}`} aria-labelledby={headingId}>
        {step ? (
          <>
            <div className={styles.head}>
              <Progress step={step} />
              <TextButton className={styles.close} onClick={close}>
                Don't show again
              </TextButton>
            </div>
            {step === 'topics' && (
              <TopicsStep heading={headingLine} onFinish={(state) => finish('topics', state)} />
            )}
            {step === 'district' && (
              <DistrictStep heading={headingLine} onFinish={(state) => finish('district', state)} />
            )}
            {step === 'stance' && (
              <StanceStep heading={headingLine} onFinish={(state) => finish('stance', state)} />
            )}
          </>
        ) : (
          <div className={styles.end}>
            <div>
              {headingLine}
              <p className={styles.text}>{pointsText(user?.totalActivityPoints ?? 0)}</p>
            </div>
            <Button onClick={close}>Go to the bills</Button>
          </div>
        )}
      </section>
    </div>
  )
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
      {position + 1} of {welcomeSteps.length}
    </p>
  )
}

/** Says how many points the member still needs for the next level, such as "9 more points to Bronze." */
function pointsText(points: number): string {
  const { nextLevel, pointsLeft } = levelProgress(points)
  const rule = 'A stance is 1 point, a comment is 2.'
  return nextLevel
    ? `${pluralize(pointsLeft, 'more point')} to ${levelNames[nextLevel]}. ${rule}`
    : `You are at the highest level. ${rule}`
}
