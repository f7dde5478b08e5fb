import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { deactivate, login, register } from '#contract/accounts/accounts.ts'
import { takeStance } from '#contract/bills/bills.ts'
import { defaultLimits } from '#server/platform/settings/limitSettings.ts'
import { networkOf } from '#server/platform/settings/networks.ts'
import { startTestServer, type TestServer } from '#server/testing/testServer.ts'

let app: TestServer
beforeEach(async () => {
  app = await startTestServer({ rateLimits: true })
  await app.pool`insert into access_codes (code, max_uses) values ('OPEN-HOUSE', 1000)`
})
afterEach(() => app.close())

const password = 'quiet river morning'

function form(username: string) {
  return {
    full_name: 'Vera Stone',
    username,
    email: `${username}@example.org`,
    access_code: 'OPEN-HOUSE',
    password,
  }
}

const registerIn = async (server: TestServer, at: number) =>
  (await server.visitor.request(register, form(`reader${at}`))).status

describe('too many attempts', () => {
  test('a burst of a hundred guesses at one account is refused after ten, even with the right password', async () => {
    await app.visitor.call(register, form('vera'))
    const guesses = await Promise.all(
      Array.from({ length: 100 }, (_, at) =>
        app.visitor.request(login, { email: 'vera@example.org', password: `guess number ${at}` }),
      ),
    )
    expect(guesses.filter((response) => response.status === 401).length).toBeLessThanOrEqual(10)
    const refused = guesses.find((response) => response.status === 429)
    expect(refused?.body['error']).toBe('Too many attempts. Please try again later.')
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0)
    const right = await app.visitor.request(login, { email: 'vera@example.org', password })
    expect(right.status).toBe(429)
  })

  test('an unknown email has the same limit as a known one', async () => {
    await app.visitor.call(register, form('wanda'))
    const sequence = async (email: string) => {
      const statuses: number[] = []
      for (let at = 0; at < 12; at += 1) {
        const response = await app.visitor.request(login, { email, password: 'not the password' })
        statuses.push(response.status)
      }
      return statuses
    }
    const known = await sequence('wanda@example.org')
    await app.pool`delete from rate_limits where rule = 'login_source'`
    expect(await sequence('unknown@example.org')).toEqual(known)
  })

  test('a forwarded address from an untrusted proxy is ignored', async () => {
    const statuses: number[] = []
    for (let at = 0; at < 12; at += 1) {
      const response = await app.send('POST', '/api/auth/login', {
        body: { email: 'someone@example.org', password: 'not the password' },
        headers: { 'x-forwarded-for': `203.0.113.${at}`, 'x-real-ip': `203.0.113.${at}` },
      })
      statuses.push(response.status)
    }
    expect(statuses.slice(-2)).toEqual([429, 429])
  })

  test('successful sign-ins are not limited', async () => {
    await app.visitor.call(register, form('xena'))
    for (let at = 0; at < 15; at += 1) {
      const response = await app.visitor.request(login, { email: 'xena@example.org', password })
      expect(response.status).toBe(200)
    }
  })

  test('the thirty-first wrong access code from one network in an hour is refused', async () => {
    const statuses: number[] = []
    for (let at = 0; at < 31; at += 1) {
      const response = await app.visitor.request(register, { ...form('yana'), access_code: `GUESS-${at}00` })
      statuses.push(response.status)
    }
    expect(statuses).toEqual([...Array.from({ length: 30 }, () => 400), 429])
  })

  test('thirty people in one library register in the same hour, and an operator can allow fewer', async () => {
    const strict = await startTestServer({ rateLimits: true, limits: { ...defaultLimits, registrations: 2 } })
    await strict.pool`insert into access_codes (code, max_uses) values ('OPEN-HOUSE', 1000)`
    const statuses: number[] = []
    for (let at = 0; at < 30; at += 1) statuses.push(await registerIn(app, at))
    expect(new Set(statuses)).toEqual(new Set([201]))
    expect([await registerIn(strict, 1), await registerIn(strict, 2), await registerIn(strict, 3)]).toEqual([
      201, 201, 429,
    ])
    await strict.close()
  })

  test('a member can write 120 times a minute and then has to wait', async () => {
    const zoe = await app.member('zoe')
    const { bill_id } = await app.bill('Busy Bill')
    const statuses: number[] = []
    for (let at = 0; at < 120; at += 1) {
      const stance = at % 2 ? 'oppose' : 'support'
      statuses.push((await zoe.request(takeStance, { id: bill_id, stance })).status)
    }
    expect(new Set(statuses)).toEqual(new Set([200]))
    const response = await zoe.request(takeStance, { id: bill_id, stance: 'neutral' })
    expect([response.status, response.body['code']]).toEqual([429, 'too_many_attempts'])
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(Number(response.headers.get('retry-after'))).toBeLessThanOrEqual(60)
    expect(await zoe.refusal(deactivate, {})).toBe('too_many_attempts')
  })

  test('the counters contain no network address and no email', async () => {
    await app.visitor.request(login, { email: 'canary@example.org', password: 'not the password' })
    const [dump] = await app.pool<{ text: string }[]>`
      select string_agg(row_to_json(r)::text, ' ') as text from rate_limits r`
    expect(dump!.text).toContain('login')
    expect(dump!.text).not.toMatch(/canary|127\.0\.0\.1/)
  })
})

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  // A translator between IPv6 and IPv4 is no network of its callers.
  ['64:ff9b::203.0.113.7', '203.0.113.7'],
])('requests from the address %s count for the network %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})
