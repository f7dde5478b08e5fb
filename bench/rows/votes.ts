import type { Cluster } from '../cluster.ts'
import type { BenchRequest, Measured } from '../load.ts'
import { startProduct, type Product } from '../product.ts'
import { count, loadHead, loadLine, type Section } from '../report/tables.ts'
import { openViewers, readsOf, type Viewer } from '../requests.ts'
import { load, type Effort } from '../rows.ts'
import { seedAtScale, seedVersion } from '../seed/seed.ts'
import { insertRolls, votersPerRoll } from '../seed/voteSeed.ts'
import { formatSpread, spreadOf } from '../spread.ts'

const bills = 2_000
/** One roll on each bill, and the rolls of a national biennium with six million individual votes. */
const sizes = [bills, 14_000]

type VoteStage = { rolls: number; product: Product; viewers: Viewer[]; bill_ids: string[] }
export type VotePage = { name: string; turns: Measured[][] }

/** Measures pages that read votes, and two that do not, one caller at a time, with few votes and with six million in turn. */
export async function measureVotes(
  cluster: Cluster,
  effort: Effort,
  rolls: readonly number[] = sizes,
): Promise<VotePage[]> {
  const stages: VoteStage[] = []
  try {
    for (const size of rolls) stages.push(await openVoteStage(cluster, size))
    const pages: VotePage[] = []
    for (const { name, requests } of votePages) {
      const turns = stages.map((): Measured[] => [])
      for (let turn = 0; turn < effort.repeats; turn += 1) {
        for (const [at, stage] of stages.entries()) {
          turns[at]?.push(await load(cluster, stage.product, requests(stage), effort.seconds, 1))
        }
      }
      pages.push({ name, turns })
    }
    return pages
  } finally {
    for (const { product } of stages) await product.stop()
  }
}

const ofBills =
  (suffix: string) =>
  ({ bill_ids, viewers }: VoteStage): BenchRequest[] =>
    bill_ids.map((bill_id, at) => ({
      method: 'GET',
      path: `/api/bills/${bill_id}${suffix}`,
      token: viewers[at % viewers.length]!.token,
    }))

const votePages: { name: string; requests: (stage: VoteStage) => BenchRequest[] }[] = [
  { name: 'votes on a bill', requests: ofBills('/vote-events') },
  {
    name: 'agreement with a representative',
    requests: ({ viewers }) => readsOf(viewers, '/api/representatives/bench-1/agreement'),
  },
  {
    name: 'votes of a representative',
    requests: ({ viewers }) => readsOf(viewers, '/api/representatives/bench-1/votes'),
  },
  { name: 'the feed', requests: ({ viewers }) => readsOf(viewers, '/api/bills') },
  { name: 'a bill', requests: ofBills('') },
]

async function openVoteStage(cluster: Cluster, rolls: number): Promise<VoteStage> {
  const { url, pool } = await cluster.seeded(
    `bench_votes_${rolls}`,
    `votes ${seedVersion}, ${rolls} rolls`,
    async (database) => {
      await seedAtScale(database, bills, [])
      await insertRolls(database, rolls)
    },
  )
  const viewers = await openViewers(pool)
  const product = await startProduct(url, cluster.folder)
  const voted = await pool<{ bill_id: string }[]>`
    select bill_id from bill_last_votes order by hashtextextended(bill_id::text, 7) limit 100`
  return { rolls, product, viewers, bill_ids: voted.map(({ bill_id }) => bill_id) }
}

export function reportVotes(pages: VotePage[]): Section {
  const lines = pages.flatMap(({ name, turns }) => {
    const [few = [], many = []] = turns
    const ratios = many.map(({ p50 }, turn) => p50 / few[turn]!.p50)
    return [
      loadLine(`${name}, few votes`, '', few),
      loadLine(name, `p50 ${formatSpread(spreadOf(ratios))} times that with few votes`, many),
    ]
  })
  const [few = 0, many = 0] = sizes.map((rolls) => rolls * votersPerRoll)
  return {
    lines: [
      `Votes: one caller at a time, ${count(bills)} bills with ${count(few)} individual votes and with ${count(many)}`,
      '',
      ...loadHead,
      ...lines,
    ],
    measurements: [],
  }
}
