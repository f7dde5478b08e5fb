import type { Bill } from '../../contract/bills.ts'
import { topicKey } from '../../contract/rules/topics.ts'

/** Bills with a followed topic lead, newest first within each part (R44); for one page, as it arrives. */
export function followedFirst(bills: readonly Bill[], followedTopics: readonly string[]): Bill[] {
  const followed = new Set(followedTopics.map(topicKey))
  const isFollowed = (bill: Bill) => bill.topics.some((topic) => followed.has(topicKey(topic)))
  const newestFirst = bills.toSorted((one, other) => other.created_at.localeCompare(one.created_at))
  return [...newestFirst.filter(isFollowed), ...newestFirst.filter((bill) => !isFollowed(bill))]
}
