import type { Election } from './election.ts'

/** The approximate center of each state: latitude and longitude in whole degrees. */
const centers: Readonly<Record<string, readonly [latitude: number, longitude: number]>> = {
  al: [33, -87],
  ak: [64, -153],
  as: [-14, -171],
  az: [34, -112],
  ar: [35, -92],
  ca: [37, -120],
  co: [39, -106],
  ct: [42, -73],
  dc: [39, -77],
  de: [39, -76],
  fl: [28, -82],
  ga: [33, -83],
  gu: [13, 145],
  hi: [20, -156],
  id: [44, -115],
  il: [40, -89],
  in: [40, -86],
  ia: [42, -94],
  ks: [38, -98],
  ky: [38, -85],
  la: [31, -92],
  me: [45, -69],
  md: [39, -77],
  ma: [42, -72],
  mi: [44, -85],
  mn: [46, -94],
  mp: [15, 146],
  ms: [33, -90],
  mo: [38, -92],
  mt: [47, -110],
  ne: [42, -100],
  nv: [39, -117],
  nh: [44, -72],
  nj: [40, -75],
  nm: [34, -106],
  ny: [43, -76],
  nc: [36, -79],
  nd: [47, -100],
  oh: [40, -83],
  ok: [36, -97],
  or: [44, -121],
  pa: [41, -78],
  pr: [18, -66],
  ri: [42, -72],
  sc: [34, -81],
  sd: [44, -100],
  tn: [36, -86],
  tx: [31, -99],
  ut: [39, -112],
  va: [38, -79],
  vi: [18, -65],
  vt: [44, -73],
  wa: [47, -120],
  wv: [39, -81],
  wi: [45, -90],
  wy: [43, -108],
}

/**
 * Returns the election that the guide shows first: an election in the city of the member, or else in their state, or
 * else in the nearest state. Without a city it is the first election in the list.
 */
export function nearestElection(
  elections: readonly Election[],
  ocd_city_id: string | null,
): Election | undefined {
  const home = stateCenter(ocd_city_id ?? '')
  if (!home) return elections[0]
  // The sort is stable, so the order of the list breaks ties.
  return elections.toSorted((a, b) => distance(a, ocd_city_id) - distance(b, ocd_city_id))[0]
}

/** Returns a distance in degrees, which is only for comparison. The city of the member is nearer than their state. */
function distance({ division }: Election, ocd_city_id: string | null): number {
  if (division === ocd_city_id) return -1
  const [from, to] = [stateCenter(ocd_city_id ?? ''), stateCenter(division)]
  if (!from || !to) return Number.POSITIVE_INFINITY
  const north = from[0] - to[0]
  // Degrees of longitude get shorter away from the equator.
  const turn = Math.abs(from[1] - to[1])
  const east = Math.min(turn, 360 - turn) * Math.cos((from[0] * Math.PI) / 180)
  return Math.hypot(north, east)
}

function stateCenter(division: string) {
  const code = /\/(?:state|territory|district):([a-z]{2})/.exec(division)?.[1]
  return code ? centers[code] : undefined
}
