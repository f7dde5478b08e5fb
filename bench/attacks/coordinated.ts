import type { Db } from '#server/platform/postgres/db.ts'
import {
  countVotes,
  groupBallots,
  groupsFoundBy,
  honestBallots,
  hour,
  minute,
  partisanBallots,
  randomList,
  shuffled,
  twoWeeks,
  withOneVoice,
  type Group,
  type List,
} from './ballots.ts'
import { isMoved, percent, placeOf, score } from './order.ts'
import { divisions, randomFrom, simulateBill, type Random } from './simulatedBill.ts'

const billsEach = 100
const honestVoters = 150
const atOnce = { listed: 10, seconds: 10 * minute, agreement: 1 }

const ofRuleA: Group[] = [
  { ...atOnce, name: '5 accounts at once', size: 5 },
  { ...atOnce, name: '12 accounts at once', size: 12 },
  { ...atOnce, name: '30 accounts at once', size: 30 },
]
const twelve = { ...atOnce, size: 12 }
const others: Group[] = [
  { ...twelve, name: '12 at once, each with 4 further votes by a coin', noise: 4 },
  { ...twelve, name: '12 at once, each with 6 further votes by a coin', noise: 6 },
  { ...twelve, name: '12 at once, one vote in ten against the list', agreement: 0.9 },
  { ...twelve, name: '12 at once, one vote in five against the list', agreement: 0.8 },
  { ...twelve, name: '12 at once on 6 comments only', listed: 6 },
  { ...twelve, name: '12 in an hour', seconds: hour },
  { ...twelve, name: '12 in two weeks', seconds: twoWeeks },
  { ...twelve, name: '12 in two weeks, each with 4 further votes by a coin', seconds: twoWeeks, noise: 4 },
]

const close: Group[] = [
  {
    name: 'a family of 4 on 20 comments in 10 minutes',
    size: 4,
    listed: 20,
    seconds: 10 * minute,
    agreement: 1,
  },
  {
    name: 'a class of 25 on 6 comments in an hour, 70% alike',
    size: 25,
    listed: 6,
    seconds: hour,
    agreement: 0.7,
  },
  {
    name: 'a class of 25 on 6 comments in an hour, of one mind',
    size: 25,
    listed: 6,
    seconds: hour,
    agreement: 1,
  },
  { name: 'a class of 25 on 10 comments in 10 minutes, 70% alike', size: 25, ...atOnce, agreement: 0.7 },
  { name: 'a class of 25 on 10 comments in 10 minutes, of one mind', size: 25, ...atOnce },
]

const partisans = [
  { name: '60 partisans on all comments, each for 15 minutes in two weeks', seconds: twoWeeks },
  { name: '60 partisans on all comments, each for 15 minutes in one day', seconds: 24 * hour },
  { name: '60 partisans on all comments, each for 15 minutes in one evening of 3 hours', seconds: 3 * hour },
]

/** Measures who is grouped, and what a ring moves in the order if it has one voice. */
export async function coordinated(db: Db, seed: number): Promise<string> {
  const random = randomFrom(seed)
  const rings: string[] = []
  for (const [isRuleA, groups] of [
    [true, ofRuleA],
    [false, others],
  ] as const) {
    for (const group of groups) {
      // oxlint-disable-next-line no-await-in-loop -- one kind of ring after another
      const [a, b] = [await tryGroup('A', group, random), await tryGroup('B', group, random)]
      rings.push(
        `| ${group.name}${isRuleA ? ' (rule A)' : ''} | ${a.found} | ${a.members} | ${b.found} | ${a.honest} |`,
      )
    }
  }
  const honest: string[] = []
  for (const group of close) {
    // oxlint-disable-next-line no-await-in-loop -- see above
    const { found, members, honest: bystanders } = await tryGroup('A', group, random)
    honest.push(`| ${group.name} | ${found} | ${members} | ${bystanders} |`)
  }
  for (const { name, seconds } of partisans) {
    let [bills, grouped] = [0, 0]
    for (let bill = 0; bill < billsEach; bill++) {
      // oxlint-disable-next-line no-await-in-loop -- see above
      const clusters = await groupsFoundBy('A', partisanBallots(seconds, 15 * minute, random))
      if (clusters.length > 0) bills++
      grouped += clusters.flat().length
    }
    honest.push(
      `| ${name} | ${percent(bills, billsEach)} | ${percent(grouped, 60 * billsEach)} | ${grouped} |`,
    )
  }
  return `Each row is ${billsEach} bills with ${honestVoters} honest voters of sides 45/45/5/5. At least 95% of the rings of rule A have to be found. "At once" is
10 minutes, on 10 comments if nothing else is said. A ring is found if at least five of it are grouped. Rule B changes nothing.

| Ring | Found | Members grouped | Found by rule B | Honest voters grouped |
| --- | --- | --- | --- | --- |
${rings.join('\n')}

People who are close must not be grouped: families of 4, classes of 25 on 6 comments within an hour, and honest partisans in the course
of two weeks. The other rows show where that ends.

| Honest members | Bills with a group | Members grouped | Honest voters grouped |
| --- | --- | --- | --- |
${honest.join('\n')}

A ring of 20% of the voters, in addition to them and half of each side, lifts the last and lowers the best comment. The best or the last
one moves by more than 2 of 20 places in:

| Voters | Ring | Bills | Found | Moved if each account counted | Moved with one voice |
| --- | --- | --- | --- | --- | --- |
${(await ringsInOrder(db, random)).join('\n')}`
}

