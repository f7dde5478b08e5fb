import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { csvRecords } from '#server/sources/csv.ts'
import { startTestServer, type TestServer } from '#server/testing/testServer.ts'
import type { AddressMatch } from './addressMatch.ts'
import { gazetteerGeocoder } from './geocoder.ts'

const country = 'ocd-division/country:us'
const realAddresses = join(import.meta.dirname, '../../testing/fixtures/addresses.csv')

let app: TestServer
beforeAll(async () => {
  app = await startTestServer({}, undefined, { gazetteer: true })
})
afterAll(() => app.close())

/** A day on which the map of the 119th Congress applies, which is that of the bundled table. */
const dayIn2026 = new Date('2026-11-29T12:00:00Z')

/** Returns division ids without their common prefix. */
function short(ids: string[]): string[] {
  return ids.map((id) => id.slice(country.length + 1)).filter(Boolean)
}

async function lookUp(address: string, now = dayIn2026) {
  const match = await gazetteerGeocoder(app.pool, address, now)
  return {
    precision: match.precision,
    certain: short(match.divisions),
    districts: short(match.candidates.congressional_district),
    counties: short(match.candidates.county),
    places: short(match.candidates.place),
    named: match.named_place && short([match.named_place])[0],
    note: match.note,
    map: match.map,
  }
}

