import {
  infiniteQueryOptions,
  queryOptions,
  skipToken,
  type InfiniteData,
  type QueryClient,
} from '@tanstack/react-query'
import { repliesShown } from '../../contract/comments.ts'
import { changeComment, removeComment } from './commentTree.ts'
import type { CommentPage, ThreadComment, ThreadSource } from './discussion.ts'

/** Threads shown at first, and with each press of the button; replies likewise. */
export const threadStep = 20

type Cached<C> = InfiniteData<CommentPage<C>, number> | { thread: C }
type KeyOf = Pick<ThreadSource<never>, 'path' | 'scope'>

// A reader who comes back to this tab sees what has been written meanwhile, here or in another tab.
const always = { staleTime: 0, refetchOnWindowFocus: 'always' } as const

/** Every key begins with this: one invalidation reads all comments of a bill or post again that are on the screen. */
function commentsKey({ path, scope }: KeyOf) {
  return [path, scope] as const
}

/** The threads of a list, page by page. */
export function threadPages<C extends ThreadComment<C>>(source: ThreadSource<C>) {
  return infiniteQueryOptions({
    queryKey: [source.path, source.list] as const,
    queryFn: ({ pageParam, signal }) => source.readPage({ limit: threadStep, offset: pageParam }, signal),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => (last.pagination.has_more ? countOfPages(pages) : undefined),
    ...always,
  })
}

/** The direct replies of a comment beyond those that come with it. */
export function replyPages<C extends ThreadComment<C>>(source: ThreadSource<C>, parent_comment_id: string) {
  return infiniteQueryOptions({
    queryKey: [source.path, { ...source.scope, parent_comment_id }] as const,
    queryFn: ({ pageParam, signal }) =>
      source.readPage({ parent_comment_id, limit: threadStep, offset: pageParam }, signal),
    initialPageParam: repliesShown,
    getNextPageParam: (last, pages) =>
      last.pagination.has_more ? repliesShown + countOfPages(pages) : undefined,
    ...always,
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
    ...always,
  })
}

/** The ids of threads the reader has started in this visit that are not in the loaded pages. */
export function writtenHere({ path, place }: Pick<ThreadSource<never>, 'path' | 'place'>) {
  return queryOptions<string[]>({
    queryKey: ['written', path, place] as const,
    queryFn: skipToken,
    initialData: [],
  })
}

// Counted instead of derived from the limit: a page may hold fewer, and it may also hold what was posted here.
function countOfPages(pages: readonly CommentPage<unknown>[]): number {
  return pages.reduce((sum, page) => sum + page.comments.length, 0)
}

/** Changes comments wherever they are cached: in every order, among loaded replies, as single threads. */
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

/** A comment that leaves a page leaves the total of all of them, so that no button promises it. */
function changePages<C>(pages: CommentPage<C>[], change: (threads: C[]) => C[]): CommentPage<C>[] {
  const changed = pages.map((page) => {
    const comments = change(page.comments)
    return comments === page.comments ? page : { ...page, comments }
  })
  const step = countOfPages(changed) - countOfPages(pages)
  if (step === 0) return changed
  return changed.map(({ comments, pagination }) => ({
    comments,
    pagination: { ...pagination, total: Math.max(0, pagination.total + step) },
  }))
}

/** Reads again all comments that are on the screen. */
export function rereadThreads(cache: QueryClient, source: KeyOf) {
  return cache.invalidateQueries({ queryKey: commentsKey(source) })
}

/** An answer requested before something was written here would remove it from the screen again. */
export function stopRereading(cache: QueryClient, source: KeyOf) {
  return cache.cancelQueries({
    queryKey: commentsKey(source),
    predicate: ({ state }) => state.data !== undefined,
  })
}

/**
 * Shows a new thread at its end of the list if that end is loaded; otherwise above the list, where it stays.
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
  changeWritten(cache, source, (ids) => [...ids, thread.comment_id])
}

function withThread<C>(pages: CommentPage<C>[], thread: C, end: 'start' | 'end'): CommentPage<C>[] {
  const changed = end === 'start' ? 0 : pages.length - 1
  return pages.map((page, index) => ({
    pagination: { ...page.pagination, total: page.pagination.total + 1 },
    comments:
      index !== changed
        ? page.comments
        : end === 'start'
          ? [thread, ...page.comments]
          : [...page.comments, thread],
  }))
}

/** For a comment that could not be posted, or is deleted without a trace. */
export function dropComment<C extends ThreadComment<C>>(
  cache: QueryClient,
  source: ThreadSource<C>,
  comment_id: string,
) {
  changeThreads<C>(cache, source, (threads) => removeComment(threads, comment_id))
  changeWritten(cache, source, (ids) => ids.filter((id) => id !== comment_id))
}

/** Replaces the comment that was being sent by the server's. */
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
  // The comments were read again while this one was being sent.
  if (!isShown) void rereadThreads(cache, source)
  if (cache.getQueryData(writtenHere(source).queryKey)?.includes(temporary)) {
    cache.setQueryData(threadOf(source, comment.comment_id).queryKey, { thread: comment })
    changeWritten(cache, source, (ids) => ids.map((id) => (id === temporary ? comment.comment_id : id)))
  }
}

function changeWritten(
  cache: QueryClient,
  source: Pick<ThreadSource<never>, 'path' | 'place'>,
  change: (ids: string[]) => string[],
) {
  cache.setQueryData(writtenHere(source).queryKey, (ids) => change(ids ?? []))
}
