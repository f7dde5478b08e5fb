import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { findClusters, type ClusterVote } from './findClusters.ts'

const ruleA = new Set(['A'] as const)
const bothRules = new Set(['A', 'B'] as const)
const hour = 3600

function seeded(seed: string): () => number {
  let count = 0
  return () => {
    count += 1
    return createHash('sha256').update(`${seed} ${count}`).digest().readUInt32BE() / 2 ** 32
  }
}

/** 300 members who vote on about a fifth of 40 comments in the course of two weeks. */
function honest(seed: string): ClusterVote[] {
  const random = seeded(seed)
  return Array.from({ length: 300 }, (_, index) => {
    const begin = random() * 14 * 24 * hour
    const taste = random()
    return Array.from({ length: 40 }, (__, comment): ClusterVote[] =>
      random() < 0.2
        ? [
            {
              member: `honest ${index}`,
              comment: `comment ${comment}`,
              isUpvote: random() < 0.4 + 0.4 * taste,
              second: begin + random() * 900,
            },
          ]
        : [],
    ).flat()
  }).flat()
}

/** Members who vote on the same comments within `seconds`. `agreement` is how often they vote alike. */
function group(
  name: string,
  {
    size,
    comments,
    seconds,
    agreement,
  }: Record<'size' | 'comments' | 'seconds' | 'agreement', number> & { size: number },
  seed: string,
) {
  const random = seeded(seed)
  return Array.from({ length: size }, (_, index) =>
    Array.from({ length: comments }, (__, comment): ClusterVote => {
      return {
        member: `${name} ${index}`,
        comment: `comment ${comment}`,
        isUpvote: random() < agreement,
        second: 100_000 + random() * seconds,
      }
    }),
  ).flat()
}

test('twelve accounts that vote alike within ten minutes are one group, and nobody else is in it', async () => {
  const ring = group('ring', { size: 12, comments: 10, seconds: 600, agreement: 1 }, 'ring')
  const clusters = await findClusters([...honest('one'), ...ring], ruleA)
  expect(clusters.map((members) => members.length)).toEqual([12])
  expect(clusters[0]?.every((member) => member.startsWith('ring'))).toBe(true)
  const shuffled = [...honest('one'), ...ring].toSorted((a, b) =>
    `${a.comment}${a.member}` < `${b.comment}${b.member}` ? -1 : 1,
  )
  expect(await findClusters(shuffled, ruleA)).toEqual(clusters)
})

// covers BEY-TOGETHER-02
test.each([
  ['a family of four', { size: 4, comments: 20, seconds: 600, agreement: 1 }],
  [
    'a class of 25 that votes on six comments within an hour',
    { size: 25, comments: 6, seconds: hour, agreement: 0.7 },
  ],
  ['a class of 25 all of one mind', { size: 25, comments: 6, seconds: hour, agreement: 1 }],
])(
  '%s is not grouped on any of twenty bills',
  async (_, size) => {
    for (let bill = 0; bill < 20; bill += 1) {
      const votes = [...honest(`bill ${bill}`), ...group('close', size, `close ${bill}`)]
      expect(await findClusters(votes, ruleA)).toEqual([])
    }
  },
  60_000,
)

test('accounts with the same list of votes at other times are found by the second rule only', async () => {
  const slow = group('slow', { size: 6, comments: 9, seconds: 14 * 24 * hour, agreement: 1 }, 'slow')
  expect(await findClusters(slow, ruleA)).toEqual([])
  expect(await findClusters(slow, bothRules)).toEqual([
    slow.flatMap(({ member, comment }) => (comment === 'comment 0' ? [member] : [])),
  ])
})

const golden = resolve(
  import.meta.dirname,
  '../../../../../shared/spec/golden/opinion/coordinated_votes.json',
)
type Golden = { cases: { votes: [string, number, number, number][]; clusters: string[][] }[] }

// covers BEY-TOGETHER-01
test.skipIf(!existsSync(golden))('the published groups are found (skipped without them)', async () => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the file has this form
  const { cases } = JSON.parse(readFileSync(golden, 'utf8')) as Golden
  for (const { votes, clusters } of cases) {
    const cast = votes.map(([member, comment, up, second]) => {
      return { member, comment: String(comment), isUpvote: up === 1, second }
    })
    expect(await findClusters(cast, bothRules)).toEqual(clusters)
  }
})
