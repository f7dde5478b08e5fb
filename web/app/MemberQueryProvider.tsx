import { MutationCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useState, type ReactNode } from 'react'
import { ApiError, outdateReads } from '#web/kit/api/api.ts'
import { onSavedReads, showsSavedReads } from '#web/kit/api/savedReads.ts'

/**
 * The query cache of one member. Give it a React `key` per member so that no data of one member is shown to the next.
 * Data is not fetched again when the window gets the focus so that nothing moves while the member reads.
 *
 * Requests are sent even if the browser reports that it is offline. They then fail at once with a message, whereas the
 * default network mode would wait.
 */
export function MemberQueryProvider({ children }: { children: ReactNode }) {
  const [client] = useState(
    () =>
      new QueryClient({
        mutationCache: new MutationCache({ onSuccess: outdateReads }),
        defaultOptions: {
          queries: {
            networkMode: 'always',
            staleTime: 30_000,
            refetchOnWindowFocus: false,
            // When the network is back, only queries that failed to load are fetched so that nothing else moves. If the screen
            // shows saved responses, everything is.
            refetchOnReconnect: ({ state }) =>
              (state.status === 'error' && state.data === undefined) || showsSavedReads(),
            // A read without a response is retried once. An error response is final.
            retry: (failures, error) => failures < 1 && error instanceof ApiError && !error.hasResponse,
          },
          mutations: { networkMode: 'always', retry: false },
        },
      }),
  )
  useEffect(
    () =>
      onSavedReads(() => {
        if (!showsSavedReads()) void client.invalidateQueries()
      }),
    [client],
  )
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>
}
