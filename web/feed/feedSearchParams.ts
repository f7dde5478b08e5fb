import { useCallback } from 'react'
import { looksLikeBillPath } from '#contract/bills/sharedBills.ts'
import { navigate, type NavigateOptions } from '#web/kit/history.tsx'
import { paths } from '#web/kit/paths.ts'
import { useLocation, withQuery } from '#web/kit/router.tsx'

/**
 * The state of a history entry of the feed. While a bill is open, the URL is the bill's own, and `feed` is the URL of the
 * feed behind it. If `openedHere` is true, the previous entry is that feed.
 */
export type FeedState = {
  expandBillId?: string
  bill_id?: string
  openedHere?: boolean
  filter?: string
  feed?: { pathname: string; search: string }
}

export function readState(state: unknown): FeedState {
  return typeof state === 'object' && state !== null ? state : {}
}

type Change = URLSearchParams | ((now: URLSearchParams) => URLSearchParams)

/** Returns the parameters of the feed, also while a bill with a URL of its own is open above it, and changes them. */
export function useFeedSearchParams(): [
  URLSearchParams,
  (change: Change, options?: NavigateOptions) => void,
] {
  const { pathname, search, state } = useLocation()
  const feed = feedBehind(pathname, search, state)
  const { pathname: feedPath, search: feedSearch } = feed
  const setSearchParams = useCallback(
    (change: Change, options?: NavigateOptions) => {
      const next = typeof change === 'function' ? change(new URLSearchParams(feedSearch)) : change
      navigate(withQuery(next, feedPath), options)
    },
    [feedPath, feedSearch],
  )
  return [new URLSearchParams(feedSearch), setSearchParams]
}

/** Returns the URL of the feed. A screen that links to the bookmarks says so in the state of the entry. */
export function feedBehind(pathname: string, search: string, state: unknown) {
  const { feed, filter } = readState(state)
  if (looksLikeBillPath(pathname)) return feed ?? { pathname: paths.feed, search: '' }
  return { pathname, search: filter === 'bookmarks' ? '?bookmarks=true' : search }
}
