import type { Db, Pool } from '#server/platform/postgres/db.ts'
import { mapsOfCongress } from './maps.ts'

/** A map of congressional districts. `valid_to` is null if its end is not known. */
export type KnownMap = { map_id: string; valid_from: string; valid_to: string | null }

export async function congressionalMapOn(db: Db, on: string): Promise<KnownMap | null> {
  const [map] = await db<KnownMap[]>`
    select map_id, valid_from, valid_to from district_maps
     where organization = 'us/house' and covers_day(valid_from, valid_to, ${on}::date)`
  return map ?? null
}

/** Adds the maps of the current and the next Congress, with the districts of the gazetteer, if they are missing. */
export async function seedDistrictMaps(pool: Pool): Promise<void> {
  await pool.begin(async (db) => {
    await db`select pg_advisory_xact_lock(hashtext('district maps'))`
    for (const { congress, from } of mapsOfCongress()) {
      await addMap(db, { map_id: `cd${congress}`, valid_from: from, source_name: 'Open Civic Data' }, null)
    }
  })
}

type NewMap = { map_id: string; valid_from: string; source_name: string }

/**
 * Adds a map of congressional districts that applies from a day on, or replaces its districts. Earlier maps keep their
 * districts and end on that day.
 *
 * @param divisions the OCD ids on the map. Null for all congressional districts of the gazetteer.
 */
export async function addMap(db: Db, map: NewMap, divisions: readonly string[] | null): Promise<number> {
  const { map_id, valid_from, source_name } = map
  await db`
    insert into district_maps as stored (map_id, organization, jurisdiction, valid_from, source_name)
    values (${map_id}, 'us/house', 'ocd-division/country:us', ${valid_from}, ${source_name})
    on conflict (map_id) do update set valid_from = excluded.valid_from, source_name = excluded.source_name
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
     where user_id = ${user_id} and map_id = ${map_id} and valid_to is null order by division`
}

/** Replaces the districts of a member's address on one map. The districts of an earlier home keep their dates. */
export async function saveMemberDistricts(
  db: Db,
  user_id: string,
  map_id: string,
  districts: readonly MemberDistrict[],
): Promise<void> {
  await db`
    with input as materialized (
      select division, precision from jsonb_to_recordset(${db.json([...districts])}) as r(division text, precision text)),
    ended as (
      delete from residence_divisions r
       where user_id = ${user_id} and map_id = ${map_id} and valid_to is null
         and not exists (select from input g where (g.division, g.precision) = (r.division, r.precision)))
    insert into residence_divisions as stored (user_id, map_id, division, precision, valid_from)
    select ${user_id}, ${map_id}, division, precision, current_date from input
     where exists (select from district_maps where map_id = ${map_id})
    on conflict (user_id, map_id, division, valid_from) do update set precision = excluded.precision
     where stored.precision <> excluded.precision`
}
