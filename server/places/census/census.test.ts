import type { RequestListener } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { updateProfile } from '../../../contract/people.ts'
import { getMyPlaces } from '../../../contract/places.ts'
import { type Layers, lies, openGeocoderStand } from '../../testing/external/geocoder.ts'
import { openWorld, type World } from '../../testing/world.ts'
import { openGeocoder, type Geocoder } from '../geocoder.ts'

const country = 'ocd-division/country:us'
const street = '12 Oak Street, Austin, TX 78701'

const warned: unknown[] = []
let stand: Awaited<ReturnType<typeof openGeocoderStand>>
let world: World
beforeAll(async () => {
  stand = await openGeocoderStand()
  world = await openWorld({ censusGeocoderUrl: stand.base }, undefined, { gazetteer: true })
})
afterAll(async () => {
  await world.close()
  stand.close()
})

/** A geocoder that remembers no failures of the test before. */
function fresh(timeout?: number): Geocoder {
  const log = { warn: (...words: unknown[]) => void warned.push(words) }
  return openGeocoder({ censusGeocoderUrl: stand.base, log, ...(timeout === undefined ? {} : { timeout }) })
}

function answerWith(...matches: Layers[]) {
  stand.answer({ result: { addressMatches: matches.map((geographies) => ({ geographies })) } })
}

let number = 0
/** An address that was never asked for. */
function newStreet(rest = 'Austin, TX 78701') {
  number += 1
  return `${number} Fresh Street, ${rest}`
}

async function lookUp(address: string, resolve = fresh()) {
  const found = await resolve(world.pool, address)
  return { ...found, divisions: found.divisions.map((id) => id.slice(country.length + 1)).filter(Boolean) }
}

