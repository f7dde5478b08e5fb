import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { compareWithChance, type AnalyzedVotes } from './compare.ts'
import { cellOf, totalOf } from './expectedTable.ts'
import { compareShares, rangeOf, studentQuantile, type GroupedVotes } from './range.ts'

/** A vote: the voter, the voter's side, the comment, its author's side, and 1 for an upvote or 0 for a downvote. */
type Vote = readonly [string, number, string, number, number]

/** Like `jackknife_group` in db/functions/45_discussions.sql. */
function groupOf(id: string): number {
  return Number.parseInt(createHash('md5').update(id).digest('hex').slice(0, 8), 16) % 50
}

function grouped(votes: readonly Vote[]): GroupedVotes[] {
  return votes.map(([voter, voterSide, comment, authorSide, up]) => ({
    voters: groupOf(voter),
    comments: groupOf(comment),
    cell: cellOf(voterSide, authorSide, 1 - up),
    votes: 1,
  }))
}

function analyzed(votes: readonly Vote[]): AnalyzedVotes {
  const bySide = (id: 0 | 2, side: 1 | 3) =>
    [0, 1, 2, 3].map(
      (number) => new Set(votes.filter((vote) => vote[side] === number).map((vote) => vote[id])).size,
    )
  return {
    votes: grouped(votes),
    voters: new Set(votes.map(([voter]) => voter)).size,
    comments: new Set(votes.map(([, , comment]) => comment)).size,
    voters_by_side: bySide(0, 1),
    comments_by_side: bySide(2, 3),
  }
}

/** A sequence of numbers from 0 to 1 that is the same on every machine. */
function seeded(seed: string): () => number {
  let count = 0
  return () => {
    count += 1
    return createHash('sha256').update(`${seed} ${count}`).digest().readUInt32BE() / 2 ** 32
  }
}

type Bill = { voters: number; majority: number; preference: number }

/** The votes on a simulated bill. Authors and voters differ in how much they are liked and how generous they are. */
function simulate(seed: string, { voters, majority, preference }: Bill): Vote[] {
  const random = seeded(seed)
  const side = () => (random() < majority ? 0 : 1)
  const comments = Array.from({ length: 25 }, (_, index) => {
    return { id: `${seed} comment ${index}`, side: side(), liking: random() - 0.5 }
  })
  return Array.from({ length: voters }, (_, index) => ({
    id: `${seed} voter ${index}`,
    side: side(),
    kindness: random(),
  })).flatMap((voter): Vote[] =>
    comments
      .filter(() => random() < 8 / comments.length)
      .map((comment) => {
        const taste = voter.side === comment.side ? preference : -preference
        const up =
          random() <
          Math.min(0.95, Math.max(0.05, 0.35 + 0.4 * voter.kindness + 0.3 * comment.liking + taste))
        return [voter.id, voter.side, comment.id, comment.side, up ? 1 : 0]
      }),
  )
}

/** A table of support and oppose only, by voter, author and direction. */
function tableOfTwo(rows: readonly (readonly (readonly number[])[])[]): number[] {
  const table = Array.from({ length: 32 }, () => 0)
  rows.forEach((row, voter) =>
    row.forEach((cell, author) =>
      cell.forEach((votes, direction) => {
        table[cellOf(voter, author, direction)] = votes
      }),
    ),
  )
  return table
}

