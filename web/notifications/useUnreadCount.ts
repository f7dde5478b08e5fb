import { useNotifications } from './actions.ts'

/** Returns the number of unread notifications. */
export function useUnreadCount(): number {
  return useNotifications(false).data?.unread_count ?? 0
}
