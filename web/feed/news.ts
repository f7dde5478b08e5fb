import type { MovedBill } from '#contract/bills/bills.ts'
import type { Notification } from '#contract/notifications.ts'

/** How many lines the block above the feed has at most. */
export const shownNews = 3

/** The notifications that are news about the member, the most important first. */
const newsTypes = ['official_replied', 'comment_influenced_mind']

type MovedList = { since: string | null; bills: readonly MovedBill[] }

/**
 * Returns what is new since the last visit: unread notifications about the member, official replies first, and bills that moved.
 * This module is part of the script in the page's <head>, so it imports only types.
 */
export function pickNews(
  { since, bills }: MovedList,
  notifications: readonly Notification[],
): { notifications: Notification[]; bills: MovedBill[] } {
  return {
    notifications:
      since === null
        ? []
        : notifications
            .filter(({ type, read, created_at }) => !read && created_at > since && newsTypes.includes(type))
            .sort((a, b) => newsTypes.indexOf(a.type) - newsTypes.indexOf(b.type)),
    bills: bills.filter((bill) => bill.is_new),
  }
}
