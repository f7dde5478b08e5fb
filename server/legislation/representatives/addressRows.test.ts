import { existsSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { openGeocoder } from '#server/legislation/places/geocoder.ts'
import { csvRecords } from '#server/sources/csv.ts'
import { openGeocoderStand } from '#server/testing/external/geocoder.ts'
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
