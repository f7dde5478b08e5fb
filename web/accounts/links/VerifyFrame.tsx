import { useEffect, useRef, type ReactNode } from 'react'
import { usePageTitle } from '../../kit/usePageTitle.ts'
import { WelcomeHalf } from '../signIn/WelcomeHalf.tsx'
import styles from '../signIn/LoginScreen.module.css'

type VerifyFrameProps = {
  icon: ReactNode
  title: string
  words: string
  /** The title takes the focus each time this rises, so that what has changed is read out. */
  step: number
  /** The line on the deep half. */
  welcome?: string
  children?: ReactNode
}

/** What a mailed link about an address opens: the deep half, and beside it what has become of the link. */
export function VerifyFrame({
  icon,
  title,
  words,
  step,
  welcome = 'Your seat is yours',
  children,
}: VerifyFrameProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  usePageTitle(title)
  useEffect(() => {
    if (step > 0) heading.current?.focus()
  }, [step])
  return (
    <div className={styles.loginPage}>
      <WelcomeHalf title={welcome} />
      <main id="content" tabIndex={-1} className={styles.formSide}>
        <div className={styles.form}>
          <span className={styles.picture} aria-hidden="true">
            {icon}
          </span>
          <div>
            <h1 ref={heading} tabIndex={-1} className={styles.title}>
              {title}
            </h1>
            <p className="muted">{words}</p>
          </div>
          {children}
        </div>
      </main>
    </div>
  )
}