describe('an address and its ZIP code', () => {
  test('a ZIP code in one district and one county makes both certain, and the city is self-reported', async () => {
    expect(await lookUp('1100 Congress Ave, Austin, TX 78701')).toEqual({
      precision: 'zip',
      certain: ['state:tx', 'state:tx/county:travis', 'state:tx/cd:37'],
      districts: [],
      counties: [],
      places: ['state:tx/place:austin'],
      named: 'state:tx/place:austin',
      note: null,
      map: 119,
    })
  })

  test.each([
    '1100 congress avenue austin tx 78701',
    '1100 Congress Ave., Austin, Texas 78701-1234',
    '1100 Congress Ave Apt 4\nAustin TX\n78701 1234\nUSA',
    '  1100 Congress Ave ,\tAustin , TX 78701 ',
    '1100 CONGRESS AVE, SUITE 5, AUSTIN, TEXAS, 78701, UNITED STATES OF AMERICA',
    '1100 Congress Ave, Austin, Apt 4, TX 78701',
    '🏛️ 1100 Congress Ave 🎉, Austin, TX 78701',
    '\u202E1100 Congress Ave\u202C, Austin, TX 78701',
    '1100 Congress Ave, Austin 78701 TX',
    '1100 Congress Ave, City of Austin, TX 78701',
    'Ａｕｓｔｉｎ, ＴＸ ７８７０１',
  ])('%j is found, however it is written', async (address) => {
    expect(await lookUp(address)).toMatchObject({
      precision: 'zip',
      certain: ['state:tx', 'state:tx/county:travis', 'state:tx/cd:37'],
      named: 'state:tx/place:austin',
    })
  })

  test('a ZIP code in several districts and counties makes them candidates', async () => {
    expect(await lookUp('555 Otterbridge Lane, Portland, OR 97202')).toMatchObject({
      certain: ['state:or'],
      districts: ['state:or/cd:1', 'state:or/cd:3', 'state:or/cd:5'],
      counties: ['state:or/county:multnomah', 'state:or/county:clackamas'],
    })
  })

  test.each([
    ['555 Mapleghost Avenue, Brooklyn, NY 11226', 'state:ny/place:new_york'],
    ['475 5th Ave, New York City, NY 10017', 'state:ny/place:new_york'],
    ['1 City Hall, San Francisco, CA 94102', 'state:ca/place:san_francisco'],
    ['301 King St, Alexandria, VA 22314', 'state:va/place:alexandria'],
    ['1 Kalakaua Ave, Honolulu, HI 96815', 'state:hi/place:honolulu'],
    ['1 Broad St, Philadelphia, PA 19107', 'state:pa/place:philadelphia'],
  ])('a city that fills its county is certain: %s', async (address, place) => {
    const { certain, places, named } = await lookUp(address)
    expect(certain).toContain(place)
    expect({ places, named }).toEqual({ places: [], named: null })
  })

  test('another city’s ZIP code leaves the city undecided, but a neighborhood’s name does not', async () => {
    expect(await lookUp('1 Elm St, Brookhaven, GA 30319')).toMatchObject({
      places: ['state:ga/place:brookhaven', 'state:ga/place:atlanta'],
      named: null,
    })
    // The postal city of 02119 is Roxbury, which is a neighborhood of Boston.
    expect(await lookUp('1 Elm St, Boston, MA 02119')).toMatchObject({ named: 'state:ma/place:boston' })
    expect(await lookUp('1 Elm St, Boston, MA 01073')).toMatchObject({ named: null })
    expect(await lookUp('1 Elm St, Cherry Hill, NJ 08002')).toMatchObject({ places: [], named: null })
  })

  test.each([
    ['12 Oak St, Boise, ID 83702', 'state:id/place:boise_city'],
    ['12 Oak St, Saint Paul, Minnesota 55101', 'state:mn/place:st_paul'],
    ['12 Oak St, Ft. Worth, TX 76102', 'state:tx/place:fort_worth'],
    ['12 Oak St, Nashville, TN 37203', 'state:tn/place:nashville'],
    ['12 Oak St Kansas City MO 64106', 'state:mo/place:kansas_city'],
  ])('a city is found by the name that people use: %s', async (address, place) => {
    expect((await lookUp(address)).named).toBe(place)
  })

  test('a ZIP code in two states leaves the state or the district undecided', async () => {
    expect(await lookUp('30165')).toMatchObject({
      precision: 'zip',
      certain: [],
      districts: ['state:al/cd:3', 'state:ga/cd:14'],
      note: 'The ZIP code 30165 is in both Alabama and Georgia. Add the state to your address.',
    })
    expect(await lookUp('1 Elm St, Rome, GA 30165')).toMatchObject({
      certain: ['state:ga'],
      districts: ['state:ga/cd:14'],
    })
  })

  test('a state that contradicts the ZIP code gives no match and an explanation', async () => {
    expect(await lookUp('1 Elm St, New York, NY 78701')).toMatchObject({
      precision: 'none',
      certain: [],
      note: 'The ZIP code 78701 is in Texas, but the address says New York.',
    })
  })

  test('a P.O. box and a ZIP code without a district yield only candidates', async () => {
    expect(await lookUp('PO Box 94604, Lincoln, NE 68509')).toMatchObject({
      precision: 'zip',
      certain: ['state:ne'],
      districts: ['state:ne/cd:1'],
      named: null,
      note: "P.O. boxes don't tell us where you live. Enter your street address.",
    })
    // The ZIP code by itself is in one district.
    expect(await lookUp('P.O. Box 5, Austin, TX 78701')).toMatchObject({
      certain: ['state:tx'],
      districts: ['state:tx/cd:37'],
    })
    expect((await lookUp('State St, Albany, NY 12224')).districts).toContain('state:ny/cd:20')
  })

  test.each([
    ['Unit 45013, APO, AE 09021', /Military \(APO\/FPO\) addresses/],
    ['PSC 473 Box 1, FPO AP 96349', /Military \(APO\/FPO\) addresses/],
    ['1 Beach Road, Majuro, MH 96960', /is outside the U\.S\. states and territories/],
  ])('%s is in no district, and a note says why', async (address, note) => {
    const match = await lookUp(address)
    expect(match).toMatchObject({ precision: 'none', certain: [] })
    expect(match.note).toMatch(note)
  })

  test.each([
    ['Capitolio de Puerto Rico, San Juan, PR 00901', 'territory:pr', 'territory:pr/cd:at-large'],
    ['155 Hesler Pl, Hagåtña, GU 96910', 'territory:gu', 'territory:gu/cd:at-large'],
    ['5 Beach St, St Thomas, U.S. Virgin Islands 00802', 'territory:vi', 'territory:vi/cd:at-large'],
    ['1350 Pennsylvania Ave NW, Washington, D.C. 20004', 'district:dc', 'district:dc/cd:at-large'],
    ['5 Elm, Suite 4, Washington 20004', 'district:dc', 'district:dc/cd:at-large'],
    ['200 W 24th St, Cheyenne, WY 82001', 'state:wy', 'state:wy/cd:at-large'],
  ])('%s is in a state or territory with a single district', async (address, state, district) => {
    const { certain } = await lookUp(address)
    expect(certain).toContain(state)
    expect(certain).toContain(district)
  })
})

