import type { Bill } from '../../contract/bills.ts'
import { topicKey } from '../../contract/rules/topics.ts'

/** Sorts one page: bills with a followed topic first, newest first within both parts. */
export function followedTopicsFirst(bills: readonly Bill[], followedTopics: readonly string[]): Bill[] {
  const followed = new Set(followedTopics.map(topicKey))
  const isFollowed = (bill: Bill) => bill.topics.some((topic) => followed.has(topicKey(topic)))
  const newestFirst = bills.toSorted((a, b) => b.created_at.localeCompare(a.created_at))
  return [...newestFirst.filter(isFollowed), ...newestFirst.filter((bill) => !isFollowed(bill))]
}