describe('the geocoder’s answer', () => {
  test('makes certain what the ZIP code leaves open, legislative districts and all', async () => {
    stand.asked.length = 0
    answerWith(
      lies({
        county: '48453',
        place: '4805000',
        district: '4837',
        upper: ['014', '14'],
        lower: ['049', '49'],
      }),
    )
    const found = await lookUp(newStreet())
    expect(found).toMatchObject({
      precision: 'address',
      source: 'census',
      map: 119,
      candidates: { congressional_district: [], county: [], place: [] },
      named_place: null,
      is_fallback: false,
    })
    expect(found.divisions).toEqual([
      'state:tx',
      'state:tx/county:travis',
      'state:tx/place:austin',
      'state:tx/cd:37',
      'state:tx/sldu:14',
      'state:tx/sldl:49',
    ])
    expect(stand.asked).toHaveLength(1)
    expect(stand.asked[0]?.pathname).toBe('/geocoder/geographies/onelineaddress')
    expect(Object.fromEntries(stand.asked[0]?.searchParams ?? [])).toMatchObject({
      benchmark: 'Public_AR_Current',
      vintage: 'ACS2025_Current',
      layers: 'all',
      format: 'json',
    })
  })

  test.each([
    [
      'the District',
      'Washington, DC 20004',
      lies({ county: '11001', place: '1150000', district: '1198', upper: ['002', '2'] }),
      ['district:dc', 'district:dc/cd:at-large', 'district:dc/ward:2'],
    ],
    [
      'at large',
      'Cheyenne, WY 82001',
      lies({ county: '56021', place: '5613900', district: '5600' }),
      ['state:wy', 'state:wy/county:laramie', 'state:wy/place:cheyenne', 'state:wy/cd:at-large'],
    ],
    [
      'a planning region and a town',
      'Washington, CT 06793',
      lies({ county: '09190', town: '0919079720', district: '0905' }),
      ['state:ct', 'state:ct/place:washington', 'state:ct/cd:5'],
    ],
    [
      'an independent city',
      'Alexandria, VA 22314',
      lies({ county: '51510', place: '5101000', district: '5108' }),
      ['state:va', 'state:va/place:alexandria', 'state:va/cd:8'],
    ],
    [
      'Boise City',
      'Boise, ID 83702',
      lies({
        county: '16001',
        place: '1608830',
        district: '1602',
        upper: ['019', '19'],
        lower: ['019', '19'],
      }),
      [
        'state:id',
        'state:id/county:ada',
        'state:id/place:boise_city',
        'state:id/cd:2',
        'state:id/sldu:19',
        'state:id/sldl:19',
        'state:id/sldl:19a',
        'state:id/sldl:19b',
      ],
    ],
    [
      'named districts',
      'Boston, MA 02116',
      lies({
        county: '25025',
        place: '2507000',
        district: '2507',
        upper: ['D20', 'Second Suffolk'],
        lower: ['151', '10th Suffolk'],
      }),
      [
        'state:ma',
        'state:ma/county:suffolk',
        'state:ma/place:boston',
        'state:ma/cd:7',
        'state:ma/sldu:2nd_suffolk',
        'state:ma/sldl:10th_suffolk',
      ],
    ],
    [
      'a letter behind the number',
      'Annapolis, MD 21401',
      lies({ county: '24003', district: '2403', lower: ['30A', '30A'] }),
      ['state:md', 'state:md/county:anne_arundel', 'state:md/cd:3', 'state:md/sldl:30a'],
    ],
    [
      'outside of any city',
      'Austin, TX 78701',
      lies({ county: '48453', district: '4837' }),
      ['state:tx', 'state:tx/county:travis', 'state:tx/cd:37'],
    ],
    [
      'Puerto Rico',
      'San Juan, PR 00901',
      lies({ county: '72127', district: '7298', upper: ['001', '1'] }),
      ['territory:pr', 'territory:pr/municipio:san_juan', 'territory:pr/cd:at-large', 'territory:pr/sldu:1'],
    ],
    [
      'water',
      'Austin, TX 78701',
      lies({ county: '48453', place: '4805000', district: '48ZZ', upper: ['ZZZ', 'none'] }),
      ['state:tx', 'state:tx/county:travis', 'state:tx/place:austin'],
    ],
  ])('%s', async (_, rest, layers, divisions) => {
    answerWith(layers)
    expect((await lookUp(newStreet(rest))).divisions).toEqual(divisions)
  })

  test('districts of another Congress are not taken for these', async () => {
    const { '119th Congressional Districts': _, ...rest } = lies({
      county: '48453',
      place: '4805000',
      district: '4837',
    })
    answerWith({ ...rest, '120th Congressional Districts': [{ GEOID: '4810', CDSESSN: '120' }] })
    // The gazetteer's own word stands.
    expect((await lookUp(newStreet())).divisions).toContain('state:tx/cd:37')
    answerWith({ ...rest, '119th Congressional Districts': [{ GEOID: '4810', CDSESSN: '120' }] })
    expect((await lookUp(newStreet())).divisions).not.toContain('state:tx/cd:10')
  })

  test('a layer that failed leaves its part open; several matches share only what they share', async () => {
    const failed = [{ status: 'Layer query encountered an error: java.lang.RuntimeException' }]
    answerWith({
      ...lies({ county: '41051' }),
      'Incorporated Places': failed,
      '119th Congressional Districts': failed,
    })
    const open = await lookUp(newStreet('Portland, OR 97202'))
    expect(open.divisions).toEqual(['state:or', 'state:or/county:multnomah'])
    expect(open.candidates.congressional_district).toHaveLength(3)
    expect(open.named_place).toBe(`${country}/state:or/place:portland`)

    answerWith(
      lies({ county: '41051', place: '4159000', district: '4103' }),
      lies({ county: '41051', place: '4159000', district: '4101' }),
    )
    const several = await lookUp(newStreet('Portland, OR 97202'))
    expect(several).toMatchObject({
      precision: 'zip',
      divisions: ['state:or', 'state:or/county:multnomah', 'state:or/place:portland'],
      candidates: {
        congressional_district: [`${country}/state:or/cd:3`, `${country}/state:or/cd:1`],
        county: [],
        place: [],
      },
    })
  })

  test('no match, or one in another state, leaves what the gazetteer found', async () => {
    for (const matches of [[], [lies({ county: '36061', place: '3651000', district: '3612' })]]) {
      answerWith(...matches)
      expect(await lookUp(newStreet())).toMatchObject({
        precision: 'zip',
        source: 'gazetteer',
        is_fallback: false,
      })
    }
  })

  test('nothing is asked about boxes, military mail, or what has no street or no place', async () => {
    stand.asked.length = 0
    for (const address of [
      'PO Box 5, Austin, TX 78701',
      'Unit 5, APO, AE 09021',
      'Austin, TX 78701',
      '5 Main Street',
      // Its words and its ZIP code name two states.
      '5 Main Street, Austin, TX 97201',
    ]) {
      await lookUp(address)
    }
    expect(stand.asked).toEqual([])
  })
})

