import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { ApiError } from '../kit/api.ts'

/**
 * What one person has read, kept while they are signed in; give it a `key` of the person, so that nothing of one is
 * ever shown to the next. Nothing refetches under the reader's eyes.
 */
export function PersonQueries({ children }: { children: ReactNode }) {
  const [client] = useState(
    () =>
      new QueryClient({
        defaultOptions: {
          queries: {
            staleTime: 30_000,
            refetchOnWindowFocus: false,
            refetchOnReconnect: false,
            // A read that got no answer is tried once more; an answer is an answer.
            retry: (failures, error) => failures < 1 && error instanceof ApiError && !error.answered,
          },
          mutations: { retry: false },
        },
      }),
  )
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>
}
