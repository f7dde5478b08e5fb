import { roundToFive } from '#contract/bills/districts.ts'
import {
  changedMembers,
  country,
  difference,
  groupsOf,
  isTooAlike,
  kindOf,
  parentOf,
  sumOf,
  total,
  type Cell,
  type Counts,
  type Group,
  type Kind,
} from './groups.ts'

/**
 * Why a division is not shown: it has too few stances now, almost all agree, or it would show what a few neighbors think. A
 * division that never had enough stances has no row.
 */
type WithheldReason = 'too_few' | 'too_alike' | 'would_reveal_neighbors'

export type ReleaseRow = {
  division: string
  released_on: string
  counts: Counts
  /** The fewest members who have come, left or changed sides since the release before. */
  members_changed: number
  /** The counts that the residents see or, while the row is withheld, saw last. Null if they never saw any. */
  last_shown: Counts | null
  /** Why the residents do not see the counts, or null if they do. */
  withheld_reason: WithheldReason | null
  /** True if open data does not show the counts, which has a higher minimum and fewer kinds of divisions. */
  is_withheld: boolean
}

/** The readers of a release: the residents of each division, and a day later the users of open data. */
type Audience = {
  division: number
  isIncluded: (kind: Kind) => boolean
  isShown: (row: ReleaseRow) => boolean
}

/**
 * The fewest stances with which a bill and a division are counted, the fewest on one side in open data, and the fewest members
 * who must have changed before new counts are published.
 */
export const releaseFloors = { bill: 10, residents: 10, openData: 25, side: 10, changed: 5 }

const residents: Audience = {
  division: releaseFloors.residents,
  isIncluded: () => true,
  isShown: ({ withheld_reason }) => withheld_reason === null,
}
/** Open data has no numbers of cities and of districts of a state's legislature. */
export const openDataKinds: ReadonlySet<Kind> = new Set(['country', 'state', 'district', 'county'])
const openData: Audience = {
  division: releaseFloors.openData,
  isIncluded: (kind) => openDataKinds.has(kind),
  isShown: ({ is_withheld }) => !is_withheld,
}

/**
 * Computes the release of one bill. A reader who compares two releases, or a division with the divisions that contain
 * it, learns only about at least five members, and at least ten where groups are subtracted from each other:
 *
 * 1. A group is counted again only if five of its members changed. The same rule applies to the remainder of a division
 * without those of its parts that are counted again. Nor is a division shown again after a pause with counts that differ by
 * one to four members from those that were seen last.
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
  const parts = partitions(groups, cells)
  const renewed = new Map<string, number>()
  for (const { division, counts } of groups.values()) {
    const changed = changedMembers(former.get(division)?.counts ?? [0, 0, 0, 0], counts)
    if (changed >= releaseFloors.changed) renewed.set(division, changed)
  }
  for (;;) {
    const rows = rowsOf(groups, former, renewed, released_on)
    const unseen = hiddenFrom(residents, rows, parts, unshowable(rows))
    const unpublished = hiddenFrom(openData, rows, parts, unseen)
    for (const row of rows.values()) {
      row.withheld_reason = unseen.get(row.division) ?? null
      row.is_withheld = unpublished.has(row.division)
    }
    const revealing =
      findRevealing(residents, rows, former, renewed, parts) ??
      findRevealing(openData, rows, former, renewed, parts)
    if (!revealing) {
      for (const row of rows.values()) if (row.withheld_reason === null) row.last_shown = row.counts
      return [...rows.values()]
    }
    renewed.delete(revealing)
  }
}

function rowsOf(
  groups: ReadonlyMap<string, Group>,
  former: ReadonlyMap<string, ReleaseRow>,
  renewed: ReadonlyMap<string, number>,
  released_on: string,
): Map<string, ReleaseRow> {
  const rows = new Map<string, ReleaseRow>()
  for (const { division, counts } of groups.values()) {
    const members_changed = renewed.get(division)
    const last_shown = former.get(division)?.last_shown ?? null
    const row =
      members_changed === undefined
        ? former.get(division)
        : { division, released_on, counts, members_changed }
    const floor = division === country ? releaseFloors.bill : releaseFloors.residents
    // A division that was shown keeps its row below the minimum, because its next counts are compared with what was seen.
    const isKept = row && (total(row.counts) >= floor || (division !== country && last_shown !== null))
    if (isKept) rows.set(division, { ...row, last_shown, withheld_reason: null, is_withheld: false })
  }
  return rows
}

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

type Partition = { whole: Group; parts: Group[] }

/**
 * Returns the parts of each division, by kind: the districts of a state make up the whole state, and so do its counties. Some
 * parts of a state also lie in others, such as cities in a county.
 */
