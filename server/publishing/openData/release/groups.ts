/** The numbers of support, oppose, neutral and learning. */
export type Counts = readonly [number, number, number, number]

/**
 * The number of members on each side of one bill among those who live in the same state and in the same other divisions, such as
 * a congressional district, a county and a city.
 */
export type Cell = { state: string | null; parts: readonly string[]; counts: Counts }

/** A division of a release. `parent` is null for the country. */
export type Group = { division: string; parent: string | null; kind: Kind; counts: Counts }
export type Kind = 'country' | 'state' | 'district' | 'county' | 'place' | 'upper' | 'lower'

const kinds: Readonly<Record<string, Kind>> = {
  cd: 'district',
  county: 'county',
  parish: 'county',
  borough: 'county',
  census_area: 'county',
  municipio: 'county',
  place: 'place',
  sldu: 'upper',
  sldl: 'lower',
}

/** Returns the kind of a division of a release. What is not part of a state is the country or a state. */
export function kindOf(division: string): Kind {
  if (division === country) return 'country'
  return kinds[/\/([a-z_]+):[^/]+$/.exec(division)?.[1] ?? ''] ?? 'state'
}

/** Returns the state of a part, or the country for a state. */
export function parentOf(division: string): string {
  return kindOf(division) === 'state' ? country : division.split('/').slice(0, 3).join('/')
}

export const country = 'ocd-division/country:us'
const none: Counts = [0, 0, 0, 0]

export const total = ([a, b, c, d]: Counts): number => a + b + c + d
const sum = (one: Counts, other: Counts): Counts => [
  one[0] + other[0],
  one[1] + other[1],
  one[2] + other[2],
  one[3] + other[3],
]
export const difference = (one: Counts, other: Counts): Counts =>
  sum(one, [-other[0], -other[1], -other[2], -other[3]])
export const sumOf = (list: readonly Counts[]): Counts => list.reduce(sum, none)

/** Returns the fewest members who must have come, left or changed sides between two counts. */
export function changedMembers(before: Counts, after: Counts): number {
  const changes = difference(after, before)
  const [more, less] = [1, -1].map((sign) =>
    changes.reduce((members, change) => members + Math.max(0, change * sign), 0),
  )
  return Math.max(more ?? 0, less ?? 0)
}

/** Returns true if the counts would reveal what almost everybody in a group thinks. */
export const isTooAlike = (counts: Counts): boolean => Math.max(...counts) > total(counts) - 3

/** Returns the divisions of these cells. Members without an address count only for the country. */
export function groupsOf(cells: readonly Cell[]): Map<string, Group> {
  const groups = new Map<string, Group>()
  const add = (division: string, parent: string | null, kind: Kind, counts: Counts) => {
    const group = groups.get(division)
    groups.set(division, { division, parent, kind, counts: sum(group?.counts ?? none, counts) })
  }
  for (const { state, parts, counts } of cells) {
    add(country, null, 'country', counts)
    if (state === null) continue
    add(state, country, 'state', counts)
    for (const part of parts) add(part, state, kindOf(part), counts)
  }
  return groups
}
