import { divisionName } from '#contract/places.ts'
import type { Db } from '#server/platform/postgres/db.ts'

/**
 * Returns the name of a group. A group always has the name that its division has everywhere in Hurd, such as "Boston,
 * MA", "Cook County, IL", "Illinois" or "United States". An operator may choose another name, but if it is only the
 * name of the place, such as "Boston", the state is added.
 */
export function groupName(division: string, placeName: string | null, ownName?: string): string {
  const name = placeName ?? divisionName(division)
  if (ownName === undefined) return name
  const withoutState = name.replace(/, [A-Z]{2}$/, '')
  return ownName.trim().toLowerCase() === withoutState.toLowerCase() ? name : ownName
}

export async function selectPlaceNames(db: Db, divisions: string[]): Promise<Map<string, string>> {
  const rows = await db<{ division: string; name: string }[]>`
    select division, name from divisions where division = any(${divisions}::text[])`
  return new Map(rows.map(({ division, name }) => [division, name]))
}
