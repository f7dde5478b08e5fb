import { useFocusOn } from '#web/kit/focus.ts'
import type { StepProps } from './progress.ts'
import styles from './WelcomeCard.module.css'

type StepHeadingProps = Omit<StepProps, 'onFinish'> & { title: string; text?: string | undefined }

/** The title of a step, which names the card. It takes the focus if the step follows another step, and again for a new title. */
export function StepHeading({ headingId, takesFocus, title, text }: StepHeadingProps) {
  const heading = useFocusOn<HTMLHeadingElement>(takesFocus && title)
  return (
    <div>
      <h2 id={headingId} ref={heading} tabIndex={-1} className={styles.title}>
        {title}
      </h2>
      {text && <p className={styles.text}>{text}</p>}
    </div>
  )
}
