import { existsSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openGeocoder } from '#server/legislation/places/geocoder.ts'
import { csvRecords } from '#server/sources/csv.ts'
import { openGeocoderStand } from '#server/testing/external/geocoder.ts'
import { realRecords } from '#server/testing/realRecords.ts'
import { country, dayIn2026 } from '#server/testing/setups/records/census.ts'
import { startTestServer, type TestServer } from '#server/testing/testServer.ts'

const records = realRecords('census_geocoder')

let stand: Awaited<ReturnType<typeof openGeocoderStand>>
let app: TestServer
beforeAll(async () => {
  stand = await openGeocoderStand()
  app = await startTestServer({}, undefined, { gazetteer: true })
})
afterAll(async () => {
  await app.close()
  stand.close()
})

function fresh() {
  return openGeocoder({ censusGeocoderUrl: stand.base, log: { warn: () => undefined } })
}

type Recording = { address_id: string; body: unknown }

test.skipIf(!existsSync(records))(
  'with recorded responses of the geocoder, the divisions of every real address are exact',
  async () => {
    const rows = [...csvRecords(readFileSync(realRecords('addresses/addresses.csv'), 'utf8'))]
    const recordings = gunzipSync(readFileSync(`${records}/constructed_from_addresses.jsonl.gz`)).toString(
      'utf8',
    )
    const bodies = new Map(
      recordings
        .trim()
        .split('\n')
        .map((line): Recording => JSON.parse(line))
        .map(({ address_id, body }) => [address_id, body]),
    )
    for (const row of rows) {
      stand.respondWith(bodies.get(row['id'] ?? ''))
      const match = await fresh()(app.pool, row['one_line'] ?? '', dayIn2026)
      expect([row['id'], match.precision, match.source]).toEqual([row['id'], 'address', 'census'])
      const expected = [row['cd119_ocd'], row['county_ocd'], row['place_ocd']].filter(Boolean)
      expect([row['id'], match.divisions]).toEqual([row['id'], expect.arrayContaining(expected)])
      expect(match.divisions.filter((id) => id.includes('/cd:'))).toHaveLength(1)
      if (row['sldu']) expect(match.divisions.join()).toContain(`/sldu:${row['sldu']}`)
      if (row['sldl']) expect(match.divisions.join()).toContain(`/sldl:${row['sldl']}`)
      expect(match.candidates).toEqual({ congressional_district: [], county: [], place: [] })
    }
  },
)

test.skipIf(!existsSync(records))('every recorded shape of response is read', async () => {
  for (const [file, rest, expected] of [
    ['2026-07_Current_Current/census-district-ny12.json', 'New York, NY 10001', 'state:ny/cd:12'],
    ['2026-07_Current_Current/census-district-at-large.json', 'Cheyenne, WY 82001', 'state:wy/cd:at-large'],
    [
      '2026-07_Current_Current/census-district-delegate.json',
      'Washington, DC 20500',
      'district:dc/cd:at-large',
    ],
    ['2026-07_Current_Current/census-no-match.json', 'Austin, TX 78701', 'state:tx/cd:37'],
    // The response has the districts of the next Congress.
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
    const record: unknown = JSON.parse(readFileSync(`${records}/${file}`, 'utf8'))
    const recorded = typeof record === 'object' && record !== null && 'body' in record ? record.body : record
    stand.respondWith(bodyOf(recorded))
    const match = await fresh()(app.pool, `5 ${file} Street, ${rest}`, dayIn2026)
    expect([file, match.divisions]).toEqual([file, expect.arrayContaining([`${country}/${expected}`])])
  }
})

/** One recording contains the response as text. */
function bodyOf(recorded: unknown): unknown {
  if (typeof recorded === 'object' && recorded !== null && 'string' in recorded) {
    return JSON.parse(String(recorded.string))
  }
  return typeof recorded === 'string' ? JSON.parse(recorded) : recorded
}
