import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { login } from '#contract/accounts/accounts.ts'
import { listBills } from '#contract/bills/bills.ts'
import { startTestServer, type TestServer } from '#server/testing/testServer.ts'

let app: TestServer
beforeAll(async () => {
  app = await startTestServer()
})
afterAll(() => app.close())

const proxyWarnings = () => app.logLines.filter((line) => line.includes('TRUST_PROXY'))

describe('the HTTP API', () => {
  // covers ACC-API-02
  test('answers a wrong path, method, type or body with JSON, never with a page', async () => {
    const ana = await app.member('ana')
    const tooLarge = JSON.stringify({ stance: 'x'.repeat(100_001) })
    const asText = { 'content-type': 'text/plain' }
    const cases: [string, string, Parameters<typeof ana.send>[2], number, string][] = [
      ['GET', '/api/nothing-here', {}, 404, 'Not found'],
      ['GET', '/api', {}, 404, 'Not found'],
      ['GET', '/api/', {}, 404, 'Not found'],
      ['GET', '/api/bills/', {}, 400, 'Invalid request'],
      ['POST', '/api/bills', {}, 405, 'Method not allowed'],
      ['PATCH', '/api/bills', {}, 405, 'Method not allowed'],
      ['OPTIONS', '/api/bills', {}, 405, 'Method not allowed'],
      ['DELETE', '/api/auth/login', {}, 405, 'Method not allowed'],
      ['GET', '/api/auth/register', {}, 405, 'Method not allowed'],
      ['POST', '/api/auth/login', { body: '{"email":' }, 400, 'Invalid request'],
      ['POST', '/api/auth/login', { body: '["email"]' }, 400, 'Invalid request'],
      ['POST', '/api/auth/login', { body: '"email"' }, 400, 'Invalid request'],
      ['POST', '/api/auth/login', { body: '{"__proto__":{"a":1}}' }, 400, 'Invalid request'],
      ['POST', '/api/auth/login', { body: 'email=a', headers: asText }, 400, 'Invalid request'],
      ['POST', '/api/auth/login', { body: { email: 5, password: 'x' } }, 400, 'Invalid request'],
      ['POST', '/api/bills/topics/follow', { body: tooLarge }, 413, 'Request too large'],
      ['GET', '/api/bills/not-an-id', {}, 400, 'Invalid request'],
      ['GET', '/api/bills/18446744073709551616', {}, 400, 'Invalid request'],
      ['GET', '/api/bills/%00', {}, 400, 'Invalid request'],
      ['GET', '/api/bills/%E0%A4%A', {}, 400, 'Invalid request'],
      ['GET', '/api/bills?limit=0', {}, 400, 'Invalid request'],
      ['GET', '/api/bills?limit=101', {}, 400, 'Invalid request'],
      ['GET', '/api/bills?limit=1.5', {}, 400, 'Invalid request'],
      ['GET', '/api/bills?limit=1e1', {}, 400, 'Invalid request'],
      ['GET', '/api/bills?limit=5&limit=6', {}, 400, 'Invalid request'],
      ['GET', '/api/bills?offset=-1', {}, 400, 'Invalid request'],
      ['GET', '/api/bills?sort=created_at;select pg_sleep(9)', {}, 400, 'Invalid sort'],
      ['GET', '/api/bills?sort=password_hash', {}, 400, 'Invalid sort'],
      ['GET', '/api/bills?order=sideways', {}, 400, 'Invalid order'],
      ['GET', '/api/bills?government_level=world', {}, 400, 'Invalid government level'],
      ['GET', '/api/bills?status=lost', {}, 400, 'Invalid status'],
    ]
    for (const [method, path, sent, status, error] of cases) {
      const response = await ana.send(method, path, sent)
      expect([method, path, response.status, response.body['error']]).toEqual([method, path, status, error])
      expect(response.body).toMatchObject({ success: false, code: expect.any(String) })
      expect(response.headers.get('content-type')).toMatch(/^application\/json/)
      expect(response.headers.get('cache-control')).toBe('no-store')
    }
    expect((await ana.send('POST', '/api/bills')).headers.get('allow')).toBe('GET')
  })

  // covers ACC-API-02
  test('refuses TRACE like any other method that a path does not have', async () => {
    const trace = request(`${app.origin}/api/bills`, { method: 'TRACE' }).end()
    const [response]: IncomingMessage[] = await once(trace, 'response')
    expect([response?.statusCode, response?.headers.allow]).toEqual([405, 'GET'])
    expect(JSON.parse(await text(response!))).toMatchObject({ error: 'Method not allowed' })
  })

  // covers ACC-API-02
  test('answers bytes that are not an HTTP request with the same JSON failure', async () => {
    const { hostname, port } = new URL(app.origin)
    for (const line of ['FOO /api/bills HTTP/1.1', `GET /api/bills HTTP/1.1\r\nx: ${'a'.repeat(20_000)}`]) {
      const socket = connect(Number(port), hostname)
      socket.end(`${line}\r\nhost: hurd\r\n\r\n`)
      const response = await text(socket)
      expect(response).toMatch(/^HTTP\/1\.1 400 /)
      expect(response).toContain('cache-control: no-store')
      expect(JSON.parse(response.slice(response.indexOf('{')))).toEqual({
        success: false,
        error: 'Invalid request',
        code: 'invalid_request',
      })
    }
  })

  test('refuses a request with two Host headers, because a proxy and the server could each use a different one', async () => {
    const { hostname, port } = new URL(app.origin)
    const socket = connect(Number(port), hostname)
    socket.end('GET /api/health HTTP/1.1\r\nhost: hurd\r\nHost: other\r\nconnection: close\r\n\r\n')
    const response = await text(socket)
    expect(response).toMatch(/^HTTP\/1\.1 400 /)
    expect(response).toContain('{"success":false,"error":"Invalid request","code":"invalid_request"}')
    expect(response).toMatch(/^content-security-policy: /m)
  })

  test('logs one warning about a proxy that TRUST_PROXY does not name', async () => {
    expect(proxyWarnings()).toEqual([])
    for (const name of ['x-forwarded-for', 'x-real-ip', 'forwarded']) {
      await app.send('GET', '/api/health', { headers: { [name]: '203.0.113.7' } })
    }
    expect(proxyWarnings()).toHaveLength(1)
    expect(proxyWarnings()[0]).not.toContain('203.0.113.7')

    const behindProxy = await startTestServer({ trustProxy: ['127.0.0.1'] })
    await behindProxy.send('GET', '/api/health', { headers: { 'x-forwarded-for': '203.0.113.7' } })
    expect(behindProxy.logLines.join('\n')).not.toContain('TRUST_PROXY')
    await behindProxy.close()
  })

  test('sends the security headers and a request id with every response, and forbids caching of API responses', async () => {
    const ben = await app.member('ben')
    for (const path of ['/api/health', '/api/bills', '/api/nothing', '/feed']) {
      const { headers } = await fetch(app.origin + path, {
        headers: { authorization: `Bearer ${ben.token}` },
      })
      const policy = headers.get('content-security-policy') ?? ''
      const pageRules = [
        "default-src 'self'",
        "script-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
        'trusted-types service-worker',
      ]
      const dataRules = ["default-src 'none'", "frame-ancestors 'none'"]
      for (const rule of path.startsWith('/api/') ? dataRules : pageRules) {
        expect(policy.split('; ')).toContain(rule)
      }
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('referrer-policy')).toBe('same-origin')
      expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
      if (path.startsWith('/api')) expect(headers.get('cache-control')).toBe('no-store')
      expect(headers.get('access-control-allow-origin')).toBeNull()
    }
  })

  test('answers the health check without a token', async () => {
    const response = await app.send('GET', '/api/health')
    expect(response).toMatchObject({ status: 200, body: { success: true, status: 'ok' } })
  })

  test('ignores fields that the contract does not list', async () => {
    const cleo = await app.member('cleo')
    const { bill_id } = await app.bill('Mass Assignment Bill')
    const response = await cleo.send('POST', `/api/bills/${bill_id}/stance`, {
      body: { stance: 'support', id: 'other', user_id: cleo.user_id, support_count: 999, is_new: false },
    })
    expect(response.body).toMatchObject({ is_new: true, counts: { support_count: 1 } })
  })

  test('logs no input, tokens, passwords or addresses', async () => {
    const canaries = ['canary-password-1', 'canary.mail@example.org', 'canary-token-value', 'canary keyword']
    await app.visitor.request(login, { email: 'canary.mail@example.org', password: 'canary-password-1' })
    await app.send('GET', '/api/bills?q=canary+keyword', { token: 'canary-token-value' })
    await app.send('POST', '/api/auth/login', { body: '{"password":"canary-password-1"' })
    const dina = await app.member('dina')
    await dina.call(listBills, { q: 'canary keyword' })
    const log = app.logLines.join('\n')
    expect(log).toContain('/api/auth/login')
    for (const canary of canaries) expect(log).not.toContain(canary)
    expect(log).not.toContain(dina.token)
  })
})

