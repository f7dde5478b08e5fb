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
  expect(plain.precision).toBe('zip')
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
  ['PO Box 12, Bozeman, MT 59715', null],
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
])('the state of %s is known without a ZIP code', async (address, division) => {
  const { divisions } = await gazetteerGeocoder(app.pool, address)
  expect(divisions).toContain(division)
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
