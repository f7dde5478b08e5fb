import { useMemo, useRef } from 'react'
import type { Bill } from '#contract/bills/bills.ts'
import type { CategoryId } from '#contract/discussions.ts'
import { CommentComposer } from '#web/comments/CommentComposer.tsx'
import { ThreadList } from '#web/comments/ThreadList.tsx'
import { LoadingShape, Skeleton } from '#web/kit/ui/Feedback.tsx'
import { billDiscussion } from './billDiscussion.tsx'
import type { Sort } from './sort/sortChoice.ts'
import { SortMenu } from './sort/SortMenu.tsx'
import { useNewSince, type DiscussionView } from './useDiscussionView.ts'
import type { Linked } from './useLinkedComment.ts'
import styles from './DiscussionPanel.module.css'

type CommentThreadsProps = {
  bill: Bill
  category_id: CategoryId
  category_name: string
  sort: Sort
  view: DiscussionView
  linked: Linked | null
  onDeleted: () => void
}

/** The composer and the threads of one category. */
export function CommentThreads(props: CommentThreadsProps) {
  const { bill, category_id, category_name, sort, view, linked, onDeleted } = props
  const threads = useRef<HTMLDivElement>(null)
  const newSince = useNewSince(view, { bill_id: bill.bill_id, category_id, sort }, threads)
  const discussion = useMemo(
    () => billDiscussion(bill, category_id, sort, newSince),
    [bill, category_id, sort, newSince],
  )
  return (
    <div ref={threads} className={styles.threads}>
      <CommentComposer discussion={discussion} label={`Add to ${category_name}`} />
      <ThreadList
        discussion={discussion}
        label={`Threads in ${category_name}`}
        empty="No comments here yet. What do you think?"
        loading={<CommentsSkeleton />}
        head={<SortMenu sort={sort} />}
        linked={linked?.category_id === category_id ? linked : null}
        onDeleted={onDeleted}
      />
    </div>
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
