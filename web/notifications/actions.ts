import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { listGroupActivity } from '../../contract/groups.ts'
import { listNotifications, readNotification } from '../../contract/notifications.ts'
import { queryFor, call, messageOf } from '../kit/api/api.ts'
import { asRead } from './unread.ts'

/** Lists are asked for again this often while the panel is open. */
const refreshMs = 120_000
export const notificationsKey = queryFor(listNotifications, {}).queryKey

/** The newest notifications and the unread number; asked for once while the panel is closed. */
export function useNotifications(isOpen: boolean) {
  const query = useQuery({ ...queryFor(listNotifications, {}), ...refreshing(isOpen) })
  useLogged(query.error, 'Notifications could not be loaded')
  return query
}

export function useGroupActivity() {
  const query = useQuery({ ...queryFor(listGroupActivity, {}), ...refreshing(true) })
  useLogged(query.error, 'Group updates could not be loaded')
  return query
}

/** At once for the eye; the server's own number follows. A failure is only logged. */
export function useReadNotification() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(readNotification, { id }),
    onMutate: async (id) => {
      await cache.cancelQueries({ queryKey: notificationsKey })
      cache.setQueryData(notificationsKey, (page) => page && asRead(page, id))
    },
    onSuccess: ({ unread_count }) => {
      cache.setQueryData(notificationsKey, (page) => page && { ...page, unread_count })
    },
    onError: (error) => log('The notification was not marked as read', error),
  })
}

function refreshing(isOpen: boolean) {
  return isOpen ? { refetchInterval: refreshMs, refetchIntervalInBackground: true } : {}
}

function useLogged(error: Error | null, what: string) {
  useEffect(() => {
    if (error) log(what, error)
  }, [error, what])
}

function log(what: string, error: Error) {
  // oxlint-disable-next-line no-console -- the specification wants these failures logged and not shown
  console.error(`${what}: ${messageOf(error)}`)
}
