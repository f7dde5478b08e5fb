import { existsSync, readFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { updateProfile } from '../../contract/people.ts'
import { getMyPlaces } from '../../contract/places.ts'
import { csvRecords } from '../sources/csv.ts'
import { openWorld, type World } from '../testing/world.ts'
import { openResolver, type ResolveAddress } from './resolve.ts'

const country = 'ocd-division/country:us'
const records = '../shared/data/census_geocoder'
const street = '12 Oak Street, Austin, TX 78701'

/** A loopback server in the geocoder's place; `answers` says what it does next. */
let answers: RequestListener
let asked: URL[] = []
const stand = createServer((request, response) => {
  asked.push(new URL(request.url ?? '/', 'http://stand'))
  answers(request, response)
})
const warned: unknown[] = []
let world: World
let base: string
beforeAll(async () => {
  await new Promise<void>((ready) => stand.listen(0, '127.0.0.1', ready))
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a server that listens on a port has an address
  base = `http://127.0.0.1:${(stand.address() as AddressInfo).port}/geocoder`
  world = await openWorld({ censusGeocoderUrl: base }, undefined, { gazetteer: true })
})
afterAll(async () => {
  await world.close()
  stand.closeAllConnections()
  stand.close()
})

/** A geocoder that remembers no failures of the test before. */
function fresh(timeout?: number): ResolveAddress {
  const log = { warn: (...words: unknown[]) => void warned.push(words) }
  return openResolver({ censusGeocoderUrl: base, log, ...(timeout === undefined ? {} : { timeout }) })
}

type Layers = Record<string, object[]>

function answerWith(...matches: Layers[]) {
  answerJson({ result: { addressMatches: matches.map((geographies) => ({ geographies })) } })
}

function answerJson(body: unknown) {
  answers = (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }
}

/** What the geocoder says of an address: numbers of its own, as texts. */
function lies(where: {
  county: string
  place?: string
  town?: string
  district?: string
  upper?: [string, string]
  lower?: [string, string]
}): Layers {
  const state = where.county.slice(0, 2)
  const legislative = (found: [string, string]) => [
    { GEOID: state + found[0], BASENAME: found[1], NAME: found[1] },
  ]
  return {
    States: [{ GEOID: state }],
    Counties: [{ GEOID: where.county, AREALAND: '5' }],
    ...(where.place
      ? { 'Incorporated Places': [{ GEOID: where.place, BASENAME: 'x', NAME: 'x city' }] }
      : {}),
    ...(where.town ? { 'County Subdivisions': [{ GEOID: where.town, NAME: 'x town' }] } : {}),
    ...(where.district ? { '119th Congressional Districts': [{ GEOID: where.district, CDSESSN: 119 }] } : {}),
    ...(where.upper ? { '2024 State Legislative Districts - Upper': legislative(where.upper) } : {}),
    ...(where.lower ? { '2024 State Legislative Districts - Lower': legislative(where.lower) } : {}),
  }
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
    asked = []
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
    expect(asked).toHaveLength(1)
    expect(asked[0]?.pathname).toBe('/geocoder/geographies/onelineaddress')
    expect(Object.fromEntries(asked[0]?.searchParams ?? [])).toMatchObject({
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
    asked = []
    for (const address of [
      'PO Box 5, Austin, TX 78701',
      'Unit 5, APO, AE 09021',
      'Austin, TX 78701',
      '5 Main Street',
    ]) {
      await lookUp(address)
    }
    expect(asked).toEqual([])
  })
})

describe('asking', () => {
  test('happens once for an address, however it is written, and no address is kept', async () => {
    answerWith(lies({ county: '48453', district: '4837' }))
    asked = []
    await lookUp('7 Kept Street, Austin, TX 78701')
    await lookUp(' 7  KEPT street,  Austin, tx 78701')
    expect(asked).toHaveLength(1)
    const rows = await world.pool`select * from geocodes`
    expect(JSON.stringify(rows).toLowerCase()).not.toContain('kept')
    await world.pool`update geocodes set expires_at = now() - interval '1 second'`
    await lookUp('7 Kept Street, Austin, TX 78701')
    expect(asked).toHaveLength(2)
  })

  test.each<[string, RequestListener, RegExp]>([
    ['an error', (_, response) => response.writeHead(503).end(), /status 503/],
    ['a redirect', (_, response) => response.writeHead(302, { location: base }).end(), /not reached/],
    ['no JSON', (_, response) => response.writeHead(200).end('<html>'), /no JSON/],
    ['another shape', (_, response) => response.writeHead(200).end('{"result":{}}'), /not as expected/],
    ['too much', (_, response) => response.writeHead(200).end('x'.repeat(1_100_000)), /too large/],
    ['a cut line', (request) => request.socket.destroy(), /not reached/],
    ['silence', () => undefined, /no answer in time/],
  ])('%s is waited out: the gazetteer stands in, and will be followed up', async (_, behave, reason) => {
    answers = behave
    warned.length = 0
    const found = await lookUp(newStreet(), fresh(200))
    expect(found).toMatchObject({ precision: 'zip', source: 'gazetteer', is_fallback: true })
    expect(JSON.stringify(warned)).toMatch(reason)
    expect(JSON.stringify(warned)).not.toContain('Fresh Street')
  })

  test('rests after three failures in a row, so that nobody waits for what is down', async () => {
    answers = (_, response) => response.writeHead(500).end()
    const resolve = fresh()
    asked = []
    for (let time = 0; time < 5; time += 1) {
      expect(await lookUp(newStreet(), resolve)).toMatchObject({ is_fallback: true })
    }
    expect(asked).toHaveLength(3)
  })
})

