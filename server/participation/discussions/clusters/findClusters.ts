import { setImmediate } from 'node:timers/promises'

/** One vote. `second` is the time of its last change. */
export type ClusterVote = { member: string; comment: string; isUpvote: boolean; second: number }

type Rule = 'A' | 'B'

const nearSeconds = 15 * 60
const minMembers = 5
/** The number of voters of a bill that are compared. The most active ones are. */
export const maxVoters = 2_000

/**
 * The most active voters of a bill, and for each pair of them, by the index `first * size + second`, how many comments both
 * voted on, with the same vote, and with the same vote at about the same time.
 */
type ComparedVoters = {
  voters: readonly { member: string; votes: number }[]
  common: Uint16Array
  same: Uint16Array
  near: Uint16Array
}

/**
 * Finds the groups of at least five members who are linked by their votes on one bill. Rule A: at least seven equal votes
 * within 15 minutes, and seven tenths of the votes of whichever of them voted more. Rule B: at least eight equal votes, and nine
 * tenths of all that the two of them voted on. docs/decisions/076 explains the numbers.
 */
export async function findClusters(
  votes: readonly ClusterVote[],
  rules: ReadonlySet<Rule>,
): Promise<string[][]> {
  return groupVoters(await compareVoters(votes), rules)
}

export async function compareVoters(votes: readonly ClusterVote[]): Promise<ComparedVoters> {
  const voters = mostActive(votes)
  const size = voters.length
  const indexOf = new Map(voters.map(({ member }, index) => [member, index]))
  const near = new Uint16Array(size * size)
  const same = new Uint16Array(size * size)
  const common = new Uint16Array(size * size)
  for (const cast of votesByComment(votes, indexOf)) {
    for (const [position, vote] of cast.entries()) {
      for (const other of cast.slice(position + 1)) {
        const pair = Math.min(vote.index, other.index) * size + Math.max(vote.index, other.index)
        common[pair]! += 1
        if (vote.isUpvote !== other.isUpvote) continue
        same[pair]! += 1
        if (Math.abs(vote.second - other.second) <= nearSeconds) near[pair]! += 1
      }
    }
    // oxlint-disable-next-line no-await-in-loop -- other work of the process goes on between two comments
    await setImmediate()
  }
  return { voters, common, same, near }
}

/** Returns the groups of voters who are linked by one of the rules. */
export function groupVoters(
  { voters, common, same, near }: ComparedVoters,
  rules: ReadonlySet<Rule>,
): string[][] {
  const size = voters.length
  const groups = new Groups(size)
  for (let first = 0; first < size; first += 1) {
    for (let second = first + 1; second < size; second += 1) {
      const pair = first * size + second
      const [one, other] = [voters[first]!.votes, voters[second]!.votes]
      const isA = near[pair]! >= 7 && near[pair]! >= 0.7 * Math.max(one, other)
      const isB = same[pair]! >= 8 && same[pair]! >= 0.9 * (one + other - common[pair]!)
      if ((isA && rules.has('A')) || (isB && rules.has('B'))) groups.join(first, second)
    }
  }
  return groups
    .all()
    .filter((indexes) => indexes.length >= minMembers)
    .map((indexes) => indexes.map((index) => voters[index]!.member).toSorted())
    .toSorted(([one = ''], [other = '']) => (one < other ? -1 : 1))
}

function mostActive(votes: readonly ClusterVote[]): { member: string; votes: number }[] {
  const counts = new Map<string, number>()
  for (const { member } of votes) counts.set(member, (counts.get(member) ?? 0) + 1)
  return Array.from(counts, ([member, count]) => ({ member, votes: count }))
    .toSorted((a, b) => b.votes - a.votes || (a.member < b.member ? -1 : 1))
    .slice(0, maxVoters)
}

function votesByComment(votes: readonly ClusterVote[], indexOf: ReadonlyMap<string, number>) {
  const byComment = new Map<string, { index: number; isUpvote: boolean; second: number }[]>()
  for (const { member, comment, isUpvote, second } of votes) {
    const index = indexOf.get(member)
    if (index === undefined) continue
    const cast = byComment.get(comment) ?? []
    byComment.set(comment, cast)
    cast.push({ index, isUpvote, second })
  }
  return byComment.values()
}

/** Groups of numbers that are joined pair by pair. */
class Groups {
  readonly #parents: number[]

  constructor(size: number) {
    this.#parents = Array.from({ length: size }, (_, index) => index)
  }

  join(one: number, other: number): void {
    const [first, second] = [this.#rootOf(one), this.#rootOf(other)]
    this.#parents[Math.max(first, second)] = Math.min(first, second)
  }

  all(): number[][] {
    const groups = new Map<number, number[]>()
    for (const index of this.#parents.keys()) {
      const root = this.#rootOf(index)
      groups.set(root, [...(groups.get(root) ?? []), index])
    }
    return [...groups.values()]
  }

  #rootOf(index: number): number {
    let root = index
    while (this.#parents[root] !== root) root = this.#parents[root]!
    this.#parents[index] = root
    return root
  }
}
