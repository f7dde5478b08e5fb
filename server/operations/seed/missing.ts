import { arePlacesLoaded } from '#server/legislation/places/gazetteer/seedPlaces.ts'
import type { Pool } from '#server/platform/postgres/db.ts'

export type Missing = {
  places: boolean
  bills: boolean
  representatives: boolean
  votes: boolean
  committees: boolean
  demoMembers: boolean
}

/**
 * Finds which parts of the initial data (seed.ts) are missing. If only senators are stored, the representatives count as
 * missing.
 */
export async function findMissing(pool: Pool, demo: boolean): Promise<Missing> {
  const [row] = await pool<Omit<Missing, 'places'>[]>`
    select not exists (select from bills) as bills, not exists (select from vote_events) as votes,
           not exists (select from committees) as committees, ${demo}::bool and not exists (select from users) as "demoMembers",
           not exists (select from representative_terms where organization is distinct from 'us/senate') as representatives`
  return { places: !(await arePlacesLoaded(pool)), ...row! }
}
