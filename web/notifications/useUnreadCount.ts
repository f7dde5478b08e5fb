import { useNotifications } from './actions.ts'

export function useUnreadCount(): number {
  return useNotifications(false).data?.unread_count ?? 0
}
