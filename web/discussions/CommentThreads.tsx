import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Bill } from '../../contract/bills.ts'
import { commentLevels, listComments, type CategoryId, type Comment } from '../../contract/discussions.ts'
import { ask } from '../kit/api.ts'
import { useSession } from '../kit/session.ts'
import { Avatar } from '../kit/ui/Avatar.tsx'
import { Button } from '../kit/ui/Button.tsx'
import { Failure, LoadingShape, Skeleton } from '../kit/ui/Feedback.tsx'
import { CommentComposer } from './CommentComposer.tsx'
import { CommentItem } from './CommentItem.tsx'
import { isTemporary, threadOf } from './commentTree.ts'
import styles from './DiscussionPanel.module.css'

/** Threads shown at first, and with each press of the button. */
const threadStep = 20

type CommentThreadsProps = {
  bill: Bill
  category_id: CategoryId
  category_name: string
  linkedId: string | null
  isGlowing: boolean
  onDeleted: () => void
}

/** The composer and the threads of one category, oldest first. */
export function CommentThreads(props: CommentThreadsProps) {
  const { bill, category_id, category_name, linkedId, isGlowing, onDeleted } = props
  const { user } = useSession()
  const loaded = useQuery(ask(listComments, { id: bill.bill_id, category_id }))
  const [limit, setLimit] = useState(threadStep)
  const [arrivedAt] = useState(() => new Date().toISOString())
  const threads = loaded.data?.comments ?? []
  const linkedThread = linkedId ? threadOf(threads, linkedId) : null

  // Beyond the limit there is still what a link points at and what the reader has written just now.
  const isAlwaysShown = (thread: Comment) =>
    thread === linkedThread ||
    isTemporary(thread) ||
    (thread.user_id === user?.userId && thread.created_at > arrivedAt)

  const item = ({ comment, level }: Placed) => (
    <CommentItem
      key={comment.comment_id}
      bill={bill}
      comment={comment}
      level={level}
      myId={user?.userId ?? null}
      isLinked={isGlowing && comment.comment_id === linkedId}
      onDeleted={onDeleted}
    />
  )

  return (
    <div className={styles.threads}>
      <CommentComposer
        place={{
          bill,
          category_id,
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
      {loaded.data && threads.length === 0 && (
        <p className={styles.empty}>No comments here yet. What do you think?</p>
      )}
      <ol className={styles.list}>{threads.slice(0, limit).flatMap(inReadingOrder).map(item)}</ol>
      {threads.length > limit && (
        <>
          <Button variant="soft" block onClick={() => setLimit(limit + threadStep)}>
            Show {threadStep} more comments
          </Button>
          <ol className={styles.list}>
            {threads.slice(limit).filter(isAlwaysShown).flatMap(inReadingOrder).map(item)}
          </ol>
        </>
      )}
    </div>
  )
}

type Placed = { comment: Comment; level: number }

/** A thread as it is read: each comment, then its replies. */
function inReadingOrder(thread: Comment): Placed[] {
  const walk = (comment: Comment, level: number): Placed[] => [
    { comment, level },
    ...comment.replies.flatMap((reply) => walk(reply, Math.min(level + 1, commentLevels))),
  ]
  return walk(thread, 1)
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
