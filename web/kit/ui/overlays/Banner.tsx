import type { ReactNode } from 'react'
import { Button } from '#web/kit/ui/Button.tsx'
import styles from './Banner.module.css'

type BannerProps = {
  /** The name of the banner for screen readers. */
  label: string
  icon: ReactNode
  /** The description of the problem. */
  children: ReactNode
  /** The label of the button. */
  action: string
  isBusy?: boolean | undefined
  busyLabel?: string | undefined
  onAction: () => void
}

/** A banner under the header of every screen, shown while the member's account needs attention. */
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
