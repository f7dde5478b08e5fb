import { queryOptions, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { listGroupMembers } from '../../contract/groups.ts'
import { call } from '../kit/api/api.ts'

const atOnce = 3
/** A count is asked for again only when it is missing or older than this. */
const countAge = 300_000

/** How many members of each kind a group has; one member is the least a page can hold. */
export function memberCounts(group_id: string) {
  return queryOptions({
    queryKey: [listGroupMembers.path, 'counts', group_id] as const,
    queryFn: async ({ signal }) =>
      (await call(listGroupMembers, { id: group_id, limit: 1 }, { signal })).stats,
    staleTime: countAge,
    gcTime: 2 * countAge,
  })
}

/** Once the list is there its counts are loaded, three groups at a time; one that fails stops no other. */
export function useMemberCounts(groupIds: string[]) {
  const cache = useQueryClient()
  const wanted = groupIds.join(' ')
  useEffect(() => {
    const leaving = new AbortController()
    void loadInBatches(cache, wanted === '' ? [] : wanted.split(' '), leaving.signal)
    return () => leaving.abort()
  }, [cache, wanted])
}

async function loadInBatches(cache: QueryClient, groupIds: string[], signal: AbortSignal) {
  for (let next = 0; next < groupIds.length && !signal.aborted; next += atOnce) {
    const batch = groupIds.slice(next, next + atOnce)
    // oxlint-disable-next-line no-await-in-loop -- one batch after the other is what is wanted
    await Promise.allSettled(batch.map((id) => cache.fetchQuery(memberCounts(id))))
  }
}
