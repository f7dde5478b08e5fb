import { cellOf, echoShare, expectedTable, isEcho, totalOf, type Votes } from './expectedTable.ts'

/** How many votes one group of voters cast on one group of comments, in one cell of the table. */
export type GroupedVotes = { voters: number; comments: number; cell: number; votes: number }

export type Range = { low: number; high: number }
type GroupKind = 'voters' | 'comments'

const groups = 50
/** The 95% quantile of the normal distribution. */
const z = 1.6448536269514722

export function tableOf(votes: readonly GroupedVotes[]): number[] {
  const table = Array.from({ length: 32 }, () => 0)
  for (const { cell, votes: count } of votes) table[cell]! += count
  return table
}

/** The echo share of the votes, and the echo share that is expected without a preference. */
export function compareShares(table: Votes): { observed: number; baseline: number; excess: number } {
  const observed = echoShare(table)
  const baseline = echoShare(expectedTable(table))
  return { observed, baseline, excess: observed - baseline }
}

/**
 * Returns the range of the difference between the observed and the expected share, or null if the votes are in a single
 * group of voters or of comments. Voters and comments repeat, so the variance is estimated by leaving out one group of
 * voters, and one group of comments, at a time.
 */
export function rangeOf(votes: readonly GroupedVotes[]): Range | null {
  const table = tableOf(votes)
  const voters = leaveOneOut(votes, table, 'voters')
  const comments = leaveOneOut(votes, table, 'comments')
  const smallest = Math.min(voters.length, comments.length)
  if (smallest < 2) return null
  const [ofVoters, ofComments] = [jackknifeVariance(voters), jackknifeVariance(comments)]
  const variance = Math.max(ofVoters, ofComments, ofVoters + ofComments - varianceOfVotes(table))
  const { excess } = compareShares(table)
  const half = studentQuantile(Math.max(1, smallest - 1)) * Math.sqrt(variance)
  return { low: excess - half, high: excess + half }
}

/** The difference without each of the groups, in their order. */
function leaveOneOut(votes: readonly GroupedVotes[], table: Votes, kind: GroupKind): number[] {
  const ofGroup = Array.from({ length: groups }, (): number[] | null => null)
  for (const vote of votes) {
    const left = (ofGroup[vote[kind]] ??= [...table])
    left[vote.cell]! -= vote.votes
  }
  return ofGroup.flatMap((left) => (left ? [compareShares(left).excess] : []))
}

function jackknifeVariance(values: readonly number[]): number {
  const mean = totalOf(values) / values.length
  return (
    ((values.length - 1) / values.length) *
    values.reduce((sum, value) => sum + (value - mean) * (value - mean), 0)
  )
}

/** The variance that the votes would have if they were independent of each other. It is in both jackknife variances. */
function varianceOfVotes(table: Votes): number {
  const expected = expectedTable(table)
  let variance = 0
  for (let voter = 0; voter < 4; voter += 1) {
    for (let author = 0; author < 4; author += 1) {
      const cells = [cellOf(voter, author, 0), cellOf(voter, author, 1)]
      const votes = cells.reduce((sum, cell) => sum + table[cell]!, 0)
      const all = cells.reduce((sum, cell) => sum + expected[cell]!, 0)
      const echo = cells.reduce((sum, cell) => sum + (isEcho(cell) ? expected[cell]! : 0), 0)
      const share = all > 0 ? echo / all : 0
      variance += votes * share * (1 - share)
    }
  }
  return variance / totalOf(table) ** 2
}

/** The 95% quantile of Student's distribution, by its expansion around the normal distribution. */
export function studentQuantile(degreesOfFreedom: number): number {
  const nu = degreesOfFreedom
  return z + (z ** 3 + z) / (4 * nu) + (5 * z ** 5 + 16 * z ** 3 + 3 * z) / (96 * nu ** 2)
}
