import type { Bill, BillScope } from '#contract/bills/bills.ts'
import { t } from '#contract/kit/translate.ts'
import { linkParameters } from '#web/kit/paths.ts'

export const scopeLabels: Record<BillScope | 'all' | 'trending', string> = {
  all: t('For you'),
  city: t('My city'),
  state: t('My state'),
  congress: t('Congress'),
  trending: t('Trending'),
}

/** The views that the chips select: a scope, the whole feed, or the bills with the most activity. */
export type View = BillScope | 'trending' | null

/** Returns the query string with another view. The open bill is removed, because it may not be in the view. */
export function withView(searchParams: URLSearchParams, view: View): string {
  const next = new URLSearchParams(searchParams)
  for (const name of ['scope', 'trending', ...linkParameters]) {
    next.delete(name)
  }
  if (view === 'trending') {
    next.set('trending', 'true')
  } else if (view) {
    next.set('scope', view)
  }
  return `?${next}`
}

/**
 * Returns the index of the first bill from another place, or -1. It is the first bill without a reason to be in the feed
 * after one with a reason.
 */
export function indexOfOtherPlaces(bills: readonly Bill[]): number {
  return bills.findIndex(
    (bill, index) => index > 0 && bill.reason === null && Boolean(bills[index - 1]?.reason),
  )
}

/** Returns the index of the first bill that was invented for the demonstration, or -1. */
export function indexOfExamples(bills: readonly Bill[]): number {
  return bills.findIndex(({ reason }) => reason?.kind === 'example')
}

/** Describes the order of a list by relevance. It names only kinds of bills that are in the list. */
export function relevanceText(bills: readonly Bill[]): string {
  const kinds = new Set(bills.map(({ reason }) => reason?.kind))
  if (kinds.has('place')) {
    return t('What moved or is discussed near you comes first.')
  }
  if (kinds.has('congress')) {
    return kinds.has('topic') ? t('Congress and topics you follow come first.') : t('Congress comes first.')
  }
  return kinds.has('topic') ? t('Topics you follow come first.') : t('Newest first.')
}
