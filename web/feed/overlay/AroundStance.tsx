import { useQueries, type UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { BillDetail } from '#contract/bills/bills.ts'
import { listMindChanges } from '#contract/discussions.ts'
import { listContacts, listRepresentatives } from '#contract/representatives.ts'
import { StancesOverTime } from '#web/bills/stance/StancesOverTime.tsx'
import { WhereYouLive } from '#web/bills/stance/WhereYouLive.tsx'
import { WhatChangedMinds } from '#web/discussions/minds/WhatChangedMinds.tsx'
import { queryFor } from '#web/kit/api/api.ts'
import { BillRepresentatives } from '#web/representatives/BillRepresentatives.tsx'
import { billVotesQuery } from '#web/voteEvents/billVotesQuery.ts'

/**
 * What is below the stance of the member: representatives, the stances over time, what changed minds, and where the member
 * lives. The size of each depends on a read of its own, so they appear together: one that came later would push the others
 * down.
 */
export function AroundStance({ bill, contact }: { bill: BillDetail; contact: ReactNode }) {
  const { bill_id, government_level } = bill
  const isPlaced = useQueries({
    // The parts themselves read the same.
    queries: [
      { ...queryFor(listRepresentatives, { government_level }), retry: false },
      billVotesQuery(bill_id),
      queryFor(listContacts, { bill_id, limit: 1 }),
      queryFor(listMindChanges, { id: bill_id, limit: 1 }),
    ],
    combine: (reads) => reads.every(isReadDone),
  })
  return (
    isPlaced && (
      <>
        <BillRepresentatives bill={bill} contact={contact} />
        <StancesOverTime bill={bill} />
        <WhatChangedMinds bill_id={bill_id} />
        <WhereYouLive bill_id={bill_id} />
      </>
    )
  )
}

/** True if a read holds nothing back any more: it has its response, has failed, or waits for the network. */
export function isReadDone({
  isFetched,
  failureCount,
  fetchStatus,
}: Pick<UseQueryResult, 'isFetched' | 'failureCount' | 'fetchStatus'>): boolean {
  return isFetched || failureCount > 0 || fetchStatus === 'paused'
}
