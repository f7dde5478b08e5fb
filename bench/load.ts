import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { cpuSeconds, cpuSecondsOfFamily } from './server/processes.ts'

export type BenchRequest = { method: string; path: string; token?: string; body?: Record<string, unknown> }

export type LoadOrder = {
  port: number
  connections: number
  /** Seconds before the measurement, and seconds that are measured. */
  warmUp: number
  seconds: number
  /** Sent in a loop. */
  requests: BenchRequest[]
}

export type LoadResult = {
  perSecond: number
  answered: number
  /** Responses with status 300 or higher. */
  failed: number
  /** The number of responses by status. */
  statuses: Record<number, number>
  /** Mean length of a response body. */
  bytes: number
  /** Milliseconds. */
  p50: number
  p99: number
}

/**
 * A load result with the CPU milliseconds per request of the server and of the database; null if the system does not
 * report them.
 */
export type MeasuredLoad = LoadResult & { cpu: number | null; databaseCpu: number | null }

const loadProcessPath = fileURLToPath(new URL('loadProcess.ts', import.meta.url))

/** Sends requests to a server from a separate process, and measures the CPU time of the server and of the database. */
export async function measure(
  order: LoadOrder,
  serverPid: number,
  databasePid: number,
): Promise<MeasuredLoad> {
  const child = fork(loadProcessPath, { stdio: 'inherit' })
  const readCpu = () => ({ server: cpuSeconds(serverPid), database: cpuSecondsOfFamily(databasePid) })
  let before = readCpu()
  const result = await new Promise<LoadResult>((resolve, reject) => {
    child.on('message', (message: 'measuring' | LoadResult) => {
      if (message === 'measuring') before = readCpu()
      else resolve(message)
    })
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`the load generator exited with code ${code}`)))
    child.send(order)
  })
  const after = readCpu()
  const millisecondsPerRequest = (from: number | null, to: number | null) =>
    from === null || to === null ? null : ((to - from) * 1000) / Math.max(result.answered, 1)
  return {
    ...result,
    cpu: millisecondsPerRequest(before.server, after.server),
    databaseCpu: millisecondsPerRequest(before.database, after.database),
  }
}
