import { useNotifications } from './actions.ts'
import { newCount } from './unread.ts'

/** The number that the bell shows. */
export function useUnreadCount(): number {
  const { data } = useNotifications(false)
  return data ? newCount(data) : 0
}
