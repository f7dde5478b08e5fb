import { findClusters, type ClusterVote } from '#server/participation/discussions/clusters/findClusters.ts'
import { sides, type Random, type Side, type SimulatedBill, type Votes } from './simulatedBill.ts'

/** One vote on a simulated bill, with the time in seconds after the bill appeared. */
export type Ballot = { member: string; side: Side; comment: number; isUpvote: boolean; second: number }

export const minute = 60
export const hour = 60 * minute
const day = 24 * hour
export const twoWeeks = 14 * day
const commentCount = 20

/** Lets the voters of a bill vote again, each at a moment of their own in two weeks, for about a quarter of an hour. */
export function honestBallots({ voters, comments }: SimulatedBill, random: Random): Ballot[] {
  return voters.flatMap((side, index) => {
    const begin = random() * twoWeeks
    return comments.flatMap(({ approval }, comment): Ballot[] =>
      random() < 0.4
        ? [
            {
              member: `honest ${index}`,
              side,
              comment,
              isUpvote: random() < approval[side],
              second: begin + random() * 15 * minute,
            },
          ]
        : [],
    )
  })
}

/** What a group wants the comments to get, the most important first. */
export type List = readonly (readonly [comment: number, isUpvote: boolean])[]

export type Group = {
  name: string
  /** The side that all of its members take, or nothing if half take support and half oppose. */
  side?: Side
  size: number
  /** How many of the comments are on the list of the group. */
  listed: number
  /** The time in which all of its votes are cast. */
  seconds: number
  /** The share of listed votes that a member casts as the list says. */
  agreement: number
  /** How many further comments each member votes on by a coin, at a moment of two weeks. */
  noise?: number
}

/** Members who vote by one list: what the group wants each listed comment to get. */
export function groupBallots(
  { name, side, size, listed, seconds, agreement, noise = 0 }: Group,
  list: List,
  random: Random,
): Ballot[] {
  const begin = random() * twoWeeks
  const others = Array.from({ length: commentCount }, (_, comment) => comment).filter(
    (comment) => !list.slice(0, listed).some(([chosen]) => chosen === comment),
  )
  return Array.from({ length: size }, (_, index) => {
    const [member, itsSide] = [`${name} ${index}`, side ?? sides[index % 2]!]
    const together = list.slice(0, listed).map(([comment, isUpvote]): Ballot => {
      const asListed = random() < agreement
      const second = begin + random() * seconds
      return { member, side: itsSide, comment, isUpvote: asListed === isUpvote, second }
    })
    const alone = shuffled(others, random)
      .slice(0, noise)
      .map((comment): Ballot => {
        const second = random() * twoWeeks
        return { member, side: itsSide, comment, isUpvote: random() < 0.5, second }
      })
    return [...together, ...alone]
  }).flat()
}

/** A list of votes on all comments in random order, as likely up as down. */
export function randomList(random: Random): List {
  return shuffled(
    Array.from({ length: commentCount }, (_, comment) => comment),
    random,
  ).map((comment) => [comment, random() < 0.5])
}

export function shuffled<T>(items: readonly T[], random: Random): T[] {
  return items
    .map((item) => [random(), item] as const)
    .toSorted(([a], [b]) => a - b)
    .map(([, item]) => item)
}

/** Members of both sides who all vote on every comment, up for their own side's and down for the other's, with 2% exceptions. */
export function partisanBallots(seconds: number, eachVotesFor: number, random: Random): Ballot[] {
  return Array.from({ length: 60 }, (_, index) => {
    const side = sides[index % 2]!
    const begin = random() * seconds
    return Array.from({ length: commentCount }, (__, comment): Ballot => {
      const isOwn = comment % 2 === index % 2
      const isException = random() < 0.02
      const second = begin + random() * eachVotesFor
      return { member: `honest ${index}`, side, comment, isUpvote: isOwn !== isException, second }
    })
  }).flat()
}

/** The groups of members that the daily task would find by a rule. */
export const groupsFoundBy = (rule: 'A' | 'B', ballots: readonly Ballot[]) =>
  findClusters(ballots.map(clusterVote), new Set([rule]))

function clusterVote({ member, comment, isUpvote, second }: Ballot): ClusterVote {
  return { member, comment: String(comment), isUpvote, second }
}

/**
 * The ballots with one voice for each cluster on each comment and in each direction, from the side of most of its voters there,
 * as in `cluster_voices` of db/functions/45_discussions.sql.
 */
export function withOneVoice(ballots: readonly Ballot[], clusters: readonly (readonly string[])[]): Ballot[] {
  const clusterOf = new Map(
    clusters.flatMap((members, index) => members.map((name) => [name, index] as const)),
  )
  const voices = new Map<string, Ballot[]>()
  const single: Ballot[] = []
  for (const ballot of ballots) {
    const cluster = clusterOf.get(ballot.member)
    if (cluster === undefined) {
      single.push(ballot)
      continue
    }
    const key = `${cluster} ${ballot.comment} ${ballot.isUpvote}`
    voices.set(key, [...(voices.get(key) ?? []), { ...ballot, member: `cluster ${cluster}` }])
  }
  const spoken = [...voices.values()].map((same) => {
    const votersOf = (side: Side) => same.filter((ballot) => ballot.side === side).length
    const side = sides.toSorted((a, b) => votersOf(b) - votersOf(a))[0]
    return same.find((ballot) => ballot.side === side)!
  })
  return [...single, ...spoken]
}

/** The votes on each comment by side, as the order of comments reads them. */
export function countVotes(ballots: readonly Ballot[]): Votes[] {
  const counts = Array.from({ length: commentCount }, (): Votes => [0, 0, 0, 0, 0, 0])
  for (const { side, comment, isUpvote } of ballots) {
    const group = side === 'support' ? 0 : side === 'oppose' ? 2 : 4
    counts[comment]![group + (isUpvote ? 0 : 1)]! += 1
  }
  return counts
}
