import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { login } from '#contract/accounts/accounts.ts'
import { takeStance } from '#contract/bills/bills.ts'
import { listNotifications } from '#contract/notifications.ts'
import { followUser } from '#contract/people.ts'
import { logSlowStatements } from '#server/platform/observability/slowStatements.ts'
import { startTestServer, type TestServer } from '#server/testing/testServer.ts'

let behindProxy: TestServer
let elsewhere: TestServer
beforeAll(async () => {
  behindProxy = await startTestServer({ trustProxy: ['10.0.0.7', '127.0.0.0/8'] })
  elsewhere = await startTestServer({ trustProxy: ['10.0.0.0/8', 'fd00::/8'] })
})
afterAll(() => Promise.all([behindProxy.close(), elsewhere.close()]))

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

async function idOf(app: TestServer, id: string): Promise<string | null> {
  const response = await app.send('GET', '/api/live', { headers: { 'x-request-id': id } })
  return response.headers.get('x-request-id')
}

// covers HURD-TRACE-01
test('the id of a trusted proxy is used if it has the form of an id', async () => {
  for (const id of ['b5f0a7c2d4e64f1f', '1-67891233-abcdef012345', 'Ab+/=.~:_-89', 'x'.repeat(128)]) {
    expect(await idOf(behindProxy, id)).toBe(id)
  }
  for (const id of [
    'short',
    'x'.repeat(129),
    'two words',
    'ann@example.org',
    '"quoted-id"',
    'id-1234,id-5678',
  ]) {
    expect(await idOf(behindProxy, id)).toMatch(uuid)
  }
})

// covers HURD-TRACE-01
test('a request with two ids gets a new one', async () => {
  const { hostname, port } = new URL(behindProxy.origin)
  const socket = connect(Number(port), hostname)
  const ids = 'x-request-id: first-id-of-two\r\nx-request-id: second-id-of-two\r\n'
  socket.end(`GET /api/live HTTP/1.1\r\nhost: hurd\r\n${ids}connection: close\r\n\r\n`)
  expect(await text(socket)).toMatch(/^x-request-id: [0-9a-f-]{36}\r$/m)
})

// covers HURD-TRACE-01
test('the id of a client that is not a trusted proxy is replaced', async () => {
  expect(await idOf(elsewhere, 'chosen-by-a-visitor')).toMatch(uuid)
})

// covers HURD-TRACE-02
test('one id leads from the proxy to the response, the log, the audit log and the slow statements', async () => {
  const id = 'from-the-proxy-0001'
  const slow: { statement: string; reqId?: string }[] = []
  logSlowStatements({ afterMs: 0, write: (fields) => void slow.push(fields) })
  const credentials = { email: 'nobody@example.org', password: 'a wrong password' }
  const response = await behindProxy.visitor
    .request(login, credentials, { 'x-request-id': id })
    .finally(() => logSlowStatements(null))

  expect([response.status, response.headers.get('x-request-id')]).toEqual([401, id])
  const lines = behindProxy.logLines.filter((line) => line.includes(id))
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({ reqId: id, route: '/api/auth/login', status: 401 }),
  ])
  expect(
    await behindProxy.pool`select action from audit_log where request_id = ${id} order by audit_id`,
  ).toEqual([{ action: 'sign_in_failed' }])
  expect(slow.find(({ statement }) => statement === 'platform/limits/audit.insertRecord')).toMatchObject({
    reqId: id,
  })
})

// covers HURD-TRACE-02
test('the id does not reach background work that the request starts', async () => {
  const eve = await behindProxy.member('eve')
  const fan = await behindProxy.member('fan')
  await fan.call(followUser, { id: eve.user_id })
  const { bill_id } = await behindProxy.bill('Background Act')
  const slow: { statement: string; reqId?: string }[] = []
  logSlowStatements({ afterMs: 0, write: (fields) => void slow.push(fields) })
  const id = 'request-with-worker-1'
  try {
    await eve.request(takeStance, { id: bill_id, stance: 'support' }, { 'x-request-id': id })
    await expect.poll(async () => (await fan.call(listNotifications, {})).notifications.length).toBe(1)
  } finally {
    logSlowStatements(null)
  }

  const idsOf = (pattern: RegExp) =>
    slow.filter(({ statement }) => pattern.test(statement)).map(({ reqId }) => reqId)
  expect(idsOf(/^participation\/stances\/stance/)).toContain(id)
  expect(idsOf(/^platform\/jobs\/queue/).length).toBeGreaterThan(0)
  expect(idsOf(/^platform\/jobs\/queue/)).not.toContain(id)
})
