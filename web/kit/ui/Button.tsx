import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { classNames } from './classNames.ts'
import styles from './Button.module.css'

export type Appearance = {
  variant?: 'primary' | 'secondary' | 'soft' | 'quiet' | 'danger' | undefined
  size?: 'normal' | 'large' | undefined
  /** Takes the full width. */
  block?: boolean | undefined
}

export function appearanceClass({ variant = 'primary', size = 'normal', block = false }: Appearance): string {
  return classNames(styles.button, styles[variant], size === 'large' && styles.large, block && styles.block)
}

type ButtonProps = ComponentProps<'button'> &
  Appearance & {
    /**
     * While true, a press does nothing and the button shows a spinner and `busyLabel`. It is not `disabled`, because
     * browsers remove the focus from disabled buttons.
     */
    busy?: boolean | undefined
    busyLabel?: string | undefined
  }

export function Button({ variant, size, block, busy = false, busyLabel, className, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-disabled={busy || rest['aria-disabled'] || undefined}
      onClick={busy ? ignorePress : rest.onClick}
      className={classNames(appearanceClass({ variant, size, block }), busy && styles.busy, className)}
    >
      {busy && <Spinner />}
      {busy && busyLabel ? busyLabel : rest.children}
    </button>
  )
}

/** Ignores a press of a busy button. Pressing Enter in a field of its form does not submit the form either. */
function ignorePress(event: MouseEvent) {
  event.preventDefault()
}

/** A title that differs from the label would be read after it as a description, so the label is the title. */
type IconButtonProps = Omit<ComponentProps<'button'>, 'aria-label' | 'title'> & {
  label: string
  icon: ReactNode
  /** A word beside the icon where there is room for it. `label` must contain it. */
  word?: string
}

/** A 44 px button with an icon. `label` is its accessible name. */
export function IconButton({ label, icon, word, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      title={label}
      className={classNames(styles.icon, className)}
    >
      {icon}
      {word && <span className={styles.word}>{word}</span>}
    </button>
  )
}

/** A button that looks like a link. */
export function TextButton({ className, ...rest }: ComponentProps<'button'>) {
  return <button type="button" {...rest} className={classNames(styles.text, className)} />
}

/** A spinner. Screen readers ignore it, because the text beside it describes the action. */
export function Spinner() {
  return <span aria-hidden="true" className={styles.spinner} />
}
