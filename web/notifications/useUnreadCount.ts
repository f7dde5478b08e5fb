import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { notificationsKey, useNotifications } from './actions.ts'

/**
 * Returns the number of unread notifications. It is read again when the member opens another screen and it is older than half
 * a minute.
 */
export function useUnreadCount(pathname: string): number {
  const cache = useQueryClient()
  const { data } = useNotifications(false)
  useEffect(() => {
    void cache.refetchQueries({ queryKey: notificationsKey, stale: true })
  }, [cache, pathname])
  return data?.unread_count ?? 0
}
