import type { Pool } from '#server/platform/postgres/db.ts'
import { type MemberDistrict, saveMemberDistricts, selectMemberDistricts } from './districtMaps.ts'
import type { Geocoder } from './geocoder.ts'
import { mapAfter, mapOn } from './maps.ts'
import { saveResidence } from './residence.ts'

/**
 * The number of members per slice. Their addresses are geocoded one after the other so that the geocoder is not
 * overloaded.
 */
const batchSize = 20
/** The number of members that one slice scans for missing residences. */
const scanSize = 5_000
const firstId = '00000000-0000-0000-0000-000000000000'

type Resident = { user_id: string; address: string }

/**
 * Geocodes some of the addresses that are due for a retry, or whose district map is outdated. Returns how many residences
 * were saved.
 */
export async function retryPendingResidences(
  pool: Pool,
  geocode: Geocoder,
  now = new Date(),
): Promise<number> {
  return resolveResidences(pool, geocode, await selectPending(pool, mapOn(now).congress))
}

/**
 * Geocodes addresses that have no residence, for example after another program filled the database. Scans the members
 * in the order of their ids.
 *
 * @param after the last member of the previous slice
 * @returns the last member of this slice. Null when all members have been scanned.
 */
export async function resolveMissingResidences(
  pool: Pool,
  geocode: Geocoder,
  after: string | null,
): Promise<string | null> {
  const [last] = await pool<{ user_id: string }[]>`
    select user_id from users where ${after}::uuid is null or user_id > ${after}
     order by user_id offset ${scanSize - 1} limit 1`
  const end = last?.user_id ?? null
  const missing = await pool<Resident[]>`
    select u.user_id, u.address from users u
     where (${after}::uuid is null or u.user_id > ${after}) and (${end}::uuid is null or u.user_id <= ${end})
       and u.address <> '' and not exists (select from residences r where r.user_id = u.user_id)
     order by u.user_id limit ${batchSize}`
  await resolveResidences(pool, geocode, missing)
  return missing.length === batchSize ? (missing.at(-1)?.user_id ?? null) : end
}

/**
 * Geocodes residences. A member whose address changes at the same time is skipped, because the change itself geocodes
 * the new address.
 */
async function resolveResidences(
  pool: Pool,
  geocode: Geocoder,
  residents: readonly Resident[],
): Promise<number> {
  let savedCount = 0
  for (const { user_id, address } of residents) {
    const match = await geocode(pool, address)
    savedCount += await pool.begin(async (db) => {
      const [current] = await db<{ address: string | null }[]>`
        select address from users where user_id = ${user_id} for no key update`
      if (current?.address !== address) return 0
      await saveResidence(db, user_id, match, true)
      return 1
    })
  }
  return savedCount
}

function selectPending(pool: Pool, congress: number): Promise<Resident[]> {
  return pool<Resident[]>`
    (select u.user_id, u.address from residences r join users u using (user_id)
      where r.retry_at < now() and u.address <> '' limit ${batchSize})
    union all
    (select u.user_id, u.address from residences r join users u using (user_id)
      where (r.map_congress < ${congress} or r.map_congress > ${congress})
        and (r.retry_at is null or r.retry_at >= now()) and u.address <> ''
      limit ${batchSize})`
}

/**
 * Looks up some addresses on the map of the next Congress so that members learn their new district before it takes effect.
 * If no district is certain, the candidates are stored as probable. If this is because the geocoder failed, the address
 * is looked up again in the next round.
 *
 * @param after the last member of the previous slice
 * @returns the last member of this slice. Null when no member is left.
 */
export async function resolveNextMap(
  pool: Pool,
  geocode: Geocoder,
  after: string | null,
  now = new Date(),
): Promise<string | null> {
  const next = mapAfter(mapOn(now))
  if (!next) return null
  const pending = await pool<Resident[]>`
    select u.user_id, u.address from residences r join users u using (user_id)
     where r.user_id > ${after ?? firstId}
       and (r.next_map_congress is null or r.next_map_congress < ${next.congress}
            or r.next_map_congress > ${next.congress})
       and u.address <> '' order by r.user_id limit ${batchSize}`
  for (const { user_id, address } of pending) {
    const { divisions, candidates, is_fallback } = await geocode(
      pool,
      address,
      new Date(`${next.from}T12:00:00Z`),
    )
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
      // A failed layer says nothing about a district that is certain, and a guess does not replace what is stored.
      const isGuess = is_fallback && certain.length === 0
      if (isGuess && (await selectMemberDistricts(db, user_id, `cd${next.congress}`)).length > 0) return
      await saveMemberDistricts(db, user_id, `cd${next.congress}`, districts)
      if (!isGuess) {
        await db`update residences set next_map_congress = ${next.congress} where user_id = ${user_id}`
      }
    })
  }
  return pending.length === batchSize ? (pending.at(-1)?.user_id ?? null) : null
}
