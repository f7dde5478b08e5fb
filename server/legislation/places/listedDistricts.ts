import type { ListedDistrict } from '#contract/places.ts'
import type { Db } from '#server/platform/postgres/db.ts'
import { country } from './addressMatch.ts'
import { stateDivisionOf } from './moves.ts'

/** Returns the kind of a district of a state's legislature or a city's council, or null for any other division. */
export function listedDistrictOf(division: string): ListedDistrict | null {
  const part = /\/(sldu|sldl|council_district|ward):[^/]+$/.exec(division)?.[1]
  if (part === 'sldu') return 'state_upper_district'
  if (part === 'sldl') return 'state_lower_district'
  return part === undefined ? null : 'council_district'
}

/**
 * Returns the city that local bills, groups and counts use. A municipio of Puerto Rico is a city, and so is the District of
 * Columbia.
 */
export function cityOf(divisions: readonly string[]): string | null {
  const place = divisions.find((division) => /\/(place|municipio):[^/]+$/.test(division))
  return place ?? divisions.find((division) => division === `${country}/district:dc`) ?? null
}

type District = { division: string; kind: ListedDistrict }

/**
 * Selects the districts of the home's legislature and council that have a member in the records. Kinds of which one is among
 * the `known` divisions are left out.
 */
export async function selectListedDistricts(
  db: Db,
  home: readonly string[],
  known: readonly string[],
): Promise<District[]> {
  const state = home.flatMap((division) => stateDivisionOf(division) ?? [])[0] ?? null
  const rows = await db<
    { division: string }[]
  >`select division from listed_districts(${state}, ${cityOf(home)})`
  const knownKinds = new Set(known.map(listedDistrictOf))
  return rows.flatMap(({ division }) => {
    const kind = listedDistrictOf(division)
    return kind && !knownKinds.has(kind) ? [{ division, kind }] : []
  })
}
