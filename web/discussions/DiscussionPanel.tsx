import { useQuery } from '@tanstack/react-query'
import { useCallback, useId, useRef, useState } from 'react'
import type { Bill } from '#contract/bills/bills.ts'
import { type Category, commentCategories, listCategories, nameOfCategory } from '#contract/discussions.ts'
import { t } from '#contract/kit/translate.ts'
import { CommentCount } from '#web/bills/card/CommentCount.tsx'
import { queryFor } from '#web/kit/api/api.ts'
import { billDrafts } from '#web/kit/forms/draftKeys.ts'
import { hasDraft } from '#web/kit/forms/drafts.ts'
import { useDraftOwner } from '#web/kit/forms/useDraft.ts'
import { Tabs } from '#web/kit/ui/Tabs.tsx'
import { CommentThreads } from './CommentThreads.tsx'
import { EchoBar } from './EchoBar.tsx'
import { useChosenSort, type Sort } from './sort/sortChoice.ts'
import { type Tab } from './threads.ts'
import { useDiscussionView } from './useDiscussionView.ts'
import { useLinkedComment } from './useLinkedComment.ts'
import styles from './DiscussionPanel.module.css'

type DiscussionPanelProps = {
  bill: Bill
  /** The order of the threads until the member selects another one. */
  firstSort: Sort
  /** A comment that a link points to. */
  comment: string | null
}

/** Returns the category with a draft, or else the tab with all comments. */
function useTabWithDraft(bill_id: string): Tab {
  const owner = useDraftOwner()
  const withDraft = commentCategories.find(({ category_id }) =>
    hasDraft(owner, `${billDrafts(bill_id)}:${category_id}`),
  )
  return withDraft?.category_id ?? 'all'
}

/** The discussion of a bill: all comments first, and four categories. Each tab is loaded when it is opened. */
export function DiscussionPanel({ bill, firstSort, comment }: DiscussionPanelProps) {
  const headingId = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const categories = useQuery({
    ...queryFor(listCategories, { id: bill.bill_id }),
    staleTime: 0,
    refetchOnWindowFocus: 'always',
  })
  // Votes that arrive while the discussion is open do not change the order under the reader.
  const [defaultSort] = useState(firstSort)
  const sort = useChosenSort() ?? defaultSort
  const [openId, setOpenId] = useState<Tab>(useTabWithDraft(bill.bill_id))
  const view = useDiscussionView()
  const showAll = useCallback(() => setOpenId('all'), [])
  const linked = useLinkedComment(bill.bill_id, comment, sort, showAll)
  // The function stays the same so that unchanged threads do not render again.
  const focusHeading = useCallback(() => heading.current?.focus({ preventScroll: true }), [])

  // The four categories are constants, so only their counts are missing if the call fails.
  const shownCategories: readonly (Omit<Category, 'comment_count'> & { comment_count?: number })[] =
    categories.data?.categories ?? commentCategories
  const tabs: readonly { id: Tab; label: string; count?: number | undefined }[] = [
    { id: 'all', label: t('All'), count: categories.data && bill.discussion_count },
    ...shownCategories.map(({ category_id, comment_count }) => ({
      id: category_id,
      label: t(nameOfCategory(category_id)),
      count: comment_count,
    })),
  ]
  return (
    <section className={`card ${styles.panel}`} aria-labelledby={headingId}>
      <div className={styles.head}>
        <h2 id={headingId} ref={heading} tabIndex={-1} className={styles.title}>
          {t('Discussion')}
        </h2>
        <span className={styles.total}>
          <CommentCount bill={bill} />
        </span>
      </div>
      <EchoBar bill_id={bill.bill_id} />
      <Tabs label={t('Categories')} tabs={tabs} selected={openId} onSelect={setOpenId}>
        {(tab) => (
          <CommentThreads
            key={tab}
            bill={bill}
            tab={tab}
            tabName={t(nameOfCategory(openId))}
            sort={sort}
            view={view}
            linked={linked}
            onShowCategory={setOpenId}
            onDeleted={focusHeading}
          />
        )}
      </Tabs>
    </section>
  )
}
