import { CircleAlert, CloudOff, RefreshCw } from 'lucide-react'
import type { CSSProperties, ReactNode } from 'react'
import { t } from '#contract/kit/translate.ts'
import { messageOf } from '#web/kit/api/api.ts'
import { Button, Spinner } from './Button.tsx'
import { classNames } from './classNames.ts'
import styles from './Feedback.module.css'

/** A spinner with text. It is used where no skeleton shows the shape of the content. */
export function Loading({ children, wholePage = false }: { children: ReactNode; wholePage?: boolean }) {
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- <output> must not contain block elements
    <div role="status" className={classNames(styles.loading, wholePage && styles.wholePage)}>
      <Spinner />
      <span>{children}</span>
    </div>
  )
}

type LoadingShapeProps = { label: string; className?: string | undefined } & (
  | { children: ReactNode; heights?: undefined }
  | { heights: readonly string[]; children?: undefined }
)

/**
 * Skeletons in the shape of the content: the children, or bars of these heights. They appear after 200 ms. Screen readers
 * read `label`.
 */
export function LoadingShape({ label, className, heights, children }: LoadingShapeProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- <output> must not contain block elements
    <div role="status" className={styles.late}>
      <span className="vh">{label}</span>
      <div aria-hidden="true" className={className}>
        {heights?.map((height, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- the bars have no state and no other key
          <Skeleton key={index} height={height} />
        )) ?? children}
      </div>
    </div>
  )
}

/** One gray bar of a skeleton. `width` and `height` are CSS lengths. */
export function Skeleton({ width, height }: { width?: string; height?: string }) {
  const size: CSSProperties = { width, height }
  return <span className={styles.skeleton} style={size} />
}

export type HeadingLevel = 1 | 2 | 3

/** An empty state with an icon, a title and a hint. The children are at most one action. */
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
      {hint && <p className={styles.text}>{hint}</p>}
      {children && <div className={styles.actions}>{children}</div>}
    </div>
  )
}

/**
 * An error message with an icon, shown under an invalid field. It is not in Field.tsx, because components without form fields
 * use it too.
 */
export function FieldError({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p className={styles.fieldError} id={id}>
      <CircleAlert aria-hidden="true" />
      <span>{children}</span>
    </p>
  )
}

/** Shown instead of content that could not be loaded, with a title, the error's message and "Try Again". */
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
  /** False if the failure is announced to screen readers in another way. */
  announced?: boolean | undefined
  /** Other buttons beside "Try Again". */
  children?: ReactNode | undefined
}) {
  const Heading = `h${level}` as const
  return (
    <div role={announced ? 'alert' : undefined} className={classNames(styles.state, styles.failure)}>
      <span className={styles.picture} aria-hidden="true">
        <CloudOff />
      </span>
      <Heading className={styles.title}>{title}</Heading>
      <p className={styles.text}>{message ?? messageOf(error)}</p>
      {(onRetry || children) && (
        <div className={styles.actions}>
          {onRetry && (
            <Button busy={isRetrying} onClick={() => void onRetry()}>
              {!isRetrying && <RefreshCw aria-hidden="true" />}
              {t('Try Again')}
            </Button>
          )}
          {children}
        </div>
      )}
    </div>
  )
}
