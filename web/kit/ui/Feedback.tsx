import { CloudOff, RefreshCw } from 'lucide-react'
import type { CSSProperties, ReactNode } from 'react'
import { messageOf } from '../api/api.ts'
import { Button, Spinner } from './Button.tsx'
import { classNames } from './classNames.ts'
import styles from './Feedback.module.css'

/** A spinner with text, for screens and parts that have no skeleton. */
export function Loading({ children, wholePage = false }: { children: ReactNode; wholePage?: boolean }) {
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- <output> must not contain block elements
    <div role="status" className={classNames(styles.loading, wholePage && styles.wholePage)}>
      <Spinner />
      <span>{children}</span>
    </div>
  )
}

/** Skeletons in the shape of the content, shown after 200 ms. Screen readers read `label`. */
export function LoadingShape({
  label,
  children,
  className,
}: {
  label: string
  children: ReactNode
  className?: string | undefined
}) {
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- <output> must not contain block elements
    <div role="status" className={styles.late}>
      <span className="vh">{label}</span>
      <div aria-hidden="true" className={className}>
        {children}
      </div>
    </div>
  )
}

/** One gray bar. The sizes are CSS lengths. */
export function Skeleton({ width, height }: { width?: string; height?: string }) {
  const size: CSSProperties = { width, height }
  return <span className={styles.skeleton} style={size} />
}

type HeadingLevel = 1 | 2 | 3

/** An empty state: an icon, a title, a hint and at most one action as children. */
export function Empty({
  icon,
  title,
  hint,
  level = 2,
  children,
}: {
  icon: ReactNode
  title: string
  hint?: ReactNode | undefined
  level?: HeadingLevel | undefined
  children?: ReactNode | undefined
}) {
  const Heading = `h${level}` as const
  return (
    <div className={styles.state}>
      <span className={styles.picture} aria-hidden="true">
        {icon}
      </span>
      <Heading className={styles.title}>{title}</Heading>
      {hint && <p className={styles.words}>{hint}</p>}
      {children && <div className={styles.actions}>{children}</div>}
    </div>
  )
}

/** A failed load: a title, the error's message and "Try Again". */
export function Failure({
  title,
  error,
  message,
  onRetry,
  isRetrying = false,
  level = 2,
  announced = true,
  children,
}: {
  title: string
  error?: unknown
  /** Shown instead of the error's message. */
  message?: string | undefined
  onRetry?: (() => unknown) | undefined
  isRetrying?: boolean | undefined
  level?: HeadingLevel | undefined
  /** False where the failure is announced to screen readers in another way. */
  announced?: boolean | undefined
  /** Other buttons beside "Try Again". */
  children?: ReactNode | undefined
}) {
  const Heading = `h${level}` as const
  return (
    <div role={announced ? 'alert' : undefined} className={classNames(styles.state, styles.bad)}>
      <span className={styles.picture} aria-hidden="true">
        <CloudOff />
      </span>
      <Heading className={styles.title}>{title}</Heading>
      <p className={styles.words}>{message ?? messageOf(error)}</p>
      {(onRetry || children) && (
        <div className={styles.actions}>
          {onRetry && (
            <Button busy={isRetrying} onClick={() => void onRetry()}>
              {!isRetrying && <RefreshCw aria-hidden="true" />}
              Try Again
            </Button>
          )}
          {children}
        </div>
      )}
    </div>
  )
}
