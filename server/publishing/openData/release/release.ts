import {
  changedMembers,
  country,
  difference,
  groupsOf,
  isTooAlike,
  sumOf,
  total,
  type Cell,
  type Counts,
  type Group,
} from './groups.ts'

export type ReleaseRow = { division: string; released_on: string; counts: Counts; is_withheld: boolean }

/**
 * The fewest stances with which a bill and a division are counted, the fewest on one side, and the fewest members who
 * must have changed before new counts are published.
 */
export const releaseFloors = { bill: 10, division: 25, side: 10, changed: 5 }

/**
 * Computes the release of one bill. A reader who compares two releases, or a division with the divisions that contain
 * it, learns only about at least five members, and at least ten where groups are subtracted from each other:
 *
 * 1. A group is counted again only if five of its members changed. The same rule applies to the remainder of a division
 * without those of its parts that are counted again.
 *
 * 2. A group is withheld below its minimum, if almost everybody in it agrees, and if the remainder of a division
 * without its published parts would be too small or too uniform. In the last case the smallest of these parts is
 * withheld.
 */
export function releaseBill(
  cells: readonly Cell[],
  before: readonly ReleaseRow[],
  released_on: string,
): ReleaseRow[] {
  const fresh = groupsOf(cells)
  const former = new Map(before.map((row) => [row.division, row]))
  const groups = completed(fresh, former)
  const renewed = new Set<string>()
  for (const { division, counts } of groups.values()) {
    const changed = changedMembers(former.get(division)?.counts ?? [0, 0, 0, 0], counts)
    if (changed >= releaseFloors.changed) renewed.add(division)
  }
  for (;;) {
    const rows = rowsOf(groups, former, renewed, released_on)
    withhold(rows, groups, cells)
    const revealing = findRevealing(rows, former, groups, renewed)
    if (!revealing) return [...rows.values()]
    renewed.delete(revealing)
  }
}

function rowsOf(
  groups: ReadonlyMap<string, Group>,
  former: ReadonlyMap<string, ReleaseRow>,
  renewed: ReadonlySet<string>,
  released_on: string,
): Map<string, ReleaseRow> {
  const rows = new Map<string, ReleaseRow>()
  for (const { division, counts } of groups.values()) {
    const row = renewed.has(division) ? { division, released_on, counts } : former.get(division)
    if (row && total(row.counts) >= floorOf(division)) rows.set(division, { ...row, is_withheld: false })
  }
  return rows
}

const floorOf = (division: string) => (division === country ? releaseFloors.bill : releaseFloors.division)

/** Adds the groups that were released before and have no members anymore. */
function completed(
  fresh: ReadonlyMap<string, Group>,
  former: ReadonlyMap<string, ReleaseRow>,
): Map<string, Group> {
  const groups = new Map(fresh)
  for (const division of former.keys()) {
    if (groups.has(division)) continue
    const parent = division === country ? null : parentOf(division)
    groups.set(division, { division, parent, kind: kindOf(division), counts: [0, 0, 0, 0] })
  }
  return groups
}

function parentOf(division: string): string {
  return division.slice(0, division.lastIndexOf('/'))
}

function kindOf(division: string): Group['kind'] {
  if (division === country) return 'country'
  if (division.includes('/cd:')) return 'district'
  return parentOf(division) === country ? 'state' : 'county'
}

/**
 * Returns the parts of each division, by kind: the districts of a state make up the whole state, and so do its
 * counties.
 */
function partitions(groups: ReadonlyMap<string, Group>): { whole: Group; parts: Group[] }[] {
  const partitionByKey = new Map<string, { whole: Group; parts: Group[] }>()
  for (const group of groups.values()) {
    const whole = group.parent === null ? undefined : groups.get(group.parent)
    if (!whole) continue
    const key = `${whole.division} ${group.kind}`
    const partition = partitionByKey.get(key) ?? { whole, parts: [] }
    partition.parts.push(group)
    partitionByKey.set(key, partition)
  }
  // The country comes first so that a state is decided before its parts.
  return [...partitionByKey.values()].toSorted((a, b) => a.whole.division.length - b.whole.division.length)
}

const bySize = (one: Group, other: Group) =>
  total(one.counts) - total(other.counts) || (one.division < other.division ? -1 : 1)

