import {
  countLeftOut,
  emptyReport,
  importInBatches,
  refuseRecord,
  secondsSince,
  type ImportReport,
} from '#server/platform/cli/importReport.ts'
import type { Pool, Transaction } from '#server/platform/postgres/db.ts'
import type { ImportedVote, VoteReading } from '#server/sources/votes/importedVote.ts'
import { withDistinctKeys } from './distinctKeys.ts'
import { linkVoters, lockVotes, rosterOf } from './linkVoters.ts'
import { saveVotes } from './saveVotes.ts'
import { findSecondSources } from './secondSource.ts'
import type { VoteNotifyOptions } from './voteUpdates.ts'

/** How the roll calls of an import were linked. */
export type VoteLinks = {
  /** The number of voters who were linked to a representative, and of those who were not. */
  linked: number
  unlinked: number
  /** The number of roll calls whose individual votes do not add up to the published counts. */
  incomplete: number
  /** The number of roll calls that another source had already reported. */
  merged: number
}

/** The result of an import of roll calls. */
export type VoteReport = ImportReport & VoteLinks

/** The number of roll calls in one transaction. It is small, because a roll call of the House has 435 voters. */
const batchSize = 50

/**
 * Imports votes by their key. Importing the same record again changes nothing. A corrected record replaces its roll
 * call and keeps the id. A vote on a bill that is not imported yet is stored and linked later.
 *
 * @param onProgress is called with the report so far after each batch is saved or refused
 */
export async function importVotes(
  db: Pool,
  records: AsyncIterable<VoteReading>,
  onProgress: (report: VoteReport) => void = () => {},
): Promise<VoteReport> {
  const started = performance.now()
  const report = emptyVoteReport()
  let claimedKeys = new Set<string>()
  await importInBatches(records, report, {
    batchSize,
    async save(readings) {
      const claimed = new Set(claimedKeys)
      const outcome = await db.begin(async (transaction) => {
        await lockVotes(transaction)
        const votes = readings.map(({ imported }) => imported)
        return saveImportedVotes(transaction, await withDistinctKeys(transaction, votes, claimed))
      })
      claimedKeys = claimed
      addOutcome(report, outcome)
    },
    onProgress,
  })
  report.seconds = secondsSince(started)
  return report
}

export function emptyVoteReport(): VoteReport {
  return { ...emptyReport(), linked: 0, unlinked: 0, incomplete: 0, merged: 0 }
}

const outcomes = ['inserted', 'updated', 'unchanged', 'linked', 'unlinked', 'incomplete', 'merged'] as const
type VoteOutcome = Pick<VoteReport, (typeof outcomes)[number]>

function addOutcome(report: VoteReport, outcome: VoteOutcome): void {
  for (const name of outcomes) report[name] += outcome[name]
}

/**
 * Saves roll calls that are part of the records of bills, in the caller's transaction. If another source has already reported
 * the chamber's votes on the bill and the two cannot be matched, the roll call is refused.
 *
 * @returns `reportBefore` with these roll calls added
 */
export async function addVotes(
  db: Transaction,
  reportBefore: VoteReport,
  readings: readonly VoteReading[],
  options: VoteNotifyOptions,
): Promise<VoteReport> {
  const report = { ...reportBefore, refusals: [...reportBefore.refusals] }
  const otherSources = await findSecondSources(
    db,
    readings.flatMap((reading) => ('imported' in reading ? [reading.imported] : [])),
  )
  const votes = readings.flatMap((reading) => {
    if ('reason' in reading) {
      refuseRecord(report, reading, reading.reason)
      return []
    }
    const source = otherSources.get(reading.imported)
    if (!source) {
      countLeftOut(report, reading.leftOut)
      return [reading.imported]
    }
    const reason = `${source} already reports votes of this chamber on the bill, and this one can't be matched with them.`
    refuseRecord(report, reading, reason)
    return []
  })
  addOutcome(report, await saveImportedVotes(db, votes, options))
  return report
}

/** Saves votes, each of which has its own key, in the caller's transaction. */
export async function saveImportedVotes(
  db: Transaction,
  votes: readonly ImportedVote[],
  options: VoteNotifyOptions = { notify: true, newBills: [] },
): Promise<VoteOutcome> {
  const outcome = { inserted: 0, updated: 0, unchanged: 0, linked: 0, unlinked: 0, incomplete: 0, merged: 0 }
  if (votes.length === 0) return outcome
  await lockVotes(db)
  const roster = await rosterOf(db, votes)
  const linkedVotes = votes.map((vote) => ({ vote, rep_ids: linkVoters(roster, vote) }))
  for (const saved of await saveVotes(db, linkedVotes, options)) {
    outcome[saved.outcome] += 1
    if (saved.is_merged) outcome.merged += 1
    if (!saved.is_complete) outcome.incomplete += 1
    outcome.linked += saved.linked
    outcome.unlinked += saved.unlinked
  }
  return outcome
}