describe('an address without a ZIP code', () => {
  test('state and city are used as written, and the candidates are the districts of the city’s ZIP codes', async () => {
    expect(await lookUp('123 Main St, Springfield, IL')).toMatchObject({
      precision: 'state',
      certain: ['state:il'],
      districts: ['state:il/cd:13', 'state:il/cd:15'],
      named: 'state:il/place:springfield',
      note: 'Add your ZIP code to find your districts.',
    })
    expect(await lookUp('1100 congress avenue austin tx')).toMatchObject({
      precision: 'state',
      certain: ['state:tx'],
      named: 'state:tx/place:austin',
    })
    expect(await lookUp('1 Elm St, Austin, TX 00099')).toMatchObject({
      precision: 'state',
      note: "We don't recognize the ZIP code 00099.",
    })
  })

  test.each([
    '1600 Pennsylvania Ave',
    '1600 Pennsylvania Ave, Washington',
    '123 Main St, Springfield',
    '100 Main St',
    '10 Rue de la',
    'Nowhere Lane 12, Nowhere',
    'רחוב הרצל 5, ירושלים',
    '🏠🏠🏠🏠🏠🏠🏠🏠🏠🏠',
    ', , , ,',
    'constructor, __proto__, toString',
    'x'.repeat(10_000),
    ', '.repeat(5_000),
    `${'1 '.repeat(4_900)}, Austin, TX 78701`,
  ])('%j gets no divisions', async (address) => {
    expect(await lookUp(address)).toMatchObject({ precision: 'none', certain: [], districts: [], places: [] })
  })
})

test('from the first day of a new map, the old districts of a redrawn state are no longer certain', async () => {
  const day = new Date('2027-01-03T12:00:00Z')
  expect(await lookUp('1 Congress Ave, Austin, TX 78701', day)).toMatchObject({
    map: 120,
    certain: ['state:tx', 'state:tx/county:travis'],
    districts: ['state:tx/cd:37'],
  })
  expect((await lookUp('1 Oak St, Springfield, IL 62701', day)).certain).toContain('state:il/cd:13')
})

test('a real address gets its state, and its district is certain or a candidate', async () => {
  const rows = [...csvRecords(readFileSync(realAddresses, 'utf8'))]
  expect(rows).toHaveLength(40)
  for (const row of rows) {
    const match: AddressMatch = await gazetteerGeocoder(app.pool, row['one_line'] ?? '')
    const district = row['cd119_ocd'] ?? ''
    const certain = match.divisions.filter((division) => division.includes('/cd:'))
    const possible = certain.length > 0 ? certain : match.candidates.congressional_district
    expect([row['one_line'], possible]).toEqual([row['one_line'], expect.arrayContaining([district])])
    expect(certain.length).toBeLessThanOrEqual(1)
    expect(match.divisions).toContain(district.replace(/\/cd:.*/, ''))
    for (const [division, kind] of [
      [row['county_ocd'], 'county'],
      [row['place_ocd'], 'place'],
    ] as const) {
      if (division) expect([...match.divisions, ...match.candidates[kind]]).toContain(division)
    }
  }
})
