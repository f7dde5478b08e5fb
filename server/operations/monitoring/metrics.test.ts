import { open } from 'node:fs/promises'
import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getBill, getStancesOverTime } from '#contract/bills/bills.ts'
import { listBothSides, listComments } from '#contract/discussions.ts'
import { getTallyReceipt } from '#contract/tally.ts'
import { logSlowStatements } from '#server/platform/observability/slowStatements.ts'
import { versionText } from '#server/platform/settings/version.ts'
import { runTally, take } from '#server/testing/setups/tally.ts'
import { startTestServer } from '#server/testing/testServer.ts'

const metricsToken = 'a-token-of-thirty-two-characters-or-more'
let app: Awaited<ReturnType<typeof startTestServer>>
beforeAll(async () => {
  app = await startTestServer({ metricsToken })
})
afterAll(() => app.close())

async function request(authorization?: string) {
  return fetch(`${app.origin}/metrics`, { headers: authorization ? { authorization } : {} })
}

async function readMetrics(): Promise<string> {
  const response = await request(`Bearer ${metricsToken}`)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
  return response.text()
}

/** Returns the sum of the series that start with this text. */
function valueOf(text: string, start: string): number {
  const lines = text.split('\n').filter((line) => line.startsWith(start))
  return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0)
}

test('metrics are only for callers with the token', async () => {
  expect((await request()).status).toBe(401)
  expect((await request('Bearer wrong')).status).toBe(401)
  expect(await readMetrics()).toContain('# TYPE hurd_http_requests_total counter')
})

// covers HURD-READ-03
test('the metrics show the bytes of the trees of tallies that an instance keeps', async () => {
  const member = await app.member('Shared')
  const { bill_id } = await app.bill('Shared Act')
  await take(member, bill_id, 'support')
  await runTally(app, '2030-01-01')
  await member.call(getTallyReceipt, { id: bill_id })
  expect(valueOf(await readMetrics(), 'hurd_memory_bytes{cache="tally_trees"}')).toBeGreaterThan(800)
})

test('without METRICS_TOKEN nobody gets metrics', async () => {
  const closed = await startTestServer()
  try {
    const response = await fetch(`${closed.origin}/metrics`, { headers: { authorization: 'Bearer null' } })
    expect(await response.text()).not.toContain('hurd_')
  } finally {
    await closed.close()
  }
})

test('a request is counted by the template of its route, and its statements by their names', async () => {
  const member = await app.member('Counted')
  const { bill_id } = await app.bill('Counted Bill')
  const series = 'hurd_http_requests_total{method="GET",route="/api/bills/:id",status="200"}'
  const before = await readMetrics()
  await member.call(getBill, { id: bill_id })
  await member.call(getBill, { id: bill_id })
  const after = await readMetrics()
  expect(valueOf(after, series) - valueOf(before, series)).toBe(2)
  const latency = 'hurd_http_request_duration_seconds_count{route="/api/bills/:id"}'
  expect(valueOf(after, latency) - valueOf(before, latency)).toBe(2)
  expect(after).toMatch(/hurd_statements_total\{statement="legislation\/bills\/\w+[^"]*",result="ok"\} [1-9]/)
  expect(valueOf(after, 'hurd_database_up')).toBe(1)
  expect(after).toContain('hurd_queue_age_seconds{queue="stance_fanouts"}')
})

test('no path, id, name, email address or search word of a member is in the metrics', async () => {
  const member = await app.member('Private')
  const { bill_id } = await app.bill('Private Bill')
  await member.call(getBill, { id: bill_id })
  await member.send('GET', '/api/bills?search=wordofamember')
  await fetch(`${app.origin}/unknown-path-of-a-member/7`)
  await fetch(`${app.origin}/api/bills/wordofamember`, { method: 'PROPFIND' })
  const text = await readMetrics()
  for (const secret of [bill_id, member.token ?? '', 'wordofamember', 'unknown-path', '@']) {
    expect(text).not.toContain(secret)
  }
  expect(text).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/)
})

test('a job that has been due for an hour makes its queue an hour old', async () => {
  await app.pool`
    insert into stance_fanouts (user_id, bill_id, next_attempt_at)
    select ${(await app.member('Late')).user_id}, ${(await app.bill('Late Bill')).bill_id}, now() - interval '1 hour'`
  expect(valueOf(await readMetrics(), 'hurd_queue_age_seconds{queue="stance_fanouts"}')).toBeGreaterThan(
    3_599,
  )
})

// covers HURD-METRICS-01
test.each([
  { group: 'queues', table: 'stance_fanouts', metric: 'hurd_queue_age_seconds' },
  { group: 'tasks', table: 'recurring_tasks', metric: 'hurd_task_late_seconds' },
])(
  'a statement about $group that is slow or fails hides only its own metrics',
  async ({ table, ...hidden }) => {
    await app.pool`insert into recurring_tasks (name, every_seconds) values ('measured', 60) on conflict do nothing`
    const slow = await app.pool.begin(async (db) => {
      await db`lock table ${db(table)} in access exclusive mode`
      return readMetrics()
    })
    await app.pool`alter table ${app.pool(table)} rename to unreadable`
    const failed = await readMetrics()
    await app.pool`alter table unreadable rename to ${app.pool(table)}`
    for (const text of [slow, failed]) {
      expect(text).toContain(`hurd_metrics_read{group="${hidden.group}"} 0`)
      expect(valueOf(text, 'hurd_metrics_read')).toBe(1)
      expect(valueOf(text, 'hurd_database_up')).toBe(1)
      const missing = groupMetrics.filter((name) => !text.includes(`${name}{`))
      expect(missing).toEqual([hidden.metric])
    }
    expect(valueOf(await readMetrics(), 'hurd_metrics_read')).toBe(2)
  },
)

