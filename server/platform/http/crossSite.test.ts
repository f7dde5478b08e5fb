import { afterAll, beforeAll, expect, test } from 'vitest'
import { takeStance } from '#contract/bills/bills.ts'
import { startTestServer, type TestServer } from '#server/testing/testServer.ts'

let app: TestServer
beforeAll(async () => {
  app = await startTestServer()
})
afterAll(() => app.close())

// covers HURD-COOKIE-06
test.each([
  ['a page of another site', { 'sec-fetch-site': 'cross-site' }, 403],
  ['a page of another host of the same site', { 'sec-fetch-site': 'same-site' }, 403],
  ['an old browser on a page of another site', { origin: 'https://elsewhere.example.org' }, 403],
  ['a page without an origin in an old browser', { origin: 'null' }, 403],
  ['our own page', { 'sec-fetch-site': 'same-origin', origin: 'http://localhost:3000' }, 200],
  ['our own page in an old browser', { origin: 'http://localhost:3000' }, 200],
  ['a program', {}, 200],
] as const)('a stance from %s answers %3$i', async (_name, headers, status) => {
  const member = await app.member(`m${Math.random().toString(36).slice(2, 10)}`)
  const { bill_id } = await app.bill('Lamps')
  const response = await member.request(takeStance, { id: bill_id, stance: 'support' }, headers)
  expect(response.status).toBe(status)
  if (status === 403) expect(response.body['code']).toBe('cross_site_request')
  const stances = await app.pool`select from stances where user_id = ${member.user_id}`
  expect(stances).toHaveLength(status === 200 ? 1 : 0)
})

// covers HURD-COOKIE-06
test('our own page under another name of the server may write, and another site may read', async () => {
  const host = new URL(app.origin).host
  const member = await app.member('jona')
  const { bill_id } = await app.bill('Benches')
  const here = await member.request(
    takeStance,
    { id: bill_id, stance: 'support' },
    { origin: `http://${host}` },
  )
  expect(here.status).toBe(200)
  const read = await app.send('GET', '/api/health', { headers: { 'sec-fetch-site': 'cross-site' } })
  expect(read.status).toBe(200)
})

// covers HURD-COOKIE-06
test('a page of another site cannot sign a visitor in to an account', async () => {
  const response = await app.send('POST', '/api/auth/login', {
    body: { email: 'someone@example.org', password: 'x' },
    headers: { 'sec-fetch-site': 'cross-site' },
  })
  expect(response.body['code']).toBe('cross_site_request')
})
