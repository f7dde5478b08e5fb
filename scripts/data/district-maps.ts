import { mkdir, readFile, writeFile } from 'node:fs/promises'

/**
 * `node scripts/data/district-maps.ts SHAPES.topojson` writes public/maps/{state}.json: every state's congressional districts
 * as SVG paths on a small grid, for the outline of a member's own district. The shapes are the Census Bureau's
 * cartographic boundaries of the 119th Congress (public domain).
 */
type Point = [x: number, y: number]
type Geometry = { properties: { STATEFP: string; CD119FP: string } } & (
  | { type: 'Polygon'; arcs: number[][] }
  | { type: 'MultiPolygon'; arcs: number[][][] }
)
type Topology = {
  transform: { scale: Point; translate: Point }
  arcs: Point[][]
  objects: Record<string, { geometries: Geometry[] }>
}
/** The data that the browser draws. `districts` maps the last part of the OCD id ("37", "at-large") to a path. */
type DistrictMap = { width: number; height: number; districts: Record<string, string> }

/** The longer side of every map, in path units. */
const size = 640

const stateOfFips: Record<string, string> = Object.fromEntries(
  (
    '01al 02ak 04az 05ar 06ca 08co 09ct 10de 11dc 12fl 13ga 15hi 16id 17il 18in 19ia 20ks 21ky 22la 23me 24md 25ma ' +
    '26mi 27mn 28ms 29mo 30mt 31ne 32nv 33nh 34nj 35nm 36ny 37nc 38nd 39oh 40ok 41or 42pa 44ri 45sc 46sd 47tn 48tx ' +
    '49ut 50vt 51va 53wa 54wv 55wi 56wy 60as 66gu 69mp 72pr 78vi'
  )
    .split(' ')
    .map((word) => [word.slice(0, 2), word.slice(2)]),
)

/** The lines of the source as longitude and latitude. Alaska's last islands, beyond the date line, get longitudes below -180. */
export function linesOf({
  transform: { scale, translate },
  arcs,
}: Pick<Topology, 'transform' | 'arcs'>): Point[][] {
  return arcs.map((arc) => {
    let [x, y] = [0, 0]
    return arc.map(([dx, dy]): Point => {
      x += dx
      y += dy
      const longitude = x * scale[0] + translate[0]
      return [longitude > 172 ? longitude - 360 : longitude, y * scale[1] + translate[1]]
    })
  })
}

/** The map of one state. Its middle parallel sets the width, and the longer side fills the grid. */
export function mapOf(districts: Map<string, Point[][]>): DistrictMap {
  const all = [...districts.values()].flat(2)
  const [west, east] = rangeOf(all.map(([longitude]) => longitude))
  const [south, north] = rangeOf(all.map(([, latitude]) => latitude))
  const shrink = Math.cos((((south + north) / 2) * Math.PI) / 180)
  const unit = size / Math.max((east - west) * shrink, north - south)
  const onGrid = ([longitude, latitude]: Point): Point => [
    Math.round((longitude - west) * shrink * unit),
    Math.round((north - latitude) * unit),
  ]
  return {
    width: onGrid([east, north])[0],
    height: onGrid([east, south])[1],
    districts: Object.fromEntries(
      [...districts].map(([name, rings]) => [name, rings.map((ring) => pathOf(ring.map(onGrid))).join('')]),
    ),
  }
}

function rangeOf(numbers: number[]): [least: number, most: number] {
  return numbers.reduce(
    ([least, most], number) => [Math.min(least, number), Math.max(most, number)],
    [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  )
}

/**
 * A ring as an SVG path of relative steps. Leaves out points that coincide on the grid or lie on a straight line, and islands
 * of one or two points.
 */
export function pathOf(ring: Point[]): string {
  const points = ring.filter(([x, y], index) => index === 0 || x !== ring[index - 1]![0] || y !== ring[index - 1]![1])
  const turns = points.filter((point, index) => index === 0 || !isBetween(points[index - 1]!, point, points[index + 1]))
  if (turns.length < 4) return ''
  const steps = turns.slice(1, -1).map(([x, y], index) => `${x - turns[index]![0]} ${y - turns[index]![1]}`)
  return `M${turns[0]![0]} ${turns[0]![1]}l${steps.join(' ').replaceAll(' -', '-')}z`
}

function isBetween([ax, ay]: Point, [bx, by]: Point, next: Point | undefined): boolean {
  if (!next) return false
  const [cx, cy] = next
  const isStraight = (bx - ax) * (cy - by) === (by - ay) * (cx - bx)
  return isStraight && (bx - ax) * (cx - bx) >= 0 && (by - ay) * (cy - by) >= 0
}

/** A ring is a chain of lines in the same direction. A negative number is the reverse of its complement's line. */
function ringOf(lines: Point[][], chain: number[]): Point[] {
  return chain.flatMap((arc, index) => {
    const line = arc >= 0 ? lines[arc]! : lines[~arc]!.toReversed()
    return index === 0 ? line : line.slice(1)
  })
}

function ringsOf(lines: Point[][], geometry: Geometry): Point[][] {
  const chains = geometry.type === 'Polygon' ? geometry.arcs : geometry.arcs.flat()
  return chains.map((chain) => ringOf(lines, chain))
}

if (import.meta.main) {
  const [file] = process.argv.slice(2)
  if (!file) throw new Error('Usage: node scripts/data/district-maps.ts SHAPES.topojson')
  const topology: Topology = JSON.parse(await readFile(file, 'utf8'))
  const lines = linesOf(topology)
  const states = new Map<string, Map<string, Point[][]>>()
  for (const geometry of Object.values(topology.objects).flatMap(({ geometries }) => geometries)) {
    const { STATEFP, CD119FP } = geometry.properties
    const code = stateOfFips[STATEFP]
    // ZZ is water outside all districts.
    if (!code || CD119FP === 'ZZ') continue
    const name = ['00', '98'].includes(CD119FP) ? 'at-large' : String(Number(CD119FP))
    const districts = states.get(code) ?? new Map<string, Point[][]>()
    states.set(code, districts.set(name, ringsOf(lines, geometry)))
  }
  const folder = new URL('../../public/maps/', import.meta.url)
  await mkdir(folder, { recursive: true })
  let bytes = 0
  for (const [code, districts] of states) {
    const text = `${JSON.stringify(mapOf(districts))}\n`
    bytes += text.length
    await writeFile(new URL(`${code}.json`, folder), text)
  }
  console.log(`${states.size} maps, ${bytes} bytes`)
}
