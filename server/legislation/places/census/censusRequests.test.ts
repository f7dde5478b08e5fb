import type { RequestListener } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { updateProfile } from '#contract/people.ts'
import { getMyPlaces } from '#contract/places.ts'
import { areas } from '#server/testing/external/geocoder.ts'
import { country, openCensusTest } from '#server/testing/setups/records/census.ts'

let census: Awaited<ReturnType<typeof openCensusTest>>
beforeAll(async () => {
  census = await openCensusTest()
})
afterAll(() => census.close())

const street = '12 Oak Street, Austin, TX 78701'

describe('a request to the geocoder', () => {
  test('is sent once for an address, however it is written, and no address is stored', async () => {
    census.respondWith(areas({ county: '48453', district: '4837' }))
    census.stand.requests.length = 0
    await census.lookUp('7 Kept Street, Austin, TX 78701')
    await census.lookUp(' 7  KEPT street,  Austin, tx 78701')
    expect(census.stand.requests).toHaveLength(1)
    const rows = await census.app.pool`select * from geocodes`
    expect(JSON.stringify(rows).toLowerCase()).not.toContain('kept')
    await census.app.pool`update geocodes set expires_at = now() - interval '1 second'`
    await census.lookUp('7 Kept Street, Austin, TX 78701')
    expect(census.stand.requests).toHaveLength(2)
  })

  test('is sent for each of two streets whose names differ only in a word that others shorten', async () => {
    census.respondWith(areas({ county: '48453', district: '4837' }))
    census.stand.requests.length = 0
    await census.lookUp('2700 S Street, Austin, TX 78701')
    await census.lookUp('2700 South Street, Austin, TX 78701')
    expect(census.stand.requests).toHaveLength(2)
  })

  test.each<[string, RequestListener, RegExp]>([
    ['an error', (_, response) => response.writeHead(503).end(), /status 503/],
    [
      'a redirect',
      (_, response) => response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end(),
      /status 302/,
    ],
    ['a response that is not JSON', (_, response) => response.writeHead(200).end('<html>'), /not JSON/],
    [
      'a response of an unexpected shape',
      (_, response) => response.writeHead(200).end('{"result":{}}'),
      /unexpected response/,
    ],
    [
      'a response that is too large',
      (_, response) => response.writeHead(200).end('x'.repeat(1_100_000)),
      /too large/,
    ],
    ['a dropped connection', (request) => request.socket.destroy(), /unreachable/],
    ['a timeout', () => undefined, /timed out/],
  ])('that ends with %s falls back to the gazetteer and is retried later', async (_, behave, reason) => {
    census.stand.behave(behave)
    census.warned.length = 0
    const timeout = reason.source === 'timed out' ? 200 : undefined
    const match = await census.lookUp(census.newStreet(), census.fresh(timeout))
    expect(match).toMatchObject({ precision: 'zip', source: 'gazetteer', is_fallback: true })
    expect(JSON.stringify(census.warned)).toMatch(reason)
    expect(JSON.stringify(census.warned)).not.toContain('Fresh Street')
  })

  test('is not sent for a while after three failures in a row', async () => {
    census.stand.behave((_, response) => response.writeHead(500).end())
    const geocode = census.fresh()
    census.stand.requests.length = 0
    for (let time = 0; time < 5; time += 1) {
      expect(await census.lookUp(census.newStreet(), geocode)).toMatchObject({ is_fallback: true })
    }
    expect(census.stand.requests).toHaveLength(3)
  })
})

test('a response with a name that the database cannot store falls back to the gazetteer', async () => {
  for (const name of ['Austin\0', 'Austin\ud800']) {
    census.respondWith({ Counties: [{ GEOID: '48453', NAME: name, BASENAME: name }] })
    expect(await census.lookUp(census.newStreet())).toMatchObject({ is_fallback: true, source: 'gazetteer' })
  }
})

test('a member’s new address is geocoded, and its street appears in no log', async () => {
  census.respondWith(
    areas({
      county: '48453',
      place: '4805000',
      district: '4837',
      upper: ['014', '14'],
      lower: ['049', '49'],
    }),
  )
  const ana = await census.app.member('ana')
  const { user } = await ana.call(updateProfile, { address: street })
  expect(user.ocd_city_id).toBe(`${country}/state:tx/place:austin`)
  const { places, geocoder } = await ana.call(getMyPlaces, {})
  expect(geocoder).toBe('census')
  expect(places).toMatchObject({ precision: 'address', source: 'census' })
  expect(places?.divisions.map((division) => division.kind)).toContain('state_lower_district')
  census.stand.behave((_, response) => response.writeHead(500).end())
  await ana.call(updateProfile, { address: `Apt 5, ${census.newStreet()}` })
  const [row] = await census.app
    .pool`select retry_at > now() as again from residences where user_id = ${ana.user_id}`
  expect(row).toEqual({ again: true })
  const log = census.app.logLines.join('\n')
  expect(log).toContain('Census geocoder failed')
  expect(log).not.toMatch(/Oak Street|Fresh Street/)
})
