import { listFormat, plural, t } from '#contract/kit/translate.ts'
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
  if (!response.ok) {
    throw new Error(`There is no map of ${state}`)
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own script writes the file in this shape
  return (await response.json()) as DistrictShapes
}

type Point = { x: number; y: number }

/** Returns the rings of an SVG path. The path may use only the commands M and l with whole numbers. */
function ringsOf(path: string): Point[][] {
  return path
    .split('M')
    .slice(1)
    .map((ring) => {
      const numbers = (ring.match(/-?\d+/g) ?? []).map(Number)
      const points: Point[] = []
      let [x, y] = [0, 0]
      for (let index = 0; index + 1 < numbers.length; index += 2) {
        x += numbers[index] ?? 0
        y += numbers[index + 1] ?? 0
        points.push({ x, y })
      }
      return points
    })
}

/** Returns the bounding box of an SVG path. */
export function boxOf(path: string): Box {
  const points = ringsOf(path).flat()
  const xs = points.map(({ x }) => x)
  const ys = points.map(({ y }) => y)
  const [left, top] = [Math.min(...xs), Math.min(...ys)]
  return { x: left, y: top, width: Math.max(...xs) - left, height: Math.max(...ys) - top }
}

/** A point inside a district with its distance from the outline. */
type InnerPoint = Point & { depth: number }

/**
 * Returns for each district a point inside its largest part, where its number is drawn: the one farthest from the outline that is
 * `apart` from the numbers of all smaller districts. If there is none, it is the one farthest from these numbers.
 */
export function labelPointsOf(paths: readonly string[], apart: number): Point[] {
  const districts = paths.map(pointsInside)
  const chosen = new Map<InnerPoint[], Point>()
  // A small district has the least choice.
  for (const points of districts.toSorted(([a], [b]) => (a?.depth ?? 0) - (b?.depth ?? 0))) {
    const others = [...chosen.values()]
    const gap = ({ x, y }: Point) => Math.min(...others.map((other) => Math.hypot(x - other.x, y - other.y)))
    const point =
      points.find((candidate) => gap(candidate) >= apart) ?? points.toSorted((a, b) => gap(b) - gap(a))[0]
    if (point) chosen.set(points, point)
  }
  return districts.flatMap((points) => chosen.get(points) ?? [])
}

/** Returns points of a grid inside the largest part of a district, the one farthest from the outline first. */
function pointsInside(path: string): InnerPoint[] {
  const ring = ringsOf(path).toSorted((a, b) => areaOf(b) - areaOf(a))[0] ?? []
  const { x, y, width, height } = boxOf(path)
  const points: InnerPoint[] = []
  for (let column = 1; column < gridSize; column += 1) {
    for (let row = 1; row < gridSize; row += 1) {
      const point = { x: x + (width * column) / gridSize, y: y + (height * row) / gridSize }
      if (!isInside(point, ring)) {
        continue
      }
      const depth = Math.min(
        ...ring.map((corner, index) =>
          distanceToLine(point, corner, ring[(index + 1) % ring.length] ?? corner),
        ),
      )
      points.push({ ...point, depth })
    }
  }
  const center = { x: x + width / 2, y: y + height / 2, depth: 0 }
  return points.length > 0 ? points.toSorted((a, b) => b.depth - a.depth) : [center]
}

/** The distance from a point to the line between two points of an outline. A long border, such as that of Nebraska, has few of them. */
function distanceToLine(point: Point, from: Point, to: Point): number {
  const [width, height] = [to.x - from.x, to.y - from.y]
  const along = ((point.x - from.x) * width + (point.y - from.y) * height) / (width ** 2 + height ** 2 || 1)
  const share = Math.min(Math.max(along, 0), 1)
  return Math.hypot(point.x - from.x - share * width, point.y - from.y - share * height)
}

/** A finer grid would move the number by less than its own size. */
const gridSize = 16

function areaOf(ring: readonly Point[]): number {
  let sum = 0
  for (const [index, point] of ring.entries()) {
    const next = ring[(index + 1) % ring.length] ?? point
    sum += point.x * next.y - next.x * point.y
  }
  return Math.abs(sum) / 2
}

/** Counts how often a line from the point to the right crosses the ring. */
function isInside({ x, y }: Point, ring: readonly Point[]): boolean {
  let inside = false
  for (const [index, a] of ring.entries()) {
    const b = ring[(index + 1) % ring.length] ?? a
    if (a.y > y !== b.y > y && x < a.x + ((y - a.y) / (b.y - a.y)) * (b.x - a.x)) {
      inside = !inside
    }
  }
  return inside
}

/** Names districts like "district 37", "districts 10, 35, and 37" or "the whole state". */
export function districtLabel(names: readonly string[]): string {
  if (names.includes('at-large')) {
    return t('the whole state')
  }
  return plural(names.length, 'district {names}|districts {names}', { names: listFormat().format(names) })
}
