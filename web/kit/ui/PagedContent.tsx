import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Button } from './Button.tsx'
import { Failure, Loading } from './Feedback.tsx'

type PagedContentProps = {
  query: Pick<
    UseInfiniteQueryResult,
    'data' | 'error' | 'isFetching' | 'isFetchingNextPage' | 'hasNextPage' | 'fetchNextPage' | 'refetch'
  >
  failureTitle: string
  /** The items of the loaded pages. */
  children: ReactNode
  /** The class of the box around the button. */
  moreClassName?: string | undefined
}

/** A list that loads page by page. Shows whether it is loading or has failed, and has a button for the next page. */
export function PagedContent({ query, failureTitle, children, moreClassName }: PagedContentProps) {
  const { data, error, isFetching, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } = query
  return (
    <>
      {!data && !error && <Loading>Loading...</Loading>}
      {error && (
        <Failure
          title={failureTitle}
          error={error}
          level={3}
          isRetrying={isFetching}
          onRetry={() => (data ? fetchNextPage() : refetch())}
        />
      )}
      {children}
      {hasNextPage && !error && (
        <div className={moreClassName}>
          <Button
            variant="secondary"
            block
            busy={isFetchingNextPage}
            busyLabel="Loading..."
            onClick={() => void fetchNextPage()}
          >
            Show more
          </Button>
        </div>
      )}
    </>
  )
}