test('a member’s new address is asked about before anything is locked, and its street is in no log', async () => {
  answerWith(
    lies({ county: '48453', place: '4805000', district: '4837', upper: ['014', '14'], lower: ['049', '49'] }),
  )
  const ana = await world.member('ana')
  const { user } = await ana.call(updateProfile, { address: street })
  expect(user.ocd_city_id).toBe(`${country}/state:tx/place:austin`)
  const { places } = await ana.call(getMyPlaces, {})
  expect(places).toMatchObject({ precision: 'address', source: 'census' })
  expect(places?.divisions.map((one) => one.kind)).toContain('state_lower_district')
  answers = (_, response) => response.writeHead(500).end()
  await ana.call(updateProfile, { address: `Apt 5, ${street}` })
  const [row] =
    await world.pool`select again_at > now() as again from residences where user_id = ${ana.user_id}`
  expect(row).toEqual({ again: true })
  expect(world.logLines.join('\n')).not.toContain('Oak Street')
})

type Recorded = { address_id: string; body: unknown }

test.skipIf(!existsSync(records))('real addresses are exact with the geocoder’s stand-in', async () => {
  const rows = [...csvRecords(readFileSync('../shared/data/addresses/addresses.csv', 'utf8'))]
  const given = gunzipSync(readFileSync(`${records}/constructed_from_addresses.jsonl.gz`)).toString('utf8')
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- lines of one known file
  const bodies = new Map(
    given
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Recorded)
      .map((one) => [one.address_id, one.body]),
  )
  for (const row of rows) {
    answerJson(bodies.get(row['id'] ?? ''))
    const found = await fresh()(world.pool, row['one_line'] ?? '')
    expect([row['id'], found.precision, found.source]).toEqual([row['id'], 'address', 'census'])
    const expected = [row['cd119_ocd'], row['county_ocd'], row['place_ocd']].filter(Boolean)
    expect([row['id'], found.divisions]).toEqual([row['id'], expect.arrayContaining(expected)])
    expect(found.divisions.filter((id) => id.includes('/cd:'))).toHaveLength(1)
    if (row['sldu']) expect(found.divisions.join()).toContain(`/sldu:${row['sldu']}`)
    if (row['sldl']) expect(found.divisions.join()).toContain(`/sldl:${row['sldl']}`)
    expect(found.candidates).toEqual({ congressional_district: [], county: [], place: [] })
  }
})

test.skipIf(!existsSync(records))('every recorded shape of answer is read', async () => {
  for (const [file, rest, expected] of [
    ['2026-07_Current_Current/census-district-ny12.json', 'New York, NY 10001', 'state:ny/cd:12'],
    ['2026-07_Current_Current/census-district-at-large.json', 'Cheyenne, WY 82001', 'state:wy/cd:at-large'],
    [
      '2026-07_Current_Current/census-district-delegate.json',
      'Washington, DC 20500',
      'district:dc/cd:at-large',
    ],
    ['2026-07_Current_Current/census-no-match.json', 'Austin, TX 78701', 'state:tx/cd:37'],
    // Answered with the map of the coming Congress.
    [
      '2026-10_recorded_trimmed/austin_capitol_onelineaddress_Current_Current.json',
      'Austin, TX 78701',
      'state:tx/cd:37',
    ],
    [
      '2026-10_recorded_trimmed/whitehouse_onelineaddress_Current_Current.json',
      'Washington, DC 20500',
      'district:dc/ward:2',
    ],
    ['2026-10_recorded_trimmed/no_match.json', 'Austin, TX 78701', 'state:tx/cd:37'],
    ['2017_recorded/onelineaddress_0.json', 'Washington, DC 20500', 'district:dc/cd:at-large'],
    ['2017_recorded/test_benchmark_vintage_0.json', 'Washington, DC 20500', 'district:dc/cd:at-large'],
  ] as const) {
    const held: unknown = JSON.parse(readFileSync(`${records}/${file}`, 'utf8'))
    const recorded = typeof held === 'object' && held !== null && 'body' in held ? held.body : held
    answerJson(bodyOf(recorded))
    expect([file, (await lookUp(newStreet(rest))).divisions]).toEqual([
      file,
      expect.arrayContaining([expected]),
    ])
  }
})

/** One recording holds the answer as text. */
function bodyOf(recorded: unknown): unknown {
  if (typeof recorded === 'object' && recorded !== null && 'string' in recorded)
    return JSON.parse(String(recorded.string))
  return typeof recorded === 'string' ? JSON.parse(recorded) : recorded
}
