import { useQuery } from '@tanstack/react-query'
import { useCallback, useId, useRef, useState } from 'react'
import type { Bill } from '#contract/bills/bills.ts'
import { commentCategories, listCategories, type Category, type CategoryId } from '#contract/discussions.ts'
import { CommentCount } from '#web/bills/card/CommentCount.tsx'
import { queryFor } from '#web/kit/api/api.ts'
import { hasDraft } from '#web/kit/forms/drafts.ts'
import { useSession } from '#web/kit/session/session.ts'
import { Tabs } from '#web/kit/ui/Tabs.tsx'
import { CommentThreads } from './CommentThreads.tsx'
import { EchoBar } from './EchoBar.tsx'
import { useSort } from './sort/sortChoice.ts'
import { categoryDrafts } from './threads.ts'
import { useDiscussionView } from './useDiscussionView.ts'
import { useLinkedComment } from './useLinkedComment.ts'
import styles from './DiscussionPanel.module.css'

type DiscussionPanelProps = {
  bill: Bill
  /** A comment that a link points to. */
  comment: string | null
}

/** Returns the first category with a draft, or else the first category. */
function useCategoryWithDraft(bill_id: string): CategoryId {
  const userId = useSession().user?.userId ?? 'visitor'
  const [first] = commentCategories
  const withDraft = commentCategories.find(({ category_id }) =>
    hasDraft(userId, categoryDrafts(bill_id, category_id)),
  )
  return (withDraft ?? first).category_id
}

/** The discussion of a bill in four categories. Each category is loaded when its tab is opened. */
export function DiscussionPanel({ bill, comment }: DiscussionPanelProps) {
  const headingId = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const categories = useQuery({
    ...queryFor(listCategories, { id: bill.bill_id }),
    staleTime: 0,
    refetchOnWindowFocus: 'always',
  })
  const sort = useSort()
  const [openId, setOpenId] = useState(useCategoryWithDraft(bill.bill_id))
  const view = useDiscussionView()
  const linked = useLinkedComment(bill.bill_id, comment, sort, setOpenId)
  // The function stays the same so that unchanged threads do not render again.
  const focusHeading = useCallback(() => heading.current?.focus({ preventScroll: true }), [])

  // The four categories are constants, so only their counts are missing if the call fails.
  const shownCategories: readonly (Omit<Category, 'comment_count'> & { comment_count?: number })[] =
    categories.data?.categories ?? commentCategories
  const openName = shownCategories.find((category) => category.category_id === openId)?.category_name ?? ''
  return (
    <section className={`card ${styles.panel}`} aria-labelledby={headingId}>
      <div className={styles.head}>
        <h2 id={headingId} ref={heading} tabIndex={-1} className={styles.title}>
          Discussion
        </h2>
        <span className={styles.total}>
          <CommentCount bill={bill} />
        </span>
      </div>
      <EchoBar bill_id={bill.bill_id} />
      <Tabs
        label="Categories"
        tabs={shownCategories.map(({ category_id, category_name, comment_count }) => ({
          id: category_id,
          label: category_name,
          count: comment_count,
        }))}
        selected={openId}
        onSelect={setOpenId}
      >
        {(category_id) => (
          <CommentThreads
            key={category_id}
            bill={bill}
            category_id={category_id}
            category_name={openName}
            sort={sort}
            view={view}
            linked={linked}
            onDeleted={focusHeading}
          />
        )}
      </Tabs>
    </section>
  )
}
