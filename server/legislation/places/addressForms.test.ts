import { existsSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { realRecords } from '#server/testing/realRecords.ts'
import { startTestServer, type TestServer } from '#server/testing/testServer.ts'
import { parseAddress } from './address.ts'
import { gazetteerGeocoder } from './geocoder.ts'

// Each line has a kind of address, the address as a person writes it, and the plain address that must yield the same
// answer. "military" and "none" yield no division. The kinds follow USPS Publication 28.
const forms = readFileSync(new URL('addressForms.tsv', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => {
    const [kind = '', address = '', answer = ''] = line.split('\t')
    return { kind, address: address.replaceAll(String.raw`\n`, '\n'), answer }
  })

let app: TestServer
beforeAll(async () => {
  app = await startTestServer({}, undefined, { gazetteer: true })
})
afterAll(() => app.close())

// covers HURD-ADDRESS-01
test.each(forms)('$kind: $address', async ({ address, answer }) => {
  const match = await gazetteerGeocoder(app.pool, address)
  if (answer === 'military' || answer === 'none') {
    const note =
      answer === 'military' ? "Military (APO/FPO) addresses aren't in a congressional district." : null
    expect(match).toMatchObject({ precision: 'none', divisions: [], note })
    return
  }
  const plain = await gazetteerGeocoder(app.pool, answer)
  expect(plain.precision).toBe(/\d{5}$/.test(answer) ? 'zip' : 'state')
  expect(plain.divisions.length).toBeGreaterThan(1)
  expect(match).toEqual(plain)
})

// covers HURD-ADDRESS-02
test.each([
  [
    'c/o Ada Wick, Apt 4, 18 Lantern Road, Cheyenne, Laramie County, WY 82001-1234, USA',
    '18 Lantern Road, Cheyenne, WY 82001',
  ],
  ['18 Lantern Road PO Box 12, Bozeman, MT 59715, Unit 7', '18 Lantern Road, Bozeman, MT 59715'],
  ['16 Lantern Street, Modesto, CA 95354, Modesto, CA 95354', '16 Lantern Street, Modesto, CA 95354'],
  ['State St and Lantern Ave, Albany, New York', 'State St and Lantern Ave, Albany, NY'],
  ['1100 congress avenue apt 4 austin tx 78701', '1100 congress avenue apt 4 austin, TX 78701'],
  ['18 Lantern Road, Grand Junction CO 81501', '18 Lantern Road, Grand Junction, CO 81501'],
  ['18 Lantern Road, Denver Co', '18 Lantern Road, Denver, CO'],
  ['6 W Street NW, Washington DC 20001', '6 W Street NW, Washington, DC 20001'],
  ['6 W Street NW, Washington, D.C. 20001', '6 W Street NW, Washington, DC 20001'],
  ['18 Lantern Road Ste 2 c/o Ada Wick, Toledo OH 43617', '18 Lantern Road, Toledo, OH 43617'],
  ['112 - 10 Jamaica Ave, Brooklyn, NY 11226', '112-10 Jamaica Ave, Brooklyn, NY 11226'],
  ['59715, 18 Lantern Road, Bozeman, MT', '18 Lantern Road, Bozeman, MT 59715'],
  ['18 Lantern Road, 59715 Bozeman, MT', '18 Lantern Road, Bozeman, MT 59715'],
  ['18 Lantern Road Bozeman/MT/59715.1234', '18 Lantern Road Bozeman, MT 59715'],
  ['12 Main St, Unity, ME 04988', '12 Main St, Unity, ME 04988'],
  ['12 Main St Lott TX 76656', '12 Main St Lott, TX 76656'],
  ['c/o Ada Wick 18 Lantern Road, Toledo OH 43617', '18 Lantern Road, Toledo, OH 43617'],
  ['18 Lantern Road, Upper Unit, Toledo OH 43617', '18 Lantern Road, Toledo, OH 43617'],
  ['18 Caller Street, Peabody, MA 01960', '18 Caller Street, Peabody, MA 01960'],
  ['Caller St and Main St, Peabody, MA', 'Caller St and Main St, Peabody, MA'],
  ['12 Lockbox Lane, Toledo OH 43617', '12 Lockbox Lane, Toledo, OH 43617'],
  ['PO Box 12, Bozeman, MT 59715', null],
  ['Caller Box 12, Bozeman, MT 59715', null],
  ['Caller 12, Bozeman, MT 59715', null],
  ['Lock Box 12, Bozeman, MT 59715', null],
  ['Apartado 12, San Juan, PR 00901', null],
  ['Austin, TX 78701', null],
  ['18 Lantern Road', null],
])('the geocoder receives only street, city and state of %s', (address, line) => {
  expect(parseAddress(address)?.line ?? null).toBe(line)
})

// covers HURD-ADDRESS-01
test.each([
  ['18 Lantern Road, Denver CO', 'ocd-division/country:us/state:co'],
  ['18 Lantern Road, Grand Junction Co.', 'ocd-division/country:us/state:co'],
  ['6 W Street NW, Washington DC', 'ocd-division/country:us/district:dc'],
  ['6 W Street NW, Washington D.C.', 'ocd-division/country:us/district:dc'],
  ['18 Lantern Road, Cheyenne, WY, Laramie Co', 'ocd-division/country:us/state:wy'],
  ['12 Calle Sol, San Juan, Puerto Rico', 'ocd-division/country:us/territory:pr'],
  ['Alt. de Luna, 12 Calle Sol, San Juan PR', 'ocd-division/country:us/territory:pr'],
  ['12 Calle Sol San Juan PR', 'ocd-division/country:us/territory:pr'],
  ['12 Oak Ave, Jamaica NY', 'ocd-division/country:us/state:ny'],
  ['12 Oak Ave Brooklyn New York', 'ocd-division/country:us/state:ny'],
  ['18 Lantern Road, Saipan MP', 'ocd-division/country:us/territory:mp'],
  ['18 Kongens Gade, St Thomas USVI', 'ocd-division/country:us/territory:vi'],
  ['12 Georgia Ave, Silver Spring MD', 'ocd-division/country:us/state:md'],
  ['12 Texas St, Fairfield, California', 'ocd-division/country:us/state:ca'],
  ['12 Main St, Kansas City MO', 'ocd-division/country:us/state:mo'],
  ['12 Main St, Miami, Fla.', 'ocd-division/country:us/state:fl'],
  ['12 Main St Lott, TX', 'ocd-division/country:us/state:tx'],
  ['11210 Jamaica Ave, Brooklyn, NY', 'ocd-division/country:us/state:ny'],
  ['18 Lantern Road, Cheyenne, WY 8200', 'ocd-division/country:us/state:wy'],
])('the state of %s is known without a ZIP code', async (address, division) => {
  const { divisions } = await gazetteerGeocoder(app.pool, address)
  expect(divisions).toContain(division)
})

// covers HURD-ADDRESS-01
test.each([
  ['12 Main St, Union, NJ 07083', 'union_city'],
  ['12 Main St, Township of Union, NJ 07083', 'union_city'],
  ['12 Main St, Union, NJ', 'union_city'],
  ['12 Main St, Ocean, NJ 07712', 'ocean_city'],
])('%s is not in the city whose name only begins the same', async (address, place) => {
  const { named_place, candidates } = await gazetteerGeocoder(app.pool, address)
  expect(named_place).toBeNull()
  expect(candidates.place).not.toContain(`ocd-division/country:us/state:nj/place:${place}`)
})

// covers HURD-ADDRESS-01
test('a P.O. box without a ZIP code is not asked for one, which would not help', async () => {
  const { precision, note } = await gazetteerGeocoder(app.pool, 'PO Box 12, Bozeman, Montana')
  expect({ precision, note }).toEqual({
    precision: 'state',
    note: expect.stringMatching(/^P\.O\. boxes/),
  })
})

// Public buildings' forms of other projects' reports, one "id|address" on each line.
const reported = realRecords('public-reports/addresses.txt')
test.skipIf(!existsSync(reported))('addresses that other projects could not read are found', async () => {
  const lines = readFileSync(reported, 'utf8')
    .split('\n')
    .filter((line) => line.includes('|'))
  expect(lines.length).toBeGreaterThan(5)
  for (const line of lines) {
    const address = line.slice(line.indexOf('|') + 1)
    const { precision, named_place, note, candidates } = await gazetteerGeocoder(app.pool, address)
    expect([address, precision]).toEqual([address, 'zip'])
    const isBoxAlone = address.startsWith('PO Box')
    expect([address, note !== null]).toEqual([address, isBoxAlone])
    if (!isBoxAlone) expect([address, candidates.place]).toEqual([address, [named_place]])
  }
})
