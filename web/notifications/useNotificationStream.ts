import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { notificationsKey } from './actions.ts'
import { openNotificationStream } from './notificationStream.ts'

/** Fetches the list again as soon as the server reports a change. */
export function useNotificationStream() {
  const cache = useQueryClient()
  useEffect(() => streamWhileVisible(cache), [cache])
}

/** Only a visible tab has a stream, because browsers limit the connections to one server. Returns how to end it. */
function streamWhileVisible(cache: QueryClient): () => void {
  let close: (() => void) | null = null
  function update() {
    if (document.visibilityState === 'hidden') {
      close?.()
      close = null
      return
    }
    close ??= openNotificationStream(({ version }) => {
      const current = cache.getQueryData(notificationsKey)
      if (current && current.version !== version) void cache.invalidateQueries({ queryKey: notificationsKey })
    })
  }
  update()
  document.addEventListener('visibilitychange', update)
  return () => {
    document.removeEventListener('visibilitychange', update)
    close?.()
  }
}
