import {
  billStatuses,
  governmentLevels,
  statusLabels,
  type BillStatus,
  type GovernmentLevel,
} from '#contract/bills/billContent.ts'
import { keywordMaxLength } from '#contract/bills/bills.ts'
import { t } from '#contract/kit/translate.ts'
import { findsBill, isNamedBy, readKeyword, type Searched } from '#contract/search.ts'
import { topicKey, topicName } from '#contract/topics.ts'
import { levelNames } from '#web/bills/card/levelNames.ts'

export type Filters = {
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
  level: null,
  topics: [],
  status: null,
  trending: false,
  bookmarked: false,
  past: false,
  keyword: '',
}

const parameters = ['level', 'topics', 'status', 'trending', 'bookmarks', 'past', 'q'] as const

/** Reads the filters from a URL. Unknown values are ignored so that an old link still opens the feed. */
export function readFilters(address: URLSearchParams): Filters {
  return {
    level: governmentLevels.find((level) => level === address.get('level')) ?? null,
    topics: [...new Set(address.getAll('topics').map(topicKey))].filter((topic) => topic !== ''),
    status: billStatuses.find((status) => status === address.get('status')) ?? null,
    trending: address.get('trending') === 'true',
    bookmarked: address.get('bookmarks') === 'true',
    past: address.get('past') === 'true',
    keyword: (address.get('q') ?? '').trim().slice(0, keywordMaxLength),
  }
}

/** Returns the URL parameters with these filters. Other parameters stay. */
export function withFilters(address: URLSearchParams, filters: Filters): URLSearchParams {
  const next = new URLSearchParams(address)
  for (const parameter of parameters) {
    next.delete(parameter)
  }
  if (filters.level) {
    next.set('level', filters.level)
  }
  for (const topic of filters.topics) {
    next.append('topics', topic)
  }
  if (filters.status) {
    next.set('status', filters.status)
  }
  if (filters.trending) {
    next.set('trending', 'true')
  }
  if (filters.bookmarked) {
    next.set('bookmarks', 'true')
  }
  if (filters.past) {
    next.set('past', 'true')
  }
  if (filters.keyword.trim()) {
    next.set('q', filters.keyword.trim())
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
  if (filters.level) {
    active.push({ key: 'level', label: levelNames[filters.level], without: { ...filters, level: null } })
  }
  if (filters.status) {
    active.push({
      key: 'status',
      label: t(statusLabels[filters.status]),
      without: { ...filters, status: null },
    })
  }
  if (filters.trending) {
    active.push({ key: 'trending', label: t('Trending'), without: { ...filters, trending: false } })
  }
  if (filters.bookmarked) {
    active.push({ key: 'bookmarks', label: t('Bookmarks only'), without: { ...filters, bookmarked: false } })
  }
  if (filters.past) {
    active.push({ key: 'past', label: t('With past sessions'), without: { ...filters, past: false } })
  }
  if (filters.keyword) {
    active.push({ key: 'keyword', label: `“${filters.keyword}”`, without: { ...filters, keyword: '' } })
  }
  return active
}

/** Applies the keyword and the bookmarks filter to loaded bills, as the server does, until the server answers. */
export function matchesLocally(bill: Searched & { is_bookmarked: boolean }, filters: Filters): boolean {
  if (filters.bookmarked && !bill.is_bookmarked) {
    return false
  }
  return filters.keyword === '' || findsBill(readKeyword(filters.keyword), bill)
}

/** Puts a bill whose code is the keyword before the others, as the server does. */
export function exactCodeFirst<B extends Searched>(bills: readonly B[], keyword: string): B[] {
  const parsedKeyword = keyword === '' ? null : readKeyword(keyword)
  const isNamed = (bill: B) => isNamedBy(parsedKeyword, bill)
  return [...bills.filter(isNamed), ...bills.filter((bill) => !isNamed(bill))]
}
