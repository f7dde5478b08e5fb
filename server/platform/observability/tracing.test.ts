import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { forgotPassword } from '#contract/accounts/accounts.ts'
import { takeStance } from '#contract/bills/bills.ts'
import { followUser } from '#contract/people.ts'
import { openExternalClient } from '#server/platform/http/externalHttp.ts'
import { runDueTasks } from '#server/platform/jobs/recurringTask.ts'
import { deliverPending } from '#server/platform/mail/deliver.ts'
import { openMailer } from '#server/platform/mail/deliverSmtp.ts'
import { attributesOf, startOtlpReceiver } from '#server/testing/external/otlpReceiver.ts'
import { startTestServer, type TestServer } from '#server/testing/testServer.ts'
import { openLog } from './log.ts'
import { openTracing } from './openTelemetry.ts'

const log = openLog('silent')
const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
const traceparent = `00-${traceId}-00f067aa0ba902b7-01`

let receiver: Awaited<ReturnType<typeof startOtlpReceiver>>
let behindProxy: TestServer
beforeAll(async () => {
  behindProxy = await startTestServer({ trustProxy: ['127.0.0.1'] })
})
beforeEach(async () => {
  receiver = await startOtlpReceiver()
  return () => receiver.close()
})
afterAll(() => behindProxy.close())

const settings = (more: { endpoint?: string; ratio?: number } = {}) => ({
  endpoint: receiver.endpoint,
  serviceName: 'hurd-of-the-test',
  ratio: 1,
  headers: { 'x-collector-key': 'key of the collector' },
  ...more,
})

const spanNames = () => receiver.spans().map(({ name }) => name)

/** Runs `work` with tracing, and returns when the receiver has all of its spans. */
async function withTracing(
  work: (reasons: string[]) => Promise<unknown>,
  more: Parameters<typeof settings>[0] = {},
) {
  const reasons: string[] = []
  const tracing = await openTracing(settings(more), '1.2.3', (reason) => void reasons.push(reason))
  try {
    await work(reasons)
  } finally {
    await tracing.stop()
  }
  return { spans: receiver.spans() }
}

// covers HURD-TRACE-03
test('a receiver gets the span of a request, within the trace of the proxy, with its statements as children', async () => {
  const ann = await behindProxy.member('ann')
  const headers = { traceparent, 'x-request-id': 'request-in-a-trace' }
  const { spans } = await withTracing(() => ann.send('GET', '/api/bills?search=water', { headers }))

  const request = spans.find(({ kind }) => kind === 2)
  expect(request).toMatchObject({ name: 'GET /api/bills', traceId, parentSpanId: '00f067aa0ba902b7' })
  expect(attributesOf(request!)).toEqual({
    'hurd.request_id': 'request-in-a-trace',
    'http.request.method': 'GET',
    'http.route': '/api/bills',
    'http.response.status_code': 200,
  })
  const statements = spans.filter(({ parentSpanId }) => parentSpanId === request?.spanId)
  expect(statements.length).toBeGreaterThan(1)
  for (const statement of statements) {
    expect(statement).toMatchObject({ traceId, kind: 3 })
    expect(statement.name).toMatch(/^[a-z][\w/]+(\.\w+)?$/i)
    expect(attributesOf(statement)).toEqual({ 'db.system.name': 'postgresql' })
  }
  expect(statements.map(({ name }) => name)).toContain('members/accounts/signIn/sessions.selectSession')
  expect(receiver.serviceNames()).toContain('hurd-of-the-test')
  expect(receiver.headers).toContain('key of the collector')
})

// covers HURD-TRACE-03
test('a client that is not a trusted proxy cannot choose the trace', async () => {
  const direct = await startTestServer()
  const { spans } = await withTracing(() => direct.send('GET', '/api/live', { headers: { traceparent } }))
  await direct.close()
  const request = spans.find(({ kind }) => kind === 2)
  expect(request?.traceId).toMatch(/^[0-9a-f]{32}$/)
  expect(request?.traceId).not.toBe(traceId)
})

// covers HURD-TRACE-03
test.each(['00-0-0-01', `ff${traceparent.slice(2)}`, `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`])(
  'a malformed traceparent of a trusted proxy begins a new trace: %s',
  async (wrong) => {
    const headers = { traceparent: wrong }
    const { spans } = await withTracing(async () => {
      expect((await behindProxy.send('GET', '/api/live', { headers })).status).toBe(200)
    })
    const request = spans.find(({ kind }) => kind === 2)
    expect(request?.traceId).toMatch(/^(?!0{32})[0-9a-f]{32}$/)
    expect(request?.traceId).not.toBe(traceId)
    expect(request?.parentSpanId).toBeUndefined()
  },
)

// covers HURD-TRACE-04
test('no span contains an address, an id, an email, a query, or anything that a member wrote', async () => {
  const bea = await behindProxy.member('bea', { address: '12 Quiet Lane' })
  const { bill_id } = await behindProxy.bill('Traced Act')
  await withTracing(async () => {
    await bea.request(takeStance, { id: bill_id, stance: 'support' })
    await bea.send('GET', `/api/bills/${bill_id}?secret=query-of-bea`)
    await bea.send('POST', `/api/bills/${bill_id}/comments`, {
      body: { category_id: 'general-discussion', content: 'words of bea about it' },
    })
    await bea.request(forgotPassword, { email: bea.email })
    await bea.send('GET', '/api/no/such/path-of-bea')
    await bea.send('PUT', `/api/bills/${bill_id}`)
  })
  const sent = receiver.bodies.join('\n')
  expect(sent).toContain('POST /api/bills/:id/stance')
  expect(sent).toContain('(none)')
  const secrets = [
    bill_id,
    bea.user_id,
    bea.email,
    String(bea.token),
    '127.0.0.1',
    'Quiet Lane',
    'query-of-bea',
    'words of bea',
    'path-of-bea',
    'Traced Act',
  ]
  expect(secrets.filter((secret) => sent.includes(secret))).toEqual([])
})

