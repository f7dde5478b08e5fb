import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApiKey, listApiKeys, maxApiKeys, revokeApiKey } from '#contract/openData/apiKeys.ts'
import { publicLimits } from '#contract/openData/public.ts'
import { collectExport } from '#server/members/people/exportContent.ts'
import { attemptWindows } from '#server/platform/limits/windows.ts'
import { runMaintenance } from '#server/testing/runMaintenance.ts'
import { startTestServer, type TestServer } from '#server/testing/testServer.ts'

/** The lookups of keys that the server has sent to the database. */
const lookups: string[] = []
let app: TestServer
beforeAll(async () => {
  app = await startTestServer({ rateLimits: true, trustProxy: ['127.0.0.1', '::1'] }, undefined, {
    observe: ({ name }) => {
      if (name.includes('findKeyOwner')) lookups.push(name)
    },
  })
})
afterAll(() => app.close())

const path = '/api/public/v1/sessions'
const from = (address: string) => ({ 'x-forwarded-for': address })
const get = (headers: Record<string, string>) => app.send('GET', path, { headers })
const limitOf = ({ headers }: { headers: Headers }) =>
  ['limit', 'remaining', 'reset'].map((name) => Number(headers.get(`ratelimit-${name}`)))

const remaining = async (address: string) => limitOf(await get(from(address)))[1]!
const guess = () => `hurd_pk_${randomBytes(32).toString('base64url')}`

const today = () => new Date().toISOString().slice(0, 10)

describe('an API key', () => {
  // covers BEY-OPEN-02
  test('is shown once, stored as a hash, raises the limit, and ends when it is revoked', async () => {
    const ana = await app.member('ana')
    const { key, secret } = await ana.call(createApiKey, { name: ' My newsroom ' })
    expect(secret).toMatch(/^hurd_pk_[\w-]{43}$/)
    expect(key).toMatchObject({ name: 'My newsroom', hint: secret.slice(-4), last_used_on: null })
    const stored = await app.pool<{ key_hash: Buffer }[]>`select * from api_keys`
    expect(JSON.stringify(stored)).not.toContain(secret)
    expect(stored[0]!.key_hash).toEqual(createHash('sha256').update(secret).digest())
    const listed = await ana.call(listApiKeys, {})
    expect(listed.keys).toEqual([key])
    expect(JSON.stringify(listed)).not.toContain(secret)

    const began = today()
    const ways = [{ authorization: `Bearer ${secret}` }, { 'x-api-key': secret }]
    const left: number[] = []
    for (const headers of ways) {
      const response = await get({ ...from('203.0.113.1'), ...headers })
      expect(response.status).toBe(200)
      left.push(limitOf(response)[1]!)
    }
    expect(left).toEqual([publicLimits.withKey - 1, publicLimits.withKey - 2])
    const { last_used_on } = (await ana.call(listApiKeys, {})).keys[0]!
    expect([began, today()], 'the day may end during the test').toContain(last_used_on)
    // A key can read only public records.
    expect((await app.send('GET', '/api/bills', { headers: ways[0]! })).status).toBe(401)

    await ana.call(revokeApiKey, { id: key.key_id })
    expect(await get({ ...from('203.0.113.1'), ...ways[0]! })).toMatchObject({
      status: 401,
      body: { code: 'invalid_api_key' },
    })
    expect((await ana.call(listApiKeys, {})).keys).toEqual([])
    expect(await ana.refusal(revokeApiKey, { id: key.key_id })).toBe('key_not_found')
  })

  test('belongs to one member, who can have three', async () => {
    const ben = await app.member('ben')
    const eve = await app.member('eve')
    const { key } = await ben.call(createApiKey, { name: 'first' })
    expect(await eve.refusal(revokeApiKey, { id: key.key_id })).toBe('key_not_found')
    await ben.call(createApiKey, { name: 'second' })
    const both = await Promise.all([1, 2].map((n) => ben.refusal(createApiKey, { name: `key ${n}` })))
    expect(new Set(both)).toEqual(new Set(['key_limit', null]))
    expect((await ben.call(listApiKeys, {})).keys).toHaveLength(maxApiKeys)
    await ben.call(revokeApiKey, { id: key.key_id })
    expect(await ben.refusal(createApiKey, { name: 'instead' })).toBeNull()
    for (const name of ['', '   ', 'x'.repeat(61)]) {
      expect(await eve.refusal(createApiKey, { name })).toBe('invalid_request')
    }
  })

  test('is in the data export without its hash, and ends with the account and with a suspension', async () => {
    const cat = await app.member('cat')
    const { secret } = await cat.call(createApiKey, { name: 'Study' })
    const data = await collectExport(app.pool, cat.user_id)
    expect(data!['api_keys']).toMatchObject([{ name: 'Study', hint: secret.slice(-4), revoked_at: null }])
    expect(JSON.stringify(data)).not.toContain('key_hash')
    await app.pool`update users set account_status = 'suspended' where user_id = ${cat.user_id}`
    expect((await get({ 'x-api-key': secret })).status).toBe(401)
    await app.pool`delete from users where user_id = ${cat.user_id}`
    expect(await app.pool`select from api_keys where user_id = ${cat.user_id}`).toEqual([])
  })

  test('that was revoked a month ago is forgotten', async () => {
    const dan = await app.member('dan')
    const { key } = await dan.call(createApiKey, { name: 'Old' })
    await dan.call(revokeApiKey, { id: key.key_id })
    await runMaintenance(app.pool)
    expect(await app.pool`select from api_keys where key_id = ${key.key_id}`).toHaveLength(1)
    await app.pool`update api_keys set revoked_at = now() - interval '31 days' where key_id = ${key.key_id}`
    await runMaintenance(app.pool)
    expect(await app.pool`select from api_keys where key_id = ${key.key_id}`).toHaveLength(0)
  })
})

