import { useInfiniteQuery } from '@tanstack/react-query'
import { listUpdates } from '#contract/alerts.ts'
import { call } from '#web/kit/api/api.ts'

export type UpdatesQuery = ReturnType<typeof useUpdates>

/** Reads what happened to bills that the member follows or has a stance on, page by page. */
export function useUpdates() {
  return useInfiniteQuery({
    queryKey: [listUpdates.path],
    queryFn: ({ pageParam, signal }) => call(listUpdates, { limit: 20, before: pageParam }, { signal }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ updates, has_more }) => (has_more ? updates.at(-1)?.update_id : undefined),
  })
}
