import { createHash, timingSafeEqual } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { Refusal } from '#contract/kit/refusals.ts'
import type { Admission } from '#server/platform/http/admission.ts'
import type { Replica } from '#server/platform/http/replica/replica.ts'
import { selectLateTasks } from '#server/platform/jobs/recurringTask.ts'
import { counted } from '#server/platform/observability/counters.ts'
import { Registry } from '#server/platform/observability/registry.ts'
import type { Pool } from '#server/platform/postgres/db.ts'
import type { Memory } from '#server/platform/records/memory.ts'
import { addProcessMetrics, watchEventLoop } from './processMetrics.ts'
import { selectQueueAges } from './queueAges.ts'

/**
 * A group of metrics waits this many milliseconds for the database. If the database does not answer, only the other
 * metrics are returned.
 */
const patience = 1_000

type MetricsParts = {
  pool: Pool
  memory: Pick<Memory, 'sizes'>
  replica: Pick<Replica, 'status'> | null
  streams: { count: () => number }
  admissions: Record<string, Pick<Admission, 'counts'>>
  /**
   * False if no mail server is configured. Emails then stay in the outbox on purpose, so their age is no sign of a
   * problem.
   */
  deliversMail: boolean
  /** False if no push service is allowed. What is queued for browsers then expires. */
  sendsPushes: boolean
  /** If null, /metrics is not served. */
  token: string | null
}

/** Serves the metrics of this instance to callers with the token, for Prometheus. */
export function serveMetrics(app: FastifyInstance, parts: MetricsParts): void {
  const { pool, token } = parts
  if (token === null) return
  const expected = digest(`Bearer ${token}`)
  const eventLoop = watchEventLoop()
  app.addHook('onClose', async () => void eventLoop.disable())

  app.get('/metrics', async (request, reply) => {
    if (!timingSafeEqual(digest(request.headers.authorization ?? ''), expected)) {
      throw new Refusal('authentication_required')
    }
    const groups = await readGroups(pool)
    const gauges = openGauges(parts, groups)
    addProcessMetrics(gauges, eventLoop)
    return reply
      .header('cache-control', 'no-store')
      .type('text/plain; version=0.0.4; charset=utf-8')
      .send(counted.write() + gauges.write())
  })
}

/** The metrics that are read from the database. Each group is one statement. */
type Groups = {
  queues: Awaited<ReturnType<typeof selectQueueAges>> | null
  tasks: Awaited<ReturnType<typeof selectLateTasks>> | null
}

/** Reads each group on its own so that a slow or failing statement hides only its own metrics. A missing group is null. */
async function readGroups(pool: Pool): Promise<Groups> {
  const [queues, tasks] = await Promise.all([
    readInTime(selectQueueAges(pool)),
    readInTime(selectLateTasks(pool)),
  ])
  return { queues, tasks }
}

function readInTime<T>(reading: Promise<T>): Promise<T | null> {
  return Promise.race([reading.catch(() => null), sleep(patience, null, { ref: false })])
}

const sample = (value: number) => () => [{ value }]

/** Opens the gauges, which are read at the moment of the request. */
function openGauges(
  { pool, memory, replica, streams, admissions, deliversMail, sendsPushes }: Omit<MetricsParts, 'token'>,
  groups: Groups,
): Registry {
  const gauges = new Registry()
  gauges.gauge(
    'hurd_database_up',
    'Whether the database answered within a second.',
    sample(Object.values(groups).some((rows) => rows !== null) ? 1 : 0),
  )
  gauges.gauge(
    'hurd_metrics_read',
    'Whether the database answered the statement of a group of metrics within a second. If not, the group is absent.',
    () =>
      Object.entries(groups).map(([group, rows]) => ({ labels: { group }, value: rows === null ? 0 : 1 })),
  )
  const status = replica?.status()
  gauges.gauge('hurd_replica_used', 'Whether reads go to the replica; absent without one.', () =>
    status ? [{ value: status.isUsed ? 1 : 0 }] : [],
  )
  gauges.gauge(
    'hurd_replica_lag_seconds',
    'By how much the replica is behind, up to ten seconds; absent while that is not known.',
    () => (typeof status?.lagSeconds === 'number' ? [{ value: status.lagSeconds }] : []),
  )
  gauges.gauge('hurd_memory_bytes', 'Estimated bytes of what reads keep in memory, by cache.', () =>
    memory.sizes().map(({ name, bytes }) => ({ labels: { cache: name }, value: bytes })),
  )
  gauges.gauge('hurd_pool_connections', 'Connections to the database by state (used, idle).', () => {
    const { used, idle } = pool.connectionCounts()
    return Object.entries({ used, idle }).map(([state, value]) => ({ labels: { state }, value }))
  })
  gauges.gauge('hurd_pool_waiting', 'Statements and transactions that wait for a connection.', () => [
    { value: pool.connectionCounts().waiting },
  ])
  const kinds = Object.entries(admissions).map(([kind, admission]) => ({ kind, counts: admission.counts() }))
  gauges.gauge('hurd_admission_running', 'Requests being served by kind.', () =>
    kinds.map(({ kind, counts: { running } }) => ({ labels: { kind }, value: running })),
  )
  gauges.gauge('hurd_admission_waiting', 'Requests that wait to be served by kind.', () =>
    kinds.map(({ kind, counts: { waiting } }) => ({ labels: { kind }, value: waiting })),
  )
  gauges.gauge('hurd_queue_age_seconds', 'For how long the oldest due job of a queue has been waiting.', () =>
    (groups.queues ?? [])
      .filter(({ queue }) => deliversMail || queue !== 'emails')
      .filter(({ queue }) => sendsPushes || queue !== 'push_messages')
      .map(({ queue, seconds }) => ({ labels: { queue }, value: seconds })),
  )
  gauges.gauge(
    'hurd_task_late_seconds',
    'For how long the end of the next round of a recurring task has been overdue.',
    () => (groups.tasks ?? []).map(({ task, seconds }) => ({ labels: { task }, value: seconds })),
  )
  gauges.gauge('hurd_streams_open', 'Open event streams of members.', sample(streams.count()))
  return gauges
}

/** Hashes a text so that both texts have the same length, which the comparison in constant time requires. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
