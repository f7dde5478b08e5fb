import { X } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { t } from '#contract/kit/translate.ts'
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

/** A label with an icon and a word. It is not a control. */
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

/** Returns the class of a link that looks like a chip. */
export function chipClass(isOn: boolean): string {
  return classNames(styles.chip, isOn && styles.on)
}

/** A pill-shaped button. With `aria-pressed` it is a toggle. */
export function Chip({ className, ...rest }: ComponentProps<'button'>) {
  return <button type="button" {...rest} className={classNames(styles.chip, className)} />
}

type RemovableChipProps = {
  children: string
  /** Called when the chip is pressed. It has the focus at this moment, and is removed afterward. */
  onRemove: (chip: HTMLElement) => void
}

/** An active filter. Pressing it removes the filter. */
export function RemovableChip({ children, onRemove }: RemovableChipProps) {
  return (
    <button
      type="button"
      className={classNames(styles.chip, styles.on)}
      onClick={(event) => onRemove(event.currentTarget)}
    >
      <span className="vh">{t('Remove filter:')} </span>
      {children}
      <X aria-hidden="true" />
    </button>
  )
}
