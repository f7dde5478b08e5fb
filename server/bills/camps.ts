import { type Stance, stances } from '../../contract/stances.ts'
import type { Db } from '../kit/db.ts'

/**
 * The side a voter takes on the bill now. A comment's votes are counted by it in `comment_camps`, without the author's
 * own; those of people without a stance are kept apart, so that they can move over once one is taken.
 */
export type Camp = Stance | 'unknown'

export const camps: readonly Camp[] = [...stances, 'unknown']

/** The two columns of a camp. */
export function campColumns(db: Db, camp: Camp) {
  return { upvotes: db(`${camp}_upvotes`), downvotes: db(`${camp}_downvotes`) }
}

/** Everything a camp counts back to nothing, for a comment whose votes are gone. */
export function emptyCamps(db: Db) {
  return db.unsafe(camps.map((camp) => `${camp}_upvotes = 0, ${camp}_downvotes = 0`).join(', '))
}

/**
 * A part of a statement that moves the votes of a member on a bill from one camp to another, as they change their
 * stance. The comments that they voted on must be locked (lockComments).
 */
export function moveVotes(db: Db, bill_id: string, user_id: string, from: Camp, to: Camp) {
  const [left, joined] = [campColumns(db, from), campColumns(db, to)]
  const [up, down] = [db`(v.vote = 'upvote')::int`, db`(v.vote = 'downvote')::int`]
  return db`
    update comment_camps k set
      ${left.upvotes} = k.${left.upvotes} - ${up}, ${left.downvotes} = k.${left.downvotes} - ${down},
      ${joined.upvotes} = k.${joined.upvotes} + ${up}, ${joined.downvotes} = k.${joined.downvotes} + ${down}
      from comment_votes v join bill_comments c using (comment_id)
     where v.user_id = ${user_id} and v.bill_id = ${bill_id} and k.comment_id = v.comment_id
       and c.user_id is distinct from v.user_id`
}
