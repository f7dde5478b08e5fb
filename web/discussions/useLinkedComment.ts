import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { type Comment } from '#contract/discussions.ts'
import { findInThreads } from '#web/comments/commentTree.ts'
import type { LinkedComment } from '#web/comments/ThreadList.tsx'
import { threadOf, threadPages } from '#web/comments/threads.ts'
import { findLinkedThread, highlightTime } from './linkedComment.ts'
import type { Sort } from './sort/sortChoice.ts'
import { billThreads } from './threads.ts'

/**
 * Finds a linked comment in any category, opens the tab with all comments and highlights it for 4 seconds. A missing comment is
 * ignored.
 */
export function useLinkedComment(
  bill_id: string,
  comment_id: string | null,
  sort: Sort,
  open: () => void,
): LinkedComment | null {
  const cache = useQueryClient()
  const [linked, setLinked] = useState<LinkedComment | null>(null)
  // A later choice of another order must not search again.
  const shownSort = useRef(sort)
  useEffect(() => {
    shownSort.current = sort
  })
  useEffect(() => {
    if (!comment_id) return undefined
    let isCurrent = true
    const source = billThreads(bill_id, 'all', shownSort.current)
    const load = () => cache.ensureInfiniteQueryData(threadPages(source))
    async function search(linked_id: string) {
      const result = await findLinkedThread({
        discussionLoaded: load(),
        find: () => cache.fetchQuery(threadOf(source, linked_id)),
        openAll: () => {
          if (isCurrent) open()
          return load()
        },
      })
      if (!result || !isCurrent) return
      const { thread } = result
      const isLoaded = findInThreads(loadedThreads(cache, bill_id, shownSort.current), linked_id) !== null
      setLinked({
        comment_id: linked_id,
        pinned: isLoaded ? null : thread.comment_id,
        isHighlighted: true,
      })
    }
    void search(comment_id)
    return () => {
      isCurrent = false
      // A second link to the same comment highlights it again.
      setLinked((now) => now && { ...now, isHighlighted: false })
    }
  }, [cache, bill_id, comment_id, open])

  const isHighlighted = linked?.isHighlighted === true
  useEffect(() => {
    if (!isHighlighted) return undefined
    const timer = setTimeout(() => setLinked((now) => now && { ...now, isHighlighted: false }), highlightTime)
    return () => clearTimeout(timer)
  }, [isHighlighted])
  return linked
}

function loadedThreads(cache: QueryClient, bill_id: string, sort: Sort): readonly Comment[] {
  const data = cache.getQueryData(threadPages(billThreads(bill_id, 'all', sort)).queryKey)
  return data?.pages.flatMap((page) => page.comments) ?? []
}
