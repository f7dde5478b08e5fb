import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { areas } from '#server/testing/external/geocoder.ts'
import { country, openCensusTest } from '#server/testing/setups/records/census.ts'

let census: Awaited<ReturnType<typeof openCensusTest>>
beforeAll(async () => {
  census = await openCensusTest()
})
afterAll(() => census.close())

describe('a response of the geocoder', () => {
  test('makes certain what the ZIP code leaves open, including legislative districts', async () => {
    census.stand.requests.length = 0
    census.respondWith(
      areas({
        county: '48453',
        place: '4805000',
        district: '4837',
        upper: ['014', '14'],
        lower: ['049', '49'],
      }),
    )
    const match = await census.lookUp(census.newStreet())
    expect(match).toMatchObject({
      precision: 'address',
      source: 'census',
      map: 119,
      candidates: { congressional_district: [], county: [], place: [] },
      named_place: null,
      is_fallback: false,
    })
    expect(match.divisions).toEqual([
      'state:tx',
      'state:tx/county:travis',
      'state:tx/place:austin',
      'state:tx/cd:37',
      'state:tx/sldu:14',
      'state:tx/sldl:49',
    ])
    expect(census.stand.requests).toHaveLength(1)
    expect(census.stand.requests[0]?.pathname).toBe('/geocoder/geographies/onelineaddress')
    expect(Object.fromEntries(census.stand.requests[0]?.searchParams ?? [])).toMatchObject({
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
      areas({ county: '11001', place: '1150000', district: '1198', upper: ['002', '2'] }),
      ['district:dc', 'district:dc/cd:at-large', 'district:dc/ward:2'],
    ],
    [
      'at large',
      'Cheyenne, WY 82001',
      areas({ county: '56021', place: '5613900', district: '5600' }),
      ['state:wy', 'state:wy/county:laramie', 'state:wy/place:cheyenne', 'state:wy/cd:at-large'],
    ],
    [
      'a planning region and a town',
      'Washington, CT 06793',
      areas({ county: '09190', town: '0919079720', district: '0905' }),
      ['state:ct', 'state:ct/place:washington', 'state:ct/cd:5'],
    ],
    [
      'an independent city',
      'Alexandria, VA 22314',
      areas({ county: '51510', place: '5101000', district: '5108' }),
      ['state:va', 'state:va/place:alexandria', 'state:va/cd:8'],
    ],
    [
      'Boise City',
      'Boise, ID 83702',
      areas({
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
      areas({
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
      'a letter after the number',
      'Annapolis, MD 21401',
      areas({ county: '24003', district: '2403', lower: ['30A', '30A'] }),
      ['state:md', 'state:md/county:anne_arundel', 'state:md/cd:3', 'state:md/sldl:30a'],
    ],
    [
      'outside any city',
      'Austin, TX 78701',
      areas({ county: '48453', district: '4837' }),
      ['state:tx', 'state:tx/county:travis', 'state:tx/cd:37'],
    ],
    [
      'Puerto Rico',
      'San Juan, PR 00901',
      areas({ county: '72127', district: '7298', upper: ['001', '1'] }),
      ['territory:pr', 'territory:pr/municipio:san_juan', 'territory:pr/cd:at-large', 'territory:pr/sldu:1'],
    ],
    [
      'water',
      'Austin, TX 78701',
      areas({ county: '48453', place: '4805000', district: '48ZZ', upper: ['ZZZ', 'none'] }),
      ['state:tx', 'state:tx/county:travis', 'state:tx/place:austin'],
    ],
  ])('sets the divisions: %s', async (_, rest, layers, divisions) => {
    census.respondWith(layers)
    expect((await census.lookUp(census.newStreet(rest))).divisions).toEqual(divisions)
  })

  test('with districts of another Congress does not set the congressional district', async () => {
    const { '119th Congressional Districts': _, ...rest } = areas({
      county: '48453',
      place: '4805000',
      district: '4837',
    })
    census.respondWith({ ...rest, '120th Congressional Districts': [{ GEOID: '4810', CDSESSN: '120' }] })
    // The gazetteer's district is kept.
    expect((await census.lookUp(census.newStreet())).divisions).toContain('state:tx/cd:37')
    census.respondWith({ ...rest, '119th Congressional Districts': [{ GEOID: '4810', CDSESSN: '120' }] })
    expect((await census.lookUp(census.newStreet())).divisions).not.toContain('state:tx/cd:10')
  })

  test('with a failed layer leaves that kind open, and with several matches makes only their common divisions certain', async () => {
    const failed = [{ status: 'Layer query encountered an error: java.lang.RuntimeException' }]
    census.respondWith({
      ...areas({ county: '41051' }),
      'Incorporated Places': failed,
      '119th Congressional Districts': failed,
    })
    const street = census.newStreet('Portland, OR 97202')
    const partial = await census.lookUp(street)
    expect(partial.divisions).toEqual(['state:or', 'state:or/county:multnomah'])
    expect(partial.candidates.congressional_district).toHaveLength(3)
    expect(partial.named_place).toBe(`${country}/state:or/place:portland`)
    // The address is looked up again, and so the response is not cached.
    expect(partial.is_fallback).toBe(true)
    census.respondWith(areas({ county: '41051', place: '4159000', district: '4103' }))
    const complete = await census.lookUp(street)
    expect(complete.divisions).toContain('state:or/cd:3')
    expect(complete.is_fallback).toBe(false)

    census.respondWith(
      areas({ county: '41051', place: '4159000', district: '4103' }),
      areas({ county: '41051', place: '4159000', district: '4101' }),
    )
    const several = await census.lookUp(census.newStreet('Portland, OR 97202'))
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

  test('without a match, or with one in another state, keeps the gazetteer’s match', async () => {
    for (const matches of [[], [areas({ county: '36061', place: '3651000', district: '3612' })]]) {
      census.respondWith(...matches)
      expect(await census.lookUp(census.newStreet())).toMatchObject({
        precision: 'zip',
        source: 'gazetteer',
        is_fallback: false,
      })
    }
  })

  test('is not requested for P.O. boxes, military addresses, or addresses without a street or state', async () => {
    census.stand.requests.length = 0
    for (const address of [
      'PO Box 5, Austin, TX 78701',
      'Unit 5, APO, AE 09021',
      'Austin, TX 78701',
      '5 Main Street',
      // The state contradicts the ZIP code.
      '5 Main Street, Austin, TX 97201',
    ]) {
      await census.lookUp(address)
    }
    expect(census.stand.requests).toEqual([])
  })
})
