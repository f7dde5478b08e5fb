import type { Transaction } from '#server/platform/postgres/db.ts'
import { linkBillVotes } from './links/linkBillVotes.ts'
import { lockVotes } from './linkVoters.ts'

/**
 * Links votes that were imported before their bills, and updates the last votes of these bills. Call it when the bills
 * are committed so that an import of votes either finds the bills or has committed its votes before.
 */
export async function linkVotesToBills(db: Transaction, source_ids: readonly string[]): Promise<void> {
  await lockVotes(db)
  const rows = await db<{ bill_id: string }[]>`
    update vote_events e set bill_id = b.bill_id
      from bills b
     where e.bill_id is null and e.bill_source_id = any(${[...source_ids]}) and b.source_id = e.bill_source_id
    returning e.bill_id`
  const bill_ids = [...new Set(rows.map(({ bill_id }) => bill_id))]
  if (bill_ids.length === 0) return
  await db`select refresh_last_votes(${bill_ids}::uuid[])`
  await linkBillVotes(db, bill_ids)
}
