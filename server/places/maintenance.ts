import type { Pool } from '../postgres/db.ts'
import { type MemberDistrict, saveMemberDistricts } from './districtMaps.ts'
import type { Geocoder } from './geocoder.ts'
import { mapAfter, mapOn } from './maps.ts'
import { saveResidence } from './residence.ts'

/** Members per query. Their addresses are geocoded one after the other, so that the geocoder is not flooded. */
const batchSize = 200

type Resident = { user_id: string; address: string }

/**
 * Geocodes addresses that have not been geocoded yet, that are due for a retry, or whose district map is outdated.
 * Returns how many residences were saved. Several instances can run it at once, because each member is locked.
 */
export async function retryPendingResidences(
  pool: Pool,
  geocode: Geocoder,
  now = new Date(),
): Promise<number> {
  let saved = 0
  for (const { user_id, address } of await selectPending(pool, mapOn(now).congress)) {
    const match = await geocode(pool, address)
    saved += await pool.begin(async (db) => {
      const [current] = await db<{ address: string | null }[]>`
        select address from users where user_id = ${user_id} for no key update`
      if (current?.address !== address) return 0
      await saveResidence(db, user_id, match, true)
      return 1
    })
  }
  return saved
}

/** Runs until no residence is pending. After an upgrade or a new district map, that means all members with an address. */
export async function retryAllPendingResidences(
  pool: Pool,
  geocode: Geocoder,
  isStopping: () => boolean,
): Promise<void> {
  while (!isStopping() && (await retryPendingResidences(pool, geocode)) > 0);
}

function selectPending(pool: Pool, congress: number): Promise<Resident[]> {
  return pool<Resident[]>`
    (select u.user_id, u.address from users u
      where u.address <> '' and not exists (select from residences r where r.user_id = u.user_id)
      limit ${batchSize})
    union all
    (select u.user_id, u.address from residences r join users u using (user_id)
      where r.retry_at < now() and u.address <> '' limit ${batchSize})
    union all
    (select u.user_id, u.address from residences r join users u using (user_id)
      where r.map_congress <> ${congress} and (r.retry_at is null or r.retry_at >= now()) and u.address <> ''
      limit ${batchSize})`
}

/**
 * Looks up addresses on the map of the next Congress, so that members learn their new district before it takes effect.
 * Returns how many were looked up. A district that is only likely is never assumed.
 */
export async function resolveNextMap(pool: Pool, geocode: Geocoder, now = new Date()): Promise<number> {
  const next = mapAfter(mapOn(now))
  if (!next) return 0
  const pending = await pool<Resident[]>`
    select u.user_id, u.address from residences r join users u using (user_id)
     where r.next_map_congress is distinct from ${next.congress} and u.address <> '' limit ${batchSize}`
  for (const { user_id, address } of pending) {
    const { divisions, candidates } = await geocode(pool, address, new Date(`${next.from}T12:00:00Z`))
    const certain = divisions.filter((division) => division.includes('/cd:'))
    const districts: MemberDistrict[] = [
      ...certain.map((division) => ({ division, precision: 'address' as const })),
      ...(certain.length > 0 ? [] : candidates.congressional_district).map((division) => ({
        division,
        precision: 'probable' as const,
      })),
    ]
    await pool.begin(async (db) => {
      const [current] = await db<{ address: string | null }[]>`
        select address from users where user_id = ${user_id} for no key update`
      if (current?.address !== address) return
      await saveMemberDistricts(db, user_id, `cd${next.congress}`, districts)
      await db`update residences set next_map_congress = ${next.congress} where user_id = ${user_id}`
    })
  }
  return pending.length
}

export async function resolveAllOnNextMap(
  pool: Pool,
  geocode: Geocoder,
  isStopping: () => boolean,
): Promise<void> {
  while (!isStopping() && (await resolveNextMap(pool, geocode)) > 0);
}

/** Deletes expired geocoder responses and moves that no longer count. */
export async function deleteExpiredPlaces(pool: Pool): Promise<void> {
  await pool`delete from geocodes where expires_at < now()`
  await pool`delete from member_moves where not is_first and moved_at < now() - interval '30 days'`
}
