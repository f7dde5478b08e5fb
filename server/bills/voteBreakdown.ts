import { type Stance, stances } from '../../contract/rules/stances.ts'
import type { Db } from '../postgres/db.ts'

/**
 * The side that a voter is on now: their stance on the bill, or `unknown`. `comment_vote_breakdown` counts the votes on a
 * comment by side, without the author's own vote.
 */
export type VoterSide = Stance | 'unknown'

export const voterSides: readonly VoterSide[] = [...stances, 'unknown']

/** The two columns of a side. */
export function sideColumns(db: Db, side: VoterSide) {
  return { upvotes: db(`${side}_upvotes`), downvotes: db(`${side}_downvotes`) }
}

/** The assignments that clear a comment whose votes were deleted. */
export function clearBreakdown(db: Db) {
  return db`
    support_upvotes = 0, support_downvotes = 0, oppose_upvotes = 0, oppose_downvotes = 0, neutral_upvotes = 0,
    neutral_downvotes = 0, learning_upvotes = 0, learning_downvotes = 0, unknown_upvotes = 0, unknown_downvotes = 0`
}

/**
 * Moves the votes of a member on a bill from their previous side to the new one. The comments that they voted on must be
 * locked (lockComments).
 */
export async function moveVotesBetweenSides(
  db: Db,
  { bill_id, user_id, from, to }: { bill_id: string; user_id: string; from: VoterSide; to: VoterSide },
): Promise<void> {
  await db`
    update comment_vote_breakdown k set
      support_upvotes = k.support_upvotes + s.support * v.up,
      support_downvotes = k.support_downvotes + s.support * v.down,
      oppose_upvotes = k.oppose_upvotes + s.oppose * v.up,
      oppose_downvotes = k.oppose_downvotes + s.oppose * v.down,
      neutral_upvotes = k.neutral_upvotes + s.neutral * v.up,
      neutral_downvotes = k.neutral_downvotes + s.neutral * v.down,
      learning_upvotes = k.learning_upvotes + s.learning * v.up,
      learning_downvotes = k.learning_downvotes + s.learning * v.down,
      unknown_upvotes = k.unknown_upvotes + s.unknown * v.up,
      unknown_downvotes = k.unknown_downvotes + s.unknown * v.down
      from (
        select (to_side = 'support')::int - (from_side = 'support')::int as support,
               (to_side = 'oppose')::int - (from_side = 'oppose')::int as oppose,
               (to_side = 'neutral')::int - (from_side = 'neutral')::int as neutral,
               (to_side = 'learning')::int - (from_side = 'learning')::int as learning,
               (to_side = 'unknown')::int - (from_side = 'unknown')::int as unknown
          from (select ${to}::text as to_side, ${from}::text as from_side) sides) s,
           (select v.comment_id, (v.vote = 'upvote')::int as up, (v.vote = 'downvote')::int as down
              from comment_votes v join bill_comments c using (comment_id)
             where v.user_id = ${user_id} and v.bill_id = ${bill_id} and c.user_id is distinct from v.user_id) v
     where k.comment_id = v.comment_id`
}
