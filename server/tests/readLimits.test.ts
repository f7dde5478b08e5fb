import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listBills } from '#contract/bills/bills.ts'
import { listGroupMembers, listGroups } from '#contract/groups.ts'
import { getUserByUsername, listFollowers, listFollowing, listMemberStances } from '#contract/people.ts'
import { openReadLimits } from '#server/platform/http/readLimits.ts'
import { defaultLimits } from '#server/platform/settings/limitSettings.ts'
import { startTestServer, type Person, type TestServer } from '#server/testing/testServer.ts'

const austin = 'ocd-division/country:us/state:tx/place:austin'
const limits = { ...defaultLimits, reads: 12, anonymousReads: 8, peopleReads: 4 }

let app: TestServer
let ana: Person & { user_id: string; username: string }
let group: string
let anas = 0
beforeAll(async () => {
  app = await startTestServer({ rateLimits: true, limits, trustProxy: ['127.0.0.1', '::1'] })
})
beforeEach(async () => {
  ana = await app.resident(`ana${(anas += 1)}`, austin)
  group = await app.groupOf(austin)
})
afterAll(() => app.close())

async function repeat(times: number, send: () => Promise<{ status: number }>) {
  const statuses: number[] = []
  for (let at = 0; at < times; at += 1) statuses.push((await send()).status)
  return statuses
}

const ok = (count: number) => Array.from({ length: count }, () => 200)
const from = (address: string) => ({ 'x-forwarded-for': address })

