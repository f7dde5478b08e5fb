import { X } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './classNames.ts'
import styles from './Badge.module.css'

export type BadgeTone =
  | 'neutral'
  | 'live'
  | 'passed'
  | 'rejected'
  | 'done'
  | 'next'
  | 'elected'
  | 'leader'
  | 'member'
  | 'new'
  | 'bronze'
  | 'silver'
  | 'gold'
  | 'outline'

/** A square label with an icon and a word; it cannot be pressed. */
export function Badge({
  tone = 'neutral',
  icon,
  children,
}: {
  tone?: BadgeTone | undefined
  icon?: ReactNode | undefined
  children: ReactNode
}) {
  return (
    <span className={classNames(styles.badge, tone !== 'neutral' && styles[tone])}>
      {icon}
      {children}
    </span>
  )
}

/** A pill that can be pressed; with `aria-pressed` it is a toggle. */
export function Chip({ className, ...rest }: ComponentProps<'button'>) {
  return <button type="button" {...rest} className={classNames(styles.chip, className)} />
}

type RemovableChipProps = {
  children: string
  /** Told of the chip itself, which has the focus and is about to go. */
  onRemove: (chip: HTMLElement) => void
}

/** An active filter; pressing it takes it away. */
export function RemovableChip({ children, onRemove }: RemovableChipProps) {
  return (
    <button
      type="button"
      className={classNames(styles.chip, styles.on)}
      onClick={(event) => onRemove(event.currentTarget)}
    >
      <span className="vh">Remove filter: </span>
      {children}
      <X aria-hidden="true" />
    </button>
  )
}
