import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { cpuSeconds, cpuSecondsOfFamily } from './processes.ts'

export type BenchRequest = { method: string; path: string; token?: string; body?: Record<string, unknown> }

export type LoadOrder = {
  port: number
  connections: number
  /** Seconds of warm-up, and seconds that are measured. */
  warmUp: number
  seconds: number
  /** Sent in a loop. */
  requests: BenchRequest[]
}

export type LoadResult = {
  perSecond: number
  answered: number
  /** Answers with a status of 300 and above. */
  failed: number
  /** The number of answers by status. */
  statuses: Record<number, number>
  /** Mean length of a body. */
  bytes: number
  /** Milliseconds. */
  p50: number
  p99: number
}

/** Plus the processor time of one request in milliseconds, for the server's and the database's process. */
export type Measured = LoadResult & { cpu: number | null; databaseCpu: number | null }

const program = fileURLToPath(new URL('loadProcess.ts', import.meta.url))

/** Loads a server from another process and measures its processor time. */
export async function measure(order: LoadOrder, serverPid: number, databasePid: number): Promise<Measured> {
  const child = fork(program, { stdio: 'inherit' })
  const cpu = () => [cpuSeconds(serverPid), cpuSecondsOfFamily(databasePid)] as const
  let before = cpu()
  const result = await new Promise<LoadResult>((resolve, reject) => {
    child.on('message', (message: 'measuring' | LoadResult) => {
      if (message === 'measuring') before = cpu()
      else resolve(message)
    })
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`the load generator ended (${code})`)))
    child.send(order)
  })
  const after = cpu()
  const each = (at: 0 | 1) => {
    const [from, to] = [before[at], after[at]]
    return from === null || to === null ? null : ((to - from) * 1000) / Math.max(result.answered, 1)
  }
  return { ...result, cpu: each(0), databaseCpu: each(1) }
}
