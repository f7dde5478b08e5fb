import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { changePassword, forgotPassword, login, resetPassword } from '../../../contract/accounts/accounts.ts'
import { hashPassword } from '../../kit/passwords.ts'
import { tokenTo } from '../../testing/external/mailbox.ts'
import { startTestServer, type Person, type TestServer } from '../../testing/testServer.ts'

const password = 'quiet river morning'
const [firefox, chrome] = [
  'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36',
]

let app: TestServer
let password_hash: string
let vera: Person & { email: string; user_id: string }
let veras = 0
beforeAll(async () => {
  // The server trusts the tests' X-Forwarded-For header, so that requests can come from different networks.
  app = await startTestServer({ rateLimits: true, trustProxy: ['127.0.0.1', '::1'] })
  password_hash = await hashPassword(password)
})
beforeEach(async () => {
  await app.pool`delete from rate_limits`
  vera = await app.member(`vera${(veras += 1)}`)
  await app.pool`update users set password_hash = ${password_hash} where user_id = ${vera.user_id}`
})
afterAll(() => app.close())

async function signIn(address: string, tried: string, userAgent = firefox) {
  const headers = { 'x-forwarded-for': address, 'user-agent': userAgent }
  return app.visitor.request(login, { email: vera.email, password: tried }, headers)
}

async function change(address: string, currentPassword: string, userAgent = firefox) {
  const headers = { 'x-forwarded-for': address, 'user-agent': userAgent }
  return (await vera.request(changePassword, { currentPassword, newPassword: 'loud ocean evening' }, headers))
    .status
}

const statusOf = async (...tried: Parameters<typeof signIn>) => (await signIn(...tried)).status

/** Makes wrong guesses from different networks, so that no network reaches its own limit. */
async function guessFromManyNetworks(count: number) {
  const statuses: number[] = []
  for (let at = 0; at < count; at += 1) statuses.push(await statusOf(`198.51.${at}.7`, `guess ${at}`))
  return statuses
}

const passWaits = () => app.pool`update rate_limits set blocked_until = now() where blocked_until > now()`

test('a hundred and one guesses from one network do not lock the owner out elsewhere', async () => {
  const guesses = []
  for (let at = 0; at < 101; at += 1) guesses.push(await statusOf('198.51.100.7', `guess ${at}`))
  expect(guesses.filter((status) => status === 401)).toHaveLength(10)
  expect(guesses.filter((status) => status === 429)).toHaveLength(91)

  expect(await statusOf('203.0.113.9', password)).toBe(200)
})

test('guesses from many networks make strangers wait longer each time, up to 20 minutes', async () => {
  expect(new Set(await guessFromManyNetworks(20))).toEqual(new Set([401]))
  const waits: number[] = []
  for (let at = 0; at < 7; at += 1) {
    const refused = await signIn('203.0.113.9', 'another guess')
    expect(refused.status).toBe(429)
    waits.push(Math.round(Number(refused.headers.get('retry-after')) / 60))
    await passWaits()
    expect(await statusOf(`192.0.${at}.9`, 'the guess after the wait')).toBe(401)
  }
  expect(waits).toEqual([1, 2, 4, 8, 16, 20, 20])
})

test('refused guesses do not make the wait longer', async () => {
  await guessFromManyNetworks(20)
  const before = await app.pool`select attempts, blocked_until from rate_limits where rule = 'login_account'`
  expect(new Set(await guessFromManyNetworks(30))).toEqual(new Set([429]))
  expect(
    await app.pool`select attempts, blocked_until from rate_limits where rule = 'login_account'`,
  ).toEqual(before)
  await passWaits()
  expect(await statusOf('203.0.113.9', password)).toBe(200)
})

test('the owner can sign in on a known device while strangers have to wait', async () => {
  expect(await statusOf('203.0.113.9', password)).toBe(200)
  await guessFromManyNetworks(21)
  expect(await statusOf('203.0.113.9', password, chrome)).toBe(429)
  expect(await statusOf('203.0.113.9', password)).toBe(200)
})

test('a known device does not allow unlimited guesses', async () => {
  expect(await statusOf('203.0.113.9', password)).toBe(200)
  // The browser and the /16 network are always the same. The address is different each time.
  const statuses: number[] = []
  for (let at = 0; at < 22; at += 1) statuses.push(await statusOf(`203.0.${at}.9`, `guess ${at}`))
  expect(statuses).toEqual([...Array.from({ length: 20 }, () => 401), 429, 429])
})

test('a member who resets the password can sign in immediately, even on a new device while guessing continues', async () => {
  await guessFromManyNetworks(21)
  await app.visitor.call(forgotPassword, { email: vera.email })
  const token = await tokenTo(app, vera.email, 'reset_password')
  const headers = { 'x-forwarded-for': '203.0.113.9', 'user-agent': firefox }
  const reset = await app.visitor.request(resetPassword, { token, password: 'loud ocean evening' }, headers)
  expect(reset.status).toBe(200)
  await guessFromManyNetworks(21)
  expect(await statusOf('203.0.113.9', 'loud ocean evening')).toBe(200)
})

test('a change of password has the same limits, and guesses elsewhere do not affect a known device', async () => {
  expect(await statusOf('203.0.113.9', password)).toBe(200)
  for (let at = 0; at < 20; at += 1) expect(await change(`198.51.${at}.7`, `guess ${at}`)).toBe(400)
  expect(await change('198.51.100.7', password)).toBe(429)
  expect(await statusOf('198.51.100.7', password)).toBe(429)
  expect(await change('203.0.113.9', password)).toBe(200)
})
