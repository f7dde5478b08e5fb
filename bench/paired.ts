import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Pool } from '#server/platform/postgres/db.ts'
import type { migrate } from '#server/platform/postgres/migrate.ts'
import type { BenchRequest, MeasuredLoad } from './load.ts'
import {
  bookmarkRequests,
  discussionRequests,
  feedRequests,
  firstPage,
  followRequests,
  openViewers,
  ownFeed,
  readsOf,
} from './requests.ts'
import { actions, load, threadsPath, waitForIdle, type Effort, type Stage } from './rows.ts'
import { changingStances } from './rows/crowds.ts'
import { pageOfThreads, selectDiscussions } from './seed/discussionSeed.ts'
import type { seedAtScale } from './seed/seed.ts'
import type { Cluster } from './server/cluster.ts'
import { startProduct } from './server/product.ts'

const ownCheckout = fileURLToPath(new URL('..', import.meta.url))

/** The requests that are measured in both checkouts. `round` selects other bills for every repeat of a write. */
const pairedRequests: Record<
  string,
  (stage: Stage, round: number) => BenchRequest[] | Promise<BenchRequest[]>
> = {
  feed: ({ viewers }) => feedRequests(viewers, firstPage),
  'feed by relevance': ({ viewers }) => feedRequests(viewers, ownFeed),
  'page 50 of the feed': ({ viewers }) => feedRequests(viewers, { ...firstPage, query: 'offset=980' }),
  'different pages of the feed': ({ viewers }) =>
    Array.from(
      { length: 1000 },
      (_, offset) =>
        feedRequests(viewers, { ...firstPage, query: `offset=${offset}` })[offset % viewers.length]!,
    ),
  discussion: (stage) => readsOf(stage.viewers, threadsPath(stage)),
  'discussions of many bills': ({ pool, viewers }) => discussionRequests(pool, viewers),
  bill: ({ viewers, discussions }) => readsOf(viewers, `/api/bills/${discussions[0]!.bill_id}`),
  'many bills in turn': async ({ pool, viewers }) => {
    const bills = await pool<{ bill_id: string }[]>`select bill_id from bills order by bill_id limit 600`
    return bills.map(
      ({ bill_id }, index) => readsOf(viewers, `/api/bills/${bill_id}`)[index % viewers.length]!,
    )
  },
  stance: ({ pool, viewers }, round) => actions.stance(pool, viewers, round),
  'stance on one bill': ({ pool, viewers }) => changingStances(pool, viewers, 1),
  'stance on 200 bills': ({ pool, viewers }) => changingStances(pool, viewers, 200),
  vote: ({ pool, viewers }, round) => actions.vote(pool, viewers, round),
  comment: ({ pool, viewers }, round) => actions.comment(pool, viewers, round),
  bookmark: ({ pool, viewers }, round) => bookmarkRequests(pool, viewers, round),
  follow: ({ pool, viewers }, round) => followRequests(pool, viewers, round),
}

/** The number of callers of a request, if more than usual so that they wait for one another. */
const callers: Partial<Record<string, number>> = { 'stance on one bill': 200, 'stance on 200 bills': 200 }

/** The measurements of one request in both checkouts, turn by turn. */
export type Pair = { what: string; turns: { now: MeasuredLoad; before: MeasuredLoad }[] }

/**
 * Measures these files against another commit. Each checkout serves its own database with the same rows, and they are
 * measured in turn, in alternating order so that a machine that slows down slows both.
 */
export async function measurePairs(
  cluster: Cluster,
  commit: string,
  bills: number,
  effort: Effort,
): Promise<Pair[]> {
  const { folder, remove } = await checkOut(commit)
  const stages: Stage[] = []
  try {
    const now = await openCheckout(cluster, 'paired_now', ownCheckout, bills)
    stages.push(now)
    const before = await openCheckout(cluster, 'paired_before', folder, bills)
    stages.push(before)
    const pairs: Pair[] = []
    for (const [what, requestsOf] of Object.entries(pairedRequests)) {
      const turns: Pair['turns'] = []
      for (let turn = 0; turn < effort.repeats; turn += 1) {
        const round = Math.floor(Date.now() / 1000)
        const run = async (stage: Stage) => {
          await stage.pool`checkpoint`
          return load(cluster, stage.product, await requestsOf(stage, round), effort.seconds, callers[what])
        }
        const first = await run(turn % 2 === 0 ? now : before)
        const second = await run(turn % 2 === 0 ? before : now)
        turns.push(turn % 2 === 0 ? { now: first, before: second } : { now: second, before: first })
      }
      pairs.push({ what, turns })
    }
    return pairs
  } finally {
    for (const { product } of stages) await product.stop()
    await remove()
  }
}

/** Checks a commit out into a separate folder. Its files run with the packages that are installed here. */
async function checkOut(commit: string) {
  const folder = join(await mkdtemp(join(tmpdir(), 'hurd-against-')), 'checkout')
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: ownCheckout, stdio: ['ignore', 'ignore', 'inherit'] })
  git('worktree', 'add', '--quiet', '--detach', folder, commit)
  await symlink(join(ownCheckout, 'node_modules'), join(folder, 'node_modules'))
  return {
    folder,
    remove: async () => {
      git('worktree', 'remove', '--force', folder)
      await rm(join(folder, '..'), { recursive: true, force: true })
    },
  }
}

type SeedModule = { seedAtScale: typeof seedAtScale }
type MigrateModule = { migrate: typeof migrate }

/** Starts the product of a checkout, with a database that the same checkout creates and fills because the tables may differ. */
async function openCheckout(cluster: Cluster, name: string, checkout: string, bills: number): Promise<Stage> {
  const { migrate }: MigrateModule = await import(fileIn(checkout, 'server/platform/postgres/migrate.ts'))
  const { seedAtScale }: SeedModule = await import(fileIn(checkout, 'bench/seed/seed.ts'))
  const fill = (pool: Pool) => seedAtScale(pool, bills, [pageOfThreads])
  const { url, pool } = await cluster.filled(name, migrate, fill)
  const product = await startProduct(url, cluster.folder, { checkout })
  await waitForIdle(cluster, product)
  return {
    bills,
    pool,
    url,
    product,
    viewers: await openViewers(pool),
    discussions: await selectDiscussions(pool),
  }
}

function fileIn(checkout: string, path: string): string {
  return pathToFileURL(join(checkout, path)).href
}
