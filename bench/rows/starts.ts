import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { goals, judge } from '../report/goals.ts'
import { formatCount, spreadCell, type Section } from '../report/tables.ts'
import { load } from '../rows.ts'
import type { Cluster } from '../server/cluster.ts'
import { memory } from '../server/processes.ts'
import { startProduct, type Product } from '../server/product.ts'
import { spreadIfMeasured } from '../spread.ts'

// Rows 8 and 9: the memory of a server when it starts to answer, and for idle connections.

const idleConnections = 4_000

/** Seconds to the first 200, megabytes at that time, and peak megabytes, or null if the system does not report the memory. */
type Start = { seconds: number; megabytes: number | null; peak: number | null }

type StartTurn = {
  first: Start
  later: Start
  /** Kilobytes for each idle connection. */
  idle: number | null
}

/** Each turn uses an empty database and folder: the first start fills them, the second start finds them filled. */
export async function measureStarts(cluster: Cluster, repeats: number): Promise<StartTurn[]> {
  const turns: StartTurn[] = []
  for (let turn = 0; turn < repeats; turn += 1) {
    const url = await cluster.empty('bench_start')
    const folder = await mkdtemp(join(cluster.folder, 'start-'))
    const first = await startProduct(url, folder)
    const firstReported = startOf(first)
    await first.stop()
    const later = await startProduct(url, folder)
    // First responses load modules lazily. Their memory must not count toward the connections.
    await load(cluster, later, [{ method: 'GET', path: '/api/health' }], 1)
    const idle = await measureIdle(later.port, later.pid)
    turns.push({ first: firstReported, later: startOf(later), idle })
    await later.stop()
    await rm(folder, { recursive: true })
  }
  return turns
}

function startOf({ pid, startSeconds, startMemory }: Product): Start {
  return { seconds: startSeconds, megabytes: startMemory, peak: memory(pid)?.peak ?? null }
}

async function measureIdle(port: number, pid: number): Promise<number | null> {
  const before = memory(pid)
  const child = fork(fileURLToPath(new URL('idleProcess.ts', import.meta.url)), { stdio: 'inherit' })
  try {
    child.send({ port, connections: idleConnections })
    await responseOf(child)
    await sleep(1_000)
    const after = memory(pid)
    child.send('how many?')
    const open = await responseOf(child)
    if (open !== idleConnections) throw new Error(`${idleConnections - open} idle connections were closed`)
    return before && after ? ((after.now - before.now) * 1024) / idleConnections : null
  } finally {
    child.kill('SIGKILL')
  }
}

async function responseOf(child: ReturnType<typeof fork>): Promise<number> {
  const ended = new AbortController()
  child.once('exit', () => ended.abort(new Error('the idle clients exited; is `ulimit -n` at least 10,000?')))
  const [open] = await once(child, 'message', { signal: ended.signal })
  return Number(open)
}

/** `peaks`: the peak memory of each server of the run in megabytes, by what it served. */
export function reportStarts(turns: StartTurn[], peaks: Map<string, number | null>): Section {
  const of = (metric: (turn: StartTurn) => number | null) => turns.map(metric)
  const show = (metric: (turn: StartTurn) => number | null) => spreadCell(turns, metric)
  const all = new Map(peaks)
    .set('a first start', highest(of(({ first }) => first.peak)))
    .set(`${formatCount(idleConnections)} idle connections`, highest(of(({ later }) => later.peak)))
  const most = [...all].toSorted(([, megabytes], [, other]) => (other ?? 0) - (megabytes ?? 0))
  return {
    lines: [
      'Memory of the server, the database not counted',
      '',
      '| | first start of an empty database | a later start |',
      '|---|---|---|',
      `| seconds to the first 200 | ${show(({ first }) => first.seconds)} | ${show(({ later }) => later.seconds)} |`,
      `| MB then | ${show(({ first }) => first.megabytes)} | ${show(({ later }) => later.megabytes)} |`,
      '',
      `Each of ${formatCount(idleConnections)} idle connections: ${show(({ idle }) => idle)} KB. ` +
        `At most: ${most.map(([what, megabytes]) => `${megabytes?.toFixed(0) ?? 'unknown'} MB (${what})`).join(', ')}.`,
    ],
    measurements: [
      judge(
        goals.start,
        of(({ later }) => later.megabytes),
      ),
      judge(
        goals.firstStart,
        of(({ first }) => first.megabytes),
      ),
      ...most.slice(0, 1).map(([what, megabytes]) => judge(goals.peak, [megabytes], what)),
      judge(
        goals.idle,
        of(({ idle }) => idle),
      ),
      judge(
        goals.startTime,
        of(({ later }) => later.seconds),
      ),
    ],
  }
}

function highest(values: (number | null)[]): number | null {
  return spreadIfMeasured(values)?.max ?? null
}
