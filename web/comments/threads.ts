import {
  infiniteQueryOptions,
  queryOptions,
  skipToken,
  type InfiniteData,
  type QueryClient,
} from '@tanstack/react-query'
import { repliesShown } from '../../contract/discussions/comments.ts'
import { byCursor } from '../kit/api/pages.ts'
import { changeComment, removeComment } from './commentTree.ts'
import type { CommentPage, ThreadComment, ThreadSource } from './discussion.ts'

/** Threads (or replies) on the first page and on each page after it. */
export const threadStep = 20

type Cached<C> = InfiniteData<CommentPage<C>, string | undefined> | { thread: C }
type KeyOf = Pick<ThreadSource<never>, 'path' | 'scope'>

// Comments are fetched again when the reader returns to this tab, because others may have posted in between.
const alwaysFresh = { staleTime: 0, refetchOnWindowFocus: 'always' } as const

/** Every key begins with this, so that one invalidation fetches all visible comments of a bill or post again. */
function commentsKey({ path, scope }: KeyOf) {
  return [path, scope] as const
}

/** The threads of a list, page by page. */
export function threadPages<C extends ThreadComment<C>>(source: ThreadSource<C>) {
  return infiniteQueryOptions({
    queryKey: [source.path, source.list] as const,
    queryFn: ({ pageParam, signal }) => source.readPage({ limit: threadStep, after: pageParam }, signal),
    ...byCursor,
    ...alwaysFresh,
  })
}

/** The direct replies of a comment beyond those that come with it. */
export function replyPages<C extends ThreadComment<C>>(source: ThreadSource<C>, parent_comment_id: string) {
  return infiniteQueryOptions({
    queryKey: [source.path, { ...source.scope, parent_comment_id }] as const,
    queryFn: ({ pageParam, signal }) => {
      // New replies are added at the end, so counting those that came with the comment finds the first of the others.
      const start = pageParam === undefined ? { offset: repliesShown } : { after: pageParam }
      return source.readPage({ parent_comment_id, limit: threadStep, ...start }, signal)
    },
    ...byCursor,
    ...alwaysFresh,
  })
}

/** The whole thread that one comment belongs to. */
export function threadOf<C extends ThreadComment<C>>(
  source: Pick<ThreadSource<C>, 'path' | 'scope' | 'readThread'>,
  comment_id: string,
) {
  return queryOptions({
    queryKey: [source.path, { ...source.scope, comment_id }] as const,
    queryFn: async ({ signal }) => ({ thread: await source.readThread(comment_id, signal) }),
    ...alwaysFresh,
  })
}

/** The ids of threads that the member started in this visit and that are not in the loaded pages. */
export function newThreadIds({ path, section }: Pick<ThreadSource<never>, 'path' | 'section'>) {
  return queryOptions<string[]>({
    queryKey: ['new threads', path, section] as const,
    queryFn: skipToken,
    initialData: [],
  })
}

function countOfPages(pages: readonly CommentPage<unknown>[]): number {
  return pages.reduce((sum, page) => sum + page.comments.length, 0)
}

/** Changes comments everywhere they are cached: in every order, in loaded replies and in single threads. */
export function changeThreads<C extends ThreadComment<C>>(
  cache: QueryClient,
  source: KeyOf,
  change: (threads: C[]) => C[],
) {
  cache.setQueriesData<Cached<C>>({ queryKey: commentsKey(source) }, (cached) => {
    if (!cached) return cached
    if ('pages' in cached) return { ...cached, pages: changePages(cached.pages, change) }
    const [thread] = change([cached.thread])
    return thread ? { ...cached, thread } : undefined
  })
}

/** A comment removed from a page is also removed from the total, so that the button does not count it. */
function changePages<C>(pages: CommentPage<C>[], change: (threads: C[]) => C[]): CommentPage<C>[] {
  const changed = pages.map((page) => {
    const comments = change(page.comments)
    return comments === page.comments ? page : { ...page, comments }
  })
  const step = countOfPages(changed) - countOfPages(pages)
  if (step === 0) return changed
  // oxlint-disable-next-line oxc/no-map-spread -- cached pages are never changed in place
  return changed.map((page) => ({
    ...page,
    pagination: { ...page.pagination, total: Math.max(0, page.pagination.total + step) },
  }))
}

/** Fetches all comments again that are on the screen. */
export function refetchThreads(cache: QueryClient, source: KeyOf) {
  return cache.invalidateQueries({ queryKey: commentsKey(source) })
}

/** Cancels reads in flight, because an answer requested before a post would remove the new comment from the screen. */
export function cancelThreadReads(cache: QueryClient, source: KeyOf) {
  return cache.cancelQueries({
    queryKey: commentsKey(source),
    predicate: ({ state }) => state.data !== undefined,
  })
}

/** Shows a new thread at its end of the list if that end is loaded, otherwise above the list, where it stays. */
export function showNewThread<C extends ThreadComment<C>>(
  cache: QueryClient,
  source: ThreadSource<C>,
  thread: C,
) {
  const { queryKey } = threadPages(source)
  const last = cache.getQueryData(queryKey)?.pages.at(-1)
  const end = source.newThreadsAt
  if (last && (end === 'start' || (end === 'end' && !last.pagination.has_more))) {
    cache.setQueryData(queryKey, (data) => data && { ...data, pages: withThread(data.pages, thread, end) })
    return
  }
  cache.setQueryData(threadOf(source, thread.comment_id).queryKey, { thread })
  changeNewThreads(cache, source, (ids) => [...ids, thread.comment_id])
}

function withThread<C>(pages: CommentPage<C>[], thread: C, end: 'start' | 'end'): CommentPage<C>[] {
  const changed = end === 'start' ? 0 : pages.length - 1
  return pages.map((page, index) => ({
    ...page,
    pagination: { ...page.pagination, total: page.pagination.total + 1 },
    comments:
      index !== changed
        ? page.comments
        : end === 'start'
          ? [thread, ...page.comments]
          : [...page.comments, thread],
  }))
}

/** Removes a comment that could not be posted, or that was deleted without a tombstone. */
export function removeThreadComment<C extends ThreadComment<C>>(
  cache: QueryClient,
  source: ThreadSource<C>,
  comment_id: string,
) {
  changeThreads<C>(cache, source, (threads) => removeComment(threads, comment_id))
  changeNewThreads(cache, source, (ids) => ids.filter((id) => id !== comment_id))
}

/** Replaces the pending comment with the one from the server. */
export function replaceTemporary<C extends ThreadComment<C>>(
  cache: QueryClient,
  source: ThreadSource<C>,
  temporary: string,
  comment: C,
) {
  let isShown = false
  changeThreads<C>(cache, source, (threads) =>
    changeComment(threads, temporary, () => {
      isShown = true
      return comment
    }),
  )
  // A read that finished while the comment was being sent has removed the pending one.
  if (!isShown) void refetchThreads(cache, source)
  if (cache.getQueryData(newThreadIds(source).queryKey)?.includes(temporary)) {
    cache.setQueryData(threadOf(source, comment.comment_id).queryKey, { thread: comment })
    changeNewThreads(cache, source, (ids) => ids.map((id) => (id === temporary ? comment.comment_id : id)))
  }
}

function changeNewThreads(
  cache: QueryClient,
  source: Pick<ThreadSource<never>, 'path' | 'section'>,
  change: (ids: string[]) => string[],
) {
  cache.setQueryData(newThreadIds(source).queryKey, (ids) => change(ids ?? []))
}
