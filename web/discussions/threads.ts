import {
  infiniteQueryOptions,
  queryOptions,
  skipToken,
  type InfiniteData,
  type QueryClient,
} from '@tanstack/react-query'
import {
  getThread,
  listComments,
  repliesShown,
  type CategoryId,
  type Comment,
  type threadSorts,
} from '../../contract/discussions.ts'
import type { OutputOf } from '../../contract/endpoint.ts'
import { call } from '../kit/api.ts'
import { changeComment, removeComment } from './commentTree.ts'

/** Threads shown at first, and with each press of the button; replies likewise. */
export const threadStep = 20

export type Sort = (typeof threadSorts)[number]

type CommentPage = OutputOf<typeof listComments>
type Held = InfiniteData<CommentPage, number> | OutputOf<typeof getThread>

// Whoever comes back to this tab sees what has been said and voted meanwhile, here or in another tab.
const always = { staleTime: 0, refetchOnWindowFocus: 'always' } as const

/** Every key begins with this: one invalidation reads all of a bill's comments again that are on the screen. */
function commentsKey(bill_id: string) {
  return [listComments.path, { id: bill_id }] as const
}

/** The threads of a category, page by page. */
export function threadPages(id: string, category_id: CategoryId, sort: Sort) {
  return infiniteQueryOptions({
    queryKey: [listComments.path, { id, category_id, sort }] as const,
    queryFn: ({ pageParam, signal }) =>
      call(listComments, { id, category_id, sort, limit: threadStep, offset: pageParam }, { signal }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => (last.pagination.has_more ? countOfPages(pages) : undefined),
    ...always,
  })
}

/** The direct replies of a comment beyond those that come with it. */
export function replyPages(id: string, parent_comment_id: string) {
  return infiniteQueryOptions({
    queryKey: [listComments.path, { id, parent_comment_id }] as const,
    queryFn: ({ pageParam, signal }) =>
      call(listComments, { id, parent_comment_id, limit: threadStep, offset: pageParam }, { signal }),
    initialPageParam: repliesShown,
    getNextPageParam: (last, pages) =>
      last.pagination.has_more ? repliesShown + countOfPages(pages) : undefined,
    ...always,
  })
}

/** The whole thread that one comment stands in. */
export function threadOf(id: string, comment_id: string) {
  return queryOptions({
    queryKey: [listComments.path, { id, comment_id }] as const,
    queryFn: ({ signal }) => call(getThread, { id, comment_id }, { signal }),
    ...always,
  })
}

/** What the reader has written since they came, where it lies beyond the loaded pages: first-level comments' ids. */
export function writtenHere(bill_id: string, category_id: CategoryId) {
  return queryOptions<string[]>({
    queryKey: ['written', { bill_id, category_id }] as const,
    queryFn: skipToken,
    initialData: [],
  })
}

// Counted and not reckoned from the limit: a page may hold fewer, and what was posted here stands in one as well.
function countOfPages(pages: readonly CommentPage[]): number {
  return pages.reduce((sum, page) => sum + page.comments.length, 0)
}

/** Changes the bill's comments wherever they are held: in every order, among loaded replies, as single threads. */
export function changeThreads(
  cache: QueryClient,
  bill_id: string,
  change: (threads: Comment[]) => Comment[],
) {
  cache.setQueriesData<Held>({ queryKey: commentsKey(bill_id) }, (held) => {
    if (!held) return held
    if ('pages' in held) {
      return {
        ...held,
        pages: held.pages.map((page) => {
          const comments = change(page.comments)
          return comments === page.comments ? page : { ...page, comments }
        }),
      }
    }
    const [thread] = change([held.thread])
    return thread ? { ...held, thread } : undefined
  })
}

/** Reads again all comments of the bill that are on the screen. */
export function rereadThreads(cache: QueryClient, bill_id: string) {
  return cache.invalidateQueries({ queryKey: commentsKey(bill_id) })
}

/** An answer that was asked for before something was written here would take it off the screen again. */
export function stopRereading(cache: QueryClient, bill_id: string) {
  return cache.cancelQueries({
    queryKey: commentsKey(bill_id),
    predicate: ({ state }) => state.data !== undefined,
  })
}

/**
 * Shows a thread that has just been written where the chosen order has it, if that end of the list is loaded; otherwise
 * above the list, where it stays.
 */
export function showNewThread(cache: QueryClient, bill_id: string, thread: Comment, sort: Sort) {
  const { category_id, comment_id } = thread
  const { queryKey } = threadPages(bill_id, category_id, sort)
  const held = cache.getQueryData(queryKey)
  const last = held?.pages.at(-1)
  if (last && (sort === 'newest' || (sort === 'oldest' && !last.pagination.has_more))) {
    cache.setQueryData(queryKey, (now) => now && { ...now, pages: withThread(now.pages, thread, sort) })
    return
  }
  cache.setQueryData(threadOf(bill_id, comment_id).queryKey, { thread, category_id })
  changeWritten(cache, bill_id, category_id, (ids) => [...ids, comment_id])
}

function withThread(pages: CommentPage[], thread: Comment, sort: Sort): CommentPage[] {
  const place = sort === 'newest' ? 0 : pages.length - 1
  return pages.map((page, at) => ({
    ...page,
    pagination: { ...page.pagination, total: page.pagination.total + 1 },
    comments:
      at !== place
        ? page.comments
        : sort === 'newest'
          ? [thread, ...page.comments]
          : [...page.comments, thread],
  }))
}

/** The comment has failed, or is deleted without a trace. */
export function dropComment(cache: QueryClient, bill_id: string, { comment_id, category_id }: Comment) {
  changeThreads(cache, bill_id, (threads) => removeComment(threads, comment_id))
  changeWritten(cache, bill_id, category_id, (ids) => ids.filter((id) => id !== comment_id))
}

/** The server's comment takes the place of the one that was on its way. */
export function settleComment(cache: QueryClient, bill_id: string, temporary: string, comment: Comment) {
  const { category_id, comment_id } = comment
  let isShown = false
  changeThreads(cache, bill_id, (threads) =>
    changeComment(threads, temporary, () => {
      isShown = true
      return comment
    }),
  )
  // The comments were read anew while this one was on its way.
  if (!isShown) void rereadThreads(cache, bill_id)
  if (cache.getQueryData(writtenHere(bill_id, category_id).queryKey)?.includes(temporary)) {
    cache.setQueryData(threadOf(bill_id, comment_id).queryKey, { thread: comment, category_id })
    changeWritten(cache, bill_id, category_id, (ids) => ids.map((id) => (id === temporary ? comment_id : id)))
  }
}

function changeWritten(
  cache: QueryClient,
  bill_id: string,
  category_id: CategoryId,
  change: (ids: string[]) => string[],
) {
  cache.setQueryData(writtenHere(bill_id, category_id).queryKey, (held) => change(held ?? []))
}
