import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { cpuSeconds, cpuSecondsOfFamily } from './processes.ts'

export type Asked = { method: string; path: string; token?: string; body?: Record<string, unknown> }

export type LoadOrder = {
  port: number
  connections: number
  /** Seconds that are not measured, and seconds that are. */
  warmUp: number
  seconds: number
  /** Sent round and round. */
  requests: Asked[]
}

export type LoadResult = {
  perSecond: number
  answered: number
  /** Answers with a status of 300 and above. */
  failed: number
  /** How many answers had each status. */
  statuses: Record<number, number>
  /** Mean length of a body. */
  bytes: number
  /** Milliseconds. */
  p50: number
  p99: number
}

/** With the processor time of one request in milliseconds, of the server's process and of the database's. */
export type Measured = LoadResult & { cpu: number | null; databaseCpu: number | null }

const program = fileURLToPath(new URL('loadProcess.ts', import.meta.url))

/** Loads a server from another process and watches what it uses meanwhile. */
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
