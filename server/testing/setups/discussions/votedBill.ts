import { takeStance } from '#contract/bills/bills.ts'
import { postComment, voteOnComment } from '#contract/discussions.ts'
import type { Stance } from '#contract/stances.ts'
import type { Person, TestServer } from '#server/testing/testServer.ts'

type Side = 'support' | 'oppose'

type VotedBill = {
  title: string
  /** How many members of each side vote, and how many comments each side writes. */
  voters: Record<Side, number>
  comments: Record<Side, number>
  /** True if the voter with this number upvotes the comment with this number. */
  isUpvote: (voter: { side: Side; number: number }, comment: { side: Side; number: number }) => boolean
}

let people = 0

/** Creates a bill on which every voter votes on every comment. The comments of a side are written by one member. */
export async function votedBill(app: TestServer, { title, voters, comments, isUpvote }: VotedBill) {
  const { bill_id } = await app.bill(title)
  const memberOf = async (side: Stance): Promise<Person> => {
    const member = await app.member(
      `v${++people}-${title
        .toLowerCase()
        .replaceAll(/[^a-z]+/g, '')
        .slice(0, 8)}`,
    )
    await member.call(takeStance, { id: bill_id, stance: side })
    return member
  }
  const written: { side: Side; number: number; id: string }[] = []
  for (const side of ['support', 'oppose'] as const) {
    const author = await memberOf(side)
    for (let number = 0; number < comments[side]; number += 1) {
      const post = {
        id: bill_id,
        content: `View ${number} of ${side}`,
        category_id: 'general-discussion',
      } as const
      const { comment } = await author.call(postComment, post)
      written.push({ side, number: written.length, id: comment.comment_id })
    }
  }
  const cast: { member: Person; side: Side }[] = []
  for (const side of ['support', 'oppose'] as const) {
    for (let count = 0; count < voters[side]; count += 1) cast.push({ member: await memberOf(side), side })
  }
  await Promise.all(
    cast.map(async ({ member, side }, number) => {
      for (const comment of written) {
        const vote_type = isUpvote({ side, number }, comment) ? 'upvote' : 'downvote'
        await member.call(voteOnComment, { id: comment.id, vote_type })
      }
    }),
  )
  return { bill_id, comments: written, voters: cast.map(({ member }) => member) }
}

const isException = (voter: { number: number }, comment: { number: number }, every: number) =>
  (voter.number + 7 * comment.number) % every === 0

/** Three bills whose echo score is above chance, near chance although it is high, and below chance. */
export const chanceBills = {
  more: {
    voters: { support: 10, oppose: 10 },
    comments: { support: 5, oppose: 5 },
    isUpvote: (voter, comment) => (voter.side === comment.side) !== isException(voter, comment, 9),
  },
  unclear: {
    voters: { support: 27, oppose: 3 },
    comments: { support: 8, oppose: 2 },
    isUpvote: (voter, comment) => !isException(voter, comment, 20),
  },
  less: {
    voters: { support: 10, oppose: 10 },
    comments: { support: 5, oppose: 5 },
    isUpvote: (voter, comment) => (voter.side !== comment.side) !== isException(voter, comment, 9),
  },
} satisfies Record<string, Omit<VotedBill, 'title'>>
