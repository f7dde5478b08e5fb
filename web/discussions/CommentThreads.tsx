import { useMemo, useRef } from 'react'
import type { Bill } from '#contract/bills/bills.ts'
import type { CategoryId } from '#contract/discussions.ts'
import { t } from '#contract/kit/translate.ts'
import { CommentComposer } from '#web/comments/CommentComposer.tsx'
import { ThreadList } from '#web/comments/ThreadList.tsx'
import type { LinkedComment } from '#web/comments/ThreadList.tsx'
import { LoadingShape, Skeleton } from '#web/kit/ui/Feedback.tsx'
import { billDiscussion } from './billDiscussion.tsx'
import { StartWithBothSides } from './sides/StartWithBothSides.tsx'
import type { Sort } from './sort/sortChoice.ts'
import { SortMenu } from './sort/SortMenu.tsx'
import type { Tab } from './threads.ts'
import { useNewSince, type DiscussionView } from './useDiscussionView.ts'
import styles from './DiscussionPanel.module.css'

/** The question above the field for a new comment. */
const questions: Record<Tab, string> = {
  all: t('What do you think of this bill?'),
  'general-discussion': t('What do you think of this bill?'),
  'economic-impact': t('What would it cost you, or bring you?'),
  'personal-stories': t('What does this bill touch in your own life?'),
  'questions-clarifications': t('What do you want to know about this bill?'),
}

type CommentThreadsProps = {
  bill: Bill
  tab: Tab
  tabName: string
  sort: Sort
  view: DiscussionView
  linked: LinkedComment | null
  onShowCategory: (category_id: CategoryId) => void
  onDeleted: () => void
}

/** The composer and the threads of one tab. */
export function CommentThreads(props: CommentThreadsProps) {
  const { bill, tab, tabName, sort, view, linked, onShowCategory, onDeleted } = props
  const threads = useRef<HTMLDivElement>(null)
  const newSince = useNewSince(view, { bill_id: bill.bill_id, tab, sort }, threads)
  const isAll = tab === 'all'
  const discussion = useMemo(
    () => billDiscussion(bill, tab, { sort, newSince, ...(isAll && { onShowCategory }) }),
    [bill, tab, sort, newSince, isAll, onShowCategory],
  )
  return (
    <div ref={threads} className={styles.threads}>
      {isAll && <StartWithBothSides bill={bill} />}
      <CommentComposer
        discussion={discussion}
        label={isAll ? t('Add to the discussion') : t('Add to {tab}', { tab: tabName })}
        question={questions[tab]}
      />
      <ThreadList
        discussion={discussion}
        label={isAll ? t('Threads') : t('Threads in {tab}', { tab: tabName })}
        empty={t('No comments here yet. What do you think?')}
        loading={<CommentsSkeleton />}
        head={<SortMenu bill_id={bill.bill_id} sort={sort} />}
        linked={isAll ? linked : null}
        onDeleted={onDeleted}
      />
    </div>
  )
}

function CommentsSkeleton() {
  return (
    <LoadingShape label={t('Loading comments...')} className={styles.loading}>
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
