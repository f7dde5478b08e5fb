import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { notificationsKey } from './actions.ts'
import { followNews } from './followNews.ts'

/** Fetches the list anew as soon as the server says that it has changed. */
export function useNews() {
  const cache = useQueryClient()
  useEffect(() => followWhileSeen(cache), [cache])
}

/**
 * Only in a tab that is looked at: a browser keeps few connections to one server, and this takes one of them. Answers
 * how to end it.
 */
function followWhileSeen(cache: QueryClient): () => void {
  let leave: (() => void) | null = null
  function look() {
    if (document.visibilityState === 'hidden') {
      leave?.()
      leave = null
      return
    }
    leave ??= followNews(({ version }) => {
      const held = cache.getQueryData(notificationsKey)
      if (held && held.version !== version) void cache.invalidateQueries({ queryKey: notificationsKey })
    })
  }
  look()
  document.addEventListener('visibilitychange', look)
  return () => {
    document.removeEventListener('visibilitychange', look)
    leave?.()
  }
}
