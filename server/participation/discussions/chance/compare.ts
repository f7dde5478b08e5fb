import { minChanceVoters, minChanceVotes, type Comparison } from '#contract/chance.ts'
import { cellOf, totalOf, type Votes } from './expectedTable.ts'
import { compareShares, rangeOf, tableOf, type GroupedVotes } from './range.ts'

/** The analyzed votes of a bill. The arrays have one number for each side. */
export type AnalyzedVotes = {
  votes: readonly GroupedVotes[]
  voters: number
  comments: number
  voters_by_side: readonly number[]
  comments_by_side: readonly number[]
}

const sides = [0, 1, 2, 3] as const
/** Smaller differences from zero come from the precision of floating-point numbers. */
const precision = 1e-9

/** Compares the echo share of the votes with chance. docs/decisions/075 has the rules. */
export function compareWithChance(analyzed: AnalyzedVotes): Comparison {
  const table = tableOf(analyzed.votes)
  const total = totalOf(table)
  const counts = { total_analyzed_votes: total, voters: analyzed.voters, comments: analyzed.comments }
  const none = { low: null, high: null, verdict: null }
  if (total < minChanceVotes) {
    const shares = { observed: null, baseline: null, excess: null }
    return { ...shares, ...none, reason: 'too_few_votes', ...counts, table: null }
  }
  const { observed, baseline, excess } = compareShares(table)
  const shares = { observed: percent(observed), baseline: percent(baseline), excess: percent(excess) }
  const reason = reasonAgainst(analyzed, table)
  const range = reason ? null : rangeOf(analyzed.votes)
  if (!range) {
    return { ...shares, ...none, reason: reason ?? 'too_few_votes', ...counts, table: rowsOf(table) }
  }
  const { low, high } = range
  return {
    ...shares,
    low: percent(low),
    high: percent(high),
    verdict: low > precision ? 'more' : high < -precision ? 'less' : 'unclear',
    reason: null,
    ...counts,
    table: rowsOf(table),
  }
}

/** The first condition that the votes do not fulfill. */
function reasonAgainst(analyzed: AnalyzedVotes, table: Votes): Comparison['reason'] {
  const { voters, voters_by_side, comments_by_side } = analyzed
  if (voters < minChanceVoters) return 'too_few_voters'
  if (atLeast(3, voters_by_side) < 2) return 'voters_share_stance'
  if (atLeast(2, comments_by_side) < 2) return 'authors_share_stance'
  const within = sumOf(table, (voter, author) => voter === author)
  if (within < 5 || totalOf(table) - within < 5) return 'votes_stay_apart'
  const upvotes = sumOf(table, (_, __, direction) => direction === 0)
  if (upvotes < 5 || totalOf(table) - upvotes < 5) return 'votes_one_direction'
  return null
}

function atLeast(minimum: number, counts: readonly number[]): number {
  return counts.filter((count) => count >= minimum).length
}

function sumOf(table: Votes, isCounted: (voter: number, author: number, direction: number) => boolean) {
  return table.reduce((sum, votes, cell) => {
    const [voter, author, direction] = [Math.floor(cell / 8), Math.floor((cell % 8) / 2), cell % 2]
    return isCounted(voter, author, direction) ? sum + votes : sum
  }, 0)
}

/** A share as a percentage with one decimal. */
function percent(share: number): number {
  return Math.round(share * 1000) / 10 + 0
}

function rowsOf(table: Votes): NonNullable<Comparison['table']> {
  type Row = NonNullable<Comparison['table']>[number]
  const cell = (voter: number, author: number): Row[number] => [
    table[cellOf(voter, author, 0)]!,
    table[cellOf(voter, author, 1)]!,
  ]
  const row = (voter: number): Row => [cell(voter, 0), cell(voter, 1), cell(voter, 2), cell(voter, 3)]
  const [support, oppose, neutral, learning] = sides
  return [row(support), row(oppose), row(neutral), row(learning)]
}
