import type { BenchRequest, MeasuredLoad } from '../load.ts'
import { formatCount, loadHead, loadLine, type Section } from '../report/tables.ts'
import { openViewers, readsOf, type Viewer } from '../requests.ts'
import { load, type Effort } from '../rows.ts'
import { seedAtScale, seedVersion } from '../seed/seed.ts'
import { billsRead, insertRecords, votersPerRoll, type RecordAmounts } from '../seed/voteSeed.ts'
import type { Cluster } from '../server/cluster.ts'
import { startProduct, type Product } from '../server/product.ts'
import { formatSpread, spreadOf } from '../spread.ts'

const bills = 20_000
/** A tenth of the bills has roll calls. The second size is that of many years: twenty million votes, two million versions. */
const sizes: RecordAmounts[] = [
  { billsWithRolls: 2_000, rolls: 2_200, versions: 20_400 },
  { billsWithRolls: 2_000, rolls: 46_512, versions: 2_000_000 },
]

type VoteStage = { product: Product; viewers: Viewer[]; bill_ids: string[]; vote_event_ids: string[] }
export type VotePage = { name: string; turns: MeasuredLoad[][] }

/**
 * Measures the feed, a bill, and the pages that read votes and versions, one caller at a time, in turn with few and with many
 * of them.
 */
export async function measureVotes(
  cluster: Cluster,
  effort: Effort,
  amounts: readonly RecordAmounts[] = sizes,
  seededBills = bills,
): Promise<VotePage[]> {
  const stages: VoteStage[] = []
  try {
    for (const size of amounts) stages.push(await openVoteStage(cluster, size, seededBills))
    const pages: VotePage[] = []
    for (const { name, requests } of votePages) {
      const turns = stages.map((): MeasuredLoad[] => [])
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

const paths = ({ viewers }: VoteStage, list: string[]): BenchRequest[] =>
  list.map((path, at) => ({ method: 'GET', path, token: viewers[at % viewers.length]!.token }))
const ofBills = (suffix: string) => (stage: VoteStage) =>
  paths(
    stage,
    stage.bill_ids.map((bill_id) => `/api/bills/${bill_id}${suffix}`),
  )
const ofRepresentative =
  (suffix: string) =>
  ({ viewers }: VoteStage) =>
    readsOf(viewers, `/api/representatives/bench-1${suffix}`)

const votePages: { name: string; requests: (stage: VoteStage) => BenchRequest[] }[] = [
  { name: 'the feed', requests: ({ viewers }) => readsOf(viewers, '/api/bills') },
  { name: 'a bill', requests: ofBills('') },
  { name: 'votes on a bill', requests: ofBills('/vote-events') },
  {
    name: 'a vote',
    requests: (stage) =>
      paths(
        stage,
        stage.vote_event_ids.map((id) => `/api/vote-events/${id}`),
      ),
  },
  { name: 'a representative', requests: ofRepresentative('') },
  { name: 'votes of a representative', requests: ofRepresentative('/votes') },
  { name: 'agreement with a representative', requests: ofRepresentative('/agreement') },
  { name: 'versions of a bill', requests: ofBills('/versions') },
  { name: 'comparison of two versions', requests: ofBills('/versions/compare?from=1&to=2') },
]

async function openVoteStage(
  cluster: Cluster,
  amounts: RecordAmounts,
  seededBills: number,
): Promise<VoteStage> {
  const { rolls, versions } = amounts
  const { url, pool } = await cluster.seeded(
    `bench_votes_${rolls}`,
    `votes ${seedVersion}, ${rolls} rolls, ${versions} versions`,
    async (database) => {
      await seedAtScale(database, seededBills, [])
      await insertRecords(database, amounts)
    },
  )
  const viewers = await openViewers(pool)
  const product = await startProduct(url, cluster.folder)
  const read = await pool<{ bill_id: string }[]>`
    select bill_id from bills order by length(source_id), source_id limit ${billsRead}`
  const bill_ids = read.map(({ bill_id }) => bill_id)
  const votes = await pool<{ vote_event_id: string }[]>`
    select vote_event_id from bill_last_votes where bill_id = any(${bill_ids}) order by 1`
  return { product, viewers, bill_ids, vote_event_ids: votes.map(({ vote_event_id }) => vote_event_id) }
}

const amountsOf = ({ rolls, versions }: RecordAmounts) =>
  `${formatCount(rolls * votersPerRoll)} individual votes and ${formatCount(versions)} versions`

export function reportVotes(pages: VotePage[]): Section {
  const lines = pages.flatMap(({ name, turns }) => {
    const [few = [], many = []] = turns
    const ratios = many.map(({ p50 }, turn) => p50 / few[turn]!.p50)
    return [
      loadLine(`${name}, few`, '', few),
      loadLine(name, `p50 ${formatSpread(spreadOf(ratios))} times that with few`, many),
    ]
  })
  return {
    lines: [
      `Votes and versions: one caller at a time, ${formatCount(bills)} bills with ${sizes.map(amountsOf).join(', and with ')}`,
      '',
      ...loadHead,
      ...lines,
    ],
    measurements: [],
  }
}
