import type { OutputOf } from '#contract/kit/endpoint.ts'
import type { listNotifications } from '#contract/notifications.ts'

export type NotificationPage = OutputOf<typeof listNotifications>

/** Returns the number that the bell shows. Unread stances of followed members count once, because they are one entry. */
export function newCount({
  unread_count,
  unread_stances,
}: Pick<NotificationPage, 'unread_count' | 'unread_stances'>): number {
  return unread_count - Math.max(0, unread_stances - 1)
}

/**
 * Returns the page with the notification `id` marked as read. If it was unread, its counts fall by one, but never
 * below 0.
 */
export function asRead(page: NotificationPage, id: string): NotificationPage {
  const read = page.notifications.find((item) => item.id === id && !item.read)
  return {
    ...page,
    notifications: page.notifications.map((item) => (item.id === id ? { ...item, read: true } : item)),
    unread_count: Math.max(0, page.unread_count - (read ? 1 : 0)),
    unread_stances: Math.max(0, page.unread_stances - (read?.type === 'followee_stance' ? 1 : 0)),
  }
}

export function allRead(page: NotificationPage): NotificationPage {
  return {
    ...page,
    notifications: page.notifications.map((item) => ({ ...item, read: true })),
    unread_count: 0,
    unread_stances: 0,
  }
}
