/** The congressional districts of one Congress, and how the Census Bureau's geocoder is asked for them. */
export type DistrictMap = {
  /** The Congress elected on it. */
  congress: number
  /** The day on which its members take their seats. */
  from: string
  vintage: string
}

/**
 * Two maps are about at once: who sits today was elected on the former. Since autumn 2026 the geocoder answers with the
 * coming one unless it is asked for the vintage of the sitting one.
 */
const maps: readonly DistrictMap[] = [
  { congress: 120, from: '2027-01-03', vintage: 'Current_Current' },
  { congress: 119, from: '2025-01-03', vintage: 'ACS2025_Current' },
]

/** The Congress whose districts the bundled table of ZIP codes has. */
const bundledCongress = 119

/** States that drew new districts for the 120th Congress: there the bundled table says no more than what was. */
const redrawn: ReadonlySet<string> = new Set(['tx', 'ca', 'nc', 'oh', 'ut', 'fl', 'tn', 'la', 'al', 'mo'])

/** The map that holds on a day. */
export function mapOn(now: Date): DistrictMap {
  const day = now.toISOString().slice(0, 10)
  const map = maps.find((one) => one.from <= day) ?? maps.at(-1)
  if (!map) throw new Error('There is no map')
  return map
}

/** Whether the bundled districts of a state are those of this map. */
export function bundleMatchesMap(map: DistrictMap, state: string): boolean {
  return map.congress === bundledCongress || !redrawn.has(state)
}
