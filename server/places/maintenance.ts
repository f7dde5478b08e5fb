import type { Pool } from '../postgres/db.ts'
import type { Geocoder } from './geocoder.ts'
import { mapOn } from './maps.ts'
import { saveResidence } from './residence.ts'

/** Members read at once. They are looked up one after the other: a geocoder is not to be flooded. */
const atOnce = 200

type Resident = { user_id: string; address: string }

/**
 * Finds where members live whose address has not been looked at yet, has to be looked at again, or was found on a map
 * that no longer holds. Several instances may do it at once: each member is written under their own lock.
 */
export async function retryPendingResidences(
  pool: Pool,
  geocode: Geocoder,
  now = new Date(),
): Promise<number> {
  let settled = 0
  for (const { user_id, address } of await selectUnsettled(pool, mapOn(now).congress)) {
    const found = await geocode(pool, address)
    settled += await pool.begin(async (db) => {
      const [still] = await db<{ address: string | null }[]>`
        select address from users where user_id = ${user_id} for no key update`
      if (still?.address !== address) return 0
      await saveResidence(db, user_id, found, true)
      return 1
    })
  }
  return settled
}

/** Until nobody is left: after an upgrade, or when another map begins to hold, that is everybody with an address. */
export async function retryAllPendingResidences(
  pool: Pool,
  geocode: Geocoder,
  isStopping: () => boolean,
): Promise<void> {
  while (!isStopping() && (await retryPendingResidences(pool, geocode)) > 0);
}

function selectUnsettled(pool: Pool, congress: number): Promise<Resident[]> {
  return pool<Resident[]>`
    (select u.user_id, u.address from users u
      where u.address <> '' and not exists (select from residences r where r.user_id = u.user_id)
      limit ${atOnce})
    union all
    (select u.user_id, u.address from residences r join users u using (user_id)
      where r.retry_at < now() and u.address <> '' limit ${atOnce})
    union all
    (select u.user_id, u.address from residences r join users u using (user_id)
      where r.map_congress <> ${congress} and (r.retry_at is null or r.retry_at >= now()) and u.address <> ''
      limit ${atOnce})`
}

/** Lets go of geocoder answers that have run out and of moves that no longer count. */
export async function deleteExpiredPlaces(pool: Pool): Promise<void> {
  await pool`delete from geocodes where expires_at < now()`
  await pool`delete from member_moves where not is_first and moved_at < now() - interval '30 days'`
}
