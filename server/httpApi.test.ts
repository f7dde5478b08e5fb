import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { login } from '../contract/accounts.ts'
import { listBills } from '../contract/bills.ts'
import { openWorld, type World } from './testing/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const Paths = z.object({
  paths: z.record(
    z.string(),
    z.record(z.string(), z.object({ security: z.array(z.record(z.string(), z.array(z.string()))) })),
  ),
})

async function everyCall() {
  const { body } = await world.send('GET', '/api/openapi.json')
  const { paths } = z.parse(Paths, body)
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { security }]) => ({
      method: method.toUpperCase(),
      path: path.replace(/\{\w+\}/g, '00000000-0000-4000-8000-000000000000'),
      template: path,
      isOpen: security.length === 0,
      // Read by anyone; a token that is sent must be live all the same.
      isOptional: security.some((way) => Object.keys(way).length === 0),
    })),
  )
}

const proxyWarnings = () => world.logLines.filter((line) => line.includes('TRUST_PROXY'))

describe('the front door', () => {
  // covers ACC-ROLES-01 CIV-GROUPS-39 CIV-GROUPPOSTS-30 CIV-GROUPPOSTS-32
  test('only health, registration, login, the forgotten password, mailed links and reading groups are open; every other call asks a visitor to sign in', async () => {
    const calls = await everyCall()
    const optional = calls
      .filter((call) => call.isOptional)
      .map((call) => `${call.method} ${call.template.replace(/\{\w+\}/g, '{id}')}`)
    expect(optional.sort()).toEqual([
      'GET /api/groups',
      'GET /api/groups/{id}',
      'GET /api/groups/{id}/can-post',
      'GET /api/groups/{id}/members',
      'GET /api/groups/{id}/posts',
      'GET /api/groups/{id}/posts/{id}/comments',
      'GET /api/groups/{id}/posts/{id}/comments/{id}',
    ])
    const open = calls.filter((call) => call.isOpen).map((call) => `${call.method} ${call.template}`)
    expect(open.sort()).toEqual([
      'GET /api/health',
      'POST /api/auth/disown-email-change',
      'POST /api/auth/forgot-password',
      'POST /api/auth/login',
      'POST /api/auth/register',
      'POST /api/auth/reset-password',
      'POST /api/auth/restore-account',
      'POST /api/auth/verify-email',
    ])

    for (const call of calls.filter((one) => !one.isOpen)) {
      const signedOut = await world.send(call.method, call.path)
      const welcome = call.isOptional && [200, 404].includes(signedOut.status)
      if (!welcome) {
        expect([call.template, signedOut.status, signedOut.body]).toEqual([
          call.template,
          401,
          { success: false, error: 'Authentication required', code: 'authentication_required' },
        ])
      }
      for (const token of ['nonsense', 'x'.repeat(43), `${'x'.repeat(42)}'`, '']) {
        const stranger = await world.send(call.method, call.path, {
          headers: { authorization: `Bearer ${token}` },
        })
        expect([call.template, token, stranger.status, stranger.body['error']]).toEqual([
          call.template,
          token,
          401,
          'Session expired. Please log in again.',
        ])
      }
    }
  })

  test('the served document names each call with what it takes and how it may refuse', async () => {
    const { body } = await world.send('GET', '/api/openapi.json')
    expect(body).toMatchObject({
      openapi: '3.1.0',
      paths: {
        '/api/bills/{id}/stance': {
          post: {
            security: [{ session: [] }],
            parameters: [
              { name: 'id', in: 'path', required: true },
              { name: 'Idempotency-Key', in: 'header' },
            ],
            requestBody: {
              content: { 'application/json': { schema: { required: expect.arrayContaining(['stance']) } } },
            },
            responses: { 404: { description: expect.stringContaining('Bill not found') } },
          },
        },
      },
    })
  })

  test('every reference in the served document leads somewhere', async () => {
    const { body } = await world.send('GET', '/api/openapi.json')
    const text = JSON.stringify(body)
    const named = [...text.matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)].map((match) => match[1])
    expect(named.length).toBeGreaterThan(20)
    expect(text).not.toMatch(/"\$ref":"(?!#\/components\/schemas\/)/)
    expect(body).toMatchObject({
      components: { schemas: Object.fromEntries(named.map((name) => [name, expect.anything()])) },
    })
  })

  // covers ACC-API-02
  test('a wrong path, method, type or body is told so in JSON, never as a page', async () => {
    const ana = await world.member('ana')
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
      const answer = await ana.send(method, path, sent)
      expect([method, path, answer.status, answer.body['error']]).toEqual([method, path, status, error])
      expect(answer.body).toMatchObject({ success: false, code: expect.any(String) })
      expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
      expect(answer.headers.get('cache-control')).toBe('no-store')
    }
    expect((await ana.send('POST', '/api/bills')).headers.get('allow')).toBe('GET')
  })

  // covers ACC-API-02
  test('even the method that echoes a request back is refused like any other', async () => {
    const asked = request(`${world.origin}/api/bills`, { method: 'TRACE' }).end()
    const [answer]: IncomingMessage[] = await once(asked, 'response')
    expect([answer?.statusCode, answer?.headers.allow]).toEqual([405, 'GET'])
    expect(JSON.parse(await text(answer!))).toMatchObject({ error: 'Method not allowed' })
  })

  // covers ACC-API-02
  test('bytes that are no HTTP request at all get the same JSON failure', async () => {
    const { hostname, port } = new URL(world.origin)
    for (const line of ['FOO /api/bills HTTP/1.1', `GET /api/bills HTTP/1.1\r\nx: ${'a'.repeat(20_000)}`]) {
      const socket = connect(Number(port), hostname)
      socket.end(`${line}\r\nhost: hurd\r\n\r\n`)
      const answer = await text(socket)
      expect(answer).toMatch(/^HTTP\/1\.1 400 /)
      expect(answer).toContain('cache-control: no-store')
      expect(JSON.parse(answer.slice(answer.indexOf('{')))).toEqual({
        success: false,
        error: 'Invalid request',
        code: 'invalid_request',
      })
    }
  })

  test('a request that names two hosts is refused, because two servers could each believe another one', async () => {
    const { hostname, port } = new URL(world.origin)
    const socket = connect(Number(port), hostname)
    socket.end('GET /api/health HTTP/1.1\r\nhost: hurd\r\nHost: other\r\nconnection: close\r\n\r\n')
    const answer = await text(socket)
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    expect(answer).toContain('{"success":false,"error":"Invalid request","code":"invalid_request"}')
    expect(answer).toMatch(/^content-security-policy: /m)
  })

  test('a proxy that no setting names is warned of once', async () => {
    expect(proxyWarnings()).toEqual([])
    for (const name of ['x-forwarded-for', 'x-real-ip', 'forwarded']) {
      await world.send('GET', '/api/health', { headers: { [name]: '203.0.113.7' } })
    }
    expect(proxyWarnings()).toHaveLength(1)
    expect(proxyWarnings()[0]).not.toContain('203.0.113.7')

    const behindProxy = await openWorld({ trustProxy: ['127.0.0.1'] })
    await behindProxy.send('GET', '/api/health', { headers: { 'x-forwarded-for': '203.0.113.7' } })
    expect(behindProxy.logLines.join('\n')).not.toContain('TRUST_PROXY')
    await behindProxy.close()
  })

  test('every answer carries the safety headers and a request id, and an API answer is never stored', async () => {
    const ben = await world.member('ben')
    for (const path of ['/api/health', '/api/bills', '/api/nothing', '/feed']) {
      const { headers } = await fetch(world.origin + path, {
        headers: { authorization: `Bearer ${ben.token}` },
      })
      const policy = headers.get('content-security-policy') ?? ''
      for (const rule of [
        "default-src 'self'",
        "script-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
        "trusted-types 'none'",
      ]) {
        expect(policy.split('; ')).toContain(rule)
      }
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('referrer-policy')).toBe('same-origin')
      expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
      if (path.startsWith('/api')) expect(headers.get('cache-control')).toBe('no-store')
      expect(headers.get('access-control-allow-origin')).toBeNull()
    }
  })

  test('health answers without a token', async () => {
    const answer = await world.send('GET', '/api/health')
    expect(answer).toMatchObject({ status: 200, body: { success: true, status: 'ok' } })
  })

  test('fields nobody asked for change nothing', async () => {
    const cleo = await world.member('cleo')
    const { bill_id } = await world.bill('Mass Assignment Bill')
    const answer = await cleo.send('POST', `/api/bills/${bill_id}/stance`, {
      body: { stance: 'support', id: 'other', user_id: cleo.user_id, support_count: 999, is_new: false },
    })
    expect(answer.body).toMatchObject({ is_new: true, counts: { support_count: 1 } })
  })

  test('what is typed wrong never reaches the logs, nor do tokens, passwords or addresses', async () => {
    const canaries = ['canary-password-1', 'canary.mail@example.org', 'canary-token-value', 'canary keyword']
    await world.visitor.ask(login, { email: 'canary.mail@example.org', password: 'canary-password-1' })
    await world.send('GET', '/api/bills?q=canary+keyword', { token: 'canary-token-value' })
    await world.send('POST', '/api/auth/login', { body: '{"password":"canary-password-1"' })
    const dina = await world.member('dina')
    await dina.call(listBills, { q: 'canary keyword' })
    const log = world.logLines.join('\n')
    expect(log).toContain('/api/auth/login')
    for (const canary of canaries) expect(log).not.toContain(canary)
    expect(log).not.toContain(dina.token)
  })
})

