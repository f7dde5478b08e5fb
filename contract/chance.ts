import * as z from 'zod/mini'
import { Id, Time, endpoint, type OutputOf } from './kit/endpoint.ts'

/** Why the echo score of a bill cannot be compared with chance. */
const chanceReasons = [
  'too_few_votes',
  'too_few_voters',
  'voters_share_stance',
  'authors_share_stance',
  'votes_stay_apart',
  'votes_one_direction',
] as const

/** A score is compared with chance from this many analyzed votes and voters on. */
export const minChanceVotes = 30
export const minChanceVoters = 10

const Cell = z.tuple([z.number(), z.number()])
const Row = z.tuple([Cell, Cell, Cell, Cell])

/** Upvotes and downvotes by the side of the voter and the side of the author, both in the order of `stances`. */
export const VoteTable = z.tuple([Row, Row, Row, Row])
export type VoteTable = z.infer<typeof VoteTable>

const comparisonFields = {
  observed: z.nullable(z.number()),
  baseline: z.nullable(z.number()),
  excess: z.nullable(z.number()),
  low: z.nullable(z.number()),
  high: z.nullable(z.number()),
  verdict: z.nullable(z.enum(['more', 'unclear', 'less'])),
  reason: z.nullable(z.enum(chanceReasons)),
  total_analyzed_votes: z.number(),
  voters: z.number(),
  comments: z.number(),
  table: z.nullable(VoteTable),
}
const Comparison = z.object(comparisonFields)
export type Comparison = z.infer<typeof Comparison>

/**
 * Compares the share of echo votes with the share that would be expected if no side preferred its own comments. Shares and
 * differences are percentages with one decimal. The range from `low` to `high` contains the true difference with a
 * probability of 90%. Without a verdict, `reason` says why. `computed_at` is null if nothing has been computed yet, which
 * happens only on a bill with more than 20,000 votes, whose comparison maintenance computes.
 */
export const getEchoBaseline = endpoint('GET /api/bills/:id/echo-score/baseline', {
  access: 'user',
  input: { id: Id },
  output: { ...comparisonFields, computed_at: z.nullable(Time) },
  refuses: ['bill_not_found'],
})
export type EchoBaseline = OutputOf<typeof getEchoBaseline>
