import { useInfiniteQuery, useQueryClient, type InfiniteData } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react'
import { type Comment, listComments, markDiscussionRead } from '#contract/discussions.ts'
import type { CommentPage } from '#web/comments/discussion.ts'
import { threadPages } from '#web/comments/threads.ts'
import { call } from '#web/kit/api/api.ts'
import type { Sort } from './sort/sortChoice.ts'
import { billThreads, type Tab } from './threads.ts'

/** Comments count as seen after they have been on the screen for this many milliseconds. */
const seenAfter = 1_000

/** The state of one view of a discussion, which its categories share. */
export type DiscussionView = ReturnType<typeof useDiscussionView>

/**
 * Comments that are new when a view begins stay new until it ends. The discussion is marked as read once in each view.
 */
export function useDiscussionView() {
  const [newSince, setNewSince] = useState<string | null>()
  const wasMarked = useRef(false)
  /** Returns true for the first call only. */
  const isFirstMark = () => {
    const isFirst = !wasMarked.current
    wasMarked.current = true
    return isFirst
  }
  return { newSince, setNewSince, isFirstMark }
}

/**
 * Returns the time after which comments are new in this view. Once `threads` has been on the screen for a second, it
 * marks the discussion as read up to the time of the page.
 */
export function useNewSince(
  { newSince, setNewSince, isFirstMark }: DiscussionView,
  section: { bill_id: string; tab: Tab; sort: Sort },
  threads: RefObject<HTMLElement | null>,
): string | null {
  const { bill_id, tab, sort } = section
  const cache = useQueryClient()
  const { data } = useInfiniteQuery(threadPages(billThreads(bill_id, tab, sort)))
  const { read_at, as_of } = data?.pages[0] ?? {}

  useEffect(() => {
    if (newSince === undefined && read_at !== undefined) setNewSince(read_at)
  }, [newSince, read_at, setNewSince])

  const markRead = useEffectEvent(async () => {
    if (!as_of || !isFirstMark()) return
    try {
      const { read_at: stored } = await call(markDiscussionRead, { id: bill_id, as_of })
      // The next view begins with this time, even if it first shows the comments from the cache.
      cache.setQueriesData<InfiniteData<CommentPage<Comment>>>(
        { queryKey: [listComments.path, { id: bill_id }], predicate: ({ state }) => hasPages(state.data) },
        (pages) =>
          pages && {
            ...pages,
            pages: pages.pages.map((page) => Object.assign({}, page, { read_at: stored })),
          },
      )
    } catch {
      // If the call fails, the same comments are shown as new again in the next view.
    }
  })
  const hasPage = as_of !== undefined
  useEffect(() => {
    const element = threads.current
    if (!element || !hasPage) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const observer = new IntersectionObserver(([entry]) => {
      clearTimeout(timer)
      if (entry?.isIntersecting) timer = setTimeout(() => void markRead(), seenAfter)
    })
    observer.observe(element)
    return () => {
      clearTimeout(timer)
      observer.disconnect()
    }
  }, [threads, hasPage])

  return (newSince === undefined ? read_at : newSince) ?? null
}

function hasPages(data: unknown): boolean {
  return typeof data === 'object' && data !== null && 'pages' in data
}
