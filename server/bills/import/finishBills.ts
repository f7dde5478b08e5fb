import { refuseRecord, saveBatch } from '../../cli/importReport.ts'
import type { Pool } from '../../postgres/db.ts'
import { addVotes, type VoteReport } from '../../voteEvents/import.ts'
import { linkVotesToBills } from '../../voteEvents/linkBills.ts'
import { lockVotes } from '../../voteEvents/linkVoters.ts'
import { type BillVotes, removeVanishedVotes } from '../../voteEvents/vanishedVotes.ts'
import { findReintroductions } from '../sessions/reintroductions.ts'
import { classifyVersions } from '../versions/classify.ts'

/** What the transaction of a batch stored and what must be done for it afterwards. Bills are named by `source_id`. */
export type StoredBatch = {
  added: string[]
  withNewText: string[]
  /** The votes that the records of bills carried. */
  votes: BillVotes[]
}

export function nothingToFinish(): StoredBatch {
  return { added: [], withNewText: [], votes: [] }
}

/**
 * Saves the votes of stored bills, and looks for versions and bills to compare. An interruption leaves bills without these,
 * and the next import of the same records adds them.
 * @param report the report of the votes, to which these are added
 */
export async function finishBills(
  db: Pool,
  { added, withNewText, votes }: StoredBatch,
  report: VoteReport,
  notify: boolean,
): Promise<void> {
  if (added.length > 0) await db.begin((transaction) => linkVotesToBills(transaction, added))
  await saveBatch(
    votes,
    async (lists) => {
      const next = await db.begin(async (transaction) => {
        // Taken before the lock of the updates, as an import of votes does.
        await lockVotes(transaction)
        const readings = lists.flatMap((list) => list.readings)
        const reportWithThese = await addVotes(transaction, report, readings, { notify, newBills: added })
        await removeVanishedVotes(transaction, lists, notify)
        return reportWithThese
      })
      Object.assign(report, next)
    },
    ({ readings }, reason) => {
      for (const reading of readings) refuseRecord(report, reading, reason)
    },
  )
  await classifyVersions(db, notify)
  await findReintroductions(db, withNewText, notify)
  // The words of a batch are merged into the index together, which takes a fraction of the time of merging each bill.
  await db`select gin_clean_pending_list('bill_search_entries')`
}
