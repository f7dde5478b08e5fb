import type { MyPlaces } from '#contract/places.ts'
import type { Box } from './mapView.ts'

/**
 * The content of public/maps/{state}.json, which scripts/data/district-maps.ts writes. `districts` maps a name such as "37"
 * or "at-large" to an SVG path.
 */
export type DistrictShapes = { width: number; height: number; districts: Readonly<Record<string, string>> }

/** The number of the Congress whose districts are in the files. */
export const congressOfShapes = 119

/** Returns the OCD id of the member's congressional district. If it is not known, the ids of all candidates are returned. */
export function congressionalDistricts({ divisions, candidates }: MyPlaces): string[] {
  const knownDistricts = divisions.filter(({ kind }) => kind === 'congressional_district')
  const districts = knownDistricts.length > 0 ? knownDistricts : candidates.congressional_district
  return districts.map(({ division }) => division)
}

export type District = { state: string; name: string }

/**
 * Returns the state and the name of a congressional district. For ocd-division/country:us/state:tx/cd:37 they are "tx" and
 * "37". Null for every other division.
 */
export function districtOf(division: string): District | null {
  const [, state, name] =
    /^ocd-division\/country:us\/(?:state|district|territory):([a-z]{2})\/cd:(\d+|at-large)$/.exec(division) ??
    []
  return state && name ? { state, name } : null
}

export async function loadShapes(state: string, signal: AbortSignal): Promise<DistrictShapes> {
  const response = await fetch(`/maps/${state}.json`, { signal })
  if (!response.ok) throw new Error(`There is no map of ${state}`)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own script writes the file in this shape
  return (await response.json()) as DistrictShapes
}

/** Returns the bounding box of an SVG path. The path may use only the commands M and l with whole numbers. */
export function boxOf(path: string): Box {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const ring of path.split('M').slice(1)) {
    const numbers = (ring.match(/-?\d+/g) ?? []).map(Number)
    let [x, y] = [0, 0]
    for (let index = 0; index + 1 < numbers.length; index += 2) {
      x += numbers[index] ?? 0
      y += numbers[index + 1] ?? 0
      ;[left, right] = [Math.min(left, x), Math.max(right, x)]
      ;[top, bottom] = [Math.min(top, y), Math.max(bottom, y)]
    }
  }
  return { x: left, y: top, width: right - left, height: bottom - top }
}

/** Names districts like "district 37", "districts 10, 35 and 37" or "the whole state". */
export function districtLabel(names: readonly string[]): string {
  if (names.includes('at-large')) return 'the whole state'
  const last = names.at(-1) ?? ''
  return names.length === 1 ? `district ${last}` : `districts ${names.slice(0, -1).join(', ')} and ${last}`
}