describe('reading too much', () => {
  test('a member who reads too much gets the usual error with the time to wait, and stays signed in', async () => {
    expect(await repeat(13, () => ana.request(listBills, {}))).toEqual([...ok(12), 429])
    const refused = await ana.request(listBills, {})
    expect(refused.body).toEqual({
      success: false,
      error: 'Too many attempts. Please try again later.',
      code: 'too_many_attempts',
    })
    const seconds = Number(refused.headers.get('retry-after'))
    expect(seconds).toBeGreaterThan(200)
    expect(seconds).toBeLessThanOrEqual(300)
    // Reads from another device of the same member count too. Other members do not, and writes have their own limits.
    const phone = await app.signInAgain(ana)
    expect((await phone.request(listBills, {})).status).toBe(429)
    const ben = await app.member(`ben${anas}`)
    expect((await ben.request(listBills, {})).status).toBe(200)
    expect((await ana.send('POST', '/api/auth/logout')).status).toBe(200)
  })

  test('lists of people and of their stances have a lower limit than other reads', async () => {
    const id = ana.user_id
    const reader = await app.member(`reader${anas}`)
    const requests = [
      () => reader.request(listGroupMembers, { id: group }),
      () => reader.request(listFollowers, { id }),
      () => reader.request(listFollowing, { id }),
      () => reader.request(listMemberStances, { id }),
      () => reader.request(getUserByUsername, { username: ana.username }),
    ]
    const statuses: number[] = []
    for (const send of requests) statuses.push((await send()).status)
    expect(statuses).toEqual([...ok(4), 429])
    expect((await reader.request(listBills, {})).status).toBe(200)
  })

  test('visitors share the limit of their network, and block neither its members nor other networks', async () => {
    const visit = (address: string) => app.visitor.request(listGroups, {}, from(address))
    expect(await repeat(9, () => visit('203.0.113.7'))).toEqual([...ok(8), 429])
    expect((await visit('203.0.113.8')).status).toBe(200)
    expect((await ana.request(listGroups, {}, from('203.0.113.7'))).status).toBe(200)
    // A call that needs a session is refused before anything is read from the database.
    expect((await app.visitor.request(listBills, {}, from('203.0.113.7'))).status).toBe(429)
    expect((await app.visitor.request(listBills, {}, from('203.0.113.8'))).status).toBe(401)
    expect((await app.send('GET', '/api/health', { headers: from('203.0.113.7') })).status).toBe(200)
  })

  test('a household with IPv6 counts as one network, however many addresses it uses', async () => {
    let at = 0
    const visit = () => app.visitor.request(listGroups, {}, from(`2001:db8:1:2::${(at += 1).toString(16)}`))
    expect(await repeat(9, visit)).toEqual([...ok(8), 429])
    expect((await app.visitor.request(listGroups, {}, from('2001:db8:1:3::1'))).status).toBe(200)
  })

  test('a request with an invalid token counts as one without a token', async () => {
    const headers = from('203.0.113.20')
    const guess = (at: number) =>
      app.send('GET', '/api/bills', { token: String(at).padStart(43, 'x'), headers })
    let at = 0
    const statuses = await repeat(9, () => guess((at += 1)))
    expect(statuses).toEqual([...Array.from({ length: 8 }, () => 401), 429])
  })

  test('a network that tries tokens is refused without a lookup, for every method, and its members are not', async () => {
    const headers = from('203.0.113.21')
    let at = 0
    const guess = (method: 'GET' | 'POST') => {
      const token = `post${(at += 1)}`.padStart(43, 'x')
      return app.send(method, method === 'GET' ? '/api/bills' : '/api/auth/logout', { token, headers })
    }
    await ana.call(listBills, {})
    const unused = await app.signInAgain(ana)
    // Visitors who have read too much do not delay a member whose token is new to this instance.
    await repeat(9, () => app.visitor.request(listGroups, {}, headers))
    expect((await unused.request(listBills, {}, headers)).status).toBe(200)

    expect(await repeat(9, () => guess('POST'))).toEqual([...Array.from({ length: 8 }, () => 401), 429])
    await app.pool.begin(async (db) => {
      // Every request that looks up a token now waits and ends with 503.
      await db`lock table sessions in access exclusive mode`
      expect((await guess('GET')).status).toBe(429)
      const refused = await guess('POST')
      expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_attempts' } })
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(200)
    })
    expect((await ana.request(listBills, {}, headers)).status).toBe(200)
    expect((await unused.send('POST', '/api/auth/logout', { headers })).status).toBe(200)
  })

  test('shared pages, the API description and lists of group members are counted for visitors as well', async () => {
    const { path } = await app.bill('Counted Bill')
    const page = () => fetch(`${app.origin}/${path}`, { headers: from('203.0.113.30') })
    expect((await repeat(9, page)).at(-1)).toBe(429)
    const description = () => app.send('GET', '/api/openapi.json', { headers: from('203.0.113.32') })
    expect(await repeat(9, description)).toEqual([...ok(8), 429])
    const members = () => app.visitor.request(listGroupMembers, { id: group }, from('203.0.113.31'))
    expect(await repeat(3, members)).toEqual([200, 200, 429])
  })

  test('no read writes anything, and a limit that was reached is recorded once', async () => {
    await repeat(12, () => app.visitor.request(listGroups, {}, from('203.0.113.40')))
    expect(await app.pool`select from rate_limits where rule like '%reads'`).toHaveLength(0)
    const networks = await app.pool<{ records: number }[]>`
      select count(*)::int as records from audit_log
       where action = 'limit_hit' and detail ->> 'rule' = 'anonymous_reads' group by subject`
    expect(new Set(networks.map(({ records }) => records))).toEqual(new Set([1]))
  })

  test('no reads are counted if limits are switched off', async () => {
    const free = await startTestServer({ rateLimits: false, limits })
    expect(await repeat(15, () => free.visitor.request(listGroups, {}))).toEqual(ok(15))
    await free.close()
  })
})

describe('the memory of reads', () => {
  test('windows that have ended are deleted, and the number of counted readers is bounded', () => {
    const clock = { at: 0 }
    const reads = openReadLimits(defaultLimits, () => clock.at)
    const visit = (at: number) =>
      reads.count({ user_id: null, ip: `10.${at >> 16}.${(at >> 8) & 255}.${at & 255}` }, 'usual')
    for (let at = 0; at < 60_000; at += 1) visit(at)
    expect(reads.size()).toBe(50_000)
    clock.at += 5 * 60_000
    visit(1)
    expect(reads.size()).toBe(1)
  })

  test('a new window starts after five minutes', () => {
    const clock = { at: 0 }
    const reads = openReadLimits({ ...defaultLimits, anonymousReads: 1 }, () => clock.at)
    const visit = () => reads.count({ user_id: null, ip: '203.0.113.7' }, 'usual')
    visit()
    expect(visit).toThrow('Too many attempts')
    clock.at += 5 * 60_000
    visit()
  })
})
