import { type Stance, stances } from '#contract/stances.ts'
import type { Db } from '#server/platform/postgres/db.ts'

/**
 * The current side of a voter: the voter's stance on the bill, or `unknown`. `bill_comments` counts the votes on a
 * comment by side, without the author's own vote.
 */
export type VoterSide = Stance | 'unknown'

export const voterSides: readonly VoterSide[] = [...stances, 'unknown']

/** Returns the two columns of a side. */
export function sideColumns(db: Db, side: VoterSide) {
  return { upvotes: db(`${side}_upvotes`), downvotes: db(`${side}_downvotes`) }
}

/** Returns the assignments that reset the counts of a comment whose votes were deleted. */
export function clearBreakdown(db: Db) {
  return db`
    support_upvotes = 0, support_downvotes = 0, oppose_upvotes = 0, oppose_downvotes = 0, neutral_upvotes = 0,
    neutral_downvotes = 0, learning_upvotes = 0, learning_downvotes = 0, unknown_upvotes = 0, unknown_downvotes = 0`
}
