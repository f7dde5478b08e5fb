import { queryOptions, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { listGroupMembers } from '../../contract/groups/groups.ts'
import { call } from '../kit/api/api.ts'

const batchSize = 3
/** A count is fetched again after this many milliseconds. */
const countLifetime = 300_000

/** Loads how many members of each type a group has. The limit is 1 because only the counts are needed. */
export function memberCounts(group_id: string) {
  return queryOptions({
    queryKey: [listGroupMembers.path, 'counts', group_id] as const,
    queryFn: async ({ signal }) =>
      (await call(listGroupMembers, { id: group_id, limit: 1 }, { signal })).stats,
    staleTime: countLifetime,
    gcTime: 2 * countLifetime,
  })
}

/** Loads the counts of the listed groups, three at a time. A failed request does not stop the others. */
export function useMemberCounts(groupIds: string[]) {
  const cache = useQueryClient()
  const idList = groupIds.join(' ')
  useEffect(() => {
    const abort = new AbortController()
    void loadInBatches(cache, idList === '' ? [] : idList.split(' '), abort.signal)
    return () => abort.abort()
  }, [cache, idList])
}

async function loadInBatches(cache: QueryClient, groupIds: string[], signal: AbortSignal) {
  for (let next = 0; next < groupIds.length && !signal.aborted; next += batchSize) {
    const batch = groupIds.slice(next, next + batchSize)
    // oxlint-disable-next-line no-await-in-loop -- the batches run one after the other on purpose
    await Promise.allSettled(batch.map((id) => cache.fetchQuery(memberCounts(id))))
  }
}
