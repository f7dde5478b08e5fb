import type { ReactNode } from 'react'
import { Spinner, TextButton } from '#web/kit/ui/Button.tsx'
import styles from './Banner.module.css'

type BannerProps = {
  /** The name of the banner for screen readers. */
  label: string
  icon: ReactNode
  /** The problem, in a few words. */
  title: string
  /** What else there is to say. A narrow window has no room for it. */
  children: ReactNode
  /** The label of the button. */
  action: string
  isBusy?: boolean | undefined
  busyLabel?: string | undefined
  onAction: () => void
}

/** A banner under the header of every screen, shown while the member's account needs attention. */
export function Banner({ label, icon, title, children, action, isBusy, busyLabel, onAction }: BannerProps) {
  return (
    <section className={styles.banner} aria-label={label}>
      <div className={styles.inside}>
        {icon}
        <p>
          <strong>{title}</strong>
          <span className={styles.wide}>. {children}</span>
        </p>
        <TextButton
          className={styles.action}
          aria-disabled={isBusy || undefined}
          onClick={isBusy ? undefined : onAction}
        >
          {isBusy && <Spinner />}
          {isBusy ? busyLabel : action}
        </TextButton>
      </div>
    </section>
  )
}
