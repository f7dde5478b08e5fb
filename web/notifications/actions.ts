import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { listGroupActivity } from '#contract/groups.ts'
import { t } from '#contract/kit/translate.ts'
import { listNotifications, readAllNotifications, readNotification } from '#contract/notifications.ts'
import { queryFor, call, messageOf } from '#web/kit/api/api.ts'
import { toast, toastWithAction } from '#web/kit/ui/overlays/toast.ts'
import { allRead, asRead } from './unread.ts'

/** The interval at which the lists are fetched while the panel is open. */
const refreshMs = 120_000
export const notificationsKey = queryFor(listNotifications, {}).queryKey

/** Reads the newest notifications and the unread count. While the panel is closed, they are read only once. */
export function useNotifications(isOpen: boolean) {
  const query = useQuery({ ...queryFor(listNotifications, {}), ...refreshOptions(isOpen) })
  useFailureLog(query.error, 'Notifications could not be loaded')
  return query
}

export function useGroupActivity() {
  const query = useQuery({ ...queryFor(listGroupActivity, {}), ...refreshOptions(true) })
  useFailureLog(query.error, 'Group updates could not be loaded')
  return query
}

/** Marks a notification as read at once. The response then replaces the unread count. A failure is only logged. */
export function useReadNotification() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(readNotification, { id }),
    onMutate: async (id) => {
      await cache.cancelQueries({ queryKey: notificationsKey })
      cache.setQueryData(notificationsKey, (page) => page && asRead(page, id))
    },
    onSuccess: ({ unread_count, unread_stances }) => {
      cache.setQueryData(notificationsKey, (page) => page && { ...page, unread_count, unread_stances })
    },
    onError: (error) => log('The notification was not marked as read', error),
  })
}

/** Marks all notifications as read at once, and offers to undo this. Does nothing if all are read. */
export function useReadAll() {
  const cache = useQueryClient()
  const change = useMutation({
    mutationFn: (undo: string | undefined) => call(readAllNotifications, { undo }),
    onMutate: async (undo) => {
      await cache.cancelQueries({ queryKey: notificationsKey })
      if (undo === undefined) {
        cache.setQueryData(notificationsKey, (page) => page && allRead(page))
      }
    },
    onSuccess: ({ read_at }, undo) => {
      void cache.invalidateQueries({ queryKey: notificationsKey })
      if (undo !== undefined) {
        return
      }
      toastWithAction(t('All marked as read'), { label: t('Undo'), onAction: () => change.mutate(read_at) })
    },
    onError: (error) => {
      void cache.invalidateQueries({ queryKey: notificationsKey })
      toast(t('Not marked as read: {reason}', { reason: messageOf(error) }), 'failure')
    },
  })
  return () => {
    if ((cache.getQueryData(notificationsKey)?.unread_count ?? 0) > 0) {
      change.mutate(undefined)
    }
  }
}

function refreshOptions(isOpen: boolean) {
  return isOpen ? { refetchInterval: refreshMs, refetchIntervalInBackground: true } : {}
}

function useFailureLog(error: Error | null, what: string) {
  useEffect(() => {
    if (error) {
      log(what, error)
    }
  }, [error, what])
}

function log(what: string, error: Error) {
  // oxlint-disable-next-line no-console -- these failures are logged, not shown
  console.error(`${what}: ${messageOf(error)}`)
}
