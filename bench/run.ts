import { writeFile } from 'node:fs/promises'
import { cpus, totalmem } from 'node:os'
import { parseArgs } from 'node:util'
import { buildPages } from './browser.ts'
import { measurePairs } from './paired.ts'
import { allParts, partNames, type Bench, type PartName } from './parts.ts'
import type { Measurement } from './report/goals.ts'
import { reportPairs } from './report/pairs.ts'
import { summary } from './report/summary.ts'
import type { Section } from './report/tables.ts'
import { openCluster } from './server/cluster.ts'
import { loadAverage } from './server/processes.ts'

// `npm run bench -- --help`

const usage = `npm run bench -- [options]: measures Hurd against the bare machine, about half an hour in all.
  --row NAME      runs only this row, one of ${partNames.join(', ')}. Can be repeated.
                  The default is all rows except plans, whose long report has no measurements of speed
  --size N        runs only with this number of bills. Can be repeated (2000 and 200000)
  --repeats N     repeats each measurement N times (3)
  --seconds N     measures each load for N seconds (4; parts with many pages use half)
  --against COMMIT  measures this checkout and another commit in turn instead of the parts, with the last --size
  --folder PATH   keeps the filled databases in this folder, and uses those of an earlier run after migrating them
  --out FILE      also writes the report to this file`

const { values: options } = parseArgs({
  options: {
    row: { type: 'string', multiple: true, default: partNames.filter((name) => name !== 'plans') },
    size: { type: 'string', multiple: true, default: ['2000', '200000'] },
    repeats: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '4' },
    against: { type: 'string' },
    folder: { type: 'string' },
    out: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})

const unknownRows = options.row.filter((row) => !partNames.some((name) => name === row))
if (options.help) console.log(usage)
else if (unknownRows.length > 0) {
  console.error(`There is no row ${unknownRows.join(', ')}.\n${usage}`)
  process.exitCode = 2
} else await main()

async function main(): Promise<void> {
  const began = performance.now()
  const wants = (row: PartName) => options.row.includes(row)
  const effort = { repeats: Number(options.repeats), seconds: Number(options.seconds) }
  const [processor] = cpus()
  const loadBefore = loadAverage()
  if (!options.against && (wants('firstLoad') || wants('phoneLoad') || wants('screens'))) buildPages()

  const lines: string[] = []
  const measurements: Measurement[] = []
  const add = (part: string[] | Section) => {
    const { lines: partLines, measurements: judged } = Array.isArray(part)
      ? { lines: part, measurements: [] }
      : part
    lines.push(...partLines, '')
    measurements.push(...judged)
    console.log(`${partLines.join('\n')}\n`)
  }
  const cluster = await openCluster(options.folder ?? null)
  const bench: Bench = { cluster, effort, add, peaks: new Map(), sizes: options.size.map(Number), wants }
  try {
    if (options.against) {
      const bills = bench.sizes.at(-1)!
      add(reportPairs(options.against, bills, await measurePairs(cluster, options.against, bills, effort)))
    } else for (const part of allParts) await part(bench)
  } finally {
    await cluster.close()
  }

  const minutes = ((performance.now() - began) / 60_000).toFixed(1)
  const first = [
    `Measured ${new Date().toISOString().slice(0, 16)} UTC on ${cpus().length} × ${processor?.model.trim()}, ` +
      `${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}: ${effort.repeats} repeats of ` +
      `${effort.seconds} s, ${minutes} minutes in all; load average ${loadBefore} before the run and ${loadAverage()} after it.`,
    '',
    ...(measurements.length > 0 ? [...summary(measurements), ''] : []),
  ]
  console.log(first.join('\n'))
  if (options.out) await writeFile(options.out, [...first, ...lines].join('\n'))
}
