import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { gazetteerGeocoder } from '#server/legislation/places/geocoder.ts'
import { realRecords } from '#server/testing/realRecords.ts'
import { startTestServer, type TestServer } from '#server/testing/testServer.ts'
import { importDivisions, importZipCodes } from './import.ts'

const country = 'ocd-division/country:us'
const shared = realRecords()

let app: TestServer
let folder: string
beforeAll(async () => {
  app = await startTestServer({}, undefined, { gazetteer: true })
  folder = await mkdtemp(join(tmpdir(), 'hurd-places-'))
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true, force: true })
})

async function table(name: string, text: string): Promise<string> {
  const file = join(folder, name)
  await writeFile(file, text)
  return file
}

const numbers = ({ inserted, updated, unchanged, refused }: Record<string, unknown>) => [
  inserted,
  updated,
  unchanged,
  refused,
]

describe('importing divisions', () => {
  test('inserts, updates or skips rows by id, and an invalid row does not stop the import', async () => {
    const file = await table(
      'divisions.csv',
      [
        'id,name,census_geoid,sameAs,validThrough',
        `${country}/state:tx/place:testville,Testville city,place-4899999,,`,
        `${country}/state:tx/place:austin,Austin town,place-4805000,,`,
        `${country}/state:tx/place:dallas,Dallas city,place-4819000,,`,
        'ocd-division/country:ca/province:on,Ontario,,,',
        `"${country}/state:tx/cd:99","Texas's ""99th"" congressional district",cd-4899,,2027-01-03`,
        `${country}/state:tx/cd:98,Texas's 98th congressional district,cd-4898,,2021-02-30`,
      ].join('\r\n'),
    )
    const report = await importDivisions(app.pool, [file])
    // “town” is not part of the name Austin so that row changes nothing.
    expect(numbers(report)).toEqual([2, 0, 2, 2])
    expect(report.refusals).toEqual([
      {
        file,
        record: 'line 5',
        reason: '"ocd-division/country:ca/province:on" is not a division of the United States.',
      },
      { file, record: 'line 7', reason: '"2021-02-30" is not a valid date.' },
    ])
    expect(numbers(await importDivisions(app.pool, [file]))).toEqual([0, 0, 4, 2])
    const [row] = await app.pool`
      select name, kind, geoid, valid_to from divisions where division = ${`${country}/state:tx/cd:99`}`
    expect(row).toEqual({
      name: 'Texas\'s "99th" congressional district',
      kind: 'congressional_district',
      geoid: '4899',
      valid_to: '2027-01-03',
    })
    const found = await gazetteerGeocoder(app.pool, '1 Elm Street, Testville, TX')
    expect(found.named_place).toBe(`${country}/state:tx/place:testville`)
  })

  test('a table of legislative districts adds their names', async () => {
    const file = await table(
      'districts.csv',
      `state,chamber_type,district,division_id,num_seats\nma,lower,The Test District,${country}/state:ma/sldl:10th_suffolk,1\n`,
    )
    expect(numbers(await importDivisions(app.pool, [file]))).toEqual([0, 1, 0, 0])
    expect(numbers(await importDivisions(app.pool, [file]))).toEqual([0, 0, 1, 0])
    const [row] = await app.pool`
      select name, keys from divisions where division = ${`${country}/state:ma/sldl:10th_suffolk`}`
    expect(row?.['keys']).toEqual(['10th suffolk', 'the test district'])
    expect(row?.['name']).toBe('Massachusetts 10th Suffolk district')
  })

  test('a table without a header line is read, and a missing file is reported', async () => {
    const states = await table('states.csv', `${country}/state:tx,Texas\n`)
    expect(numbers(await importDivisions(app.pool, [states]))).toEqual([0, 0, 1, 0])
    const broken = await table('broken.csv.gz', 'not packed')
    const report = await importDivisions(app.pool, [broken, states])
    expect(numbers(report)).toEqual([0, 0, 1, 1])
    expect(report.refusals[0]?.reason).toMatch(/^The file cannot be read/)
  })
})

describe('importing ZIP codes', () => {
  test('each table adds its fields, and several rows are merged into one ZIP code', async () => {
    const index = await table(
      'index.csv',
      'zip,state,city,districts,counties_by_land_area\n99999,TX,Testburg,TX-1|TX-2,48453|48209\n9999,TX,Short,,\n78701,TX,Austin,TX-37,48453\n',
    )
    expect(numbers(await importZipCodes(app.pool, [index]))).toEqual([1, 0, 1, 1])
    expect((await gazetteerGeocoder(app.pool, '1 Elm Street, TX 99999')).candidates).toMatchObject({
      congressional_district: [`${country}/state:tx/cd:1`, `${country}/state:tx/cd:2`],
      county: [`${country}/state:tx/county:travis`, `${country}/state:tx/county:hays`],
    })

    const districts = await table(
      'districts.csv',
      'state_fips,state_abbr,zcta,cd\n48,TX,99999,7\n48,TX,99999,8\n48,XX,99998,1\n',
    )
    expect(numbers(await importZipCodes(app.pool, [districts]))).toEqual([0, 1, 0, 1])
    const counties = await table(
      'counties.csv',
      '\uFEFFzcta5,fips_code_county,arealand_part\n99999,48453,5\n99999,48209,0\n',
    )
    expect(numbers(await importZipCodes(app.pool, [counties]))).toEqual([0, 1, 0, 0])
    expect(numbers(await importZipCodes(app.pool, [counties, districts]))).toEqual([0, 0, 2, 1])
    const found = await gazetteerGeocoder(app.pool, '1 Elm Street, TX 99999')
    expect(found.divisions).toContain(`${country}/state:tx/county:travis`)
    expect(found.candidates.congressional_district).toEqual([
      `${country}/state:tx/cd:7`,
      `${country}/state:tx/cd:8`,
    ])
  })
})

test.skipIf(!existsSync(shared))(
  'the public tables are imported, and importing them again changes nothing',
  async () => {
    const divisions = [
      `${shared}/divisions/us_divisions.csv.gz`,
      `${shared}/divisions/legislative_districts.csv.gz`,
    ]
    const first = await importDivisions(app.pool, divisions)
    expect(first.inserted + first.updated + first.unchanged).toBeGreaterThan(70_000)
    expect(numbers(await importDivisions(app.pool, divisions)).slice(0, 2)).toEqual([0, 0])
    const zips = [`${shared}/zip/zip_index.csv.gz`]
    await importZipCodes(app.pool, zips)
    expect(numbers(await importZipCodes(app.pool, zips))).toEqual([0, 0, 42_560, 0])
  },
  60_000,
)