describe('reading the public API', () => {
  test('without a key is limited per network to 60 requests an hour', async () => {
    const network = (last: number) => from(`2001:db8:1:1::${last}`)
    for (let number = 1; number <= publicLimits.withoutKey; number += 1) {
      const response = await get(network(number))
      expect(response.status).toBe(200)
      const [limit, remaining, reset] = limitOf(response)
      expect([limit, remaining]).toEqual([60, 60 - number])
      expect(reset).toBeGreaterThan(3_500)
    }
    const refused = await get(network(99))
    expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_records' } })
    expect(refused.body.error, 'names the files').toContain('/bulk/index.json')
    expect(limitOf(refused).slice(0, 2)).toEqual([60, 0])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_500)
    expect(refused.headers.get('cache-control')).toBe('no-store')
    expect(refused.headers.get('access-control-allow-origin')).toBe('*')
    expect((await get(from('2001:db8:1:2::1'))).status).toBe(200)
    // The members' pages are not affected, and neither is a key from the same network.
    expect((await app.send('GET', '/api/sessions', { headers: network(1) })).status).toBe(200)
    const fay = await app.member('fay')
    const { secret } = await fay.call(createApiKey, { name: 'Key' })
    expect((await get({ ...network(1), 'x-api-key': secret })).status).toBe(200)
  })

  test('with wrong keys is counted like reading without one', async () => {
    const statuses: number[] = []
    for (let number = 0; number <= publicLimits.withoutKey; number += 1) {
      const key = ['hurd_pk_guess', 'x'.repeat(400), '', 'nonsense'][number % 4]!
      const headers = number % 2 === 0 ? { 'x-api-key': key } : { authorization: `Bearer ${key}` }
      statuses.push((await get({ ...from('198.51.100.7'), ...headers })).status)
    }
    expect(statuses.slice(0, -1)).toEqual(Array.from({ length: 60 }, () => 401))
    expect(statuses.at(-1)).toBe(429)
  })

  // covers HURD-KEYS-01
  test('with keys that are not known costs a bounded number of lookups, and delays neither sessions nor known keys', async () => {
    const gus = await app.member('gus')
    const { secret } = await gus.call(createApiKey, { name: 'Key' })
    expect((await get({ ...from('198.51.100.9'), 'x-api-key': secret })).status).toBe(200)
    const before = lookups.length
    const sent = Array.from({ length: 150 }, () => get({ ...from('198.51.100.9'), 'x-api-key': guess() }))
    const statuses = (await Promise.all(sent)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 401)).toHaveLength(publicLimits.withoutKey)
    expect(statuses.filter((status) => status === 429)).toHaveLength(150 - publicLimits.withoutKey)
    expect(lookups.length - before).toBe(publicLimits.withoutKey)
    // A key that was used before is not affected, and a text that is no key is not looked up.
    expect((await get({ ...from('198.51.100.9'), 'x-api-key': secret })).status).toBe(200)
    const known = lookups.length
    for (const text of ['', 'nonsense', 'hurd_pk_short', `${guess()}x`, `Hurd_pk_${'a'.repeat(43)}`]) {
      expect((await get({ ...from('198.51.100.10'), 'x-api-key': text })).status).toBe(401)
    }
    expect(lookups.length).toBe(known)

    // While lookups of keys wait for a lock, a new session is still identified.
    const locked = Promise.withResolvers<void>()
    const unlock = Promise.withResolvers<void>()
    const blocking = app.pool.begin(async (db) => {
      await db`lock table api_keys in access exclusive mode`
      locked.resolve()
      await unlock.promise
    })
    await locked.promise
    const waiting = Array.from({ length: 40 }, () => get({ ...from('198.51.100.11'), 'x-api-key': guess() }))
    const session = await app.signInAgain(gus)
    expect((await session.send('GET', '/api/bills', { headers: from('198.51.100.12') })).status).toBe(200)
    unlock.resolve()
    await blocking
    const responses = await Promise.all(waiting)
    expect(responses.every(({ status }) => status === 401 || status === 503)).toBe(true)
  })

  // covers HURD-NETWORK-01
  test('counts one budget for a network, however a trusted proxy spells the address', async () => {
    const ipv4 = [
      '203.0.113.60',
      '203.0.113.60:4711',
      '::ffff:203.0.113.60',
      '[::ffff:203.0.113.60]:4711',
      '::FFFF:cb00:713c',
    ]
    const ipv6 = [
      '2001:db8:60::1',
      '[2001:DB8:60::2]:4711',
      '[2001:db8:60::3]',
      '2001:db8:60::4%eth0',
      '2001:0db8:0060::5',
    ]
    const proxy = ['unknown', '_hidden', '203.0.113', '0x7f.1', '203.0.113.060', '']
    for (const spellings of [ipv4, ipv6, proxy]) {
      const seen: number[] = []
      for (const address of spellings) seen.push(await remaining(address))
      const [first = 0] = seen
      expect(seen, spellings.join(' ')).toEqual(spellings.map((_, index) => first - index))
    }
    // A trusted proxy in the chain is recognized even if it is named with a port.
    const viaProxy = await remaining('203.0.113.61, 127.0.0.1:8080')
    expect(await remaining('203.0.113.61')).toBe(viaProxy - 1)
  })

  test('is counted for each hour, and the counts use a bounded amount of memory', () => {
    let now = 0
    const { take: count } = attemptWindows(60 * 60_000, () => now)
    expect(count('a', 2)).toMatchObject({ remaining: 1, isExceeded: false, secondsLeft: 3600 })
    now += 1_800_000
    expect(count('a', 2)).toMatchObject({ remaining: 0, isExceeded: false, secondsLeft: 1800 })
    expect(count('a', 2)).toMatchObject({ remaining: 0, isExceeded: true })
    now += 1_800_000
    expect(count('a', 2)).toMatchObject({ remaining: 1, isExceeded: false })
    for (let caller = 0; caller < 60_000; caller += 1) count(`network ${caller}`, 2)
    expect(count('a', 2), 'the oldest callers were dropped').toMatchObject({ remaining: 1 })
  })
})
