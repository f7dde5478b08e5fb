import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link2 } from 'lucide-react'
import { useCallback, useEffect, useState, type ReactNode } from 'react'
import { ApiError, messageOf } from '../kit/api/api.ts'
import { pluralize } from '../kit/format.ts'
import { Button } from '../kit/ui/Button.tsx'
import { classNames } from '../kit/ui/classNames.ts'
import { Failure } from '../kit/ui/Feedback.tsx'
import { FieldError } from '../kit/ui/Field.tsx'
import { joined, temporaryPrefix } from './commentTree.ts'
import type { Discussion, ThreadComment, ThreadProps } from './discussion.ts'
import { Thread } from './Thread.tsx'
import { threadOf, threadPages, threadStep, writtenHere } from './threads.ts'
import { useShowMore } from './useShowMore.ts'
import styles from './ThreadList.module.css'

/** A comment that a link points at. */
export type LinkedComment = {
  comment_id: string
  /** Its first-level comment, when the loaded pages do not show the comment: it is then shown above them. */
  pinned: string | null
  isGlowing: boolean
}

type ThreadListProps<C extends ThreadComment<C>> = {
  discussion: Discussion<C>
  label: string
  empty: string
  /** Shown until the first page is there. */
  loading: ReactNode
  /** Stands above the list unless the list is empty. */
  head?: ReactNode
  linked?: LinkedComment | null
  myId: string | null
  failureWords?: (error: Error) => string
  onDeleted: () => void
}

/** The threads of a bill's category or of a post, twenty at a time. */
export function ThreadList<C extends ThreadComment<C>>(props: ThreadListProps<C>) {
  const { discussion, label, empty, loading, head, linked = null, myId, failureWords, onDeleted } = props
  const loaded = useInfiniteQuery(threadPages(discussion))
  const written = useQuery(writtenHere(discussion)).data ?? []

  // Threads that the loaded pages did not hold when they were put here: they keep their position above the list.
  const [gone, setGone] = useState<readonly string[]>([])
  const forget = useCallback((comment_id: string) => setGone((ids) => [...ids, comment_id]), [])
  const pinned = [...new Set([...(linked?.pinned ? [linked.pinned] : []), ...written])].filter(
    (comment_id) => !gone.includes(comment_id),
  )
  const pages = loaded.data?.pages ?? []
  const threads = joined(...pages.map((page) => page.comments)).filter(
    (thread) => !pinned.includes(thread.comment_id),
  )
  const left = (pages.at(-1)?.pagination.total ?? 0) - pages.flatMap((page) => page.comments).length
  const showMore = useShowMore(threads, 'thread', 'threads')
  const shared = {
    discussion,
    level: 1,
    myId,
    glowingId: linked?.isGlowing ? linked.comment_id : null,
    onDeleted,
  }
  const isEmpty = loaded.data && threads.length === 0 && pinned.length === 0

  return (
    <>
      {!isEmpty && head}
      {pinned.length > 0 && (
        <ol className={styles.pinned} aria-label="Shown first">
          {pinned.map((comment_id) => (
            <PinnedThread
              key={comment_id}
              {...shared}
              comment_id={comment_id}
              // The linked comment itself may be a reply: its own request returns the path down to it.
              linkedId={linked?.pinned === comment_id ? linked.comment_id : null}
              onGone={forget}
            />
          ))}
        </ol>
      )}
      {loaded.isPending && loading}
      {loaded.isError && !loaded.data && (
        <Failure
          title="Error Loading Comments"
          level={3}
          error={loaded.error}
          words={failureWords?.(loaded.error)}
          onRetry={loaded.refetch}
          isRetrying={loaded.isFetching}
        />
      )}
      {isEmpty && (
        <p className={classNames(styles.empty, discussion.look === 'compact' && styles.compact)}>{empty}</p>
      )}
      {threads.length > 0 && (
        <ol className={styles.list} aria-label={label}>
          {threads.map((thread) => (
            <Thread key={thread.comment_id} {...shared} comment={thread} />
          ))}
        </ol>
      )}
      {loaded.isFetchNextPageError && (
        <div role="alert">
          <FieldError>{messageOf(loaded.error)}</FieldError>
        </div>
      )}
      {loaded.hasNextPage && (
        <Button
          variant="soft"
          block
          className={styles.more}
          busy={loaded.isFetchingNextPage}
          busyLabel="Loading comments..."
          onClick={() => void showMore(loaded.fetchNextPage)}
        >
          Show {pluralize(Math.min(threadStep, Math.max(1, left)), 'more thread')}
        </Button>
      )}
    </>
  )
}

type PinnedThreadProps<C extends ThreadComment<C>> = Omit<ThreadProps<C>, 'comment'> & {
  comment_id: string
  linkedId: string | null
  /** The thread has been deleted. */
  onGone: (comment_id: string) => void
}

function PinnedThread<C extends ThreadComment<C>>(props: PinnedThreadProps<C>) {
  const { comment_id, linkedId, onGone, ...shared } = props
  const { discussion } = shared
  const isBeingSent = comment_id.startsWith(temporaryPrefix)
  const linked = useQuery({
    ...threadOf(discussion, linkedId ?? comment_id),
    enabled: linkedId !== null && !isBeingSent,
  })
  const isReplyGone = isGone(linked.error)
  const whole = useQuery({
    ...threadOf(discussion, comment_id),
    enabled: (linkedId === null || isReplyGone) && !isBeingSent,
    // Until it is read, the thread stays as it was.
    placeholderData: () => linked.data,
  })
  const isThreadGone = isGone(whole.error)
  useEffect(() => {
    if (isThreadGone) onGone(comment_id)
  }, [isThreadGone, comment_id, onGone])

  const { data } = linkedId === null || isReplyGone ? whole : linked
  if (!data || isThreadGone) return null
  return (
    <>
      {linkedId && (
        <li className={styles.pinnedWords}>
          <Link2 aria-hidden="true" />
          From your link
        </li>
      )}
      <Thread {...shared} comment={data.thread} />
    </>
  )
}

function isGone(error: Error | null): boolean {
  return error instanceof ApiError && error.status === 404
}
