import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openCluster } from '../server/cluster.ts'
import { spreadOf } from '../spread.ts'
import { runCrashTest } from './crashes.ts'
import { runFaultTest } from './faults.ts'
import { runReplicaTest } from './replica.ts'

const usage = `npm run faults -- crashes [--count 100] [--seed WORD]
npm run faults -- faults [--seeds 20] [--operations 10000] [--seed WORD]
npm run faults -- replica [--operations 10000]
  crashes   kills the product, its database or a connection while members act, then looks up every acknowledged action
  faults    breaks the connection to the database in a tenth of all actions, before and after the commit
  replica   pauses and resumes a replica while members read back what they have written
The exit code is 1 if an action was lost, duplicated or partly done, or if a read did not show it.`

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    count: { type: 'string', default: '100' },
    seeds: { type: 'string', default: '20' },
    operations: { type: 'string', default: '10000' },
    seed: { type: 'string', default: 'hurd' },
    help: { type: 'boolean', default: false },
  },
})

const [kind] = positionals
if (options.help || (kind !== 'crashes' && kind !== 'faults' && kind !== 'replica')) {
  console.log(usage)
  process.exitCode = options.help ? 0 : 2
} else {
  const runs = { crashes: runCrashes, faults: runFaults, replica: runReplica }
  const wrong = await runs[kind]()
  for (const line of wrong.slice(0, 50)) console.log(line)
  console.log(
    wrong.length === 0 ? 'Nothing was lost, duplicated or partly done.' : `${wrong.length} problems.`,
  )
  process.exitCode = wrong.length === 0 ? 0 : 1
}

async function runCrashes(): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'hurd-faults-'))
  try {
    // If root runs this, the database runs as another user, who must be able to enter the folder.
    await chmod(folder, 0o711)
    const report = await runCrashTest(folder, Number(options.count), options.seed)
    const kinds = Object.entries(report.crashes).map(([crash, count]) => `${count} × ${crash}`)
    console.log(`${kinds.join(', ')}; ${describeRecoveries(report.recoveries)}.`)
    console.log(`${report.acknowledged} actions acknowledged, ${report.sentAgain} retried.`)
    return report.wrong
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function describeRecoveries(milliseconds: number[]): string {
  if (milliseconds.length === 0) return 'neither the product nor its database had to restart'
  const { median, max } = spreadOf(milliseconds)
  return `healthy again after ${Math.round(median)} ms, at most ${Math.round(max)} ms`
}

async function runReplica(): Promise<string[]> {
  const { stale, reads, results, seconds } = await runReplicaTest(Number(options.operations))
  const counts = Object.entries(results).map(([result, count]) => `${count} × ${result}`)
  console.log(`${reads} writes read back in ${Math.round(seconds)} s; reads by result: ${counts.join(', ')}.`)
  return stale
}

async function runFaults(): Promise<string[]> {
  const cluster = await openCluster(null)
  try {
    const wrong: string[] = []
    for (let number = 0; number < Number(options.seeds); number++) {
      const seed = `${options.seed} ${number}`
      const report = await runFaultTest(cluster, 'faults', Number(options.operations), seed)
      const kinds = Object.entries(report.faulty).map(([fault, count]) => `${count} × ${fault}`)
      console.log(
        `Seed "${seed}": ${report.operations} actions, ${kinds.join(', ')}; ${report.sentAgain} retried, ${report.wrong.length} wrong.`,
      )
      wrong.push(...report.wrong)
    }
    return wrong
  } finally {
    await cluster.close()
  }
}
