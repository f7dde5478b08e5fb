import { useInfiniteQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { billPageSize, listBills, listTopics, type Bill } from '../../contract/bills.ts'
import type { InputOf } from '../../contract/kit/endpoint.ts'
import { billPagesKey } from '../bills/billCache.ts'
import { queryFor, call } from '../kit/api/api.ts'
import { matchesHere, namedFirst, type Filters } from './feedFilters.ts'
import { followedFirst } from './followedFirst.ts'

/** Wait before the server is asked for the complete answer to a keyword or bookmarks-only (R43). */
const searchDelay = 300

type Query = Omit<InputOf<typeof listBills>, 'limit' | 'offset'>

function queryOf(filters: Filters): Query {
  return {
    government_level: filters.level ?? undefined,
    topics: [...filters.topics],
    status: filters.status ?? undefined,
    sort: filters.trending ? 'activity_score' : 'created_at',
    order: 'desc',
  }
}

/**
 * Bills page by page. Level, topics, status and trending are the server's; a keyword and bookmarks-only are applied to
 * what is loaded at once, and replaced by the server's complete answer when that arrives.
 */
export function useFeed(filters: Filters) {
  const cache = useQueryClient()
  const { keyword, bookmarked } = filters
  const searching = keyword !== '' || bookmarked
  const search = `${bookmarked} ${keyword}`
  const hasSettled = useSettled(search) === search

  const everything = useInfiniteQuery(pagesOf(cache, queryOf(filters), !searching))
  const complete = useInfiniteQuery(
    pagesOf(
      cache,
      { ...queryOf(filters), q: keyword || undefined, bookmarked: bookmarked ? 'true' : undefined },
      searching && hasSettled,
    ),
  )

  const asked = searching ? complete : everything
  const loaded = everything.data?.pages.flatMap((page) => page.bills) ?? []
  const isComplete = asked.data !== undefined
  const lastPage = asked.data?.pages.at(-1)
  const bills = isComplete
    ? unique(asked.data.pages.flatMap((page) => page.bills)).filter(
        (bill) => !bookmarked || bill.is_bookmarked,
      )
    : searching
      ? namedFirst(
          unique(loaded).filter((bill) => matchesHere(bill, filters)),
          keyword,
        )
      : []
  return {
    bills,
    /** How many the server has in all, once it has said so; of a keyword in very many bills only the least number. */
    total: lastPage ? { count: lastPage.pagination.total, isExact: lastPage.total_is_exact } : null,
    isComplete,
    error: asked.error,
    isFetching: asked.isFetching,
    hasMore: isComplete && asked.hasNextPage,
    isLoadingMore: asked.isFetchingNextPage,
    loadMore: () => asked.fetchNextPage(),
    retry: () => (isComplete ? asked.fetchNextPage() : asked.refetch()),
  }
}

function pagesOf(cache: QueryClient, query: Query, enabled: boolean) {
  const trending = query.sort === 'activity_score'
  return {
    queryKey: [...billPagesKey, query] as const,
    queryFn: async ({ pageParam, signal }: { pageParam: number; signal: AbortSignal }) => {
      const [page, followed] = await Promise.all([
        call(listBills, { ...query, limit: billPageSize, offset: pageParam }, { signal }),
        trending ? [] : followedTopics(cache),
      ])
      // Sorted once, on arrival: cards that are on the screen never change places.
      return trending
        ? page
        : { ...page, bills: namedFirst(followedFirst(page.bills, followed), query.q ?? '') }
    },
    initialPageParam: 0,
    getNextPageParam: ({
      pagination,
    }: {
      pagination: { has_more: boolean; offset: number; limit: number }
    }) => (pagination.has_more ? pagination.offset + pagination.limit : undefined),
    enabled,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  }
}

/** The feed does without the order of followed topics rather than wait or fail for it. */
async function followedTopics(cache: QueryClient): Promise<string[]> {
  try {
    const { topics } = await cache.ensureQueryData(queryFor(listTopics, {}))
    return topics.filter((topic) => topic.is_following).map((topic) => topic.topic)
  } catch {
    return []
  }
}

/** What has changed about the order of lists since they were read, a topic followed for instance, shows from now on. */
export function refreshChangedLists(cache: QueryClient) {
  return cache.resetQueries({ queryKey: billPagesKey, predicate: ({ state }) => state.isInvalidated })
}

// A bill that moved between two pages while they were read would otherwise stand there twice.
function unique(bills: readonly Bill[]): Bill[] {
  return [...new Map(bills.map((bill) => [bill.bill_id, bill])).values()]
}

function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), searchDelay)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
