import { createHash } from 'node:crypto'
import { compareWithChance, type AnalyzedVotes } from '#server/participation/discussions/chance/compare.ts'
import { cellOf } from '#server/participation/discussions/chance/expectedTable.ts'
import {
  groupBallots,
  groupsFoundBy,
  honestBallots,
  minute,
  randomList,
  shuffled,
  twoWeeks,
  withOneVoice,
  type Ballot,
} from './ballots.ts'
import { percent } from './order.ts'
import {
  divisions,
  hostileShares,
  randomFrom,
  sides,
  simulateBill,
  type Random,
  type Side,
} from './simulatedBill.ts'

type Verdict = 'more' | 'unclear' | 'less'

/** `preference` is how much more likely voters of a bill with this verdict are to like a comment of their own side. */
const starts: { verdict: Verdict; preference: number; wants: 'own' | 'other' }[] = [
  { verdict: 'more', preference: 0.15, wants: 'other' },
  { verdict: 'unclear', preference: 0, wants: 'own' },
  { verdict: 'unclear', preference: 0, wants: 'other' },
  { verdict: 'less', preference: -0.15, wants: 'own' },
]
const goals = {
  own: 'up for their own side and down for the other',
  other: 'down for their own side and up for the other',
}

/** The number of bills with shuffled stances, by their number of voters. */
const shuffledBills = { 40: 4_000, 150: 4_000, 400: 2_000 }

/** Supporters write the comments with even numbers, and opponents the others. */
const authorOf = (comment: number): Side => (comment % 2 === 0 ? 'support' : 'oppose')

/** Measures how many hostile members turn the verdict of the comparison with chance. */
export async function turnedVerdicts(seed: number): Promise<string> {
  const rows: string[] = []
  for (const { verdict, preference, wants } of starts) {
    for (const division of ['45/45/5/5', '75/15/5/5'] as const) {
      for (const size of [40, 150, 400]) {
        const random = randomFrom(seed + size)
        const bills = Array.from({ length: 15 }, () => votesOn(size, division, preference, random)).filter(
          (honest) => compareWithChance(analyzed(honest)).verdict === verdict,
        )
        const tryIn = (seconds: number) => fewestWhoTurn(bills, { size, verdict, wants, seconds }, random)
        // oxlint-disable-next-line no-await-in-loop -- one cell after another
        const [slowly, together] = [await tryIn(twoWeeks), await tryIn(10 * minute)]
        rows.push(
          `| ${verdict} | ${goals[wants]} | ${division} | ${size} | ${bills.length} | ${slowly} | ${together} |`,
        )
      }
    }
  }
  return `Simulated bills of 20 comments, half by each side, with the verdict of the first column. Hostile members come in addition to the voters,
half on each side, and each votes on the same 10 comments. The verdict is turned if it is another one or none in more than half of the bills.

| Verdict | Hostile votes | Sides | Voters | Bills | Turned by, in two weeks | Turned by, at once (from 5 on each side, with one voice) |
| --- | --- | --- | --- | --- | --- | --- |
${rows.join('\n')}`
}

function votesOn(
  size: number,
  division: keyof typeof divisions,
  preference: number,
  random: Random,
): Ballot[] {
  const { voters, comments } = simulateBill(size, divisions[division], random)
  const liked = comments.map(({ votes }, comment) => {
    const quality = 0.45 + 0.2 * random()
    const bySide = (side: Side) =>
      side === 'neutral' || side === 'learning'
        ? quality
        : quality + (side === authorOf(comment) ? preference : -preference)
    const approval = {
      support: bySide('support'),
      oppose: bySide('oppose'),
      neutral: quality,
      learning: quality,
    }
    return { approval, votes }
  })
  return honestBallots({ voters, comments: liked }, random)
}

/**
 * Measures how often the range of the comparison contains zero when the stances of the voters are shuffled and none of them
 * favors their own side.
 */
