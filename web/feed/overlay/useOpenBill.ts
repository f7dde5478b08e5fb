import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { findBill } from '#contract/bills/bills.ts'
import { billPagePath, looksLikeBillPath } from '#contract/bills/sharedBills.ts'
import { feedBehind, readState } from '#web/feed/feedSearchParams.ts'
import { queryFor } from '#web/kit/api/api.ts'
import { earlyBillId } from '#web/kit/earlyScreen.ts'
import { navigate, type HistoryEntry } from '#web/kit/history.tsx'
import { linkParameters } from '#web/kit/paths.ts'
import { useLocation, withQuery } from '#web/kit/router.tsx'

/** After these times, in milliseconds, the linked bill or comment is removed from the URL. */
const billLinkLifetime = 3_000
const commentLinkLifetime = 8_000

/** The URL with which this page was loaded. The server wrote the id of its bill into the page. */
const loadedAt = window.location.pathname

/**
 * Returns which bill is open and which of its comments a link points to. The URL is the permanent URL of the open bill. A
 * link such as /feed?highlight={id} opens a bill too, and after a few seconds its URL becomes the one of the bill. A comment
 * stays in the URL for some seconds.
 */
export function useOpenBill() {
  const location = useLocation()
  const { pathname, search, hash, state: rawState, key } = location
  const state = readState(rawState)
  const query = new URLSearchParams(search)
  const hasOwnPath = looksLikeBillPath(pathname)
  const linked = hasOwnPath ? null : query.get('highlight')
  const billOfPath = useFoundBill(location)
  const billId = linked ?? state.expandBillId ?? (hasOwnPath ? billOfPath.bill_id : null)
  const comment = billId ? query.get('comment') : null
  const openedHere = state.openedHere === true
  const closedEntry = useRef<string | null>(null)
  // Forward opens a closed entry again, and it can be closed again.
  useEffect(() => {
    if (closedEntry.current !== key) closedEntry.current = null
  }, [key])
  const feed = feedBehind(pathname, search, rawState)
  const feedSearch = without(feed.search, linkParameters)

  /**
   * Shows the permanent URL. The version and the section of a link to it stay. Those of a link into the feed do not, because the
   * section would take the focus a second time.
   */
  const showPermanentUrl = (bill_id: string, path: string) =>
    replace(hasOwnPath ? `${billPagePath(path)}${onlyVersion(search)}${hash}` : billPagePath(path), {
      bill_id,
      feed: { pathname: feed.pathname, search: feedSearch },
      ...(openedHere && { openedHere }),
    })

  const lifetime = comment ? commentLinkLifetime : billLinkLifetime
  const path = useRef<string | null>(null)
  const endLink = useEffectEvent((bill_id: string) => {
    // Until the next screen or the closed bill is drawn, this one is still mounted. The navigation must not be undone.
    if (window.location.pathname !== pathname || window.location.search !== search) return
    if (path.current) showPermanentUrl(bill_id, path.current)
  })
  const hasLink = linked !== null || (hasOwnPath && query.has('comment'))
  useEffect(() => {
    if (!hasLink || !billId) return undefined
    const timer = setTimeout(() => endLink(billId), lifetime)
    return () => clearTimeout(timer)
  }, [hasLink, billId, lifetime])

  return {
    billId,
    comment,
    /** The failure to find the bill that the URL names. */
    error: billOfPath.error,
    open: (bill_id: string, billPath?: string) =>
      navigate(billPath ? billPagePath(billPath) : withQuery(withHighlight(feedSearch, bill_id), pathname), {
        state: { openedHere: true, bill_id, feed: { pathname: feed.pathname, search: feedSearch } },
      }),
    /** Called when the open bill is known. A link that needs no time to be processed gets the permanent URL at once. */
    showUrl: (bill_id: string, billPath: string) => {
      path.current = billPath
      const isOpenedLink = openedHere || state.expandBillId !== undefined
      const isOther = hasOwnPath && pathname !== billPagePath(billPath)
      if ((!hasOwnPath && isOpenedLink) || isOther) showPermanentUrl(bill_id, billPath)
    },
    close: () => {
      if (!openedHere) {
        replace(feed.pathname + feedSearch, null)
        return
      }
      // Going back takes a moment, and pressing Escape twice must not go back twice.
      if (closedEntry.current === key) return
      closedEntry.current = key
      window.history.back()
    },
    /** Removes the bill and the comment from the URL without going back, for example if the bill does not exist. */
    clear: () => replace(feed.pathname + feedSearch, null),
  }
}

/** Finds the bill of a permanent URL, in any spelling. */
function useFoundBill({ pathname, state }: HistoryEntry): { bill_id: string | null; error: Error | null } {
  const earlyId = readState(state).bill_id ?? (pathname === loadedAt ? earlyBillId() : null)
  const isBillPath = looksLikeBillPath(pathname)
  const query = useQuery({
    ...queryFor(findBill, { address: pathname }),
    enabled: isBillPath && earlyId === null,
    staleTime: Infinity,
  })
  if (!isBillPath) return { bill_id: null, error: null }
  return { bill_id: earlyId ?? query.data?.bill_id ?? null, error: earlyId === null ? query.error : null }
}

function without(search: string, names: readonly string[]): string {
  const query = new URLSearchParams(search)
  for (const name of names) query.delete(name)
  return String(query) && `?${query}`
}

function withHighlight(search: string, bill_id: string): URLSearchParams {
  const query = new URLSearchParams(search)
  query.set('highlight', bill_id)
  return query
}

function replace(to: string, state: object | null) {
  navigate(to, { replace: true, state })
}

function onlyVersion(search: string): string {
  const version = new URLSearchParams(search).get('version')
  return version === null ? '' : `?${new URLSearchParams({ version })}`
}
