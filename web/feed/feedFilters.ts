import {
  billStatuses,
  governmentLevels,
  statusLabels,
  type BillStatus,
  type GovernmentLevel,
} from '../../contract/billContent.ts'
import { keywordMaxLength } from '../../contract/bills.ts'
import { findsBill, isNamedBy, readKeyword, type Searched } from '../../contract/rules/billSearch.ts'
import { topicKey, topicName } from '../../contract/rules/topics.ts'

export type Filters = {
  level: GovernmentLevel | null
  topics: readonly string[]
  status: BillStatus | null
  trending: boolean
  bookmarked: boolean
  keyword: string
}

export const noFilters: Filters = {
  level: null,
  topics: [],
  status: null,
  trending: false,
  bookmarked: false,
  keyword: '',
}

const names = ['level', 'topics', 'status', 'trending', 'bookmarks', 'q'] as const

/** The filters an address holds; what it does not know is left out, so that an old link still opens the feed. */
export function filtersOf(address: URLSearchParams): Filters {
  return {
    level: governmentLevels.find((level) => level === address.get('level')) ?? null,
    topics: [...new Set(address.getAll('topics').map(topicKey))].filter((topic) => topic !== ''),
    status: billStatuses.find((status) => status === address.get('status')) ?? null,
    trending: address.get('trending') === 'true',
    bookmarked: address.get('bookmarks') === 'true',
    keyword: (address.get('q') ?? '').trim().slice(0, keywordMaxLength),
  }
}

/** The same address with these filters in it; everything that is not a filter stays. */
export function withFilters(address: URLSearchParams, filters: Filters): URLSearchParams {
  const next = new URLSearchParams(address)
  for (const name of names) next.delete(name)
  if (filters.level) next.set('level', filters.level)
  for (const topic of filters.topics) next.append('topics', topic)
  if (filters.status) next.set('status', filters.status)
  if (filters.trending) next.set('trending', 'true')
  if (filters.bookmarked) next.set('bookmarks', 'true')
  if (filters.keyword.trim()) next.set('q', filters.keyword.trim())
  return next
}

type ActiveFilter = { key: string; words: string; without: Filters }

/** Every filter that is on, with the filters that remain when it is taken off; its length is the displayed count. */
export function activeFilters(filters: Filters): ActiveFilter[] {
  const active: ActiveFilter[] = filters.topics.map((topic) => ({
    key: `topic:${topic}`,
    words: topicName(topic),
    without: { ...filters, topics: filters.topics.filter((other) => other !== topic) },
  }))
  if (filters.level) {
    const words = filters.level.charAt(0).toUpperCase() + filters.level.slice(1)
    active.push({ key: 'level', words, without: { ...filters, level: null } })
  }
  if (filters.status) {
    active.push({ key: 'status', words: statusLabels[filters.status], without: { ...filters, status: null } })
  }
  if (filters.trending) {
    active.push({ key: 'trending', words: 'Trending', without: { ...filters, trending: false } })
  }
  if (filters.bookmarked) {
    active.push({ key: 'bookmarks', words: 'Bookmarks only', without: { ...filters, bookmarked: false } })
  }
  if (filters.keyword) {
    active.push({ key: 'keyword', words: `“${filters.keyword}”`, without: { ...filters, keyword: '' } })
  }
  return active
}

/** The two filters applied in the browser (R43): a keyword, by the server's own rules, and bookmarks. */
export function matchesHere(bill: Searched & { is_bookmarked: boolean }, filters: Filters): boolean {
  if (filters.bookmarked && !bill.is_bookmarked) return false
  return filters.keyword === '' || findsBill(readKeyword(filters.keyword), bill)
}

/** A bill whose very code was typed leads, as it does in the server's answer. */
export function namedFirst<B extends Searched>(bills: readonly B[], keyword: string): B[] {
  const read = keyword === '' ? null : readKeyword(keyword)
  const isNamed = (bill: B) => isNamedBy(read, bill)
  return [...bills.filter(isNamed), ...bills.filter((bill) => !isNamed(bill))]
}
