import { useInfiniteQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { billPageSize, listBills, listTopics, type Bill } from '../../contract/bills.ts'
import type { InputOf } from '../../contract/kit/endpoint.ts'
import { type BillPage, billPagesKey } from '../bills/billCache.ts'
import { queryFor, call } from '../kit/api/api.ts'
import { byCursor, withoutMoved } from '../kit/api/pages.ts'
import { exactCodeFirst, matchesLocally, type Filters } from './feedFilters.ts'
import { followedTopicsFirst } from './followedTopicsFirst.ts'

/** Delay in milliseconds before a keyword or bookmarks-only is sent to the server. */
const searchDelay = 300

type Query = Omit<InputOf<typeof listBills>, 'limit' | 'offset' | 'after'>

function feedQuery(filters: Filters): Query {
  return {
    government_level: filters.level ?? undefined,
    topics: [...filters.topics],
    status: filters.status ?? undefined,
    sort: filters.trending ? 'activity_score' : 'created_at',
    order: 'desc',
  }
}

/**
 * Bills page by page. The server applies level, topics, status and trending. A keyword and bookmarks-only are applied to
 * the loaded bills immediately, and the complete answer of the server replaces them when it arrives.
 */
export function useFeed(filters: Filters) {
  const cache = useQueryClient()
  const { keyword, bookmarked } = filters
  const searching = keyword !== '' || bookmarked
  const search = `${bookmarked} ${keyword}`
  const isDebounced = useDebounced(search) === search

  const everything = useInfiniteQuery(pagesOf(cache, feedQuery(filters), !searching))
  const complete = useInfiniteQuery(
    pagesOf(
      cache,
      { ...feedQuery(filters), q: keyword || undefined, bookmarked: bookmarked ? 'true' : undefined },
      searching && isDebounced,
    ),
  )

  const active = searching ? complete : everything
  const loaded = allBills(everything.data?.pages ?? [])
  const isComplete = active.data !== undefined
  const lastPage = active.data?.pages.at(-1)
  const bills = isComplete
    ? allBills(active.data.pages).filter((bill) => !bookmarked || bill.is_bookmarked)
    : searching
      ? exactCodeFirst(
          loaded.filter((bill) => matchesLocally(bill, filters)),
          keyword,
        )
      : []
  return {
    bills,
    /** The total on the server, or null before the first answer. For a keyword with very many matches it is a lower bound. */
    total: lastPage ? { count: lastPage.pagination.total, isExact: lastPage.total_is_exact } : null,
    isComplete,
    error: active.error,
    isFetching: active.isFetching,
    hasMore: isComplete && active.hasNextPage,
    isLoadingMore: active.isFetchingNextPage,
    loadMore: () => active.fetchNextPage(),
    retry: () => (isComplete ? active.fetchNextPage() : active.refetch()),
  }
}

function pagesOf(cache: QueryClient, query: Query, enabled: boolean) {
  const trending = query.sort === 'activity_score'
  return {
    queryKey: [...billPagesKey, query] as const,
    queryFn: async ({ pageParam, signal }: { pageParam: string | undefined; signal: AbortSignal }) => {
      const start = pageParam === undefined ? { offset: 0 } : { after: pageParam }
      const [page, followed] = await Promise.all([
        call(listBills, { ...query, limit: billPageSize, ...start }, { signal }),
        trending ? [] : followedTopics(cache),
      ])
      // Sorted once on arrival, so that cards on the screen never move.
      return trending
        ? page
        : { ...page, bills: exactCodeFirst(followedTopicsFirst(page.bills, followed), query.q ?? '') }
    },
    ...byCursor,
    enabled,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  }
}

/** If the topics fail to load, the feed is shown without putting followed topics first. */
async function followedTopics(cache: QueryClient): Promise<string[]> {
  try {
    const { topics } = await cache.ensureQueryData(queryFor(listTopics, {}))
    return topics.filter((topic) => topic.is_following).map((topic) => topic.topic)
  } catch {
    return []
  }
}

/** Fetches lists again whose order is outdated, for example because the member followed a topic. */
export function refreshChangedLists(cache: QueryClient) {
  return cache.resetQueries({ queryKey: billPagesKey, predicate: ({ state }) => state.isInvalidated })
}

function allBills(pages: readonly BillPage[]): Bill[] {
  return withoutMoved(
    pages.flatMap((page) => page.bills),
    (bill) => bill.bill_id,
  )
}

function useDebounced<T>(value: T): T {
  const [debounced, setDebounced] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), searchDelay)
    return () => clearTimeout(timer)
  }, [value])
  return debounced
}
