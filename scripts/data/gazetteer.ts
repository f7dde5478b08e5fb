import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { bundledFiles, bundledFolder, packDivisions, packZipCodes } from '#server/legislation/places/gazetteer/bundle.ts'
import { type Division, readDivision } from '#server/legislation/places/gazetteer/divisionRecords.ts'
import { nameKey } from '#server/legislation/places/names.ts'
import {
  countiesByNumber,
  countyKey,
  currentCounty,
  type CountyOf,
  readZipFacts,
  unknownCounty,
  type ZipCode,
} from '#server/legislation/places/gazetteer/zipRecords.ts'
import { csvRecords, type CsvRecord } from '#server/sources/csv.ts'

/*
 * Builds the tables of db/seed/places from public tables (docs/data.md names them and their licenses):
 *   node scripts/data/gazetteer.ts FOLDER
 * FOLDER contains divisions/us_divisions.csv.gz, divisions/legislative_districts.csv.gz, zip/zip_index.csv.gz and
 * zip/us_counties.csv.gz.
 */

/** How many of the nearest ZIP code areas determine the possible districts and counties of a P.O. box ZIP code. */
const nearbyCount = 8

type Point = { lat: number; lng: number }
type PlacedZip = Point & { zip: ZipCode }

/** The divisions that Hurd bundles. Finer ones can be imported with `hurd import divisions`. */
function gatherDivisions(tables: { divisions: CsvRecord[]; districts: CsvRecord[] }): Division[] {
  const byId = new Map<string, Division>()
  for (const record of tables.divisions) {
    const division = readDivision(record)
    if (division.kind !== 'other') byId.set(division.division, division)
  }
  for (const record of tables.districts) {
    if (record['state'] === 'us' || !record['division_id']?.startsWith('ocd-division/country:us/')) continue
    const divisionRow = readDivision(record)
    const previous = byId.get(divisionRow.division)
    if (previous) previous.keys = [...new Set([...previous.keys, ...divisionRow.keys])]
    else if (divisionRow.kind !== 'other') byId.set(divisionRow.division, divisionRow)
  }
  return withoutAmbiguous([...byId.values()]).toSorted((a, b) => (a.division < b.division ? -1 : 1))
}

/** Leaves out manually added places that the Census Bureau lists too, because their names would be ambiguous. */
function withoutAmbiguous(divisions: Division[]): Division[] {
  const numbered = new Set(
    divisions
      .filter((item) => item.kind === 'place' && item.geoid)
      .flatMap((item) => item.keys.map((key) => `${item.state} ${key}`)),
  )
  return divisions.filter(
    (item) =>
      item.kind !== 'place' || item.geoid || !item.keys.some((key) => numbered.has(`${item.state} ${key}`)),
  )
}

/** An independent city is its own county, so it gets the county's number as one of its keys. */
function nameIndependentCities(divisions: Division[], counties: CsvRecord[]): void {
  const countyNumbers = new Set(divisions.map((item) => item.kind === 'county' && item.geoid))
  const cities = divisions.filter((item) => item.kind === 'place' && item.geoid?.length === 7)
  for (const { fips_code_county: fips = '', county_name: name = '' } of counties) {
    if (countyNumbers.has(currentCounty(fips))) continue
    const key = nameKey(name.replace(/ city$/, ''))
    const city = cities.find((item) => item.geoid?.startsWith(fips.slice(0, 2)) && item.keys.includes(key))
    city?.keys.push(countyKey(fips))
  }
}

function gatherZipCodes(records: CsvRecord[], countyOf: CountyOf): ZipCode[] {
  const zips = records.map((record): PlacedZip => {
    const { zip, ...facts } = readZipFacts(record, countyOf)
    const zipFacts = {
      city: '',
      states: [],
      congressional_districts: [],
      counties: [],
      is_area: false,
      ...facts,
    }
    return { zip: { zip, ...zipFacts }, lat: Number(record['lat']), lng: Number(record['lng']) }
  })
  const areaZips = zips.filter((item) => item.zip.is_area)
  for (const item of zips) if (!item.zip.is_area) addNearby(item, areaZips)
  return zips.map((item) => item.zip)
}

/** People who use a P.O. box live near it or in the city that it is named after. */
function addNearby({ zip, ...point }: PlacedZip, areaZips: PlacedZip[]): void {
  const [state] = zip.states
  if (state === undefined) return
  const inState = areaZips.filter((item) => item.zip.states.includes(state))
  const nearest = inState.toSorted((a, b) => distance(point, a) - distance(point, b))
  const near = [...nearest.slice(0, nearbyCount), ...inState.filter((item) => item.zip.city === zip.city)]
  const here = new RegExp(`^ocd-division/country:us/[a-z]+:${state}(/|$)`)
  const all = (ids: string[]) => [...new Set(ids)].filter((id) => here.test(id)).toSorted()
  zip.congressional_districts = all(near.flatMap((item) => item.zip.congressional_districts))
  zip.counties = all(near.flatMap((item) => item.zip.counties))
}

/** Not a real distance, but it can be compared with others. */
function distance(item: Point, other: Point): number {
  return (item.lat - other.lat) ** 2 + ((item.lng - other.lng) * Math.cos((item.lat * Math.PI) / 180)) ** 2
}

function readTable(file: string): CsvRecord[] {
  return [...csvRecords(gunzipSync(readFileSync(file)).toString('utf8'))]
}

if (import.meta.main) {
  const [folder] = process.argv.slice(2)
  if (!folder) throw new Error('Name the folder of the public tables.')
  const table = (name: string) => readTable(join(folder, name))
  const divisions = gatherDivisions({
    divisions: table('divisions/us_divisions.csv.gz'),
    districts: table('divisions/legislative_districts.csv.gz'),
  })
  nameIndependentCities(divisions, table('zip/us_counties.csv.gz'))
  const countyOf = countiesByNumber(divisions)
  const zips = gatherZipCodes(table('zip/zip_index.csv.gz'), countyOf)

  const to = fileURLToPath(bundledFolder)
  mkdirSync(to, { recursive: true })
  const packed = {
    [bundledFiles.divisions]: packDivisions(divisions),
    [bundledFiles.zipCodes]: packZipCodes(zips),
  }
  for (const [name, bytes] of Object.entries(packed)) {
    writeFileSync(join(to, name), bytes)
    console.log(`${name}: ${bytes.length} bytes`)
  }
  const areas = zips.filter((item) => item.is_area && item.congressional_districts.length > 0)
  const single = areas.filter((item) => item.congressional_districts.length === 1)
  console.log(
    `${divisions.length} divisions, ${zips.length} ZIP codes, ${areas.length} of them drawn on the map`,
  )
  console.log(`${((100 * single.length) / areas.length).toFixed(1)} % of those lie in one district`)
  const unplaced = zips.filter((item) => item.counties.includes(unknownCounty))
  console.log(`${unplaced.length} ZIP codes touch a county without an id`)
}
