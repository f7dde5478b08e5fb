import {
  billStatuses,
  governmentLevels,
  statusLabels,
  type BillStatus,
  type GovernmentLevel,
} from '#contract/bills/billContent.ts'
import { billScopes, keywordMaxLength, type BillScope } from '#contract/bills/bills.ts'
import { t } from '#contract/kit/translate.ts'
import { findsBill, isNamedBy, readKeyword, type SearchedBill } from '#contract/search.ts'
import { topicKey, topicName } from '#contract/topics.ts'
import { levelNames } from '#web/bills/card/levelNames.ts'

export type Filters = {
  /** The view. It has a level of its own, so `level` is null beside it. */
  scope: BillScope | null
  level: GovernmentLevel | null
  topics: readonly string[]
  status: BillStatus | null
  trending: boolean
  bookmarked: boolean
  /** True if bills of past sessions, which can no longer change, are included. */
  past: boolean
  keyword: string
}

export const noFilters: Filters = {
  scope: null,
  level: null,
  topics: [],
  status: null,
  trending: false,
  bookmarked: false,
  past: false,
  keyword: '',
}

/** Reads the filters from a URL. Unknown values are ignored so that an old link still opens the feed. */
export function readFilters(searchParams: URLSearchParams): Filters {
  const oneOf = <Choice extends string>(choices: readonly Choice[], name: string) =>
    choices.find((choice) => choice === searchParams.get(name)) ?? null
  const isOn = (name: string) => searchParams.get(name) === 'true'
  const scope = oneOf(billScopes, 'scope')
  return {
    scope,
    level: scope ? null : oneOf(governmentLevels, 'level'),
    topics: [...new Set(searchParams.getAll('topics').map(topicKey))].filter(Boolean),
    status: oneOf(billStatuses, 'status'),
    trending: isOn('trending'),
    bookmarked: isOn('bookmarks'),
    past: isOn('past'),
    keyword: (searchParams.get('q') ?? '').trim().slice(0, keywordMaxLength),
  }
}

/** Returns the URL parameters with these filters. Other parameters stay. */
export function withFilters(searchParams: URLSearchParams, filters: Filters): URLSearchParams {
  const next = new URLSearchParams(searchParams)
  next.delete('topics')
  for (const topic of filters.topics) {
    next.append('topics', topic)
  }
  const values = {
    scope: filters.scope,
    level: filters.level,
    status: filters.status,
    trending: filters.trending && 'true',
    bookmarks: filters.bookmarked && 'true',
    past: filters.past && 'true',
    q: filters.keyword.trim(),
  }
  for (const [name, value] of Object.entries(values)) {
    if (value) {
      next.set(name, value)
    } else {
      next.delete(name)
    }
  }
  return next
}

type ActiveFilter = { key: string; label: string; without: Filters }

/** Returns every active filter, with the filters that remain after removing it. */
export function activeFilters(filters: Filters): ActiveFilter[] {
  const active: ActiveFilter[] = filters.topics.map((topic) => ({
    key: `topic:${topic}`,
    label: topicName(topic),
    without: { ...filters, topics: filters.topics.filter((other) => other !== topic) },
  }))
  const labels = {
    level: filters.level && levelNames[filters.level],
    status: filters.status && t(statusLabels[filters.status]),
    trending: filters.trending && t('Trending'),
    bookmarked: filters.bookmarked && t('Bookmarks only'),
    past: filters.past && t('With past sessions'),
    keyword: filters.keyword && `“${filters.keyword}”`,
  }
  for (const key of ['level', 'status', 'trending', 'bookmarked', 'past', 'keyword'] as const) {
    const label = labels[key]
    if (label) active.push({ key, label, without: { ...filters, [key]: noFilters[key] } })
  }
  return active
}

/** Applies the keyword and the bookmarks filter to loaded bills, as the server does, until the server answers. */
export function matchesLocally(bill: SearchedBill & { is_bookmarked: boolean }, filters: Filters): boolean {
  return (
    (bill.is_bookmarked || !filters.bookmarked) &&
    (filters.keyword === '' || findsBill(readKeyword(filters.keyword), bill))
  )
}

/** Puts a bill whose code is the keyword before the others, as the server does. */
export function exactCodeFirst<B extends SearchedBill>(bills: readonly B[], keyword: string): B[] {
  const parsedKeyword = keyword === '' ? null : readKeyword(keyword)
  const isNamed = (bill: B) => isNamedBy(parsedKeyword, bill)
  return [...bills.filter(isNamed), ...bills.filter((bill) => !isNamed(bill))]
}