function partitions(groups: ReadonlyMap<string, Group>, cells: readonly Cell[]): Partition[] {
  const partitionByKey = new Map<string, Partition>()
  const add = (whole: Group, part: Group) => {
    const key = `${whole.division} ${part.kind}`
    const partition = partitionByKey.get(key) ?? { whole, parts: [] }
    partition.parts.push(part)
    partitionByKey.set(key, partition)
  }
  for (const group of groups.values()) {
    const whole = group.parent === null ? undefined : groups.get(group.parent)
    if (whole) add(whole, group)
  }
  for (const { smaller, larger } of containedPairs(groups, cells)) add(larger, smaller)
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
  { isIncluded, isShown }: Audience,
  rows: ReadonlyMap<string, ReleaseRow>,
  former: ReadonlyMap<string, ReleaseRow>,
  renewed: ReadonlyMap<string, number>,
  all: readonly Partition[],
): string | null {
  const isInBoth = ({ division, kind }: Group) =>
    isIncluded(kind) &&
    [rows, former].every((release) => {
      const row = release.get(division)
      return row !== undefined && isShown(row)
    })
  const change = ({ division }: Group): Counts =>
    difference(rows.get(division)?.counts ?? [0, 0, 0, 0], former.get(division)?.counts ?? [0, 0, 0, 0])
  for (const { whole, parts } of all) {
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

/** Returns the divisions that nobody sees because of their own counts, each with the reason. */
function unshowable(rows: ReadonlyMap<string, ReleaseRow>): Map<string, WithheldReason> {
  const hidden = new Map<string, WithheldReason>()
  for (const { division, counts, last_shown } of rows.values()) {
    if (division === country) continue
    const changed = changedMembers(last_shown ?? counts, counts)
    if (total(counts) < releaseFloors.residents) hidden.set(division, 'too_few')
    else if (isTooAlike(counts)) hidden.set(division, 'too_alike')
    else if (changed !== 0 && changed < releaseFloors.changed) hidden.set(division, 'would_reveal_neighbors')
  }
  return hidden
}

/** Returns the divisions whose counts this audience does not see, with those that are hidden already, each with the reason. */
function hiddenFrom(
  { division: floor, isIncluded }: Audience,
  rows: ReadonlyMap<string, ReleaseRow>,
  all: readonly Partition[],
  already: ReadonlyMap<string, WithheldReason>,
): Map<string, WithheldReason> {
  const hidden = new Map(already)
  for (const { division, counts } of rows.values()) {
    if (division !== country && !hidden.has(division) && total(counts) < floor) {
      hidden.set(division, 'would_reveal_neighbors')
    }
  }
  const isShown = ({ division, kind }: Group) =>
    isIncluded(kind) && rows.has(division) && !hidden.has(division)
  const countsOf = ({ division }: Group) => rows.get(division)?.counts ?? [0, 0, 0, 0]
  for (const { whole, parts } of all) {
    // The counts of a withheld division are not compared with those of its parts. The counts of the country are on the
    // bill's page.
    if (!isShown(whole)) continue
    for (const part of parts.filter(isShown).toSorted(bySize)) {
      if (!reveals(difference(countsOf(whole), sumOf(parts.filter(isShown).map(countsOf))))) break
      hidden.set(part.division, 'would_reveal_neighbors')
    }
  }
  for (const division of rows.keys()) {
    if (!isIncluded(kindOf(division))) hidden.set(division, 'would_reveal_neighbors')
  }
  return hidden
}

/** Returns true if a group that can be derived by subtraction reveals too much about its members. */
function reveals(rest: Counts): boolean {
  const members = total(rest)
  return members !== 0 && (members < releaseFloors.side || isTooAlike(rest))
}

/** Returns the pairs of two parts of a state of which all members of the smaller one are in the larger one. */
function containedPairs(groups: ReadonlyMap<string, Group>, cells: readonly Cell[]) {
  const pairs = new Map<string, { one: string; other: string; members: number }>()
  for (const { parts, counts } of cells) {
    for (const [index, one] of parts.entries()) {
      for (const other of parts.slice(index + 1)) {
        const key = [one, other].toSorted().join(' ')
        const pair = pairs.get(key) ?? { one, other, members: 0 }
        pair.members += total(counts)
        pairs.set(key, pair)
      }
    }
  }
  return [...pairs.values()].flatMap(({ one, other, members }) => {
    const pair = [groups.get(one), groups.get(other)].filter((group) => group !== undefined)
    const [smaller, larger] = pair.toSorted(bySize)
    return smaller && larger && total(smaller.counts) === members ? [{ smaller, larger }] : []
  })
}

/** Returns the public form of a row: rounded to the nearest five, without sides of fewer than ten members except in the country. */
export function publish({ division, counts, is_withheld, released_on }: ReleaseRow) {
  const side = (members: number) =>
    is_withheld || (division !== country && members < releaseFloors.side) ? null : roundToFive(members)
  const [support, oppose, neutral, learning] = counts
  return {
    division,
    released_on,
    is_withheld,
    support: side(support),
    oppose: side(oppose),
    neutral: side(neutral),
    learning: side(learning),
    total: is_withheld ? null : roundToFive(total(counts)),
  }
}
