import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link2 } from 'lucide-react'
import type { Bill } from '../../contract/bills.ts'
import type { CategoryId } from '../../contract/discussions.ts'
import { ApiError, wordsOf } from '../kit/api.ts'
import { countOf } from '../kit/format.ts'
import { useSession } from '../kit/session.ts'
import { Avatar } from '../kit/ui/Avatar.tsx'
import { Button } from '../kit/ui/Button.tsx'
import { Failure, LoadingShape, Skeleton } from '../kit/ui/Feedback.tsx'
import { FieldError } from '../kit/ui/Field.tsx'
import { CommentComposer } from './CommentComposer.tsx'
import { joined, temporaryPrefix } from './commentTree.ts'
import { SortMenu } from './SortMenu.tsx'
import { Thread } from './Thread.tsx'
import { threadOf, threadPages, threadStep, writtenHere, type Sort } from './threads.ts'
import type { Linked } from './useLinkedComment.ts'
import { useShowMore } from './useShowMore.ts'
import styles from './DiscussionPanel.module.css'

type CommentThreadsProps = {
  bill: Bill
  category_id: CategoryId
  category_name: string
  sort: Sort
  linked: Linked | null
  onDeleted: () => void
}

/** The composer and the threads of one category, twenty at a time. */
export function CommentThreads(props: CommentThreadsProps) {
  const { bill, category_id, category_name, sort, linked, onDeleted } = props
  const { user } = useSession()
  const loaded = useInfiniteQuery(threadPages(bill.bill_id, category_id, sort))
  const written = useQuery(writtenHere(bill.bill_id, category_id)).data ?? []
  const linkedHere = linked?.category_id === category_id ? linked : null

  // Threads that the loaded pages do not hold, or did not when they were put here: they keep their place above the list.
  const pinned = [...new Set([...(linkedHere?.pinned ? [linkedHere.pinned] : []), ...written])]
  const pages = loaded.data?.pages ?? []
  const threads = joined(...pages.map((page) => page.comments)).filter(
    (thread) => !pinned.includes(thread.comment_id),
  )
  const left = (pages.at(-1)?.pagination.total ?? 0) - pages.flatMap((page) => page.comments).length
  const showMore = useShowMore(threads, 'thread', 'threads')

  const shared = {
    bill,
    sort,
    level: 1,
    myId: user?.userId ?? null,
    glowingId: linkedHere?.isGlowing ? linkedHere.comment_id : null,
    onDeleted,
  }
  const isEmpty = loaded.data && threads.length === 0 && pinned.length === 0

  return (
    <div className={styles.threads}>
      <CommentComposer
        place={{
          bill,
          category_id,
          sort,
          parent: null,
          shownUnder: null,
          draft: `comment:${bill.bill_id}:${category_id}`,
        }}
        label={`Add to ${category_name}`}
        avatar={
          user && (
            <Avatar name={user.fullName} pictureUrl={user.profilePictureUrl} level={user.engagement_level} />
          )
        }
      />
      {!isEmpty && <SortMenu sort={sort} />}
      {pinned.length > 0 && (
        <ol className={styles.pinned} aria-label="Shown first">
          {pinned.map((comment_id) => (
            <PinnedThread
              key={comment_id}
              {...shared}
              comment_id={comment_id}
              // The linked comment itself may be a reply: its own question holds the way down to it.
              linkedId={linkedHere?.pinned === comment_id ? linkedHere.comment_id : null}
            />
          ))}
        </ol>
      )}
      {loaded.isPending && <CommentsSkeleton />}
      {loaded.isError && !loaded.data && (
        <Failure
          title="Error Loading Comments"
          level={3}
          error={loaded.error}
          onRetry={loaded.refetch}
          isRetrying={loaded.isFetching}
        />
      )}
      {isEmpty && <p className={styles.empty}>No comments here yet. What do you think?</p>}
      <ol className={styles.list} aria-label={`Threads in ${category_name}`}>
        {threads.map((thread) => (
          <Thread key={thread.comment_id} {...shared} comment={thread} />
        ))}
      </ol>
      {loaded.isFetchNextPageError && (
        <div role="alert">
          <FieldError>{wordsOf(loaded.error)}</FieldError>
        </div>
      )}
      {loaded.hasNextPage && (
        <Button
          variant="soft"
          block
          busy={loaded.isFetchingNextPage}
          busyLabel="Loading comments..."
          onClick={() => void showMore(loaded.fetchNextPage)}
        >
          Show {countOf(Math.min(threadStep, Math.max(1, left)), 'more thread')}
        </Button>
      )}
    </div>
  )
}

type PinnedThreadProps = Omit<Parameters<typeof Thread>[0], 'comment'> & {
  comment_id: string
  linkedId: string | null
}

function PinnedThread({ comment_id, linkedId, ...shared }: PinnedThreadProps) {
  const isOnItsWay = comment_id.startsWith(temporaryPrefix)
  const loaded = useQuery({ ...threadOf(shared.bill.bill_id, linkedId ?? comment_id), enabled: !isOnItsWay })
  const isGone = loaded.error instanceof ApiError && loaded.error.status === 404
  if (!loaded.data || isGone) return null
  return (
    <>
      {linkedId && (
        <li className={styles.pinnedWords}>
          <Link2 aria-hidden="true" />
          From your link
        </li>
      )}
      <Thread {...shared} comment={loaded.data.thread} />
    </>
  )
}

function CommentsSkeleton() {
  return (
    <LoadingShape label="Loading comments..." className={styles.loading}>
      {[1, 2, 3].map((row) => (
        <div key={row} className={styles.loadingRow}>
          <Skeleton width="2.5rem" height="2.5rem" />
          <Skeleton width="40%" />
          <Skeleton />
          <Skeleton width="70%" />
        </div>
      ))}
    </LoadingShape>
  )
}
