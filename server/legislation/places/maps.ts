/** The congressional districts of one Congress, and the parameter that requests them from the Census geocoder. */
export type DistrictMap = {
  /** The Congress elected in these districts. */
  congress: number
  /** The day on which the members of that Congress take office. */
  from: string
  vintage: string
}

/**
 * Two maps are in use at the same time, because the current representatives were elected in the old districts. Since fall
 * 2026 the geocoder returns the next Congress's districts unless the vintage of the current ones is requested.
 */
const maps: readonly DistrictMap[] = [
  { congress: 120, from: '2027-01-03', vintage: 'Current_Current' },
  { congress: 119, from: '2025-01-03', vintage: 'ACS2025_Current' },
]

/** The Congress whose districts are in the bundled table of ZIP codes. */
const bundledCongress = 119

/** States with new districts for the 120th Congress, for which the bundled table is outdated. */
const redrawn: ReadonlySet<string> = new Set(['tx', 'ca', 'nc', 'oh', 'ut', 'fl', 'tn', 'la', 'al', 'mo'])

/** Returns the map of the current Congress, and that of the next Congress if it is known. */
export function mapsOfCongress(): readonly DistrictMap[] {
  return maps
}

/** Returns the map that applies after this one, or null if it is not known. */
export function mapAfter({ congress }: DistrictMap): DistrictMap | null {
  return maps.find((map) => map.congress === congress + 1) ?? null
}

export function mapOn(now: Date): DistrictMap {
  const day = now.toISOString().slice(0, 10)
  const map = maps.find(({ from }) => from <= day) ?? maps.at(-1)
  if (!map) throw new Error('There is no map')
  return map
}

export function bundleMatchesMap(map: DistrictMap, state: string): boolean {
  return map.congress === bundledCongress || !redrawn.has(state)
}
