import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { ApiError } from '../kit/api/api.ts'

/**
 * What one person has read, kept while they are signed in; give it a `key` of the person, so that nothing of one is
 * ever shown to the next. Nothing refetches under the reader's eyes.
 *
 * Calls are made even when the browser believes it is offline: they fail at once with a message, where the default
 * network mode would wait without a word.
 */
export function MemberQueryProvider({ children }: { children: ReactNode }) {
  const [client] = useState(
    () =>
      new QueryClient({
        defaultOptions: {
          queries: {
            networkMode: 'always',
            staleTime: 30_000,
            refetchOnWindowFocus: false,
            // What could not be shown for want of a network appears when it is back; nothing else moves.
            refetchOnReconnect: ({ state }) => state.status === 'error' && state.data === undefined,
            // A read that got no answer is tried once more; an answer is an answer.
            retry: (failures, error) => failures < 1 && error instanceof ApiError && !error.answered,
          },
          mutations: { networkMode: 'always', retry: false },
        },
      }),
  )
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>
}