/** Adds a group to honest voters. Returns how often it is found, how many of its members, and how many others with them. */
async function tryGroup(rule: 'A' | 'B', group: Group, random: Random) {
  let [ringsFound, grouped, honest] = [0, 0, 0]
  for (let bill = 0; bill < billsEach; bill++) {
    const ballots = [
      ...honestBallots(simulateBill(honestVoters, divisions['45/45/5/5'], random), random),
      ...groupBallots(group, randomList(random), random),
    ]
    // oxlint-disable-next-line no-await-in-loop -- one bill after another
    const members = (await groupsFoundBy(rule, ballots)).flat()
    const ofGroup = members.filter((member) => member.startsWith(group.name)).length
    if (ofGroup >= 5) ringsFound++
    grouped += ofGroup
    honest += members.length - ofGroup
  }
  return {
    found: percent(ringsFound, billsEach),
    members: percent(grouped, group.size * billsEach),
    honest,
  }
}

const ringsInOrderOf = [
  { name: '10 comments at once', listed: 10, seconds: 10 * minute },
  { name: '10 comments in two weeks', listed: 10, seconds: twoWeeks },
  { name: 'the two comments only', listed: 2, seconds: 10 * minute },
]

async function ringsInOrder(db: Db, random: Random): Promise<string[]> {
  const rows: string[] = []
  for (const size of [12, 40, 150, 1_000]) {
    for (const { name, listed, seconds } of ringsInOrderOf) {
      const bills = size === 1_000 ? 12 : 60
      const result = { found: 0, counted: 0, voiced: 0 }
      for (let bill = 0; bill < bills; bill++) {
        const honest = honestBallots(simulateBill(size, Object.values(divisions)[bill % 3]!, random), random)
        // oxlint-disable-next-line no-await-in-loop -- one bill after another
        const before = await score(db, countVotes(honest))
        const group = { name: 'ring', size: Math.round(size / 5), listed, seconds, agreement: 1 }
        const ballots = [...honest, ...groupBallots(group, targetList(before, random), random)]
        // oxlint-disable-next-line no-await-in-loop -- see above
        const clusters = await groupsFoundBy('A', ballots)
        // oxlint-disable-next-line no-await-in-loop -- see above
        const counted = await score(db, countVotes(ballots))
        // oxlint-disable-next-line no-await-in-loop -- see above
        const voiced = await score(db, countVotes(withOneVoice(ballots, clusters)))
        if (clusters.length > 0) result.found++
        if (isMoved(before, counted)) result.counted++
        if (isMoved(before, voiced)) result.voiced++
      }
      rows.push(
        `| ${size} | ${Math.round(size / 5)} on ${name} | ${bills} | ${percent(result.found, bills)} | ${percent(result.counted, bills)} | ${percent(result.voiced, bills)} |`,
      )
    }
  }
  return rows
}

/** The last comment up and the best one down, and the others as a pretext, up or down by a coin. */
function targetList(ranked: Parameters<typeof placeOf>[0], random: Random): List {
  const order = [...ranked.keys()].toSorted((a, b) => placeOf(ranked, a) - placeOf(ranked, b))
  return [
    [order.at(-1)!, true],
    [order[0]!, false],
    ...shuffled(order.slice(1, -1), random).map((comment) => [comment, random() < 0.5] as const),
  ]
}
