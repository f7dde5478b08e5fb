import { SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { t } from '#contract/kit/translate.ts'
import { ApiError } from '#web/kit/api/api.ts'
import { Empty, Failure, type HeadingLevel, Loading, LoadingShape } from './Feedback.tsx'

type QueryViewProps<Data> = {
  query: { data: Data | undefined; error: unknown; isFetching: boolean; refetch: () => unknown }
  /** The title of the failure. */
  title: string
  /** Returns the text of the failure, if it is not the error's message. */
  message?: ((error: unknown) => string) | undefined
  level?: HeadingLevel | undefined
  /** The bars that are shown while the query loads, or other content. The default is a spinner. */
  shape?: { label: string; className?: string | undefined; heights: readonly string[] } | undefined
  loading?: ReactNode
  /** Returns what is shown instead of the failure, or null. */
  instead?: ((error: unknown) => ReactNode) | undefined
  /** Buttons beside "Try Again". */
  actions?: ReactNode
  children?: ((data: Data) => ReactNode) | undefined
}

/**
 * Shows what a query returned, or that it is loading or has failed. A screen can also return it early, without children,
 * while the query has no data. Data that was loaded stays visible when a later load fails.
 */
export function QueryView<Data>({
  query: { data, error, isFetching, refetch },
  title,
  message,
  level,
  shape,
  loading = shape ? <LoadingShape {...shape} /> : <Loading>{t('Loading...')}</Loading>,
  instead,
  actions,
  children,
}: QueryViewProps<Data>) {
  if (data !== undefined) return children?.(data)
  if (!error) return loading
  return (
    instead?.(error) ?? (
      <Failure
        title={title}
        error={error}
        message={message?.(error)}
        level={level}
        isRetrying={isFetching}
        onRetry={refetch}
      >
        {actions}
      </Failure>
    )
  )
}

/** Says that the URL of a screen leads to nothing. It is a value of `instead`. */
export function notFound(title: string, hint: string, action?: ReactNode) {
  return (error: unknown): ReactNode =>
    error instanceof ApiError && [400, 404].includes(error.status) ? (
      <Empty level={1} icon={<SearchX />} title={title} hint={hint}>
        {action}
      </Empty>
    ) : null
}
