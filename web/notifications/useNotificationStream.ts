import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { notificationsKey } from './actions.ts'
import { openNotificationStream } from './notificationStream.ts'

/** Fetches the list again as soon as the server reports a change. */
export function useNotificationStream() {
  const cache = useQueryClient()
  useEffect(() => streamWhileVisible(cache), [cache])
}

/**
 * Opens a stream while the tab is visible. Hidden tabs have none, because browsers limit the number of connections to a
 * server. The returned function closes the stream.
 */
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
