import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { Link, type LinkProps } from 'react-router'
import { classNames } from './classNames.ts'
import styles from './Button.module.css'

type Look = {
  variant?: 'primary' | 'secondary' | 'soft' | 'quiet' | 'danger' | undefined
  size?: 'normal' | 'large' | undefined
  /** As wide as its column. */
  block?: boolean | undefined
}

function lookOf({ variant = 'primary', size = 'normal', block = false }: Look): string {
  return classNames(styles.button, styles[variant], size === 'large' && styles.large, block && styles.block)
}

type ButtonProps = ComponentProps<'button'> &
  Look & {
    /**
     * While true a press does nothing, and the button shows a spinner and, when given, these words in place of its own.
     * It is never really disabled then: a browser takes the focus from what is, and whoever pressed it would be lost.
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
      onClick={busy ? keepStill : rest.onClick}
      className={classNames(lookOf({ variant, size, block }), busy && styles.busy, className)}
    >
      {busy && <Spinner />}
      {busy && busyLabel ? busyLabel : rest.children}
    </button>
  )
}

/** Neither a deed nor, by Enter in a field, the form. */
function keepStill(event: MouseEvent) {
  event.preventDefault()
}

/** Looks like a button and goes to a place. */
export function ButtonLink({ variant, size, block, className, ...rest }: LinkProps & Look) {
  return <Link {...rest} className={classNames(lookOf({ variant, size, block }), className)} />
}

type IconButtonProps = Omit<ComponentProps<'button'>, 'aria-label'> & { label: string; icon: ReactNode }

/** A 44 px button that is only an icon; `label` is its name. */
export function IconButton({ label, icon, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      title={rest.title ?? label}
      className={classNames(styles.icon, className)}
    >
      {icon}
    </button>
  )
}

/** Does something, looks like a link. */
export function TextButton({ className, ...rest }: ComponentProps<'button'>) {
  return <button type="button" {...rest} className={classNames(styles.text, className)} />
}

/** The turning ring inside buttons; the words beside it say what is going on. */
export function Spinner() {
  return <span aria-hidden="true" className={styles.spinner} />
}
