import { writeFile } from 'node:fs/promises'
import { cpus, totalmem } from 'node:os'
import { parseArgs } from 'node:util'
import { feedPages, openViewers, stanceAsks, voteAsks } from './asks.ts'
import { explainDiscussions, measureEcho, measureHotVotes, measurePages } from './discussions.ts'
import { openDurableLoop } from './durable.ts'
import {
  explainGroupPage,
  groupPages,
  groupSizes,
  measureGroups,
  openGroupStage,
  type GroupStage,
} from './groups.ts'
import { measureImport } from './imports.ts'
import { openPlace, type Place } from './place.ts'
import { explainPage } from './plans.ts'
import { loadAverage, memory } from './processes.ts'
import { startBare, startProduct } from './product.ts'
import * as report from './report.ts'
import { measureGrowth, measureReads, measureWrites, type Effort, type Stage } from './rows.ts'
import { checkSeed, seedAtScale } from './seed.ts'
import { measureStorms } from './storms.ts'
import { countStatements } from './statements.ts'

// `npm run bench -- --help`

const rows = ['reads', 'writes', 'groups', 'growth', 'discussions', 'plans', 'import', 'storms'] as const

const usage = `npm run bench -- [options]: measures Hurd against the bare machine, about ten minutes in all.
  --row NAME      only this one of ${rows.join(', ')}; may be given several times
  --size N        only with this many bills; may be given several times (2000 and 200000)
  --repeats N     of every figure (3)
  --seconds N     of every load (4; growth takes half)
  --folder PATH   keeps the seeded databases there, and uses them again
  --out FILE      writes the report there as well
  --check         compares every kept figure with its rows after seeding`

const { values: options } = parseArgs({
  options: {
    row: { type: 'string', multiple: true, default: [...rows] },
    size: { type: 'string', multiple: true, default: ['2000', '200000'] },
    repeats: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '4' },
    folder: { type: 'string' },
    out: { type: 'string' },
    check: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})

if (options.help) console.log(usage)
else await main()

async function main(): Promise<void> {
  const began = performance.now()
  const wants = (row: (typeof rows)[number]) => options.row.includes(row)
  const effort: Effort = { repeats: Number(options.repeats), seconds: Number(options.seconds) }
  const lines: string[] = []
  const add = (part: string[]) => {
    lines.push(...part, '')
    console.log(`${part.join('\n')}\n`)
  }
  const [processor] = cpus()
  add([
    `Measured ${new Date().toISOString().slice(0, 16)} UTC on ${cpus().length} × ${processor?.model.trim()}, ` +
      `${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}; load average before ${loadAverage()}; ` +
      `${effort.repeats} repeats of ${effort.seconds} s.`,
  ])

  const place = await openPlace(options.folder ?? null)
  try {
    if (wants('groups')) await runGroups(place, effort, add)
    if (options.row.some((row) => row !== 'groups')) await runBills(place, effort, wants, add)
  } finally {
    await place.close()
  }
  const minutes = (performance.now() - began) / 60_000
  add([`The run took ${minutes.toFixed(1)} minutes; load average after it ${loadAverage()}.`])
  if (options.out) await writeFile(options.out, lines.join('\n'))
}

type Add = (part: string[]) => void

async function runBills(
  place: Place,
  effort: Effort,
  wants: (row: (typeof rows)[number]) => boolean,
  add: Add,
): Promise<void> {
  const stages: Stage[] = []
  try {
    for (const size of options.size.map(Number)) stages.push(await openStage(place, size, add))
    const large = stages.at(-1)!

    if (wants('reads')) {
      const bare = await startBare(large.url)
      add(report.reads(large.bills, await measureReads(place, large, bare, effort)))
      await bare.stop()
    }
    if (wants('writes')) {
      const { tool, perSecond } = await openDurableLoop(place)
      add(report.writes(large.bills, tool, await measureWrites(place, large, perSecond, effort)))
      const { pool, product, viewers } = large
      const round = Math.floor(Date.now() / 1000)
      const stances = (await stanceAsks(pool, viewers, round)).slice(0, 50)
      add(report.statements('stance', await countStatements(pool, product.port, stances)))
      const votes = (await voteAsks(pool, viewers, round)).slice(0, 50)
      add(report.statements('vote', await countStatements(pool, product.port, votes)))
    }
    if (wants('growth')) {
      const half = { ...effort, seconds: effort.seconds / 2 }
      add(report.growth(stages, await measureGrowth(place, stages, half)))
    }
    if (wants('discussions')) {
      const half = { ...effort, seconds: effort.seconds / 2 }
      add(report.discussionPages(await measurePages(place, large, half)))
      add(report.hotVotes(await measureHotVotes(place, large, half)))
      add(report.echoes(await measureEcho(large)))
    }
    if (wants('import'))
      add(report.imported(await measureImport(place, large.pool, Math.min(large.bills, 4_000))))
    if (wants('storms')) {
      const small = stages[0]!
      add(report.storms(small.bills, await measureStorms(small, effort)))
    }
    add(
      stages.map(({ bills, product }) => report.memories(bills, product, memory(product.pid)?.peak ?? null)),
    )
    if (wants('plans')) {
      for (const { page, plans } of wants('discussions') ? await explainDiscussions(large) : []) {
        add(report.plan(page, large.bills, plans))
      }
      for (const page of feedPages) {
        for (const stage of stages) {
          const viewer = stage.viewers[Math.floor(stage.viewers.length / 2)]!
          add(
            report.plan(
              page.name,
              stage.bills,
              await explainPage(stage.pool, stage.url, viewer.user_id, page),
            ),
          )
        }
      }
    }
  } finally {
    for (const { product } of stages) await product.stop()
  }
}

/** Measured and explained on databases of their own, whose servers stop before the next row begins. */
async function runGroups(place: Place, effort: Effort, add: Add): Promise<void> {
  const stages: GroupStage[] = []
  try {
    for (const size of groupSizes) stages.push(await openGroupStage(place, size))
    const half = { ...effort, seconds: effort.seconds / 2 }
    add(report.groupGrowth(stages, await measureGroups(place, stages, half)))
    for (const page of groupPages) {
      for (const stage of stages) {
        const plans = await explainGroupPage(stage, page)
        add(report.plan(page.name, stage.size.members, plans, 'members'))
      }
    }
  } finally {
    for (const { product } of stages) await product.stop()
  }
}

async function openStage(place: Place, bills: number, add: Add): Promise<Stage> {
  const { url, pool, isNew } = await place.database(`bench_${bills}`)
  if (isNew) {
    const steps: string[] = []
    const seconds = await seedAtScale(pool, bills, (line) => void steps.push(line.trim()))
    add([`Seeded ${bills.toLocaleString('en-US')} bills in ${seconds.toFixed(1)} s (${steps.join(', ')}).`])
    if (options.check) await checkSeed(pool)
  }
  const viewers = await openViewers(pool)
  const product = await startProduct(url, place.folder)
  return { bills, pool, url, product, viewers }
}
