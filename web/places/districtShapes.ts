import type { MyPlaces } from '../../contract/places.ts'
import type { Box } from './mapView.ts'

/** public/maps/{state}.json, as scripts/data/district-maps.ts writes it: `districts` maps "37" or "at-large" to an SVG path. */
export type DistrictShapes = { width: number; height: number; districts: Readonly<Record<string, string>> }

/** The Congress of the districts in the files. */
export const congressOfShapes = 119

/** The OCD id of the known congressional district, or those of the candidates. */
export function congressionalDistricts({ divisions, candidates }: MyPlaces): string[] {
  const known = divisions.filter(({ kind }) => kind === 'congressional_district')
  const districts = known.length > 0 ? known : candidates.congressional_district
  return districts.map(({ division }) => division)
}

export type District = { state: string; name: string }

/** The shape of a division: ocd-division/country:us/state:tx/cd:37 is "37" of "tx". Null for any other division. */
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

/** The bounding box of a path that uses only absolute M and relative l, in whole numbers. */
export function boxOf(path: string): Box {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const ring of path.split('M').slice(1)) {
    const numbers = (ring.match(/-?\d+/g) ?? []).map(Number)
    let [x, y] = [0, 0]
    for (let at = 0; at + 1 < numbers.length; at += 2) {
      x += numbers[at] ?? 0
      y += numbers[at + 1] ?? 0
      ;[left, right] = [Math.min(left, x), Math.max(right, x)]
      ;[top, bottom] = [Math.min(top, y), Math.max(bottom, y)]
    }
  }
  return { x: left, y: top, width: right - left, height: bottom - top }
}

/** "district 37", "districts 10, 35 and 37", "the whole state" */
export function districtLabel(names: readonly string[]): string {
  if (names.includes('at-large')) return 'the whole state'
  const last = names.at(-1) ?? ''
  return names.length === 1 ? `district ${last}` : `districts ${names.slice(0, -1).join(', ')} and ${last}`
}
