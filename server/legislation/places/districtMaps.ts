import type { Db, Pool } from '#server/platform/postgres/db.ts'
import { mapsOfCongress } from './maps.ts'

/** Returns the id of the map of congressional districts that applies on a day, or null if no map does. */
export async function congressionalMapOn(db: Db, on: string): Promise<string | null> {
  const [map] = await db<{ map_id: string }[]>`
    select map_id from district_maps
     where organization = 'us/house' and covers_day(valid_from, valid_to, ${on}::date)`
  return map?.map_id ?? null
}

/**
 * Adds the maps of the current and the next Congress, with the districts of the gazetteer, if they are missing. The day of a map
 * that an operator has imported stays as it is.
 */
export async function seedDistrictMaps(pool: Pool): Promise<void> {
  await pool.begin(async (db) => {
    await db`select pg_advisory_xact_lock(hashtext('district maps'))`
    for (const { congress, from } of mapsOfCongress()) {
      const map_id = `cd${congress}`
      const [stored] = await db<{ valid_from: string }[]>`
        select valid_from from district_maps where map_id = ${map_id}`
      await addMap(db, map_id, stored?.valid_from ?? from, null)
    }
  })
}

/**
 * Adds a map of congressional districts that applies from a day on, or replaces its districts. Earlier maps keep their
 * districts and end on that day.
 *
 * @param divisions the OCD ids on the map, which replace those that it has. Null for all congressional districts of the gazetteer,
 *   if the map has none.
 */
export async function addMap(
  db: Db,
  map_id: string,
  valid_from: string,
  divisions: readonly string[] | null,
): Promise<number> {
  await db`
    insert into district_maps as stored (map_id, organization, jurisdiction, valid_from, source_name)
    values (${map_id}, 'us/house', 'ocd-division/country:us', ${valid_from}, 'Open Civic Data')
    on conflict (map_id) do update set valid_from = excluded.valid_from
     where stored.valid_from <> excluded.valid_from`
  await db`
    update district_maps m set valid_to = next.valid_from
      from (select map_id, lead(valid_from) over (partition by organization, jurisdiction order by valid_from) as valid_from
              from district_maps) next
     where next.map_id = m.map_id and m.valid_to is distinct from next.valid_from`
  if (divisions !== null) {
    await db`
      delete from district_map_divisions
       where map_id = ${map_id} and division <> all(${[...divisions]}::text[])`
  }
  const { count } = await db`
    insert into district_map_divisions (map_id, division, name)
    select ${map_id}, division, name from divisions
     where kind = 'congressional_district' and valid_to is null and ${divisions === null}
       and not exists (select from district_map_divisions where map_id = ${map_id})
    union all
    select ${map_id}, id, (select name from divisions d where d.division = id)
      from unnest(${[...(divisions ?? [])]}::text[]) id
    on conflict do nothing`
  return count
}

export type MemberDistrict = { division: string; precision: 'address' | 'confirmed' | 'probable' }

/**
 * Selects the congressional districts of a member's address on a map: the certain ones, and those that the member's ZIP
 * code overlaps.
 */
export function selectMemberDistricts(db: Db, user_id: string, map_id: string): Promise<MemberDistrict[]> {
  return db<MemberDistrict[]>`
    select division, precision from residence_divisions
     where user_id = ${user_id} and map_id = ${map_id} order by division`
}

/** Replaces the districts of a member's address on one map. */
export async function saveMemberDistricts(
  db: Db,
  user_id: string,
  map_id: string,
  districts: readonly MemberDistrict[],
): Promise<void> {
  await db`
    with input as materialized (
      select division, precision from jsonb_to_recordset(${db.json([...districts])}) as r(division text, precision text)),
    removed as (
      delete from residence_divisions r
       where user_id = ${user_id} and map_id = ${map_id}
         and not exists (select from input g where g.division = r.division))
    insert into residence_divisions as stored (user_id, map_id, division, precision)
    select ${user_id}, ${map_id}, division, precision from input
     where exists (select from district_maps where map_id = ${map_id})
    on conflict (user_id, map_id, division) do update set precision = excluded.precision
     where stored.precision <> excluded.precision`
}
