import {
  infiniteQueryOptions,
  queryOptions,
  skipToken,
  type InfiniteData,
  type QueryClient,
} from '@tanstack/react-query'
import { maxReplies } from '#contract/discussions.ts'
import { ApiError } from '#web/kit/api/api.ts'
import { byCursor } from '#web/kit/api/pages.ts'
import { changeComment, removeComment } from './commentTree.ts'
import type { CommentPage, ThreadComment, ThreadSource } from './discussion.ts'

/** The number of threads, or of replies, on one page. */
export const threadPageSize = 20

type CachedThreads<C> = InfiniteData<CommentPage<C>, string | undefined> | { thread: C }
type ScopeSource = Pick<ThreadSource<never>, 'path' | 'scope'>

// Comments are fetched again when the reader returns to this tab, because others may have posted in the meantime.
const alwaysFresh = { staleTime: 0, refetchOnWindowFocus: 'always' } as const

/**
 * The query keys of all comments of a bill or post begin with this key so that one invalidation fetches all of them
 * again.
 */
function commentsKey({ path, scope }: ScopeSource) {
  return [path, scope] as const
}

/** The threads of a list, page by page. */
export function threadPages<C extends ThreadComment<C>>(source: ThreadSource<C>) {
  return infiniteQueryOptions({
    queryKey: [source.path, source.list] as const,
    queryFn: ({ pageParam, signal }) => source.readPage({ limit: threadPageSize, after: pageParam }, signal),
    ...byCursor,
    ...alwaysFresh,
  })
}

/** The direct replies of a comment beyond those that come with it. */
export function replyPages<C extends ThreadComment<C>>(source: ThreadSource<C>, parent_comment_id: string) {
  return infiniteQueryOptions({
    queryKey: [source.path, { ...source.scope, parent_comment_id }] as const,
    queryFn: ({ pageParam, signal }) => {
      // New replies are added at the end, so the offset of the first missing reply is the number of replies that came
      // with the comment.
      const start = pageParam === undefined ? { offset: maxReplies } : { after: pageParam }
      return source.readPage({ parent_comment_id, limit: threadPageSize, ...start }, signal)
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

/** True if the server answered that the comment no longer exists. What was read of it before is still cached then. */
export function isMissing(error: Error | null): boolean {
  return error instanceof ApiError && error.status === 404
}

/** The ids of the threads that the member started in this visit and that are not in the loaded pages. */
export function newThreadIds({ path, section }: Pick<ThreadSource<never>, 'path' | 'section'>) {
  return queryOptions<string[]>({
    queryKey: ['new threads', path, section] as const,
    queryFn: skipToken,
    initialData: [],
  })
}

function countComments(pages: readonly CommentPage<unknown>[]): number {
  return pages.reduce((sum, page) => sum + page.comments.length, 0)
}

/** Changes comments in everything that is cached: lists in every order, loaded replies and single threads. */
export function changeThreads<C extends ThreadComment<C>>(
  cache: QueryClient,
  source: ScopeSource,
  change: (threads: C[]) => C[],
) {
  cache.setQueriesData<CachedThreads<C>>({ queryKey: commentsKey(source) }, (cached) => {
    if (!cached) return cached
    if ('pages' in cached) return { ...cached, pages: changePages(cached.pages, change) }
    const [thread] = change([cached.thread])
    // A query for a single thread that no longer exists learns it from the server (isMissing).
    return thread ? { ...cached, thread } : cached
  })
}

/** Adjusts the total if threads were added or removed, because the label of the button "Show more threads" depends on it. */
function changePages<C>(pages: CommentPage<C>[], change: (threads: C[]) => C[]): CommentPage<C>[] {
  const changed = pages.map((page) => {
    const comments = change(page.comments)
    return comments === page.comments ? page : { ...page, comments }
  })
  const added = countComments(changed) - countComments(pages)
  if (added === 0) return changed
  // oxlint-disable-next-line oxc/no-map-spread -- cached pages are never changed in place
  return changed.map((page) => ({
    ...page,
    pagination: { ...page.pagination, total: Math.max(0, page.pagination.total + added) },
  }))
}

/** Fetches all comments on the screen again. */
export function refetchThreads(cache: QueryClient, source: ScopeSource) {
  return cache.invalidateQueries({ queryKey: commentsKey(source) })
}

/** Cancels running requests, because a response from before a post would remove the new comment from the screen. */
export function cancelThreadReads(cache: QueryClient, source: ScopeSource) {
  return cache.cancelQueries({
    queryKey: commentsKey(source),
    predicate: ({ state }) => state.data !== undefined,
  })
}

/**
 * Shows a new thread at the end of the list where it belongs. If that end is not loaded, the thread is shown above the list and
 * stays there.
 */
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
  const changedIndex = end === 'start' ? 0 : pages.length - 1
  return pages.map((page, index) => ({
    ...page,
    pagination: { ...page.pagination, total: page.pagination.total + 1 },
    comments:
      index !== changedIndex
        ? page.comments
        : end === 'start'
          ? [thread, ...page.comments]
          : [...page.comments, thread],
  }))
}

/** Removes a comment that could not be posted or that was deleted without a tombstone. */
export function removeThreadComment<C extends ThreadComment<C>>(
  cache: QueryClient,
  source: ThreadSource<C>,
  comment_id: string,
) {
  changeThreads<C>(cache, source, (threads) => removeComment(threads, comment_id))
  changeNewThreads(cache, source, (ids) => ids.filter((id) => id !== comment_id))
}

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
  // A request that finished while the comment was being sent may have removed the pending comment from the cache.
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
