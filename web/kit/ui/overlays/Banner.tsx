import type { ReactNode } from 'react'
import { Button } from '../Button.tsx'
import styles from './Banner.module.css'

type BannerProps = {
  /** Its name as a region. */
  label: string
  icon: ReactNode
  /** What is the matter. */
  children: ReactNode
  /** The words of its one button. */
  action: string
  isBusy?: boolean | undefined
  busyLabel?: string | undefined
  onAction: () => void
}

/** Stands under the header on every screen while something about the account is not as it should be. */
export function Banner({ label, icon, children, action, isBusy, busyLabel, onAction }: BannerProps) {
  return (
    <section className={styles.banner} aria-label={label}>
      <div className={styles.inside}>
        {icon}
        <p>{children}</p>
        <Button
          variant="secondary"
          className={styles.action}
          busy={isBusy}
          busyLabel={busyLabel}
          onClick={onAction}
        >
          {action}
        </Button>
      </div>
    </section>
  )
}
