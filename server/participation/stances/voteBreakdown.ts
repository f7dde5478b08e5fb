import { stances } from '#contract/stances.ts'

/*
 * `bill_comments` counts the votes on a comment in total and by the side of the voter: the voter's stance on the bill, or
 * `unknown`. The author's own vote counts in the total only. In the SQL below, `c` is the comment, `v` a vote on it, and `s`
 * the stance of the voter.
 */
const isUp = `v.vote = 'upvote'`
const counted: [column: string, condition: string][] = [
  ['upvotes', isUp],
  ['downvotes', `not ${isUp}`],
  ...[...stances, 'unknown'].flatMap((side): [string, string][] => {
    const isOnSide = `v.user_id is distinct from c.user_id and coalesce(s.stance::text, 'unknown') = '${side}'`
    return [
      [`${side}_upvotes`, `${isUp} and ${isOnSide}`],
      [`${side}_downvotes`, `not ${isUp} and ${isOnSide}`],
    ]
  }),
]

/** The columns of `bill_comments` that count votes. */
export const voteColumns: string[] = counted.map(([column]) => column)

/** A subquery `n` that counts the votes on each comment. */
export const numbersOfVotes = `lateral (
  select ${counted.map(([column, condition]) => `(count(*) filter (where ${condition}))::int as ${column}`).join(', ')}
    from comment_votes v left join stances s on s.bill_id = c.bill_id and s.user_id = v.user_id
   where v.comment_id = c.comment_id) n`

/** The assignments that subtract a vote from the counts of a comment. */
export const subtractVote = counted
  .map(([column, condition]) => `${column} = c.${column} - (${condition})::int`)
  .join(', ')

/** The assignments that reset the counts of a comment whose votes were deleted. */
export const clearVotes = voteColumns.map((column) => `${column} = 0`).join(', ')
