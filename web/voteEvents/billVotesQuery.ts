import { queryOptions } from '@tanstack/react-query'
import { maxPageSize } from '#contract/kit/endpoint.ts'
import { listBillVotes, type VoteEvent } from '#contract/votes/votes.ts'
import { call } from '#web/kit/api/api.ts'

/** Reads all votes on a bill. The votes that decide on it can be older than a whole page of others. */
export function billVotesQuery(bill_id: string) {
  return queryOptions({
    queryKey: [listBillVotes.path, bill_id] as const,
    queryFn: ({ signal }) => readVotes(bill_id, 0, signal),
  })
}

async function readVotes(id: string, offset: number, signal: AbortSignal): Promise<VoteEvent[]> {
  const limit = maxPageSize
  const { vote_events, pagination } = await call(listBillVotes, { id, limit, offset }, { signal })
  return pagination.has_more
    ? [...vote_events, ...(await readVotes(id, offset + limit, signal))]
    : vote_events
}
