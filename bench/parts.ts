import { findProblems } from '#server/operations/check/derivedCounts.ts'
import { goals, judge } from './report/goals.ts'
import { explainPage } from './report/plans.ts'
import * as report from './report/report.ts'
import { formatCount, type Section } from './report/tables.ts'
import { feedPages, openViewers } from './requests.ts'
import * as rows from './rows.ts'
import { measureAlerts, reportAlerts } from './rows/alerts.ts'
import { measureCrowd, measureHotBill, reportCrowd, reportHotBill } from './rows/crowds.ts'
import { explainDiscussions, measureEcho, measureHotVotes, measurePages } from './rows/discussions.ts'
import { openDurableLoop } from './rows/durable.ts'
import { explainGroupPage, groupPages, groupSizes, openGroupStage, type GroupStage } from './rows/groups.ts'
import { measureImport } from './rows/imports.ts'
import { measureFirstLoads, reportFirstLoads } from './rows/pages/firstLoad.ts'
import { measurePhoneLoads, reportPhoneLoads } from './rows/pages/phoneLoad.ts'
import { measureScreens, reportScreens } from './rows/pages/screens.ts'
import { measureRecordImport, reportRecordImport } from './rows/recordImport.ts'
import { measureSearch, reportSearch } from './rows/search.ts'
import { measureSignIns, reportSignIns } from './rows/signIns.ts'
import { measureStarts, reportStarts } from './rows/starts.ts'
import { measureStorms } from './rows/storms.ts'
import { measureVotes, reportVotes } from './rows/votes.ts'
import { discussionSizes, pageOfThreads, selectDiscussions } from './seed/discussionSeed.ts'
import { seedAtScale, seedVersion } from './seed/seed.ts'
import type { Cluster } from './server/cluster.ts'
import { memory } from './server/processes.ts'
import { startBare, startProduct } from './server/product.ts'
import { countStatements } from './statements.ts'

/** The parts of a run, and the goal rows that each measures. */
export const partNames = [
  'reads', // 1, 2
  'writes', // 3, 4
  'growth', // 5
  'groups', // 5
  'signIns', // 6
  'hot', // 7
  'memory', // 8, 9
  'search', // 10
  'firstLoad', // 11
  'phoneLoad', // 11
  'screens', // 12
  'import', // 13
  'discussions',
  'storms',
  'votes',
  'records', // 15
  'alerts', // 15
  'plans',
] as const
export type PartName = (typeof partNames)[number]

export type Bench = {
  cluster: Cluster
  effort: rows.Effort
  sizes: number[]
  wants: (part: PartName) => boolean
  /** Prints a part and adds it to the report. */
  add: (part: string[] | Section) => void
  /** Peak memory of each server in megabytes, by what it served. */
  peaks: Map<string, number | null>
}

/** The parts in the order in which they run. A part with its own database ends before the next part begins. */
export const allParts = [runGroups, runVotes, runRecordImport, runAlerts, runBills, runStarts]

const halfOf = ({ effort }: Bench) => ({ ...effort, seconds: effort.seconds / 2 })

async function runGroups(bench: Bench): Promise<void> {
  const { cluster, wants, add, peaks } = bench
  if (!wants('groups')) return
  const stages: GroupStage[] = []
  try {
    for (const size of groupSizes) stages.push(await openGroupStage(cluster, size))
    const growth = await rows.measureGrowth(cluster, stages, groupPages, halfOf(bench))
    const members = stages.map(({ size }) => size.members)
    add(report.growth('members of one group, half as many posts in it', members, growth))
    for (const page of wants('plans') ? groupPages : []) {
      for (const stage of stages) {
        const plans = await explainGroupPage(stage, page)
        add(report.plan(page.name, stage.size.members, plans, 'members'))
      }
    }
  } finally {
    for (const { size, product } of stages) {
      peaks.set(`a group of ${formatCount(size.members)}`, memory(product.pid)?.peak ?? null)
      await product.stop()
    }
  }
}

async function runVotes({ cluster, effort, wants, add }: Bench): Promise<void> {
  if (wants('votes')) add(reportVotes(await measureVotes(cluster, effort)))
}

async function runRecordImport({ cluster, effort, wants, add }: Bench): Promise<void> {
  if (!wants('records')) return
  add(reportRecordImport(await measureRecordImport(cluster, 2_000, effort.repeats)))
}

async function runAlerts({ cluster, wants, add }: Bench): Promise<void> {
  if (wants('alerts')) add(reportAlerts(await measureAlerts(cluster)))
}

