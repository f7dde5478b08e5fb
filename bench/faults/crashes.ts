import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { pick, shareOf } from '#server/operations/seed/demo/chance.ts'
import { openDatabase } from '#server/platform/embedded/database.ts'
import { operatorLimits } from '#server/platform/postgres/db.ts'
import { findFreePort } from '#server/platform/processes/freePort.ts'
import { findProcess, findServersIn } from '#server/platform/processes/processes.ts'
import { readEnv } from '#server/platform/settings/env.ts'
import { openLedger } from './ledger.ts'

const main = fileURLToPath(new URL('../../server/main.ts', import.meta.url))

/** What is killed: the app, the app and the database, the database alone, or one connection to the database. */
const crashes = ['app', 'app and database', 'database', 'connection'] as const
type Crash = (typeof crashes)[number]

export type CrashReport = {
  crashes: Record<Crash, number>
  /** Milliseconds from each crash to the first healthy response, except for single connections. */
  recoveries: number[]
  acknowledged: number
  sentAgain: number
  wrong: string[]
}

const actionsPerSecond = 50

/**
 * Runs the product with its own database in `folder`, under 50 member actions a second, and kills a part of it every one
 * to three seconds, `count` times. Then checks that every acknowledged action is in the database.
 */
export async function runCrashTest(folder: string, count: number, seed: string): Promise<CrashReport> {
  const env = { DATA_DIR: folder, PORT: String(await findFreePort()), HOST: '127.0.0.1', RATE_LIMITS: 'off' }
  const origin = `http://127.0.0.1:${env.PORT}`
  let app = await start(env, origin)
  const open = () => openDatabase(readEnv(env), { role: 'command', limits: operatorLimits, say: () => {} })

  const beginning = await open()
  const ledger = await openLedger(beginning.pool, origin, seed)
  await beginning.close()

  const work = { isOver: false }
  const busyMembers = Array.from({ length: ledger.members }, async (_, member) => {
    const pauseMs = (ledger.members / actionsPerSecond) * 1000
    for (let turn = 0; !work.isOver; turn++) {
      const due = sleep(pauseMs)
      await ledger.action(member, `${seed} ${member} ${turn}`)
      await due
    }
  })

  const report: CrashReport['crashes'] = { app: 0, 'app and database': 0, database: 0, connection: 0 }
  const recoveries: number[] = []
  for (let round = 0; round < count; round++) {
    await sleep(1000 + 2000 * shareOf(`${seed} pause ${round}`))
    const crash = pick(`${seed} crash ${round}`, crashes)
    report[crash] += 1
    const began = performance.now()
    if (crash === 'connection') killConnection(folder, `${seed} ${round}`)
    else {
      if (crash !== 'database') await killApp(app)
      if (crash !== 'app') killDatabase(folder)
      if (crash !== 'database') app = await start(env, origin)
      await waitUntilHealthy(origin)
      recoveries.push(performance.now() - began)
    }
  }
  work.isOver = true
  await Promise.all(busyMembers)

  const ending = await open()
  const wrong = await ledger.audit(ending.pool)
  await ending.close()
  const ended = once(app, 'exit')
  app.kill('SIGTERM')
  await ended
  return { crashes: report, recoveries, ...ledger.counted, wrong }
}

async function start(env: Record<string, string>, origin: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, [main], {
    env: { PATH: process.env['PATH'], ...env },
    stdio: 'ignore',
  })
  await waitUntilHealthy(origin)
  return child
}

async function waitUntilHealthy(origin: string): Promise<void> {
  const end = performance.now() + 120_000
  while (performance.now() < end) {
    try {
      const { status } = await fetch(`${origin}/api/health`, { signal: AbortSignal.timeout(2000) })
      if (status === 200) return
    } catch {
      // The product is not listening yet, or has stopped.
    }
    await sleep(10)
  }
  throw new Error('The product did not recover within two minutes')
}

async function killApp(app: ChildProcess): Promise<void> {
  const ended = once(app, 'exit')
  app.kill('SIGKILL')
  await ended
}

const serversIn = (folder: string) => findServersIn(`${folder}/postgres`)

/** Kills the main process and all connections of PostgreSQL at once, as in a power failure. */
function killDatabase(folder: string): void {
  for (const { pid } of serversIn(folder)) if (findProcess(pid)) process.kill(pid, 'SIGKILL')
}

function killConnection(folder: string, seed: string): void {
  const connections = serversIn(folder).filter(({ command }) => / hurd \[local\] /.test(command))
  if (connections.length > 0) process.kill(pick(seed, connections).pid, 'SIGTERM')
}
