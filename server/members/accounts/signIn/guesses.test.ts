import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { changePassword, forgotPassword, login, resetPassword } from '#contract/accounts/accounts.ts'
import { hashPassword } from '#server/members/accounts/password/passwords.ts'
import { deviceCookie, deviceCookieOf } from '#server/testing/deviceCookie.ts'
import { tokenTo } from '#server/testing/external/mailbox.ts'
import { codeOf, withSecondFactor } from '#server/testing/setups/secondFactors.ts'
import { startTestServer, type Person, type TestServer } from '#server/testing/testServer.ts'

const password = 'quiet river morning'
/** The device cookies of two browsers. */
const [own, another] = [deviceCookie('o'), deviceCookie('a')]

let app: TestServer
let password_hash: string
let vera: Person & { email: string; user_id: string }
let veras = 0
beforeAll(async () => {
  // The server trusts the tests' X-Forwarded-For header so that requests can come from different networks.
  app = await startTestServer({ rateLimits: true, passwordBlocklist: true, trustProxy: ['127.0.0.1', '::1'] })
  password_hash = await hashPassword(password)
})
beforeEach(async () => {
  await app.pool`delete from rate_limits`
  vera = await app.member(`vera${(veras += 1)}`)
  await app.pool`update users set password_hash = ${password_hash} where user_id = ${vera.user_id}`
})
afterAll(() => app.close())

async function signIn(address: string, tried: string, cookie = '') {
  const headers = { 'x-forwarded-for': address, cookie }
  return app.visitor.request(login, { email: vera.email, password: tried }, headers)
}

async function change(address: string, currentPassword: string, cookie = '') {
  const headers = { 'x-forwarded-for': address, cookie }
  return (await vera.request(changePassword, { currentPassword, newPassword: 'loud ocean evening' }, headers))
    .status
}

const statusOf = async (...tried: Parameters<typeof signIn>) => (await signIn(...tried)).status

/** Makes wrong guesses from different networks so that no network reaches its own limit. */
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

// covers HURD-DEVICE-02
test('the owner can sign in on a known device while strangers have to wait', async () => {
  expect(await statusOf('203.0.113.9', password, own)).toBe(200)
  await guessFromManyNetworks(21)
  expect(await statusOf('203.0.113.9', password, another)).toBe(429)
  expect(await statusOf('203.0.113.9', password, own)).toBe(200)
  expect(await statusOf('192.0.2.200', password, own), 'in another network').toBe(200)
})

