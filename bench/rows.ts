import type { Pool } from '../server/kit/db.ts'
import { feedAsks, feedPages, firstPage, stanceAsks, voteAsks, type FeedPage, type Viewer } from './asks.ts'
import { measure, type Asked, type Measured } from './load.ts'
import type { Place } from './place.ts'
import type { Product, Running } from './product.ts'

const connections = 16

export type Effort = { repeats: number; seconds: number }

/** One size of the data with the product running on it. */
export type Stage = { bills: number; pool: Pool; url: string; product: Product; viewers: Viewer[] }

export function load(place: Place, server: Running, requests: Asked[], seconds: number): Promise<Measured> {
  const order = { port: server.port, connections, warmUp: 1, seconds, requests }
  return measure(order, server.pid, place.pid)
}

/** The ceiling of reads and the feed in turn, so that both meet the same machine. */
export async function measureReads(place: Place, stage: Stage, bare: Running, effort: Effort) {
  const turns = []
  for (let turn = 0; turn < effort.repeats; turn += 1) {
    const ceiling = await load(place, bare, [{ method: 'GET', path: '/' }], effort.seconds)
    const feed = await load(place, stage.product, feedAsks(stage.viewers, firstPage), effort.seconds)
    turns.push({ ceiling, feed })
  }
  return turns
}

/** The ceiling of writes, stances and votes in turn. */
export async function measureWrites(
  place: Place,
  stage: Stage,
  durable: (seconds: number) => Promise<number>,
  effort: Effort,
) {
  const turns = []
  for (let turn = 0; turn < effort.repeats; turn += 1) {
    // What was written before is not to be paid for now.
    await stage.pool`checkpoint`
    const ceiling = await durable(effort.seconds)
    const round = Math.floor(Date.now() / 1000)
    const stances = await stanceAsks(stage.pool, stage.viewers, round)
    const stance = await load(place, stage.product, stances, effort.seconds)
    const votes = await voteAsks(stage.pool, stage.viewers, round)
    const vote = await load(place, stage.product, votes, effort.seconds)
    turns.push({ ceiling, stance, vote })
  }
  return turns
}

export type Growth = { page: FeedPage; turns: Measured[][] }

/** Every page of the feed at every size, the sizes in turn. */
export async function measureGrowth(place: Place, stages: Stage[], effort: Effort): Promise<Growth[]> {
  const growth: Growth[] = []
  for (const page of feedPages) {
    const turns: Measured[][] = []
    for (let turn = 0; turn < effort.repeats; turn += 1) {
      const measured: Measured[] = []
      for (const { product, viewers } of stages) {
        measured.push(await load(place, product, feedAsks(viewers, page), effort.seconds))
      }
      turns.push(measured)
    }
    growth.push({ page, turns })
  }
  return growth
}