describe('asking', () => {
  test('happens once for an address, however it is written, and no address is kept', async () => {
    answerWith(lies({ county: '48453', district: '4837' }))
    stand.asked.length = 0
    await lookUp('7 Kept Street, Austin, TX 78701')
    await lookUp(' 7  KEPT street,  Austin, tx 78701')
    expect(stand.asked).toHaveLength(1)
    const rows = await world.pool`select * from geocodes`
    expect(JSON.stringify(rows).toLowerCase()).not.toContain('kept')
    await world.pool`update geocodes set expires_at = now() - interval '1 second'`
    await lookUp('7 Kept Street, Austin, TX 78701')
    expect(stand.asked).toHaveLength(2)
  })

  test.each<[string, RequestListener, RegExp]>([
    ['an error', (_, response) => response.writeHead(503).end(), /status 503/],
    [
      'a redirect',
      (_, response) => response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end(),
      /status 302/,
    ],
    ['no JSON', (_, response) => response.writeHead(200).end('<html>'), /not JSON/],
    ['another shape', (_, response) => response.writeHead(200).end('{"result":{}}'), /unexpected response/],
    ['too much', (_, response) => response.writeHead(200).end('x'.repeat(1_100_000)), /too large/],
    ['a cut line', (request) => request.socket.destroy(), /unreachable/],
    ['silence', () => undefined, /timed out/],
  ])('%s is waited out: the gazetteer stands in, and will be followed up', async (_, behave, reason) => {
    stand.behave(behave)
    warned.length = 0
    const found = await lookUp(newStreet(), fresh(200))
    expect(found).toMatchObject({ precision: 'zip', source: 'gazetteer', is_fallback: true })
    expect(JSON.stringify(warned)).toMatch(reason)
    expect(JSON.stringify(warned)).not.toContain('Fresh Street')
  })

  test('rests after three failures in a row, so that nobody waits for what is down', async () => {
    stand.behave((_, response) => response.writeHead(500).end())
    const resolve = fresh()
    stand.asked.length = 0
    for (let time = 0; time < 5; time += 1) {
      expect(await lookUp(newStreet(), resolve)).toMatchObject({ is_fallback: true })
    }
    expect(stand.asked).toHaveLength(3)
  })
})

test('an answer with a name that no database holds is none, and the gazetteer stands in', async () => {
  for (const name of ['Austin\0', 'Austin\ud800']) {
    answerWith({ Counties: [{ GEOID: '48453', NAME: name, BASENAME: name }] })
    expect(await lookUp(newStreet())).toMatchObject({ is_fallback: true, source: 'gazetteer' })
  }
})

test('a member’s new address is asked about before anything is locked, and its street is in no log', async () => {
  answerWith(
    lies({ county: '48453', place: '4805000', district: '4837', upper: ['014', '14'], lower: ['049', '49'] }),
  )
  const ana = await world.member('ana')
  const { user } = await ana.call(updateProfile, { address: street })
  expect(user.ocd_city_id).toBe(`${country}/state:tx/place:austin`)
  const { places, geocoder } = await ana.call(getMyPlaces, {})
  expect(geocoder).toBe('census')
  expect(places).toMatchObject({ precision: 'address', source: 'census' })
  expect(places?.divisions.map((one) => one.kind)).toContain('state_lower_district')
  stand.behave((_, response) => response.writeHead(500).end())
  await ana.call(updateProfile, { address: `Apt 5, ${street}` })
  const [row] =
    await world.pool`select retry_at > now() as again from residences where user_id = ${ana.user_id}`
  expect(row).toEqual({ again: true })
  expect(world.logLines.join('\n')).not.toContain('Oak Street')
})