describe('the expected share of echo votes', () => {
  // covers BEY-CHANCE-03
  test.each([
    [
      'two even sides that prefer their own',
      [
        [
          [8, 2],
          [2, 8],
        ],
        [
          [2, 8],
          [8, 2],
        ],
      ],
      0.8,
      0.5,
    ],
    [
      'no preference',
      [
        [
          [6, 4],
          [6, 4],
        ],
        [
          [6, 4],
          [6, 4],
        ],
      ],
      0.5,
      0.5,
    ],
    [
      'authors of one side that everybody likes more',
      [
        [
          [16, 4],
          [5, 5],
        ],
        [
          [8, 2],
          [5, 5],
        ],
      ],
      0.56,
      0.56,
    ],
    [
      'only one side that writes',
      [
        [
          [9, 1],
          [0, 0],
        ],
        [
          [3, 7],
          [0, 0],
        ],
      ],
      0.8,
      0.8,
    ],
    [
      'only upvotes',
      [
        [
          [9, 0],
          [3, 0],
        ],
        [
          [4, 0],
          [6, 0],
        ],
      ],
      0.681818,
      0.681818,
    ],
  ])('%s', (_, rows, observed, baseline) => {
    const shares = compareShares(tableOfTwo(rows))
    expect(shares.observed).toBeCloseTo(observed, 5)
    expect(shares.baseline).toBeCloseTo(baseline, 5)
  })
})

describe('the range', () => {
  // covers BEY-CHANCE-04
  test.each([
    [2, 2.7618],
    [5, 2.0064],
    [10, 1.8114],
    [49, 1.6765],
  ])('has with %i degrees of freedom the quantile %f', (degrees, quantile) => {
    expect(studentQuantile(degrees)).toBeCloseTo(quantile, 4)
  })

  // covers BEY-CHANCE-05
  test('is the same to the last digit in any order of the votes', () => {
    const votes = simulate('order', { voters: 40, majority: 0.6, preference: 0.2 })
    const random = seeded('shuffle')
    const shuffled = votes.map((vote) => ({ vote, at: random() })).toSorted((a, b) => a.at - b.at)
    expect(rangeOf(grouped(shuffled.map(({ vote }) => vote)))).toEqual(rangeOf(grouped(votes)))
    expect(rangeOf(grouped(votes))).not.toBeNull()
  })

  // covers BEY-CHANCE-11
  test.each([
    [40, 0.5],
    [150, 0.5],
    [150, 0.75],
  ])(
    'contains zero in at least 85 of 100 simulated bills without a preference, with %i voters and %f of them on one side',
    (voters, majority) => {
      const hits = Array.from({ length: 100 }, (_, index) =>
        rangeOf(
          grouped(simulate(`null ${voters} ${majority} ${index}`, { voters, majority, preference: 0 })),
        ),
      ).filter((range) => range !== null && range.low <= 0 && range.high >= 0)
      expect(hits.length).toBeGreaterThanOrEqual(85)
    },
    60_000,
  )

  test('is above zero on nearly every simulated bill of 150 voters with a clear preference', () => {
    const found = Array.from({ length: 20 }, (_, index) =>
      compareWithChance(
        analyzed(simulate(`clear ${index}`, { voters: 150, majority: 0.5, preference: 0.3 })),
      ),
    ).filter(({ verdict }) => verdict === 'more')
    expect(found.length).toBeGreaterThanOrEqual(19)
  })
})

/** `count` voters of a side who each vote on these comments, with the directions in turn. */
function votesBy(
  name: string,
  count: number,
  side: number,
  comments: readonly (readonly [string, number])[],
  ups: readonly number[],
) {
  let at = 0
  return Array.from({ length: count }, (_, index) =>
    comments.map(([comment, author]): Vote => [
      `${name} ${index}`,
      side,
      comment,
      author,
      ups[at++ % ups.length]!,
    ]),
  ).flat()
}

const twoSides = [
  ['one', 0],
  ['two', 0],
  ['three', 1],
  ['four', 1],
] as const

const both = (perSide: number) => [
  ...votesBy('a', perSide, 0, twoSides, [1, 0, 0]),
  ...votesBy('b', perSide, 1, twoSides, [1, 0, 0]),
]

