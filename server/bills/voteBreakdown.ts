import { type Stance, stances } from '../../contract/stances.ts'
import type { Db, Part } from '../postgres/db.ts'

/**
 * The side a voter takes on the bill now. A comment's votes are counted by it in `comment_vote_breakdown`, without the author's
 * own; those of people without a stance are kept apart, so that they can move over once one is taken.
 */
export type VoterSide = Stance | 'unknown'

export const voterSides: readonly VoterSide[] = [...stances, 'unknown']

/** The two columns of a side. */
export function sideColumns(db: Db, side: VoterSide) {
  return { upvotes: db(`${side}_upvotes`), downvotes: db(`${side}_downvotes`) }
}

/** Everything a side counts back to nothing, for a comment whose votes are gone. */
export function clearBreakdown(db: Db) {
  return db.unsafe(voterSides.map((side) => `${side}_upvotes = 0, ${side}_downvotes = 0`).join(', '))
}

/** "support_upvotes = …" of every side, so that all camps are one statement to plan; `up` and `down` make the change. */
const breakdownSteps = (up: (side: VoterSide) => string, down: (side: VoterSide) => string) =>
  voterSides
    .map(
      (side) =>
        `${side}_upvotes = k.${side}_upvotes + ${up(side)}, ${side}_downvotes = k.${side}_downvotes + ${down(side)}`,
    )
    .join(', ')
const counting = breakdownSteps(
  (side) => `(s.side = '${side}')::int * s.up`,
  (side) => `(s.side = '${side}')::int * s.down`,
)
const joining = (side: VoterSide) => `((s.joined = '${side}')::int - (s.left_behind = '${side}')::int)`
const moving = breakdownSteps(
  (side) => `${joining(side)} * (v.vote = 'upvote')::int`,
  (side) => `${joining(side)} * (v.vote = 'downvote')::int`,
)

/**
 * A part of a statement that counts a vote in the voter's side, or out of it; `counted` names the part that counted it on
 * the comment and so has locked that, with comment_id and author_id. An author's own vote stands in no side.
 */
export function countOnSide(
  db: Db,
  vote: { voter: string; side: VoterSide; up: number; down: number },
  counted: Part,
) {
  return db`
    update comment_vote_breakdown k set ${db.unsafe(counting)}
      from ${counted} c, (select ${vote.side}::text as side, ${vote.up}::int as up, ${vote.down}::int as down) s
     where k.comment_id = c.comment_id and c.author_id is distinct from ${vote.voter}`
}

/**
 * A part of a statement that moves the votes of a member on a bill from one side to another, as they change their
 * stance. The comments that they voted on must be locked (lockComments).
 */
export function moveVotesBetweenSides(
  db: Db,
  bill_id: string,
  user_id: string,
  from: VoterSide,
  to: VoterSide,
) {
  return db`
    update comment_vote_breakdown k set ${db.unsafe(moving)}
      from comment_votes v join bill_comments c using (comment_id),
           (select ${from}::text as left_behind, ${to}::text as joined) s
     where v.user_id = ${user_id} and v.bill_id = ${bill_id} and k.comment_id = v.comment_id
       and c.user_id is distinct from v.user_id`
}