// covers HURD-DEVICE-02
test('strangers with the same provider and the same kind of browser cannot make the owner wait', async () => {
  const browser = { 'x-session': 'cookie', 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' }
  const from = (address: string, tried: string, cookie = '') =>
    app.visitor.request(
      login,
      { email: vera.email, password: tried },
      { ...browser, 'x-forwarded-for': address, cookie },
    )
  const cookie = deviceCookieOf(await from('203.0.113.9', password))
  for (let at = 0; at < 40; at += 1) await from(`203.0.${at}.7`, `guess ${at}`)
  expect((await from('203.0.114.9', password)).status).toBe(429)
  expect((await from('203.0.114.9', password, cookie)).status).toBe(200)
})

test('a known device does not allow unlimited guesses', async () => {
  expect(await statusOf('203.0.113.9', password, own)).toBe(200)
  const statuses: number[] = []
  for (let at = 0; at < 22; at += 1) statuses.push(await statusOf(`203.0.${at}.9`, `guess ${at}`, own))
  expect(statuses).toEqual([...Array.from({ length: 20 }, () => 401), 429, 429])
})

test('a member who resets the password can sign in immediately, even on a new device while guessing continues', async () => {
  await guessFromManyNetworks(21)
  await app.visitor.call(forgotPassword, { email: vera.email })
  const token = await tokenTo(app, vera.email, 'reset_password')
  const headers = { 'x-forwarded-for': '203.0.113.9', 'x-session': 'cookie' }
  const reset = await app.visitor.request(resetPassword, { token, password: 'loud ocean evening' }, headers)
  expect(reset.status).toBe(200)
  await guessFromManyNetworks(21)
  const cookie = deviceCookieOf(reset)
  expect(await statusOf('203.0.113.9', 'loud ocean evening', cookie)).toBe(200)
})

test('a change of password has the same limits, and guesses elsewhere do not affect a known device', async () => {
  expect(await statusOf('203.0.113.9', password, own)).toBe(200)
  for (let at = 0; at < 20; at += 1) expect(await change(`198.51.${at}.7`, `guess ${at}`)).toBe(400)
  expect(await change('198.51.100.7', password)).toBe(429)
  expect(await statusOf('198.51.100.7', password)).toBe(429)
  expect(await change('203.0.113.9', password, own)).toBe(200)
})

// covers HURD-SECOND-03 HURD-DEVICE-02
test('wrong codes from many networks make strangers wait for hours, and the owner can still sign in on a known device', async () => {
  const { secret } = await withSecondFactor(vera, app)
  const enter = (address: string, code: string, cookie = '') =>
    app.visitor.request(login, { email: vera.email, password, code }, { 'x-forwarded-for': address, cookie })
  expect((await enter('203.0.113.9', codeOf(secret), own)).status).toBe(200)
  await app.pool`update second_factors set last_step = 0 where user_id = ${vera.user_id}`
  const statuses: number[] = []
  for (let at = 0; at < 18; at += 1) {
    statuses.push((await enter(`198.51.${at}.7`, '000000')).status)
    await passWaits()
  }
  expect(new Set(statuses)).toEqual(new Set([400]))
  expect((await enter('198.51.200.7', '000000')).status).toBe(400)
  const blocked = await enter('198.51.201.7', codeOf(secret))
  expect(blocked.status).toBe(429)
  expect(Number(blocked.headers.get('retry-after'))).toBeGreaterThan(5 * 60 * 60)
  expect((await enter('203.0.113.9', codeOf(secret), own)).status).toBe(200)
})

// covers HURD-SECOND-03
test('a right password without a code, and a reset by mail, do not allow more guesses at the code', async () => {
  const { secret } = await withSecondFactor(vera, app)
  const guessCode = (address: string) =>
    app.visitor.request(
      login,
      { email: vera.email, password: current, code: '000000' },
      { 'x-forwarded-for': address },
    )
  let current = password
  for (let at = 0; at < 9; at += 1) expect((await guessCode(`198.51.${at}.7`)).status).toBe(400)
  // The owner is confirmed by the password alone, and the new password is refused afterward.
  const common = { currentPassword: password, newPassword: 'password123' }
  const refused = await vera.request(changePassword, common, { 'x-forwarded-for': '203.0.113.9' })
  expect(refused.body['code']).toBe('password_too_common')
  await app.visitor.call(forgotPassword, { email: vera.email })
  const token = await tokenTo(app, vera.email, 'reset_password')
  current = 'loud ocean evening'
  await app.visitor.call(resetPassword, { token, password: current })
  expect((await guessCode('198.51.100.7')).status).toBe(400)
  expect((await guessCode('198.51.101.7')).status).toBe(429)
  // A right code clears the count.
  await passWaits()
  const input = { email: vera.email, password: current, code: codeOf(secret) }
  expect((await app.visitor.request(login, input)).status).toBe(200)
  const [count] = await app.pool`select from rate_limits where rule = 'login_code'`
  expect(count).toBeUndefined()
})

// covers HURD-DEVICE-03
test('a password longer than any password is refused like a wrong one, without comparing it', async () => {
  const long = 'x'.repeat(129)
  // If the text were hashed and compared, it would match.
  await app.pool`update users set password_hash = ${await hashPassword(long)} where user_id = ${vera.user_id}`
  for (const email of [vera.email, 'nobody@elsewhere.example']) {
    const response = await app.visitor.request(login, { email, password: long })
    expect([response.status, response.body['code']]).toEqual([401, 'wrong_credentials'])
  }
  const change = { currentPassword: long, newPassword: 'loud ocean evening' }
  expect(await vera.refusal(changePassword, change)).toBe('wrong_current_password')
})