describe('a comparison without a verdict', () => {
  // covers BEY-CHANCE-06 BEY-CHANCE-07
  test.each([
    ['too_few_votes', votesBy('a', 7, 0, twoSides, [1, 0])],
    ['too_few_voters', [...votesBy('a', 5, 0, twoSides, [1, 0]), ...votesBy('b', 4, 1, twoSides, [1, 0])]],
    [
      'voters_share_stance',
      [...votesBy('a', 12, 0, twoSides, [1, 0]), ...votesBy('b', 2, 1, twoSides, [1, 0])],
    ],
    [
      'authors_share_stance',
      [
        ...votesBy('a', 8, 0, twoSides.slice(0, 3), [1, 0, 0]),
        ...votesBy('b', 8, 1, twoSides.slice(0, 3), [1, 0]),
      ],
    ],
    [
      'votes_stay_apart',
      [
        ...votesBy('a', 10, 0, twoSides.slice(0, 2), [1, 0, 0]),
        ...votesBy('b', 10, 1, twoSides.slice(2), [1, 0]),
      ],
    ],
    ['votes_one_direction', [...votesBy('a', 8, 0, twoSides, [1]), ...votesBy('b', 8, 1, twoSides, [1])]],
    ['votes_one_direction', [...votesBy('a', 8, 0, twoSides, [0]), ...votesBy('b', 8, 1, twoSides, [0])]],
  ] as const)('says %s', (reason, votes) => {
    const isSmall = reason === 'too_few_votes'
    const comparison = compareWithChance(analyzed(votes))
    expect(comparison).toMatchObject({ reason, verdict: null, low: null, high: null })
    expect(comparison.total_analyzed_votes).toBe(votes.length)
    expect([comparison.observed === null, comparison.table === null]).toEqual([isSmall, isSmall])
  })

  // covers BEY-CHANCE-07
  test('names the first condition that fails, and has a verdict as soon as all are fulfilled', () => {
    expect(compareWithChance(analyzed(both(4))).reason).toBe('too_few_voters')
    expect(compareWithChance(analyzed(both(5)))).toMatchObject({ reason: null, verdict: 'unclear' })
    expect(compareWithChance(analyzed(both(5).slice(0, 29))).reason).toBe('too_few_votes')
  })
})

const golden = resolve(import.meta.dirname, '../../../../../shared/spec/golden/opinion/echo_baseline.json')

type Golden = {
  tables: {
    name: string
    support_and_oppose: number[][][]
    observed: number
    baseline: number
    excess: number
  }[]
  bills: (Record<'observed' | 'baseline' | 'excess' | 'low' | 'high' | 'total_analyzed_votes', number> & {
    votes: Vote[]
  })[]
  jackknife_groups: Record<string, number>
  t_quantiles: Record<string, number>
}

// covers BEY-CHANCE-03 BEY-CHANCE-04
test.skipIf(!existsSync(golden))('the published values are reached (skipped without them)', () => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the file has this form
  const { tables, bills, jackknife_groups, t_quantiles } = JSON.parse(readFileSync(golden, 'utf8')) as Golden
  for (const { support_and_oppose, observed, baseline, excess } of tables) {
    const shares = compareShares(tableOfTwo(support_and_oppose))
    expect(Object.values(shares).map((share) => share.toFixed(4))).toEqual(
      [observed, baseline, excess].map((share) => share.toFixed(4)),
    )
  }
  for (const bill of bills) {
    const votes = grouped(bill.votes)
    expect(totalOf(votes.map(({ votes: count }) => count))).toBe(bill.total_analyzed_votes)
    const all = { ...compareWithChance(analyzed(bill.votes)), ...rangeOf(votes) }
    expect(all.low).toBeCloseTo(bill.low, 4)
    expect(all.high).toBeCloseTo(bill.high, 4)
    expect(all.baseline).toBeCloseTo(100 * bill.baseline, 0)
    expect(all.verdict).toBe(bill.low > 0 ? 'more' : 'unclear')
  }
  for (const [id, group] of Object.entries(jackknife_groups)) expect(groupOf(id)).toBe(group)
  for (const [degrees, quantile] of Object.entries(t_quantiles)) {
    expect(studentQuantile(Number(degrees))).toBeCloseTo(quantile, 3)
  }
})