/**
 * Finds a part whose new counts would show what one to four members elsewhere in its division did. It is the smallest
 * part of the first division whose remainder, without the parts that both releases show, has changed by so few members.
 * Null if there is none.
 */
function findRevealing(
  rows: ReadonlyMap<string, ReleaseRow>,
  former: ReadonlyMap<string, ReleaseRow>,
  groups: ReadonlyMap<string, Group>,
  renewed: ReadonlySet<string>,
): string | null {
  const isInBoth = ({ division }: Group) =>
    rows.get(division)?.is_withheld === false && former.get(division)?.is_withheld === false
  const change = ({ division }: Group): Counts =>
    difference(rows.get(division)?.counts ?? [0, 0, 0, 0], former.get(division)?.counts ?? [0, 0, 0, 0])
  for (const { whole, parts } of partitions(groups)) {
    if (!isInBoth(whole)) continue
    const compared = parts.filter(isInBoth)
    const rest = difference(change(whole), sumOf(compared.map(change)))
    const changed = changedMembers([0, 0, 0, 0], rest)
    if (changed === 0 || changed >= releaseFloors.changed) continue
    const [smallest] = compared.filter(({ division }) => renewed.has(division)).toSorted(bySize)
    if (smallest) return smallest.division
  }
  return null
}

function withhold(
  rows: ReadonlyMap<string, ReleaseRow>,
  groups: ReadonlyMap<string, Group>,
  cells: readonly Cell[],
): void {
  for (const row of rows.values()) row.is_withheld = row.division !== country && isTooAlike(row.counts)
  const isShown = ({ division }: { division: string }) => rows.get(division)?.is_withheld === false
  const countsOf = ({ division }: Group) => rows.get(division)?.counts ?? [0, 0, 0, 0]
  const hide = ({ division }: Group) => {
    const row = rows.get(division)
    if (row) row.is_withheld = true
  }
  for (const { smaller, rest } of containedPairs(groups, cells)) {
    if (isShown(smaller) && reveals(rest)) hide(smaller)
  }
  for (const { whole, parts } of partitions(groups)) {
    // The counts of a withheld division are not compared with those of its parts. The counts of the country are on the
    // bill's page.
    if (!isShown(whole)) continue
    for (const part of parts.filter(isShown).toSorted(bySize)) {
      if (!reveals(difference(countsOf(whole), sumOf(parts.filter(isShown).map(countsOf))))) break
      hide(part)
    }
  }
}

/** Returns true if a group that can be derived by subtraction reveals too much about its members. */
function reveals(rest: Counts): boolean {
  const members = total(rest)
  return members !== 0 && (members < releaseFloors.side || isTooAlike(rest))
}

/**
 * Returns the pairs of a district in a county or a county in a district: the smaller one, and the remainder of the
 * larger one.
 */
function containedPairs(groups: ReadonlyMap<string, Group>, cells: readonly Cell[]) {
  const pairs = new Map<string, { district: string; county: string; counts: Counts[] }>()
  for (const { district, county, counts } of cells) {
    if (district === null || county === null) continue
    const pair = pairs.get(`${district} ${county}`) ?? { district, county, counts: [] }
    pair.counts.push(counts)
    pairs.set(`${district} ${county}`, pair)
  }
  return [...pairs.values()].flatMap(({ district, county, counts }) => {
    const pair = [groups.get(district), groups.get(county)].filter((group) => group !== undefined)
    const [smaller, larger] = pair.toSorted(bySize)
    if (!smaller || !larger || total(smaller.counts) !== total(sumOf(counts))) return []
    return [{ smaller, rest: difference(larger.counts, smaller.counts) }]
  })
}

const round = (members: number) => Math.round(members / 5) * 5

/** Returns the public form of a row: rounded to the nearest five, without sides of fewer than ten members. */
export function publish({ division, counts, is_withheld, released_on }: ReleaseRow) {
  const side = (members: number) =>
    is_withheld || (division !== country && members < releaseFloors.side) ? null : round(members)
  const [support, oppose, neutral, learning] = counts
  return {
    division,
    released_on,
    is_withheld,
    support: side(support),
    oppose: side(oppose),
    neutral: side(neutral),
    learning: side(learning),
    total: is_withheld ? null : round(total(counts)),
  }
}