// covers HURD-READ-03
test('the metrics show how many bytes each cache uses: more after members have read more bills, as many after they have read them again', async () => {
  const member = await app.member('Reader')
  const readAll = async (bill_ids: string[]) => {
    for (const id of bill_ids) {
      await member.call(getBill, { id })
      await member.call(listComments, { id })
      await member.call(listBothSides, { id })
      await member.call(getStancesOverTime, { id })
    }
    const text = await readMetrics()
    return Object.fromEntries(
      ['bill_facts', 'discussion_pages', 'both_sides', 'stances_over_time'].map((cache) => [
        cache,
        valueOf(text, `hurd_memory_bytes{cache="${cache}"}`),
      ]),
    )
  }
  const bill_ids = []
  for (let number = 0; number < 6; number += 1) {
    bill_ids.push((await app.bill(`Read Bill ${number}`)).bill_id)
  }
  const one = await readAll(bill_ids.slice(0, 1))
  const all = await readAll(bill_ids)
  for (const [cache, bytes] of Object.entries(one)) {
    expect(bytes, cache).toBeGreaterThan(0)
    // Each of the bills adds about as much as the first, which may have been added to others.
    expect(all[cache], cache).toBeGreaterThan(bytes + 5 * 100)
  }
  expect(await readAll(bill_ids)).toEqual(all)
})

const groupMetrics = ['hurd_queue_age_seconds', 'hurd_task_late_seconds']

test('a slow statement is logged by its name, without its text and values', async () => {
  const slow: { statement: string; ms: number }[] = []
  logSlowStatements({ afterMs: 0, write: (fields) => void slow.push(fields) })
  try {
    await app.pool`select ${'secret of a member'}::text as secret`
  } finally {
    logSlowStatements(null)
  }
  // The tasks of the server send statements at the same time.
  const own = slow.filter(({ statement }) => statement.includes('operations/monitoring/metrics.test'))
  expect(own).toHaveLength(1)
  expect(Object.keys(own[0] ?? {})).toEqual(['statement', 'ms'])
})

// covers HURD-METRICS-02
test('a dashboard for Node.js finds the memory, processor time, files and event loop of the process', async () => {
  const before = await readMetrics()
  const files = await Promise.all(Array.from({ length: 200 }, () => open(import.meta.filename)))
  const garbage = Buffer.alloc(64 * 1024 * 1024, 1)
  // The delay of the event loop is measured from one turn to the next, so there are several.
  for (let turn = 0; turn < 3; turn += 1) {
    const end = performance.now() + 200
    while (performance.now() < end) continue
    await setImmediate()
  }
  const after = await readMetrics()
  await Promise.all(files.map((file) => file.close()))
  expect(garbage).toHaveLength(64 * 1024 * 1024)
  const grown = (name: string) => valueOf(after, `${name} `) - valueOf(before, `${name} `)
  expect(grown('process_cpu_seconds_total')).toBeGreaterThan(0)
  expect(grown('process_cpu_user_seconds_total')).toBeGreaterThan(0)
  expect(valueOf(after, 'process_cpu_seconds_total ')).toBeCloseTo(
    valueOf(after, 'process_cpu_user_seconds_total ') + valueOf(after, 'process_cpu_system_seconds_total '),
  )
  // What other tests of this process left behind may be collected in between, so only what this test keeps is certain.
  expect(valueOf(after, 'nodejs_external_memory_bytes ')).toBeGreaterThan(64 * 1024 * 1024)
  expect(valueOf(after, 'nodejs_heap_size_used_bytes ')).toBeLessThan(
    valueOf(after, 'process_resident_memory_bytes '),
  )
  expect(Math.abs(Date.now() / 1000 - valueOf(after, 'process_start_time_seconds '))).toBeLessThan(3600)
  // The process was busy for 200 ms, and no percentile is above the longest delay.
  expect(valueOf(after, 'nodejs_eventloop_lag_max_seconds ')).toBeGreaterThan(0.1)
  expect(valueOf(after, 'nodejs_eventloop_lag_p99_seconds ')).toBeLessThanOrEqual(
    valueOf(after, 'nodejs_eventloop_lag_max_seconds '),
  )
  expect(after).toContain(`hurd_build_info{version="${versionText()}"} 1`)
  expect(after).toContain(`nodejs_version_info{version="${process.version}"} 1`)
  if (process.platform !== 'linux') return
  expect(valueOf(after, 'process_open_fds ')).toBeGreaterThan(200)
  expect(valueOf(after, 'process_max_fds ')).toBeGreaterThan(valueOf(after, 'process_open_fds '))
})
