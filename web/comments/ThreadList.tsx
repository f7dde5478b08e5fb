import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link2 } from 'lucide-react'
import { useCallback, useEffect, useMemo, useState, type ReactNode } from 'react'
import { plural, t } from '#contract/kit/translate.ts'
import { messageOf } from '#web/kit/api/api.ts'
import { withoutDuplicates } from '#web/kit/api/pages.ts'
import { useSession } from '#web/kit/session/session.ts'
import { Button } from '#web/kit/ui/Button.tsx'
import { classNames } from '#web/kit/ui/classNames.ts'
import { FieldError } from '#web/kit/ui/Feedback.tsx'
import { QueryView } from '#web/kit/ui/QueryView.tsx'
import { findFirstNew, temporaryPrefix } from './commentTree.ts'
import type { Discussion, ThreadComment, ThreadView } from './discussion.ts'
import { Thread } from './Thread.tsx'
import { isMissing, threadOf, threadPages, threadPageSize, newThreadIds } from './threads.ts'
import { useShowMore } from './useShowMore.ts'
import styles from './ThreadList.module.css'

/** A comment that a link points to. */
export type LinkedComment = {
  comment_id: string
  /** The id of its thread if the loaded pages do not contain the comment. That thread is then shown above the list. */
  pinned: string | null
  isHighlighted: boolean
}

type ThreadListProps<C extends ThreadComment<C>> = {
  discussion: Discussion<C>
  label: string
  empty: string
  /** Shown until the first page arrives. */
  loading: ReactNode
  /** Shown above the list unless the list is empty. */
  head?: ReactNode
  linked?: LinkedComment | null
  failureMessage?: (error: unknown) => string
  onDeleted: () => void
}

/** The threads of a post or of one category of a bill, twenty at a time. */
export function ThreadList<C extends ThreadComment<C>>(props: ThreadListProps<C>) {
  const { discussion, label, empty, loading, head, linked = null, failureMessage, onDeleted } = props
  const viewerId = useSession().user?.userId ?? null
  const threadsQuery = useInfiniteQuery(threadPages(discussion))
  const newThreads = useQuery(newThreadIds(discussion)).data ?? []

  // Pinned threads stay above the list even if a page with them is loaded later.
  const [deletedIds, setDeletedIds] = useState<readonly string[]>([])
  const unpin = useCallback((comment_id: string) => setDeletedIds((ids) => [...ids, comment_id]), [])
  const pinned = [...new Set([...(linked?.pinned ? [linked.pinned] : []), ...newThreads])].filter(
    (comment_id) => !deletedIds.includes(comment_id),
  )
  const pages = threadsQuery.data?.pages ?? []
  const threads = withoutDuplicates(
    pages.flatMap((page) => page.comments),
    (thread) => thread.comment_id,
  ).filter((thread) => !pinned.includes(thread.comment_id))
  const remaining = (pages.at(-1)?.pagination.total ?? 0) - pages.flatMap((page) => page.comments).length
  const showMore = useShowMore(threads, t('{n} more thread|{n} more threads'))
  const highlightedId = linked?.isHighlighted ? linked.comment_id : null
  const firstNewId = discussion.newSince ? findFirstNew(threads, discussion.newSince, viewerId) : null
  const view = useMemo(
    () => ({ discussion, viewerId, highlightedId, firstNewId, onDeleted }),
    [discussion, viewerId, highlightedId, firstNewId, onDeleted],
  )
  const isEmpty = threadsQuery.data && threads.length === 0 && pinned.length === 0

  return (
    <>
      {!isEmpty && head}
      {pinned.length > 0 && (
        <ol className={styles.pinned} aria-label={t('Shown first')}>
          {pinned.map((comment_id) => (
            <PinnedThread
              key={comment_id}
              view={view}
              comment_id={comment_id}
              // The linked comment may be a deep reply, which is contained only in the response to a request for it.
              linkedId={linked?.pinned === comment_id ? linked.comment_id : null}
              onDeletedElsewhere={unpin}
            />
          ))}
        </ol>
      )}
      <QueryView
        query={threadsQuery}
        title={t('Error Loading Comments')}
        level={3}
        message={failureMessage}
        loading={loading}
      />
      {isEmpty && (
        <p className={classNames(styles.empty, discussion.variant === 'compact' && styles.compact)}>
          {empty}
        </p>
      )}
      {threads.length > 0 && (
        <ol className={styles.list} aria-label={label}>
          {threads.map((thread) => (
            <Thread key={thread.comment_id} view={view} comment={thread} level={1} />
          ))}
        </ol>
      )}
      {threadsQuery.isFetchNextPageError && (
        <div role="alert">
          <FieldError>{messageOf(threadsQuery.error)}</FieldError>
        </div>
      )}
      {threadsQuery.hasNextPage && (
        <Button
          variant="soft"
          block
          className={styles.more}
          busy={threadsQuery.isFetchingNextPage}
          busyLabel={t('Loading comments...')}
          onClick={() => void showMore(threadsQuery.fetchNextPage)}
        >
          {plural(
            Math.min(threadPageSize, Math.max(1, remaining)),
            'Show {n} more thread|Show {n} more threads',
          )}
        </Button>
      )}
    </>
  )
}

type PinnedThreadProps<C extends ThreadComment<C>> = {
  view: ThreadView<C>
  comment_id: string
  linkedId: string | null
  /** Called when the server answers that the thread no longer exists. */
  onDeletedElsewhere: (comment_id: string) => void
}

function PinnedThread<C extends ThreadComment<C>>(props: PinnedThreadProps<C>) {
  const { view, comment_id, linkedId, onDeletedElsewhere } = props
  const { discussion } = view
  const isBeingSent = comment_id.startsWith(temporaryPrefix)
  const linkedQuery = useQuery({
    ...threadOf(discussion, linkedId ?? comment_id),
    enabled: linkedId !== null && !isBeingSent,
  })
  const isReplyMissing = isMissing(linkedQuery.error)
  const wholeQuery = useQuery({
    ...threadOf(discussion, comment_id),
    enabled: (linkedId === null || isReplyMissing) && !isBeingSent,
    // The thread stays on the screen until the new response arrives.
    placeholderData: () => linkedQuery.data,
  })
  const isThreadMissing = isMissing(wholeQuery.error)
  useEffect(() => {
    if (isThreadMissing) {
      onDeletedElsewhere(comment_id)
    }
  }, [isThreadMissing, comment_id, onDeletedElsewhere])

  const { data } = linkedId === null || isReplyMissing ? wholeQuery : linkedQuery
  if (!data || isThreadMissing) {
    return null
  }
  return (
    <>
      {linkedId && (
        <li className={styles.pinnedLabel}>
          <Link2 aria-hidden="true" />
          {t('From your link')}
        </li>
      )}
      <Thread view={view} comment={data.thread} level={1} />
    </>
  )
}
