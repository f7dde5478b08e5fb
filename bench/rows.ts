import type { Pool } from '../server/postgres/db.ts'
import {
  commentAsks,
  feedAsks,
  feedPages,
  firstPage,
  readsOf,
  stanceAsks,
  voteAsks,
  type PageKind,
  type Viewer,
} from './asks.ts'
import { measure, type Asked, type Measured } from './load.ts'
import type { Place } from './place.ts'
import type { Product, Running } from './product.ts'
import { pageOfThreads, type Discussion } from './seed/discussionSeed.ts'

/** How many callers there are at once where nothing else is said. */
const manyCallers = 16

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

export function load(
  place: Place,
  server: Running,
  requests: Asked[],
  seconds: number,
  connections = manyCallers,
): Promise<Measured> {
  const order = { port: server.port, connections, warmUp: 1, seconds, requests }
  return measure(order, server.pid, place.pid)
}

/** A bill's own page as the screen asks for it: one category, twenty threads. */
export const threadQuery = 'category_id=general-discussion&limit=20'

/** Twenty threads of five comments. */
export function threadsPath({ discussions }: Stage): string {
  const found = discussions.find(({ comments }) => comments === pageOfThreads.comments)
  return `/api/bills/${found!.bill_id}/comments?${threadQuery}&sort=oldest`
}

/** The ceiling of reads, the feed and a discussion in turn, so that all meet the same machine. */
export async function measureReads(place: Place, stage: Stage, bare: Running, effort: Effort) {
  const { product, viewers } = stage
  const turns = []
  for (let turn = 0; turn < effort.repeats; turn += 1) {
    const ceiling = await load(place, bare, [{ method: 'GET', path: '/' }], effort.seconds)
    const feed = await load(place, product, feedAsks(viewers, firstPage), effort.seconds)
    const threads = await load(place, product, readsOf(viewers, threadsPath(stage)), effort.seconds)
    turns.push({ ceiling, feed, threads })
  }
  return turns
}

/** What people write, by its name in the report. */
export const acts = { stance: stanceAsks, vote: voteAsks, comment: commentAsks }
export type Act = keyof typeof acts
export type WriteTurn = { ceiling: number } & Record<Act, Measured>

/** The ceiling of writes, stances, votes and comments in turn. */
export async function measureWrites(
  place: Place,
  stage: Stage,
  durable: (seconds: number) => Promise<number>,
  effort: Effort,
): Promise<WriteTurn[]> {
  const turns: WriteTurn[] = []
  for (let turn = 0; turn < effort.repeats; turn += 1) {
    // What was written before is not to be paid for now.
    await stage.pool`checkpoint`
    const ceiling = await durable(effort.seconds)
    const round = Math.floor(Date.now() / 1000)
    const write = async (act: Act) =>
      load(place, stage.product, await acts[act](stage.pool, stage.viewers, round), effort.seconds)
    turns.push({
      ceiling,
      stance: await write('stance'),
      vote: await write('vote'),
      comment: await write('comment'),
    })
  }
  return turns
}

/** A page that is measured on several sizes; `S` is one size with the product on it. */
export type GrowingPage<S> = { name: string; kind: PageKind; path: (stage: S) => string }
export type Growth = { name: string; kind: PageKind; turns: Measured[][] }

export const growingPages: GrowingPage<Stage>[] = [
  ...feedPages.map(({ name, kind, query }) => ({ name, kind, path: () => `/api/bills?${query}` })),
  { name: 'first 20 threads, 100 comments', kind: 'thread', path: threadsPath },
  { name: 'notifications, first page', kind: 'notifications', path: () => '/api/notifications' },
]

/** Every page at every size, the sizes in turn. */
export async function measureGrowth<S extends { product: Product; viewers: Viewer[] }>(
  place: Place,
  stages: S[],
  pages: GrowingPage<S>[],
  effort: Effort,
): Promise<Growth[]> {
  const growth: Growth[] = []
  for (const { name, kind, path } of pages) {
    const turns: Measured[][] = []
    for (let turn = 0; turn < effort.repeats; turn += 1) {
      const measured: Measured[] = []
      for (const stage of stages) {
        measured.push(await load(place, stage.product, readsOf(stage.viewers, path(stage)), effort.seconds))
      }
      turns.push(measured)
    }
    growth.push({ name, kind, turns })
  }
  return growth
}