// covers HURD-TRACE-05
test('each job has a trace of its own, in which its recurring tasks are spans, and an idle worker has none', async () => {
  const [cleo, fan] = [await behindProxy.member('cleo'), await behindProxy.member('fan')]
  await fan.call(followUser, { id: cleo.user_id })
  const { bill_id } = await behindProxy.bill('Job Act')
  const { spans } = await withTracing(async () => {
    await cleo.request(takeStance, { id: bill_id, stance: 'oppose' })
    await expect.poll(spanNames, { timeout: 30_000 }).toContain('job stance_fanouts')
    const task = { name: 'traced task', everySeconds: 60, slice: async () => null }
    await runDueTasks(behindProxy.pool, [task], log, () => false)
  })
  const job = spans.find(({ name }) => name === 'job stance_fanouts')
  const request = spans.find(({ name }) => name === 'POST /api/bills/:id/stance')
  expect(request).toBeDefined()
  expect(job?.parentSpanId).toBeUndefined()
  expect(job?.traceId).not.toBe(request?.traceId)
  expect(spans.filter(({ parentSpanId }) => parentSpanId === job?.spanId).length).toBeGreaterThan(0)
  const task = spans.find(({ name }) => name === 'task traced task')
  expect(spans.find(({ spanId }) => spanId === task?.parentSpanId)?.name).toBe('job recurring_tasks')
  // A claim that finds no job gets no span.
  expect(spans.filter(({ name }) => name === 'platform/jobs/queue.claim')).toEqual([])
})

// covers HURD-TRACE-05
test('spans of outgoing requests and emails have no paths, queries or recipients', async () => {
  const server = createServer((_request, response) => void response.end('divisions')).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const dora = await behindProxy.member('dora')
  await dora.request(forgotPassword, { email: dora.email })
  // Nothing listens on this port, so the email is not sent.
  const mailer = await openMailer('smtp://127.0.0.1:9', 'Hurd <no-reply@example.org>')
  const { spans } = await withTracing(async () => {
    const url = new URL(`http://127.0.0.1:${port}/geographies?street=7+Secret+Street`)
    await openExternalClient()(url, { headers: {}, timeout: 5_000, bytes: 1_000 })
    await deliverPending(behindProxy.pool, mailer, log)
  })
  mailer.close({ force: true })
  server.close()

  const outgoing = spans.find(({ name }) => name === 'GET 127.0.0.1')
  expect(attributesOf(outgoing!)).toEqual({
    'http.request.method': 'GET',
    'server.address': '127.0.0.1',
    'http.response.status_code': 200,
  })
  const email = spans.find(({ name }) => name === 'send email')
  expect(attributesOf(email!)).toEqual({
    'hurd.email_purpose': 'reset_password',
    'hurd.email_result': 'unreachable',
  })
  const sent = receiver.bodies.join('\n')
  expect(['Secret', 'geographies', dora.email].filter((secret) => sent.includes(secret))).toEqual([])
})

// covers HURD-TRACE-06
test('a receiver that is down harms no request and is reported once', async () => {
  await receiver.close()
  const eli = await behindProxy.member('eli')
  await withTracing(async (reasons) => {
    const responses = await Promise.all(Array.from({ length: 20 }, () => eli.send('GET', '/api/bills')))
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]))
    await expect.poll(() => reasons, { timeout: 60_000 }).toHaveLength(1)
  })
  receiver = await startOtlpReceiver()
})

// covers HURD-TRACE-06
test('a ratio of 0 records no trace, except those that the proxy records', async () => {
  const { spans } = await withTracing(
    async () => {
      await behindProxy.send('GET', '/api/bills')
      await behindProxy.send('GET', '/api/bills', { headers: { traceparent } })
    },
    { ratio: 0 },
  )
  expect(new Set(spans.map((span) => span.traceId))).toEqual(new Set([traceId]))
})

// covers HURD-TRACE-06
test('without the setting, no OpenTelemetry package is loaded', () => {
  const loadsAll = `
    import { registerHooks } from 'node:module'
    const loaded = []
    registerHooks({
      resolve(name, context, next) {
        if (name.startsWith('@opentelemetry')) loaded.push(name)
        return next(name, context)
      },
    })
    await import('./server/app.ts')
    const { openTracing } = await import('./server/platform/observability/openTelemetry.ts')
    const before = loaded.length
    await openTracing({ endpoint: 'http://127.0.0.1:9', serviceName: 'x', ratio: 1, headers: {} }, '1', () => {})
    console.log(JSON.stringify([before, loaded.length > 0]))
    process.exit(0)`
  const root = fileURLToPath(new URL('../../..', import.meta.url))
  const printed = execFileSync(process.execPath, ['--input-type=module', '-e', loadsAll], {
    cwd: root,
    encoding: 'utf8',
  })
  expect(JSON.parse(printed)).toEqual([0, true])
})
