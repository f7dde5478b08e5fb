import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { openLedger } from '../faults/ledger.ts'
import { openCrowd } from './crowd.ts'
import { type FaultKind, type FaultResult, injectFault } from './faults.ts'
import { type Machines, openMachines } from './machines.ts'
import { findObstacle } from './prerequisites.ts'
import { findFailures, formatRefused, formatTable } from './report.ts'
import { startTopology } from './topology.ts'

const usage = `npm run topology -- [--minutes 10] [--seed WORD] [--replica-reads] [--optional] [--keep]
  Starts PostgreSQL 15 under Patroni and etcd on three machines (loopback addresses), HAProxy and three instances,
  lets members act, and kills leader, replicas, instance and balancer target one after the other.
  --minutes        less than 5 selects the short version with five faults
  --replica-reads  passes DATABASE_REPLICA_URL to the instances
  --optional       ends with the exit code 0 if the Debian packages are missing
  --keep           leaves the folder with the logs
The exit code is 1 if an acknowledged action was lost, if a member did not see their own action, or if writes paused for
more than 20 s.`

const { values: options } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    seed: { type: 'string', default: 'hurd' },
    'replica-reads': { type: 'boolean', default: false },
    optional: { type: 'boolean', default: false },
    keep: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})

const shortRun: FaultKind[] = ['leader', 'instance', 'target', 'asynchronous replica', 'leader']
const fullRun: FaultKind[] = [
  'leader',
  'instance',
  'synchronous replica',
  'leader',
  'target',
  'asynchronous replica',
  'leader',
]

const obstacle = options.help ? usage : await findObstacle()
if (obstacle !== null) {
  console.log(obstacle)
  if (options.optional) console.log('Skipped.')
  process.exitCode = options.help || options.optional ? 0 : 2
} else {
  const machines = await openMachines(options.keep)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    // The instances end when the channel to this process closes.
    process.once(signal, () => void machines.close().finally(() => process.exit(130)))
  }
  try {
    const failures = await runTopology(machines)
    for (const line of failures.slice(0, 50)) console.log(line)
    console.log(failures.length === 0 ? 'Nothing acknowledged was lost.' : `${failures.length} problems.`)
    process.exitCode = failures.length === 0 ? 0 : 1
  } finally {
    await machines.close()
  }
}

async function runTopology(machines: Machines): Promise<string[]> {
  const began = performance.now()
  const topology = await startTopology(machines, options['replica-reads'])
  console.log(`Everything runs after ${Math.round((performance.now() - began) / 1000)} s.`)
  try {
    const crowd = openCrowd()
    const ledger = await openLedger(topology.pool, topology.balancer.origin, options.seed, crowd.onAttempt)
    const opened = performance.now()
    crowd.start(ledger, topology.balancer.origin, options.seed)

    const faults = Number(options.minutes) < 5 ? shortRun : fullRun
    const pauseMs = faults === shortRun ? 3_000 : 10_000
    const results: FaultResult[] = []
    for (const [round, kind] of faults.entries()) {
      await sleep(pauseMs)
      const result = await injectFault(kind, topology, crowd, `${options.seed} ${round}`)
      console.log(`${kind} (${result.name}): writes paused for ${result.longestPause.toFixed(1)} s.`)
      results.push(result)
    }
    await sleep(pauseMs)
    await crowd.stop()

    const all = crowd.between(opened, performance.now())
    const wrong = await ledger.audit(topology.pool)
    console.log(`\n${formatTable(results)}\n`)
    console.log(
      `${ledger.counted.acknowledged} actions acknowledged, ${wrong.length} lost, duplicated or partly done; ` +
        `${ledger.counted.sentAgain} sent again; refused: ${formatRefused(all)}; ` +
        `${all.ownReads} own reads, ${all.stale} stale.`,
    )
    return findFailures(results, all, wrong)
  } finally {
    await topology.close()
  }
}
