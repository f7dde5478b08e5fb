import type { Transaction } from '#server/platform/postgres/db.ts'
import { sourceFamily } from '#server/sources/bills/importedBill.ts'
import type { ImportedVote } from '#server/sources/votes/importedVote.ts'
import { canMatchSources } from './sameVote.ts'

type Chamber = Pick<ImportedVote, 'organization' | 'bill_source_id'>

const keyOf = ({ organization, bill_source_id }: Chamber) => `${organization} ${bill_source_id ?? ''}`

/**
 * Finds the votes that must not be saved because another source has already reported the chamber's votes on the bill.
 * In chambers where the votes of two sources cannot be matched, a second source would add each vote again.
 *
 * @returns the other source of each such vote
 */
export async function findSecondSources(
  db: Transaction,
  votes: readonly ImportedVote[],
): Promise<Map<ImportedVote, string>> {
  const unmatched = votes.filter(({ organization }) => !canMatchSources(organization))
  if (unmatched.length === 0) return new Map()
  const { sourcesByChamber, storedKeys } = await selectReported(db, unmatched)
  const secondSources = new Map<ImportedVote, string>()
  for (const vote of unmatched) {
    const key = keyOf(vote)
    // The first source of this import counts as well if no source has reported the chamber's votes before.
    const sources = sourcesByChamber.get(key) ?? [vote.source_name]
    sourcesByChamber.set(key, sources)
    const other = sources.find((source) => sourceFamily(source) !== sourceFamily(vote.source_name))
    // A vote that this source has reported before is updated, whatever the other source reported.
    if (other && !storedKeys.has(`${vote.source_name} ${vote.source_id}`)) secondSources.set(vote, other)
  }
  return secondSources
}

async function selectReported(db: Transaction, votes: readonly ImportedVote[]) {
  const rows = await db<(Chamber & { source_name: string })[]>`
    select distinct e.organization, b.source_id as bill_source_id, s.source_name
      from bills b
      join vote_events e using (bill_id)
      join vote_sources s using (vote_event_id)
     where b.source_id = any(${votes.flatMap(({ bill_source_id }) => bill_source_id ?? [])}::text[])`
  const storedSources = await db<{ source_name: string; source_id: string }[]>`
    select s.source_name, s.source_id
      from jsonb_to_recordset(${db.json(votes.map(({ source_name, source_id }) => ({ source_name, source_id })))})
             as r(source_name text, source_id text)
      join vote_sources s using (source_name, source_id)`
  const sourcesByChamber = new Map<string, string[]>()
  for (const row of rows) {
    sourcesByChamber.set(keyOf(row), [...(sourcesByChamber.get(keyOf(row)) ?? []), row.source_name])
  }
  return {
    sourcesByChamber,
    storedKeys: new Set(storedSources.map(({ source_name, source_id }) => `${source_name} ${source_id}`)),
  }
}