describe('when the database fails', () => {
  test('an unexpected error is a plain 500 that reveals nothing about its cause', async () => {
    const broken = await startTestServer()
    const eva = await broken.member('eva')
    await broken.pool`alter table bill_counters rename to renamed_bill_counters`

    const response = await eva.request(listBills, {})

    expect(response.status).toBe(500)
    expect(response.body).toEqual({
      success: false,
      error: 'Something went wrong. Please try again.',
      code: 'internal_error',
    })
    await broken.close()
  })

  test('a write that waits for a locked row is refused with Retry-After, and reads are served in the meantime', async () => {
    const fay = await app.member('fay')
    const { bill_id } = await app.bill('Locked Bill')
    const [locked, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const holder = app.pool.begin(async (db) => {
      await db`select from users where user_id = ${fay.user_id} for update`
      locked.resolve()
      await release.promise
    })
    await locked.promise

    const write = fay.send('POST', `/api/bills/${bill_id}/stance`, { body: { stance: 'support' } })
    expect((await fay.request(listBills, {})).status).toBe(200)
    const refused = await write
    release.resolve()
    await holder

    expect(refused).toMatchObject({ status: 503, body: { code: 'overloaded' } })
    expect(refused.headers.get('retry-after')).toBe('2')
    const after = await fay.send('POST', `/api/bills/${bill_id}/stance`, { body: { stance: 'support' } })
    expect(after.body).toMatchObject({ is_new: true, counts: { support_count: 1 } })
  })
})