export function shuffledStances(seed: number): string {
  const counted = { holds: 0, all: 0 }
  const rows = ([40, 150, 400] as const).map((size) => {
    const random = randomFrom(seed + size)
    let [holds, all] = [0, 0]
    for (let bill = 0; bill < shuffledBills[size]; bill++) {
      const division = bill % 2 === 0 ? '45/45/5/5' : '75/15/5/5'
      const { low, high } = compareWithChance(
        analyzed(withShuffledStances(votesOn(size, division, 0.15, random), random)),
      )
      if (low === null || high === null) continue
      all++
      if (low <= 0 && high >= 0) holds++
    }
    counted.holds += holds
    counted.all += all
    return `| ${size} | ${all} | ${percent(holds, all)} |`
  })
  return `Bills of 20 comments whose voters favor their own side, after their stances were shuffled among them. The range is one of 90%.

| Voters | Bills with a range | The range contains 0 |
| --- | --- | --- |
${rows.join('\n')}
| all | ${counted.all} | ${percent(counted.holds, counted.all)} |`
}

function withShuffledStances(ballots: readonly Ballot[], random: Random): Ballot[] {
  const members = [...new Set(ballots.map(({ member }) => member))]
  const stanceOf = new Map(ballots.map(({ member, side }) => [member, side]))
  const stances = shuffled([...stanceOf.values()], random)
  const stanceNow = new Map(members.map((member, index) => [member, stances[index]!]))
  return ballots.map((ballot) => Object.assign({}, ballot, { side: stanceNow.get(ballot.member)! }))
}

type Attempt = { size: number; verdict: Verdict; wants: 'own' | 'other'; seconds: number }

async function fewestWhoTurn(
  bills: readonly Ballot[][],
  { size, verdict, wants, seconds }: Attempt,
  random: Random,
): Promise<string> {
  if (bills.length === 0) return 'no such bill'
  for (const share of hostileShares) {
    const hostile = Math.max(1, Math.round((share / 100) * size))
    let turned = 0
    for (const honest of bills) {
      const comments = randomList(random)
      const posing = (['support', 'oppose'] as const).flatMap((side, index) =>
        groupBallots(
          { name: side, side, size: Math.ceil((hostile - index) / 2), listed: 10, seconds, agreement: 1 },
          comments.map(([comment]) => [comment, (authorOf(comment) === side) === (wants === 'own')]),
          random,
        ),
      )
      const ballots = [...honest, ...posing]
      // oxlint-disable-next-line no-await-in-loop -- one bill after another
      const voiced = withOneVoice(ballots, await groupsFoundBy('A', ballots))
      if (compareWithChance(analyzed(voiced)).verdict !== verdict) turned++
    }
    if (turned * 2 > bills.length) return `${hostile} (${share}%)`
  }
  return 'more than all'
}

function analyzed(ballots: readonly Ballot[]): AnalyzedVotes {
  return {
    votes: ballots.map(({ member, side, comment, isUpvote }) => ({
      voters: groupOf(member),
      comments: groupOf(`comment ${comment}`),
      cell: cellOf(sides.indexOf(side), sides.indexOf(authorOf(comment)), isUpvote ? 0 : 1),
      votes: 1,
    })),
    voters: new Set(ballots.map(({ member }) => member)).size,
    comments: new Set(ballots.map(({ comment }) => comment)).size,
    voters_by_side: sides.map(
      (side) => new Set(ballots.flatMap((ballot) => (ballot.side === side ? [ballot.member] : []))).size,
    ),
    comments_by_side: sides.map(
      (side) => new Set(ballots.flatMap(({ comment }) => (authorOf(comment) === side ? [comment] : []))).size,
    ),
  }
}

const groups = new Map<string, number>()

/** Like `jackknife_group` in db/functions/45_discussions.sql. */
function groupOf(id: string): number {
  const group =
    groups.get(id) ?? Number.parseInt(createHash('md5').update(id).digest('hex').slice(0, 8), 16) % 50
  groups.set(id, group)
  return group
}
