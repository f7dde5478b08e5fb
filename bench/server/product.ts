import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseEnv } from 'node:util'
import { findFreePort } from '#server/platform/processes/freePort.ts'
import { memory } from './processes.ts'

export type RunningServer = {
  port: number
  pid: number
  stop: () => Promise<void>
  kill: () => Promise<void>
}
/** A running server, with the seconds until it first answered 200 and its memory in megabytes at that time. */
export type Product = RunningServer & { startSeconds: number; startMemory: number | null }

const ownCheckout = fileURLToPath(new URL('../..', import.meta.url))
const bare = fileURLToPath(new URL('bareServer.ts', import.meta.url))

type ProductOptions = {
  rateLimits?: 'on' | 'off'
  /** The folder of another commit's files to start instead of these. */
  checkout?: string
  /** Where it listens; by default a free port. */
  address?: { host: string; port: number }
  settings?: Record<string, string>
}

/**
 * The whole product in its own process, with production settings except for the limits on one member's writes.
 */
export async function startProduct(
  databaseUrl: string,
  folder: string,
  { rateLimits = 'off', checkout = ownCheckout, address, settings = {} }: ProductOptions = {},
): Promise<Product> {
  const { host, port } = address ?? { host: '127.0.0.1', port: await findFreePort() }
  const { SERVER_FLAGS: flags = '', ...environment } = parseEnv(
    readFileSync(join(ownCheckout, 'scripts/server.env'), 'utf8'),
  )
  const began = performance.now()
  const running = await start([...flags.split(' '), join(checkout, 'server/main.ts')], host, port, {
    DATABASE_URL: databaseUrl,
    DATA_DIR: folder,
    // The compile cache of scripts/start.mjs, which is empty only at the first start of a release.
    NODE_COMPILE_CACHE: join(checkout, 'node_modules/.cache/compiled'),
    RATE_LIMITS: rateLimits,
    DEMO: 'off',
    ...environment,
    ...settings,
  })
  const startSeconds = (performance.now() - began) / 1000
  return { ...running, startSeconds, startMemory: memory(running.pid)?.now ?? null }
}

/** Starts bareServer.ts, whose rate is the ceiling of reads. */
export async function startBare(databaseUrl: string): Promise<RunningServer> {
  return start([bare], '127.0.0.1', await findFreePort(), { DATABASE_URL: databaseUrl })
}

async function start(
  program: string[],
  host: string,
  port: number,
  settings: Record<string, string>,
): Promise<RunningServer> {
  const child = spawn(process.execPath, program, {
    env: { PATH: process.env['PATH'], PORT: String(port), HOST: host, ...settings },
    // The channel closes when the benchmark ends, and the product then stops.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  await waitForResponse(child, host, port)
  return {
    port,
    pid: child.pid!,
    async stop() {
      const ended = once(child, 'exit')
      if (child.kill('SIGTERM')) await ended
    },
    async kill() {
      const ended = once(child, 'exit')
      if (child.kill('SIGKILL')) await ended
    },
  }
}

async function waitForResponse(child: ChildProcess, host: string, port: number): Promise<void> {
  const end = performance.now() + 120_000
  while (performance.now() < end && child.exitCode === null) {
    try {
      const { status } = await fetch(`http://${host}:${port}/api/health`)
      if (status === 200) return
    } catch {
      // Not listening yet.
    }
    await sleep(10)
  }
  child.kill('SIGKILL')
  throw new Error('the server did not start')
}
