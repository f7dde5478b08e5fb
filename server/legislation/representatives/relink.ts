import { relinkBillPeople } from '#server/legislation/bills/parts/linkPeople.ts'
import { relinkMembers } from '#server/legislation/committees/saveMembers.ts'
import { organizationsNaming } from '#server/legislation/roster/organizations.ts'
import { relinkVoters } from '#server/legislation/votes/linkVoters.ts'
import type { Pool } from '#server/platform/postgres/db.ts'

/** How many voters, and how many sponsors and members of committees, are linked now and were not before. */
export type RelinkCounts = { linked: number; linked_sponsors: number; linked_members: number }

/**
 * Links every record that names people of these organizations again: votes, sponsors of bills and amendments, and members of
 * committees. Call it after a roster or other names of people are stored so that the links do not depend on the order of the
 * imports. The records themselves are linked when they are stored.
 */
export async function relinkPeople(db: Pool, organizations: Iterable<string>): Promise<RelinkCounts> {
  const naming = [...new Set([...organizations].flatMap(organizationsNaming))]
  return {
    linked: await relinkVoters(db, naming),
    linked_sponsors: await relinkBillPeople(db, naming),
    linked_members: naming.length > 0 ? await relinkMembers(db, naming) : 0,
  }
}
