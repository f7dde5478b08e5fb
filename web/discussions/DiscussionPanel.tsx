import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import type { Bill } from '../../contract/bills.ts'
import {
  commentCategories,
  listCategories,
  listComments,
  type Category,
  type CategoryId,
} from '../../contract/discussions.ts'
import { ask } from '../kit/api.ts'
import { countOf } from '../kit/format.ts'
import { Tabs } from '../kit/ui/Tabs.tsx'
import { CommentThreads } from './CommentThreads.tsx'
import { findInThreads } from './commentTree.ts'
import { categoryOfComment, glowTime } from './linkedComment.ts'
import styles from './DiscussionPanel.module.css'

type DiscussionPanelProps = {
  bill: Bill
  /** A comment that a link points at. */
  comment: string | null
}

/** The discussion of a bill in its four categories, each loaded when its tab is opened. */
export function DiscussionPanel({ bill, comment }: DiscussionPanelProps) {
  const headingId = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const categories = useQuery(ask(listCategories, { id: bill.bill_id }))
  const [open, setOpen] = useState<CategoryId>('general-discussion')
  const linked = useLinkedComment(bill.bill_id, comment, setOpen)

  // The four are always the same, so that a failed call costs no more than their counts (R48).
  const shown: readonly (Omit<Category, 'comment_count'> & { comment_count?: number })[] =
    categories.data?.categories ?? commentCategories
  const openName = shown.find((category) => category.category_id === open)?.category_name ?? ''
  return (
    <section className={`card ${styles.panel}`} aria-labelledby={headingId}>
      <div className={styles.head}>
        <h2 id={headingId} ref={heading} tabIndex={-1} className={styles.title}>
          Discussion
        </h2>
        <span className={styles.total}>{countOf(bill.discussion_count, 'comment')}</span>
      </div>
      <Tabs
        label="Categories"
        tabs={shown.map(({ category_id, category_name, comment_count }) => ({
          id: category_id,
          label: category_name,
          count: comment_count,
        }))}
        selected={open}
        onSelect={setOpen}
      >
        {(category_id) => (
          <CommentThreads
            key={category_id}
            bill={bill}
            category_id={category_id}
            category_name={openName}
            linkedId={linked.comment_id}
            isGlowing={linked.isGlowing}
            onDeleted={() => heading.current?.focus()}
          />
        )}
      </Tabs>
    </section>
  )
}

/** Finds the category of a linked comment and opens it; the comment glows for 4 s. One that is nowhere is forgotten. */
function useLinkedComment(bill_id: string, comment: string | null, open: (category_id: CategoryId) => void) {
  const cache = useQueryClient()
  const [linked, setLinked] = useState<{ comment_id: string | null; isGlowing: boolean }>({
    comment_id: null,
    isGlowing: false,
  })
  useEffect(() => {
    if (!comment) return undefined
    let isWanted = true
    async function search(comment_id: string) {
      const category_id = await searchFor(cache, bill_id, comment_id)
      if (!category_id || !isWanted) return
      open(category_id)
      setLinked({ comment_id, isGlowing: true })
    }
    void search(comment)
    return () => {
      isWanted = false
    }
  }, [cache, bill_id, comment, open])

  const { isGlowing } = linked
  useEffect(() => {
    if (!isGlowing) return undefined
    const timer = setTimeout(() => setLinked((now) => ({ ...now, isGlowing: false })), glowTime)
    return () => clearTimeout(timer)
  }, [isGlowing])
  return linked
}

function searchFor(cache: QueryClient, bill_id: string, comment_id: string): Promise<CategoryId | null> {
  const threadsOf = async (category_id: CategoryId) =>
    (await cache.ensureQueryData(ask(listComments, { id: bill_id, category_id }))).comments
  return categoryOfComment({
    categories: commentCategories.map((category) => category.category_id),
    discussionLoaded: threadsOf(commentCategories[0].category_id),
    holds: async (category_id) => findInThreads(await threadsOf(category_id), comment_id) !== null,
  })
}
