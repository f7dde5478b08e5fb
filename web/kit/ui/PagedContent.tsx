import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { t } from '#contract/kit/translate.ts'
import { messageOf, messageOr } from '#web/kit/api/api.ts'
import { Button } from './Button.tsx'
import { Failure, FieldError, Loading } from './Feedback.tsx'

type PagedQuery = Pick<
  UseInfiniteQueryResult,
  | 'data'
  | 'error'
  | 'isFetching'
  | 'isFetchingNextPage'
  | 'isFetchNextPageError'
  | 'hasNextPage'
  | 'fetchNextPage'
  | 'refetch'
>

type PagedContentProps = {
  query: PagedQuery
  failureTitle: string
  /** The items of the loaded pages. */
  children: ReactNode
  /** The class of the box around the button. */
  moreClassName?: string | undefined
}

/** A list that loads page by page. Shows whether it is loading or has failed, and has a button for the next page. */
export function PagedContent({ query, failureTitle, children, moreClassName }: PagedContentProps) {
  const { data, error, isFetching, isFetchNextPageError, hasNextPage, fetchNextPage, refetch } = query
  return (
    <>
      {!data && !error && <Loading>{t('Loading...')}</Loading>}
      {error && (
        <Failure
          title={failureTitle}
          error={error}
          level={3}
          isRetrying={isFetching}
          // The pages on the screen may have failed to load again.
          onRetry={() => (isFetchNextPageError ? fetchNextPage() : refetch())}
        />
      )}
      {children}
      {hasNextPage && !error && (
        <div className={moreClassName}>
          <MoreButton query={query} block>
            {t('Show more')}
          </MoreButton>
        </div>
      )}
    </>
  )
}

type MoreButtonProps = {
  query: Pick<
    PagedQuery,
    'error' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'hasNextPage' | 'fetchNextPage'
  >
  /** The text of a failure for which the server has no text. */
  failure?: string | undefined
  block?: boolean
  className?: string | undefined
  onLoad?: (() => void) | undefined
  children: ReactNode
}

/** Loads the next page of a list, and says so if that fails. It is not shown on the last page. */
export function MoreButton({ query, failure, block = false, className, onLoad, children }: MoreButtonProps) {
  if (!query.hasNextPage) {
    return null
  }
  return (
    <>
      {query.isFetchNextPageError && (
        <div role="alert">
          <FieldError>{failure ? messageOr(query.error, failure) : messageOf(query.error)}</FieldError>
        </div>
      )}
      <Button
        variant="secondary"
        block={block}
        className={className}
        busy={query.isFetchingNextPage}
        busyLabel={t('Loading...')}
        onClick={() => {
          onLoad?.()
          void query.fetchNextPage()
        }}
      >
        {children}
      </Button>
    </>
  )
}