describe('when the database misbehaves', () => {
  test('an unforeseen failure is a plain 500 without a word of its inside', async () => {
    const broken = await openWorld()
    const eva = await broken.member('eva')
    await broken.pool`alter table bill_counters rename to gone_for_a_while`

    const answer = await eva.ask(listBills, {})

    expect(answer.status).toBe(500)
    expect(answer.body).toEqual({
      success: false,
      error: 'Something went wrong. Please try again.',
      code: 'internal_error',
    })
    await broken.close()
  })

  test('a write that waits for a held row is told to come back, and the next reader is served meanwhile', async () => {
    const fay = await world.member('fay')
    const { bill_id } = await world.bill('Held Bill')
    const [held, hold] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const holder = world.pool.begin(async (db) => {
      await db`select from bill_counters where bill_id = ${bill_id} for update`
      held.resolve()
      await hold.promise
    })
    await held.promise

    const write = fay.send('POST', `/api/bills/${bill_id}/stance`, { body: { stance: 'support' } })
    expect((await fay.ask(listBills, {})).status).toBe(200)
    const refused = await write
    hold.resolve()
    await holder

    expect(refused).toMatchObject({ status: 503, body: { code: 'overloaded' } })
    expect(refused.headers.get('retry-after')).toBe('2')
    const after = await fay.send('POST', `/api/bills/${bill_id}/stance`, { body: { stance: 'support' } })
    expect(after.body).toMatchObject({ is_new: true, counts: { support_count: 1 } })
  })
})
