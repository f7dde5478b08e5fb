import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from '#server/platform/postgres/db.ts'
import { measure, type BenchRequest, type MeasuredLoad } from './load.ts'
import {
  commentRequests,
  discussionRequests,
  feedRequests,
  feedPages,
  firstPage,
  ownFeed,
  readsOf,
  stanceRequests,
  threadQuery,
  voteRequests,
  type PageKind,
  type Viewer,
} from './requests.ts'
import { pageOfThreads, type Discussion } from './seed/discussionSeed.ts'
import type { Cluster } from './server/cluster.ts'
import { cpuSeconds, cpuSecondsOfFamily } from './server/processes.ts'
import type { Product, RunningServer } from './server/product.ts'

/** The number of concurrent callers, unless a row specifies another one. */
const defaultCallers = 16

export type Effort = { repeats: number; seconds: number }

/** One size of the data with the product running on it. */
export type Stage = {
  bills: number
  pool: Pool
  url: string
  product: Product
  viewers: Viewer[]
  discussions: Discussion[]
}

/** The share of a processor below which a server counts as idle, and how long the bench waits for it. */
const [idleShare, idleTimeoutMs] = [0.05, 15 * 60_000]
const idleSampleMs = 3_000

/**
 * Waits until the server and the database have done the work that a new database makes due, such as the first tally of all
 * bills, which would otherwise count as work for the first requests.
 */
export async function waitForIdle(cluster: Cluster, server: RunningServer): Promise<void> {
  const readCpu = () => (cpuSeconds(server.pid) ?? 0) + (cpuSecondsOfFamily(cluster.pid) ?? 0)
  const end = performance.now() + idleTimeoutMs
  let before = readCpu()
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- one sample after another
    await sleep(idleSampleMs)
    const now = readCpu()
    if (((now - before) * 1000) / idleSampleMs < idleShare) return
    if (performance.now() > end) throw new Error('the server did not become idle')
    before = now
  }
}

export function load(
  cluster: Cluster,
  server: RunningServer,
  requests: BenchRequest[],
  seconds: number,
  connections = defaultCallers,
): Promise<MeasuredLoad> {
  const order = { port: server.port, connections, warmUp: 1, seconds, requests }
  return measure(order, server.pid, cluster.pid)
}

/** Twenty threads of five comments. */
export function threadsPath({ discussions }: Stage): string {
  const discussion = discussions.find(({ comments }) => comments === pageOfThreads.comments)
  return `/api/bills/${discussion!.bill_id}/comments?${threadQuery}&sort=oldest`
}

/** Measures the ceiling of reads, the feed and a discussion in turn so that all run under the same machine load. */
export async function measureReads(cluster: Cluster, stage: Stage, bare: RunningServer, effort: Effort) {
  const { product, viewers } = stage
  const cold = await discussionRequests(stage.pool, viewers)
  const turns = []
  for (let turn = 0; turn < effort.repeats; turn += 1) {
    const ceiling = await load(cluster, bare, [{ method: 'GET', path: '/' }], effort.seconds)
    const feed = await load(cluster, product, feedRequests(viewers, firstPage), effort.seconds)
    const relevance = await load(cluster, product, feedRequests(viewers, ownFeed), effort.seconds)
    const threads = await load(cluster, product, readsOf(viewers, threadsPath(stage)), effort.seconds)
    const manyThreads = await load(cluster, product, cold, effort.seconds)
    turns.push({ ceiling, feed, relevance, threads, manyThreads })
  }
  return turns
}

/** The kinds of write, by their name in the report. */
export const actions = { stance: stanceRequests, vote: voteRequests, comment: commentRequests }
export type Action = keyof typeof actions
export type WriteTurn = { ceiling: number } & Record<Action, MeasuredLoad>

/** Measures the ceiling of writes, stances, votes and comments in turn. */
export async function measureWrites(
  cluster: Cluster,
  stage: Stage,
  durable: (seconds: number) => Promise<number>,
  effort: Effort,
): Promise<WriteTurn[]> {
  const turns: WriteTurn[] = []
  for (let turn = 0; turn < effort.repeats; turn += 1) {
    // A checkpoint first so that earlier writes do not slow down this measurement.
    await stage.pool`checkpoint`
    const ceiling = await durable(effort.seconds)
    const round = Math.floor(Date.now() / 1000)
    const write = async (action: Action) =>
      load(cluster, stage.product, await actions[action](stage.pool, stage.viewers, round), effort.seconds)
    turns.push({
      ceiling,
      stance: await write('stance'),
      vote: await write('vote'),
      comment: await write('comment'),
    })
  }
  return turns
}

/** A page that is measured at several sizes. `S` is one size with the product on it. */
export type GrowingPage<S> = { name: string; kind: PageKind; path: (stage: S) => string }
export type Growth = { name: string; kind: PageKind; turns: MeasuredLoad[][] }

export const growingPages: GrowingPage<Stage>[] = [
  ...feedPages.map(({ name, kind, query }) => ({ name, kind, path: () => `/api/bills?${query}` })),
  { name: 'first 20 threads, 100 comments', kind: 'thread', path: threadsPath },
  { name: 'notifications, first page', kind: 'notifications', path: () => '/api/notifications' },
]

/** Measures every page at every size, alternating the sizes. */
export async function measureGrowth<S extends { product: Product; viewers: Viewer[] }>(
  cluster: Cluster,
  stages: S[],
  pages: GrowingPage<S>[],
  effort: Effort,
): Promise<Growth[]> {
  const growth: Growth[] = []
  for (const { name, kind, path } of pages) {
    const turns: MeasuredLoad[][] = []
    for (let turn = 0; turn < effort.repeats; turn += 1) {
      const measured: MeasuredLoad[] = []
      for (const stage of stages) {
        measured.push(await load(cluster, stage.product, readsOf(stage.viewers, path(stage)), effort.seconds))
      }
      turns.push(measured)
    }
    growth.push({ name, kind, turns })
  }
  return growth
}