async function runBills(bench: Bench): Promise<void> {
  const { cluster, sizes, wants, add, peaks } = bench
  if (
    !partNames.some(
      (part) => wants(part) && !['groups', 'votes', 'records', 'alerts', 'memory'].includes(part),
    )
  ) {
    return
  }
  const stages: rows.Stage[] = []
  try {
    for (const size of sizes) stages.push(await openStage(bench, size))
    await runReads(bench, stages.at(-1)!)
    await runWrites(bench, stages.at(-1)!)
    if (wants('growth') && stages.length > 1) {
      const growth = await rows.measureGrowth(cluster, stages, rows.growingPages, halfOf(bench))
      add(report.growth('bills, five comments each', sizes, growth))
    }
    await runDiscussions(bench, stages.at(-1)!)
    await runScreens(bench, stages.at(-1)!)
    if (wants('import')) {
      const large = stages.at(-1)!
      add(report.imported(await measureImport(cluster, large.pool, Math.min(large.bills, 4_000))))
    }
    if (wants('storms')) {
      const [stage] = stages
      const startLimited = () => startProduct(stage!.url, cluster.folder, { rateLimits: 'on' })
      add(report.storms(sizes[0]!, await measureStorms(stage!, bench.effort, cluster.pid, startLimited)))
    }
    if (wants('plans')) await addPlans(bench, stages)
  } finally {
    for (const { bills, product } of stages) {
      peaks.set(`${formatCount(bills)} bills`, memory(product.pid)?.peak ?? null)
      await product.stop()
    }
  }
}

async function runReads({ cluster, effort, wants, add }: Bench, large: rows.Stage): Promise<void> {
  if (wants('reads') || wants('search')) {
    const bare = await startBare(large.url)
    if (wants('reads')) add(report.reads(large.bills, await rows.measureReads(cluster, large, bare, effort)))
    if (wants('search')) add(reportSearch(large.bills, await measureSearch(cluster, large, bare, effort)))
    await bare.stop()
  }
  if (wants('signIns')) add(reportSignIns(await measureSignIns(cluster, large, effort)))
}

async function runWrites({ cluster, effort, wants, add }: Bench, large: rows.Stage): Promise<void> {
  if (!wants('writes')) return
  const { pool, product, viewers } = large
  const { tool, perSecond } = await openDurableLoop(cluster)
  add(report.writes(large.bills, tool, await rows.measureWrites(cluster, large, perSecond, effort)))
  const round = Math.floor(Date.now() / 1000)
  for (const action of ['stance', 'vote', 'comment'] as const) {
    const requests = await rows.actions[action](pool, viewers, round)
    const plain = await countStatements(pool, product.port, requests.slice(0, 50), false)
    const keyed = await countStatements(pool, product.port, requests.slice(50, 100), true)
    add(report.statements(action, plain, keyed))
  }
}

async function runDiscussions(bench: Bench, large: rows.Stage): Promise<void> {
  const { cluster, wants, add } = bench
  if (wants('hot')) {
    add(report.hotVotes(await measureHotVotes(cluster, large, halfOf(bench))))
    add(reportHotBill(await measureHotBill(cluster, large, halfOf(bench))))
    add(reportCrowd(await measureCrowd(cluster, large, bench.effort.seconds * 75)))
    const problems = await findProblems(large.pool)
    const lines = [
      `Every stored counter was compared with its rows afterwards: ${problems.length} were wrong.`,
    ]
    for (const { what, where, stored, actual } of problems.slice(0, 5)) {
      lines.push(`- ${what}: ${where} has ${stored} and not ${actual}`)
    }
    add({ lines, measurements: [judge(goals.wrongCounters, [problems.length])] })
  }
  if (wants('discussions')) {
    add(report.discussionPages(await measurePages(cluster, large, halfOf(bench))))
    add(report.echoes(await measureEcho(large)))
  }
}

async function runScreens({ cluster, effort, wants, add }: Bench, large: rows.Stage): Promise<void> {
  if (wants('firstLoad')) add(reportFirstLoads(await measureFirstLoads(cluster, large, effort)))
  if (wants('phoneLoad')) add(reportPhoneLoads(await measurePhoneLoads(large, effort)))
  if (wants('screens')) add(reportScreens(await measureScreens(cluster, large, effort)))
}

/** Runs last, when the peaks of all other parts are known. */
async function runStarts({ cluster, effort, wants, add, peaks }: Bench): Promise<void> {
  if (wants('memory')) add(reportStarts(await measureStarts(cluster, effort.repeats), peaks))
}

async function addPlans({ wants, add }: Bench, stages: rows.Stage[]): Promise<void> {
  const large = stages.at(-1)!
  for (const { page, plans } of wants('discussions') ? await explainDiscussions(large) : []) {
    add(report.plan(page, large.bills, plans))
  }
  for (const page of feedPages) {
    for (const { pool, url, bills, viewers } of stages) {
      const viewer = viewers[Math.floor(viewers.length / 2)]!
      add(report.plan(page.name, bills, await explainPage(pool, url, viewer.user_id, page)))
    }
  }
}

/** The largest size has discussions of all sizes. The others have only the discussion that is read at every size. */
async function openStage({ cluster, sizes, add }: Bench, bills: number): Promise<rows.Stage> {
  const discussions = bills === sizes.at(-1) ? discussionSizes : [pageOfThreads]
  const seed = `bills ${seedVersion}, ${discussions.length} discussions`
  const { url, pool } = await cluster.seeded(`bench_${bills}`, seed, async (pool) => {
    const steps: string[] = []
    const seconds = await seedAtScale(pool, bills, discussions, (line) => void steps.push(line.trim()))
    add([`Filled with ${formatCount(bills)} bills in ${seconds.toFixed(1)} s (${steps.join(', ')}).`])
  })
  const viewers = await openViewers(pool)
  const product = await startProduct(url, cluster.folder)
  await rows.waitForIdle(cluster, product)
  return { bills, pool, url, product, viewers, discussions: await selectDiscussions(pool) }
}
