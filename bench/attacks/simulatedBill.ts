/** Bills with invented voters whose true views are known. Everything follows from a seed. */

export type Side = 'support' | 'oppose' | 'neutral' | 'learning'
export const sides: readonly Side[] = ['support', 'oppose', 'neutral', 'learning']

/** The shares of the sides among the voters. */
export const divisions = {
  '45/45/5/5': [0.45, 0.45, 0.05, 0.05],
  '75/15/5/5': [0.75, 0.15, 0.05, 0.05],
  '35/25/20/20': [0.35, 0.25, 0.2, 0.2],
} as const

/** How many hostile members are tried, in percent of the voters. */
export const hostileShares = [1, 2, 5, 10, 20, 30, 50, 100]

export type Random = () => number

/** Returns random numbers between 0 and 1 from a seed (mulberry32). */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Votes on a comment by side: upvotes and downvotes of supporters, of opponents, and of the undecided. */
export type Votes = [number, number, number, number, number, number]

export type SimulatedComment = {
  /** The share of each side that would like the comment. */
  approval: Record<Side, number>
  votes: Votes
}

export type SimulatedBill = { voters: readonly Side[]; comments: SimulatedComment[] }

const commentCount = 20
/** How many comments a voter votes on, on average. */
const votesEach = 8

/** Creates a bill of 20 comments, of which 60% are partisan, and lets every voter vote as they truly think. */
export function simulateBill(
  voterCount: number,
  shares: readonly [number, number, number, number],
  random: Random,
): SimulatedBill {
  const voters = Array.from({ length: voterCount }, (_, index): Side => {
    const share = (index + 0.5) / voterCount
    const [support, oppose, neutral] = shares
    if (share < support) return 'support'
    if (share < support + oppose) return 'oppose'
    return share < support + oppose + neutral ? 'neutral' : 'learning'
  })
  const comments = Array.from({ length: commentCount }, () => ({
    approval: drawApproval(random),
    votes: [0, 0, 0, 0, 0, 0] as Votes,
  }))
  for (const side of voters) {
    for (const comment of comments) {
      if (random() < votesEach / commentCount) castVote(comment, side, random() < comment.approval[side])
    }
  }
  return { voters, comments }
}

function drawApproval(random: Random): Record<Side, number> {
  const quality = 0.35 + 0.5 * random()
  if (random() >= 0.6) return { support: quality, oppose: quality, neutral: quality, learning: quality }
  const [liked, disliked] = [0.75 + 0.2 * random(), 0.1 + 0.25 * random()]
  const isForSupport = random() < 0.5
  const between = (liked + disliked) / 2
  return {
    support: isForSupport ? liked : disliked,
    oppose: isForSupport ? disliked : liked,
    neutral: between,
    learning: between,
  }
}

export function castVote({ votes }: SimulatedComment, side: Side, isUpvote: boolean): void {
  const group = side === 'support' ? 0 : side === 'oppose' ? 2 : 4
  votes[group + (isUpvote ? 0 : 1)]! += 1
}

export function copyOf({ voters, comments }: SimulatedBill): SimulatedBill {
  return {
    voters,
    comments: comments.map(({ approval, votes }) => ({ approval, votes: copyVotes(votes) })),
  }
}

function copyVotes([a, b, c, d, e, f]: Votes): Votes {
  return [a, b, c, d, e, f]
}
