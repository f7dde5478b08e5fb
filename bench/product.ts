import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import flags from '../scripts/server-flags.json' with { type: 'json' }
import { findFreePort } from './cluster.ts'
import { memory } from './processes.ts'

export type Running = { port: number; pid: number; stop: () => Promise<void> }
/** Seconds to the first answer 200, and megabytes at that time. */
export type Product = Running & { startSeconds: number; startMemory: number | null }

const ownCheckout = fileURLToPath(new URL('..', import.meta.url))
const bare = fileURLToPath(new URL('bareServer.ts', import.meta.url))

/**
 * The whole product in its own process, with production settings except for the limits on one member's writes.
 * @param checkout the folder of another commit's files to start instead of these
 */
export async function startProduct(
  databaseUrl: string,
  folder: string,
  { rateLimits = 'off', checkout = ownCheckout }: { rateLimits?: 'on' | 'off'; checkout?: string } = {},
): Promise<Product> {
  const port = await findFreePort()
  const began = performance.now()
  const running = await start([...flags, join(checkout, 'server/main.ts')], port, {
    DATABASE_URL: databaseUrl,
    DATA_DIR: folder,
    // The compile cache of scripts/start.mjs. Only the very first start of a release finds it empty.
    NODE_COMPILE_CACHE: join(checkout, 'node_modules/.cache/compiled'),
    RATE_LIMITS: rateLimits,
    DEMO: 'off',
  })
  const startSeconds = (performance.now() - began) / 1000
  return { ...running, startSeconds, startMemory: memory(running.pid)?.now ?? null }
}

/** The ceiling of reads: bareServer.ts. */
export async function startBare(databaseUrl: string): Promise<Running> {
  return start([bare], await findFreePort(), { DATABASE_URL: databaseUrl })
}

async function start(program: string[], port: number, settings: Record<string, string>): Promise<Running> {
  const child = spawn(process.execPath, program, {
    env: { PATH: process.env['PATH'], PORT: String(port), HOST: '127.0.0.1', ...settings },
    // The channel closes when the benchmark ends, and the product then stops.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  await answers(child, port)
  return {
    port,
    pid: child.pid!,
    async stop() {
      const ended = once(child, 'exit')
      if (child.kill('SIGTERM')) await ended
    },
  }
}

async function answers(child: ChildProcess, port: number): Promise<void> {
  const end = performance.now() + 120_000
  while (performance.now() < end && child.exitCode === null) {
    try {
      const { status } = await fetch(`http://127.0.0.1:${port}/api/health`)
      if (status === 200) return
    } catch {
      // Not listening yet.
    }
    await sleep(10)
  }
  child.kill('SIGKILL')
  throw new Error('the server did not start')
}
