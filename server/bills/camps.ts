import { type Stance, stances } from '../../contract/stances.ts'
import type { Db, Part } from '../postgres/db.ts'

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

/** "support_upvotes = …" of every camp, so that all camps are one statement to plan; `up` and `down` make the change. */
const setCamps = (up: (camp: Camp) => string, down: (camp: Camp) => string) =>
  camps
    .map(
      (camp) =>
        `${camp}_upvotes = k.${camp}_upvotes + ${up(camp)}, ${camp}_downvotes = k.${camp}_downvotes + ${down(camp)}`,
    )
    .join(', ')
const counting = setCamps(
  (camp) => `(s.camp = '${camp}')::int * s.up`,
  (camp) => `(s.camp = '${camp}')::int * s.down`,
)
const joining = (camp: Camp) => `((s.joined = '${camp}')::int - (s.left_behind = '${camp}')::int)`
const moving = setCamps(
  (camp) => `${joining(camp)} * (v.vote = 'upvote')::int`,
  (camp) => `${joining(camp)} * (v.vote = 'downvote')::int`,
)

/**
 * A part of a statement that counts a vote in the voter's camp, or out of it; `counted` names the part that counted it on
 * the comment and so has locked that, with comment_id and author_id. An author's own vote stands in no camp.
 */
export function countInCamp(
  db: Db,
  vote: { voter: string; camp: Camp; up: number; down: number },
  counted: Part,
) {
  return db`
    update comment_camps k set ${db.unsafe(counting)}
      from ${counted} c, (select ${vote.camp}::text as camp, ${vote.up}::int as up, ${vote.down}::int as down) s
     where k.comment_id = c.comment_id and c.author_id is distinct from ${vote.voter}`
}

/**
 * A part of a statement that moves the votes of a member on a bill from one camp to another, as they change their
 * stance. The comments that they voted on must be locked (lockComments).
 */
export function moveVotes(db: Db, bill_id: string, user_id: string, from: Camp, to: Camp) {
  return db`
    update comment_camps k set ${db.unsafe(moving)}
      from comment_votes v join bill_comments c using (comment_id),
           (select ${from}::text as left_behind, ${to}::text as joined) s
     where v.user_id = ${user_id} and v.bill_id = ${bill_id} and k.comment_id = v.comment_id
       and c.user_id is distinct from v.user_id`
}
