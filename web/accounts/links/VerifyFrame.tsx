import type { ReactNode } from 'react'
import { t } from '#contract/kit/translate.ts'
import { WelcomePanel } from '#web/accounts/signIn/WelcomePanel.tsx'
import { useFocusOn } from '#web/kit/focus.ts'
import { usePageTitle } from '#web/kit/usePageTitle.ts'
import styles from '#web/accounts/signIn/LoginScreen.module.css'

type VerifyFrameProps = {
  icon: ReactNode
  title: string
  message: string
  /** A number that rises with every change. The heading then takes the focus so that screen readers read it. */
  step: number
  /** The title of the welcome panel. */
  welcome?: string
  children?: ReactNode
}

/** The layout of screens that emailed links open, with a welcome panel beside the state of the link. */
export function VerifyFrame({
  icon,
  title,
  message,
  step,
  welcome = t('Your seat is yours'),
  children,
}: VerifyFrameProps) {
  const heading = useFocusOn<HTMLHeadingElement>(step)
  usePageTitle(title)
  return (
    <div className={styles.loginPage}>
      <WelcomePanel title={welcome} />
      <main id="content" tabIndex={-1} className={styles.formSide}>
        <div className={styles.form}>
          <span className={styles.picture} aria-hidden="true">
            {icon}
          </span>
          <div>
            <h1 ref={heading} tabIndex={-1} className={styles.title}>
              {title}
            </h1>
            <p className="muted">{message}</p>
          </div>
          {children}
        </div>
      </main>
    </div>
  )
}
