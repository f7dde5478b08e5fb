import type { OutputOf } from '../../contract/kit/endpoint.ts'
import type { listNotifications } from '../../contract/notifications.ts'

export type NotificationPage = OutputOf<typeof listNotifications>

/** The page once `id` is read: the unread number falls by one where it was unread, and never below 0. */
export function asRead(page: NotificationPage, id: string): NotificationPage {
  const wasUnread = page.notifications.some((one) => one.id === id && !one.read)
  return {
    ...page,
    notifications: page.notifications.map((one) => (one.id === id ? { ...one, read: true } : one)),
    unread_count: Math.max(0, page.unread_count - (wasUnread ? 1 : 0)),
  }
}
