import { stateNames } from '#contract/places.ts'
import { atLargeStates, congressionalDistrict } from '#server/legislation/places/names.ts'
import type { CsvRecord } from '#server/sources/csv.ts'
import type { Division } from './divisionRecords.ts'

export type ZipCode = {
  zip: string
  /** The postal city of the ZIP code. */
  city: string
  /** The postal codes of its states in lowercase. Empty for military mail and for places outside the United States. */
  states: string[]
  /** The OCD ids of the districts and counties that it touches. */
  congressional_districts: string[]
  /** The list contains `unknown` for a county without an OCD id so that it is not mistaken for a complete list. */
  counties: string[]
  /** False for P.O. boxes and for a single building. The districts and counties are then those nearby. */
  is_area: boolean
}

/** The fields of a ZIP code that one row of a public table contains. */
export type ZipFacts = { zip: string } & Partial<Omit<ZipCode, 'zip'>>

/** Maps a county's FIPS code to its OCD id, or to the place of an independent city, or null if there is none. */
export type CountyOf = (fips: string) => string | null

/** Counties whose FIPS code has changed since the divisions were published. */
const renumbered: Readonly<Record<string, string>> = { '46102': '46113', '02158': '02270' }

export function currentCounty(fips: string): string {
  return renumbered[fips] ?? fips
}

/** Returns the key by which an independent city, which belongs to no county, is found under its own FIPS code. */
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
 * Reads a row of one of the public tables:
 *
 * - ZIP codes with their city (`zip, state, city, districts, counties_by_land_area`)
 * - ZCTAs with districts (`state_abbr, zcta, cd`)
 * - ZCTAs with counties (`zcta5, fips_code_county, arealand_part`)
 *
 * The last two may have several rows per ZIP code. Throws an Error with the reason for any other row.
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
  const states = [...new Set([...districts.map(([state]) => state), postal])].filter((state) =>
    Object.hasOwn(stateNames, state),
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
  // An overlap without land area does not count.
  if (record['arealand_part'] === '0') return { zip, counties: [], is_area: true }
  return { zip, counties: countiesOf([record['fips_code_county'] ?? ''], countyOf), is_area: true }
}

function readZip(text: string | undefined): string {
  if (!/^\d{5}$/.test(text ?? '')) throw new Error(`"${(text ?? '').slice(0, 20)}" is not a ZIP code.`)
  return text ?? ''
}

function readDistrict(text: string): [state: string, number: string] {
  const [, state = '', number = ''] = /^([A-Za-z]{2})-(\d{1,2})$/.exec(text) ?? []
  if (!Object.hasOwn(stateNames, state.toLowerCase())) {
    throw new Error(`"${text.slice(0, 20)}" is not a congressional district.`)
  }
  return [state.toLowerCase(), number]
}

/** The tables of districts do not list the territories, which have one district each. */
function districtsOf(districts: [state: string, number: string][], states: string[]): string[] {
  const districtIds = districts.map(([state, number]) => congressionalDistrict(state, number))
  const atLarge = states
    .filter((state) => atLargeStates.has(state))
    .map((state) => congressionalDistrict(state, '0'))
  return [...new Set([...districtIds, ...atLarge])]
}

function countiesOf(numbers: string[], countyOf: CountyOf): string[] {
  return [...new Set(numbers.map((fips) => countyOf(fips) ?? unknownCounty))]
}
