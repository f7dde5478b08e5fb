import type { OutputOf } from '#contract/kit/endpoint.ts'
import type { listNotifications } from '#contract/notifications.ts'

export type NotificationPage = OutputOf<typeof listNotifications>

/**
 * Returns the page with the notification `id` marked as read. If it was unread, the unread count falls by one, but never
 * below 0.
 */
export function asRead(page: NotificationPage, id: string): NotificationPage {
  const wasUnread = page.notifications.some((item) => item.id === id && !item.read)
  return {
    ...page,
    notifications: page.notifications.map((item) => (item.id === id ? { ...item, read: true } : item)),
    unread_count: Math.max(0, page.unread_count - (wasUnread ? 1 : 0)),
  }
}

export function allRead(page: NotificationPage): NotificationPage {
  return {
    ...page,
    notifications: page.notifications.map((item) => ({ ...item, read: true })),
    unread_count: 0,
  }
}
