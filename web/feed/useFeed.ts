import { useInfiniteQuery, type QueryClient } from '@tanstack/react-query'
import { billPageSize, listBills, type Bill } from '#contract/bills/bills.ts'
import type { InputOf } from '#contract/kit/endpoint.ts'
import { type BillPage, billPagesKey } from '#web/bills/billCache.ts'
import { loadMovedBills } from '#web/bills/movedBills.ts'
import { call } from '#web/kit/api/api.ts'
import { byCursor, withoutDuplicates } from '#web/kit/api/pages.ts'
import { useSession } from '#web/kit/session/session.ts'
import { useDebounced } from '#web/kit/useDebounced.ts'
import { exactCodeFirst, matchesLocally, type Filters } from './feedFilters.ts'

/** A keyword or the bookmarks filter is sent to the server after this many milliseconds without another change. */
const searchDelay = 300

type Query = Omit<InputOf<typeof listBills>, 'limit' | 'offset' | 'after'>

/** At most this many short pages of the server are joined into one page. */
const maxShortPages = 5

function feedQuery(filters: Filters): Query {
  return {
    government_level: filters.level ?? undefined,
    topics: [...filters.topics],
    status: filters.status ?? undefined,
    sort: filters.trending ? 'activity_score' : 'created_at',
    order: filters.trending ? 'desc' : 'relevance',
    past_sessions: filters.past ? undefined : 'exclude',
    scope: filters.scope ?? undefined,
  }
}

/**
 * Loads the bills page by page. The server applies the filters. A keyword and the bookmarks filter are first applied to
 * the loaded bills, until the server answers. Both also find bills of past sessions.
 */
export function useFeed(filters: Filters) {
  const { user } = useSession()
  // The home is part of the query key: a new address changes the order, and the list in the old order must not be
  // shown.
  const home = `${user?.ocd_city_id ?? ''} ${user?.address ?? ''}`
  const query = feedQuery(filters)
  const { keyword, bookmarked } = filters
  const searching = keyword !== '' || bookmarked
  const search = `${bookmarked} ${keyword}`
  const isDebounced = useDebounced(search, searchDelay) === search

  const listQuery = useInfiniteQuery(pagesOf(query, home, !searching))
  const searchQuery = useInfiniteQuery(
    pagesOf(
      {
        ...query,
        past_sessions: undefined,
        q: keyword || undefined,
        bookmarked: bookmarked ? 'true' : undefined,
      },
      home,
      searching && isDebounced,
    ),
  )

  const activeQuery = searching ? searchQuery : listQuery
  const loadedBills = allBills(listQuery.data?.pages ?? [])
  const isComplete = activeQuery.data !== undefined
  const lastPage = activeQuery.data?.pages.at(-1)
  const bills = isComplete
    ? allBills(activeQuery.data.pages).filter((bill) => !bookmarked || bill.is_bookmarked)
    : searching
      ? exactCodeFirst(
          loadedBills.filter((bill) => matchesLocally(bill, filters)),
          keyword,
        )
      : []
  return {
    bills,
    /**
     * The total on the server, or null before the first response. A keyword with very many matches has an inexact total.
     */
    total: lastPage ? { count: lastPage.pagination.total, isExact: lastPage.total_is_exact } : null,
    isComplete,
    error: activeQuery.error,
    isFetching: activeQuery.isFetching,
    hasMore: isComplete && activeQuery.hasNextPage,
    isLoadingMore: activeQuery.isFetchingNextPage,
    loadMore: () => activeQuery.fetchNextPage(),
    // The pages on the screen may have failed to load again.
    retry: () => (activeQuery.isFetchNextPageError ? activeQuery.fetchNextPage() : activeQuery.refetch()),
  }
}

type PageRequest = { pageParam: string | undefined; signal: AbortSignal; client: QueryClient }

function pagesOf(query: Query, home: string, enabled: boolean) {
  return {
    queryKey: [...billPagesKey, query, home] as const,
    queryFn: async ({ pageParam, signal, client }: PageRequest) => {
      const start = pageParam === undefined ? { offset: 0 } : { after: pageParam }
      // The line about bills that moved is shown together with the first cards, so both are loaded first.
      const [page] = await Promise.all([readPage(query, start, signal), loadMovedBills(client)])
      return page
    },
    ...byCursor,
    enabled,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  }
}

/**
 * Reads a full page. A page of the server may be short although more bills follow, so several of them may be joined.
 */
async function readPage(query: Query, start: { offset: number } | { after: string }, signal: AbortSignal) {
  let page = await call(listBills, { ...query, limit: billPageSize, ...start }, { signal })
  for (let turn = 1; turn < maxShortPages && page.next && page.bills.length < billPageSize; turn += 1) {
    const missing = billPageSize - page.bills.length
    // oxlint-disable-next-line no-await-in-loop -- each page begins where the previous page ended
    const more = await call(listBills, { ...query, limit: missing, after: page.next }, { signal })
    page = { ...more, bills: [...page.bills, ...more.bills] }
  }
  return page
}

/** Fetches outdated lists again, for example after the member followed a topic. */
export function refreshChangedLists(cache: QueryClient) {
  return cache.resetQueries({ queryKey: billPagesKey, predicate: ({ state }) => state.isInvalidated })
}

function allBills(pages: readonly BillPage[]): Bill[] {
  return withoutDuplicates(
    pages.flatMap((page) => page.bills),
    (bill) => bill.bill_id,
  )
}
