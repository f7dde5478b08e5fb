import { useCallback } from 'react'
import { looksLikeBillAddress } from '#contract/bills/sharedBills.ts'
import { navigate, type NavigateOptions } from '#web/kit/history.tsx'
import { paths } from '#web/kit/paths.ts'
import { useLocation, withQuery } from '#web/kit/router.tsx'

/**
 * The state of a history entry of the feed. While a bill is open, the address is the bill's own, and `feed` is the address of the
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

/** Returns the parameters of the feed, also while a bill with an address of its own is open above it, and changes them. */
export function useFeedAddress(): [URLSearchParams, (change: Change, options?: NavigateOptions) => void] {
  const { pathname, search, state } = useLocation()
  const feed = feedBehind(pathname, search, state)
  const { pathname: feedPath, search: feedSearch } = feed
  const setAddress = useCallback(
    (change: Change, options?: NavigateOptions) => {
      const next = typeof change === 'function' ? change(new URLSearchParams(feedSearch)) : change
      navigate(withQuery(next, feedPath), options)
    },
    [feedPath, feedSearch],
  )
  return [new URLSearchParams(feedSearch), setAddress]
}

export function feedBehind(pathname: string, search: string, state: unknown) {
  if (!looksLikeBillAddress(pathname)) return { pathname, search }
  return readState(state).feed ?? { pathname: paths.feed, search: '' }
}
