import { stateNames } from '../../../contract/places.ts'
import type { CsvRecord } from '../../sources/csv.ts'
import { atLargeStates, congressionalDistrict } from '../names.ts'
import type { Division } from './divisionRecords.ts'

/** What is known of a ZIP code. */
export type ZipCode = {
  zip: string
  /** The post office's name for it. */
  city: string
  /** Postal codes of states in small letters; empty for military mail and for places that are no part of the country. */
  states: string[]
  /** OCD ids of the districts and counties that it touches. */
  congressional_districts: string[]
  /** A county without an OCD id stands here as `unknown`, so that the others are not taken for all there is. */
  counties: string[]
  /** False for a post-office box or a single building: districts and counties are then those nearby. */
  is_area: boolean
}

/** What one row of a public table says of a ZIP code; what it does not speak of is left out. */
export type ZipFacts = { zip: string } & Partial<Omit<ZipCode, 'zip'>>

/** What a county is called in OCD ids by its number; a place for an independent city; null where there is none. */
export type CountyOf = (fips: string) => string | null

/** Counties that the Census Bureau has renumbered since the divisions were numbered. */
const renumbered: Readonly<Record<string, string>> = { '46102': '46113', '02158': '02270' }

export function currentCounty(fips: string): string {
  return renumbered[fips] ?? fips
}

/** The key by which an independent city, which is in no county, is found by a county's number. */
export function countyKey(fips: string): string {
  return `county ${fips}`
}

export function countiesByNumber(
  divisions: Pick<Division, 'division' | 'kind' | 'geoid' | 'keys'>[],
): CountyOf {
  const byNumber = new Map([['11001', 'ocd-division/country:us/district:dc']])
  for (const { division, kind, geoid, keys } of divisions) {
    if (kind === 'county' && geoid) byNumber.set(geoid, division)
    for (const key of keys) if (/^county \d{5}$/.test(key)) byNumber.set(key.slice(7), division)
  }
  return (fips) => byNumber.get(currentCounty(fips)) ?? null
}

export const unknownCounty = 'ocd-division/country:us/unknown'

/**
 * A row of one of the public tables: ZIP codes with their city (`zip, state, city, districts, counties_by_land_area`),
 * ZCTAs and districts (`state_abbr, zcta, cd`), ZCTAs and counties (`zcta5, fips_code_county, arealand_part`).
 * Several rows of the last two may speak of one ZIP code. Throws an Error with the reason for any other row.
 */
export function readZipFacts(record: CsvRecord, countyOf: CountyOf): ZipFacts {
  if (record['zcta5'] !== undefined) return countyFacts(record, countyOf)
  if (record['zcta'] !== undefined) return districtFacts(record)
  return zipFacts(record, countyOf)
}

function zipFacts(record: CsvRecord, countyOf: CountyOf): ZipFacts {
  const zip = readZip(record['zip'])
  const postal = (record['state'] ?? '').toLowerCase()
  const districts = (record['districts'] ?? '').split('|').filter(Boolean).map(readDistrict)
  const counties = (record['counties_by_land_area'] ?? '').split('|').filter(Boolean)
  const states = [...new Set([...districts.map(([state]) => state), postal])].filter((one) =>
    Object.hasOwn(stateNames, one),
  )
  const isArea = districts.length > 0 || counties.length > 0
  const facts = { zip, city: record['city'] ?? '', states }
  if (!isArea) return facts
  return {
    ...facts,
    congressional_districts: districtsOf(districts, states),
    counties: countiesOf(counties, countyOf),
    is_area: true,
  }
}

function districtFacts(record: CsvRecord): ZipFacts {
  const [state, number] = readDistrict(`${record['state_abbr'] ?? ''}-${record['cd'] ?? ''}`)
  return {
    zip: readZip(record['zcta']),
    states: [state],
    congressional_districts: [congressionalDistrict(state, number)],
    is_area: true,
  }
}

function countyFacts(record: CsvRecord, countyOf: CountyOf): ZipFacts {
  const zip = readZip(record['zcta5'])
  // A touch without any land is none.
  if (record['arealand_part'] === '0') return { zip, counties: [], is_area: true }
  return { zip, counties: countiesOf([record['fips_code_county'] ?? ''], countyOf), is_area: true }
}

function readZip(text: string | undefined): string {
  if (!/^\d{5}$/.test(text ?? '')) throw new Error(`"${(text ?? '').slice(0, 20)}" is no ZIP code.`)
  return text ?? ''
}

function readDistrict(text: string): [state: string, number: string] {
  const [, state = '', number = ''] = /^([A-Za-z]{2})-(\d{1,2})$/.exec(text) ?? []
  if (!Object.hasOwn(stateNames, state.toLowerCase())) {
    throw new Error(`"${text.slice(0, 20)}" is no congressional district.`)
  }
  return [state.toLowerCase(), number]
}

/** The territories are in no table of districts, and have one each. */
function districtsOf(districts: [state: string, number: string][], states: string[]): string[] {
  const given = districts.map(([state, number]) => congressionalDistrict(state, number))
  const whole = states
    .filter((state) => atLargeStates.has(state))
    .map((state) => congressionalDistrict(state, '0'))
  return [...new Set([...given, ...whole])]
}

function countiesOf(numbers: string[], countyOf: CountyOf): string[] {
  return [...new Set(numbers.map((fips) => countyOf(fips) ?? unknownCounty))]
}
