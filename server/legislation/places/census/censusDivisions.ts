import { country } from '#server/legislation/places/addressMatch.ts'
import type { DivisionKind } from '#server/legislation/places/gazetteer/divisionRecords.ts'
import { currentCounty } from '#server/legislation/places/gazetteer/zipRecords.ts'
import {
  atLargeStates,
  congressionalDistrict,
  nameKey,
  stateByNumber,
  stateOf,
} from '#server/legislation/places/names.ts'
import type { Db } from '#server/platform/postgres/db.ts'
import type { Geographies, CensusArea } from './censusResponse.ts'

/** The OCD ids of an address. A field is undefined if its layer could not be read. */
export type LocatedDivisions = {
  state: string
  county: string | null | undefined
  place: string | null | undefined
  congressional_district: string | null | undefined
  /** The legislative districts of both chambers. A district with two seats, as in Idaho, is listed twice. */
  legislative: string[]
}

type StoredDivision = { division: string; kind: DivisionKind; geoid: string | null }

/** Converts the Census Bureau's geographies to OCD ids, or null if the state is unknown. */
export async function locate(db: Db, geographies: Geographies): Promise<LocatedDivisions | null> {
  const code = stateByNumber(geographies.state)
  if (!code) return null
  const county = geographies.county ?? null
  const storedDivisions = await selectKnown(db, code, [
    ...(county ? [currentCounty(county)] : []),
    ...[geographies.place, geographies.subdivision].flatMap((area) => (area ? [area.geoid] : [])),
  ])
  const byGeoid = (kind: DivisionKind, geoid: string) =>
    storedDivisions.find((division) => division.kind === kind && division.geoid === geoid)?.division ?? null

  return {
    state: stateOf(code),
    county: geographies.county === undefined ? undefined : county && byGeoid('county', currentCounty(county)),
    place: await placeOf(db, code, geographies, (geoid) => byGeoid('place', geoid)),
    congressional_district: districtOf(code, geographies.congressional_district),
    legislative: [
      ...(await legislativeOf(db, code, 'sldu', geographies.upper)),
      ...(await legislativeOf(db, code, 'sldl', geographies.lower)),
    ],
  }
}

function selectKnown(db: Db, state: string, geoids: string[]): Promise<StoredDivision[]> {
  return db<StoredDivision[]>`
    select division, kind, geoid from divisions
     where geoid = any(${geoids}::text[]) and state = ${state}`
}

async function placeOf(
  db: Db,
  code: string,
  geographies: Geographies,
  byGeoid: (geoid: string) => string | null,
): Promise<string | null | undefined> {
  if (code === 'dc') return null
  if (geographies.place) {
    const { geoid, basename } = geographies.place
    return byGeoid(geoid) ?? (await placeByName(db, code, basename))
  }
  if (geographies.place === undefined) return undefined
  if (!geographies.subdivision) return geographies.subdivision === undefined ? undefined : null
  const { geoid } = geographies.subdivision
  return byGeoid(geoid) ?? (await townOf(db, code, geoid))
}

/** The Census Bureau uses longer names for consolidated cities, such as "Nashville-Davidson metropolitan government". */
async function placeByName(db: Db, state: string, basename: string): Promise<string | null> {
  const [first = ''] = basename.split(/[-/(]/)
  const rows = await db<{ division: string }[]>`
    select division from divisions
     where keys && ${[nameKey(basename), nameKey(first)]}::text[] and kind = 'place' and state = ${state}
       and division !~ '/(county|parish|borough):'`
  return rows.length === 1 ? (rows[0]?.division ?? null) : null
}

/** Connecticut replaced its counties with planning regions, which changed only the county part of the towns' GEOIDs. */
async function townOf(db: Db, state: string, geoid: string): Promise<string | null> {
  if (state !== 'ct') return null
  const rows = await db<{ division: string }[]>`
    select division from divisions
     where state = 'ct' and kind = 'place' and geoid like ${`09___${geoid.slice(5)}`}`
  return rows.length === 1 ? (rows[0]?.division ?? null) : null
}

/** The number is `ZZ` for water areas. */
function districtOf(code: string, geoid: string | null | undefined): string | null | undefined {
  if (atLargeStates.has(code)) return congressionalDistrict(code, '0')
  if (geoid === undefined) return undefined
  const number = geoid?.slice(2) ?? ''
  return /^\d\d$/.test(number) ? congressionalDistrict(code, number) : null
}

/**
 * Finds legislative districts: a numbered district by its number, and a named one, as in Massachusetts, New Hampshire
 * and Vermont, by its name. In the District of Columbia the result is a ward. In Idaho, both seats of a lower district
 * represent all of it.
 */
async function legislativeOf(
  db: Db,
  code: string,
  chamber: 'sldu' | 'sldl',
  area: CensusArea | null | undefined,
): Promise<string[]> {
  if (!area) return []
  const number = area.geoid
    .slice(2)
    .replace(/^0+(?=.)/, '')
    .toLowerCase()
  if (/^z+$/.test(number)) return []
  const type = code === 'dc' ? 'ward' : chamber
  const numbered = [number, ...(code === 'id' && chamber === 'sldl' ? [`${number}a`, `${number}b`] : [])]
  const kind: DivisionKind =
    type === 'ward' ? 'ward' : type === 'sldu' ? 'state_upper_district' : 'state_lower_district'
  const rows = await db<{ division: string; is_numbered: boolean }[]>`
    select division, division = any(${numbered.map((district) => `${stateOf(code)}/${type}:${district}`)}::text[]) as is_numbered
      from divisions
     where state = ${code} and kind = ${kind} and (valid_to is null or valid_to > current_date)
       and (division = any(${numbered.map((district) => `${stateOf(code)}/${type}:${district}`)}::text[])
            or keys && ${districtKeys(area)}::text[])
     order by division`
  const exact = rows.filter((row) => row.is_numbered)
  const matches = exact.length > 0 ? exact : rows.length === 1 ? rows : []
  return matches.map((row) => row.division)
}

function districtKeys({ name, basename }: CensusArea): string[] {
  return [...new Set([nameKey(basename), plainKey(basename), plainKey(name)])].filter(Boolean)
}

/** Turns "Belknap County No. 1" into "belknap 1". */
function plainKey(text: string): string {
  return nameKey(text)
    .replaceAll(/\b(?:state|house|senate|assembly|representative|legislative|district|county|no)\b/g, ' ')
    .replaceAll(/ +/g, ' ')
    .trim()
}

/** Returns all divisions that are certain, from the country down. */
export function divisionsOf(divisions: LocatedDivisions): string[] {
  const { state, county, place, congressional_district, legislative } = divisions
  return [country, state, county, place, congressional_district, ...legislative].filter((id) => id != null)
}
