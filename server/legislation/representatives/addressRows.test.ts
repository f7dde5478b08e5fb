import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { openGeocoder } from '#server/legislation/places/geocoder.ts'
import { csvRecords } from '#server/sources/csv.ts'
import { areas, openGeocoderStand } from '#server/testing/external/geocoder.ts'
import { realRecords } from '#server/testing/realRecords.ts'
import { startTestServer } from '#server/testing/testServer.ts'
import { seedRepresentatives } from './bundled.ts'
import { representativesOf } from './directory.ts'

const shared = realRecords()

type Term = { type: string; state: string; district?: number; end: string }
type Legislator = { id: { bioguide: string }; terms: Term[] }
type Recording = { address_id: string; body: unknown }

/**
 * Returns the ids of the current officials of this district according to the roster: up to two senators and a House
 * member.
 */
function currentOfficials(roster: Legislator[], state: string, district: string): string[] {
  const today = new Date().toISOString().slice(0, 10)
  return roster
    .filter(({ terms }) => {
      const term = terms.at(-1)!
      if (term.state.toLowerCase() !== state || term.end <= today) return false
      return term.type === 'sen' || String(term.district) === (district === 'at-large' ? '0' : district)
    })
    .map(({ id }) => id.bioguide)
    .toSorted()
}

test.skipIf(!existsSync(shared))(
  'forty real addresses each get their senators and House member, and no official for a vacant seat',
  async () => {
    const stand = await openGeocoderStand()
    const app = await startTestServer({}, undefined, { gazetteer: true })
    await seedRepresentatives(app.pool)
    const roster: Legislator[] = parse(
      readFileSync(`${shared}/federal_legislators/legislators-current.yaml`, 'utf8'),
    )
    const responses = gunzipSync(
      readFileSync(`${shared}/census_geocoder/constructed_from_addresses.jsonl.gz`),
    ).toString('utf8')
    const bodies = new Map(
      responses
        .trim()
        .split('\n')
        .map((line): Recording => JSON.parse(line))
        .map((recording) => [recording.address_id, recording.body]),
    )
    let rows = 0
    for (const row of csvRecords(readFileSync(`${shared}/addresses/addresses.csv`, 'utf8'))) {
      rows += 1
      stand.respondWith(bodies.get(row['id'] ?? ''))
      const geocode = openGeocoder({ censusGeocoderUrl: stand.base, log: { warn: () => undefined } })
      const { divisions } = await geocode(app.pool, row['one_line'] ?? '')
      const [, state = '', district = ''] =
        /\/(?:state|district|territory):([a-z]{2})\/cd:(.+)$/.exec(row['cd119_ocd'] ?? '') ?? []
      const officials = await representativesOf(app.pool, divisions, { government_level: 'federal' })
      const congress = officials.map(({ rep_id }) => rep_id).toSorted()
      expect([row['id'], congress]).toEqual([row['id'], currentOfficials(roster, state, district)])
    }
    expect(rows).toBe(40)
    await app.close()
    stand.close()
  },
  90_000,
)

const repository = join(import.meta.dirname, '../../..')

/** The Census Bureau's numbers of the states of the sample, and of the District. */
const stateNumbers: Readonly<Record<string, string>> = {
  ca: '06',
  ct: '09',
  dc: '11',
  ga: '13',
  il: '17',
  la: '22',
  ma: '25',
  mi: '26',
  ne: '31',
  ny: '36',
  oh: '39',
  tx: '48',
  wa: '53',
  wy: '56',
}

/** Returns the ids of the officials of this district in the lines of the bundled table, as `currentOfficials` does. */
function bundledOfficials(lines: readonly string[], state: string, district: string, on: string): string[] {
  return lines
    .map((line) => line.split('\t'))
    .filter(([, , ofState, seat, , , , start = '', end = '']) => {
      const isOfDistrict = seat === 'sen' || seat === (district === 'at-large' ? '0' : district)
      return ofState?.toLowerCase() === state && isOfDistrict && start <= on && on < end
    })
    .map(([id = '']) => id)
    .toSorted()
}

test('forty addresses of public buildings each get the senators and House member of their district in the bundled table', async () => {
  const stand = await openGeocoderStand()
  const app = await startTestServer({}, undefined, { gazetteer: true })
  await seedRepresentatives(app.pool)
  const [congress = ''] = readFileSync(join(repository, 'db/seed/people.txt'), 'utf8').split(/\n(?==)/)
  const [heading = '', ...lines] = congress.split('\n')
  const on = heading.split(' ').at(-1) ?? ''
  const addresses = readFileSync(join(repository, 'server/testing/fixtures/addresses.csv'), 'utf8')
  const found: Record<string, string[]> = {}
  const expected: typeof found = {}
  for (const { one_line = '', cd119_ocd = '' } of csvRecords(addresses)) {
    const [, state = '', district = ''] = /\/(?:state|district):([a-z]{2})\/cd:(.+)$/.exec(cd119_ocd) ?? []
    const number = stateNumbers[state] ?? ''
    const cd = number + (district === 'at-large' ? '00' : district.padStart(2, '0'))
    const geographies = areas({ county: `${number}001`, district: cd })
    stand.respondWith({ result: { addressMatches: [{ geographies }] } })
    const geocode = openGeocoder({ censusGeocoderUrl: stand.base, log: { warn: () => undefined } })
    const { divisions } = await geocode(app.pool, one_line, new Date(`${on}T12:00:00Z`))
    expect(divisions).toContain(cd119_ocd)
    const officials = await representativesOf(app.pool, divisions, { government_level: 'federal', on })
    found[one_line] = officials.map(({ rep_id }) => rep_id).toSorted()
    expected[one_line] = bundledOfficials(lines, state, district, on)
  }
  expect(found).toEqual(expected)
  // The District has only a delegate.
  const counts = Object.values(expected).map((officials) => officials.length)
  expect(counts.toSorted((a, b) => a - b)).toEqual([1, 1, ...Array<number>(38).fill(3)])
  await app.close()
  stand.close()
})
