import type { Db } from '#server/platform/postgres/db.ts'
import type { Division } from './gazetteer/divisionRecords.ts'
import type { ZipCode, ZipFacts } from './gazetteer/zipRecords.ts'
import { nameKey } from './names.ts'

export async function selectZipCode(
  db: Db,
  zip: string,
): Promise<(ZipCode & { city_key: string }) | undefined> {
  const [row] = await db<(ZipCode & { city_key: string })[]>`
    select zip, city, city_key, states, congressional_districts, counties, is_area from zip_codes where zip = ${zip}`
  return row
}

export type NamedPlace = { division: string; name: string; keys: string[] }

/** Selects the places of a state with one of these names. Excludes townships, because their names are not unique. */
export function selectPlaces(db: Db, state: string, keys: string[]): Promise<NamedPlace[]> {
  return db<NamedPlace[]>`
    select division, name, keys from divisions
     where keys && ${keys}::text[] and kind = 'place' and state = ${state}
       and division !~ '/(county|parish|borough):' and (valid_to is null or valid_to > current_date)
     order by division`
}

export async function selectPlaceOfCounties(db: Db, counties: string[]): Promise<string | null> {
  const [row] = await db<{ division: string }[]>`
    select division from divisions where cardinality(counties) > 0 and counties @> ${counties}::text[] limit 1`
  return row?.division ?? null
}

/** Selects all districts and counties that the ZIP codes of a postal city touch. */
export async function selectCity(
  db: Db,
  state: string,
  keys: string[],
): Promise<{ isFound: boolean; congressional_districts: string[]; counties: string[] }> {
  const rows = await db<Pick<ZipCode, 'congressional_districts' | 'counties'>[]>`
    select congressional_districts, counties from zip_codes
     where city_key = any(${keys}::text[]) and ${state} = any(states)`
  const within = new RegExp(`^ocd-division/country:us/[a-z]+:${state}(/|$)`)
  const all = (ids: string[]) => [...new Set(ids)].filter((id) => within.test(id)).toSorted()
  return {
    isFound: rows.length > 0,
    congressional_districts: all(rows.flatMap((row) => row.congressional_districts)),
    counties: all(rows.flatMap((row) => row.counties)),
  }
}

/** Selects the same of the first of these names that a postal city has. */
export async function selectFirstCity(db: Db, state: string, keys: string[]) {
  const [row] = await db<{ city_key: string }[]>`
    select city_key from zip_codes where city_key = any(${keys}::text[]) and ${state} = any(states)
     order by array_position(${keys}::text[], city_key) limit 1`
  return selectCity(db, state, row ? [row.city_key] : [])
}

export type DivisionName = Pick<Division, 'division' | 'kind' | 'name'>

/** Selects the kind and name of each known division. */
export async function selectDivisions(db: Db, ids: string[]): Promise<Map<string, DivisionName>> {
  if (ids.length === 0) return new Map()
  const rows = await db<DivisionName[]>`
    select division, kind, name from divisions where division = any(${ids}::text[])`
  return new Map(rows.map((row) => [row.division, row]))
}

/** Selects the counties and places, which importers find by GEOID. */
export function selectCounties(db: Db): Promise<Pick<Division, 'division' | 'kind' | 'geoid' | 'keys'>[]> {
  return db<Pick<Division, 'division' | 'kind' | 'geoid' | 'keys'>[]>`
    select division, kind, geoid, keys from divisions where kind in ('county', 'place')`
}

/** A row that was inserted or updated. Unchanged rows are not returned. */
type SavedRow = { is_new: boolean }

function divisionRows(db: Db, divisions: readonly Division[]) {
  return db`
    select * from jsonb_to_recordset(${db.json(divisions)})
      as r (division text, kind text, name text, state text, geoid text, keys text[], counties text[],
            valid_from date, valid_to date)`
}

/** Inserts or updates divisions by OCD id and keeps their former names. Each id may occur only once. */
export function saveDivisions(db: Db, divisions: readonly Division[]): Promise<SavedRow[]> {
  return db<SavedRow[]>`
    insert into divisions as existing (division, kind, name, state, geoid, keys, counties, valid_from, valid_to)
    ${divisionRows(db, divisions)}
    on conflict (division) do update set
      kind = excluded.kind, name = excluded.name, state = excluded.state, geoid = excluded.geoid,
      keys = array(select distinct unnest(existing.keys || excluded.keys) order by 1), counties = excluded.counties,
      valid_from = excluded.valid_from, valid_to = excluded.valid_to
    where (existing.kind, existing.name, existing.state, existing.geoid, existing.counties, existing.valid_from, existing.valid_to)
          is distinct from (excluded.kind, excluded.name, excluded.state, excluded.geoid, excluded.counties,
                            excluded.valid_from, excluded.valid_to)
       or not existing.keys @> excluded.keys
    returning xmax = 0 as is_new`
}

/** Adds a legislature's names of its districts, and inserts districts that are missing. */
export function saveDistrictNames(db: Db, divisions: readonly Division[]): Promise<SavedRow[]> {
  return db<SavedRow[]>`
    insert into divisions as existing (division, kind, name, state, geoid, keys, counties, valid_from, valid_to)
    ${divisionRows(db, divisions)}
    on conflict (division) do update set
      keys = array(select distinct unnest(existing.keys || excluded.keys) order by 1)
    where not existing.keys @> excluded.keys
    returning xmax = 0 as is_new`
}

/** Inserts or updates ZIP codes. Fields that a record lacks stay unchanged. Each ZIP code may occur only once. */
export function saveZipCodes(db: Db, facts: readonly ZipFacts[]): Promise<SavedRow[]> {
  const records = facts.map((fact) => ({
    ...fact,
    city_key: fact.city === undefined ? undefined : nameKey(fact.city),
  }))
  return db<SavedRow[]>`
    with imported as (
      select * from jsonb_to_recordset(${db.json(records)})
        as r (zip text, city text, city_key text, states text[], congressional_districts text[], counties text[],
              is_area boolean)),
    merged as (
      select zip, coalesce(i.city, z.city, '') as city, coalesce(i.city_key, z.city_key, '') as city_key,
             coalesce(i.states, z.states, '{}') as states,
             coalesce(i.congressional_districts, z.congressional_districts, '{}') as congressional_districts,
             coalesce(i.counties, z.counties, '{}') as counties, coalesce(i.is_area, z.is_area, false) as is_area
        from imported i left join zip_codes z using (zip))
    insert into zip_codes as existing (zip, city, city_key, states, congressional_districts, counties, is_area)
    select * from merged
    on conflict (zip) do update set
      city = excluded.city, city_key = excluded.city_key, states = excluded.states,
      congressional_districts = excluded.congressional_districts, counties = excluded.counties,
      is_area = excluded.is_area
    where (existing.city, existing.city_key, existing.states, existing.congressional_districts, existing.counties, existing.is_area)
          is distinct from (excluded.city, excluded.city_key, excluded.states, excluded.congressional_districts,
                            excluded.counties, excluded.is_area)
    returning xmax = 0 as is_new`
}

export async function saveSource(db: Db, source: string, records: number, as_of: string): Promise<void> {
  await db`
    insert into place_sources (source, records, as_of) values (${source}, ${records}, ${as_of})
    on conflict (source) do update set records = excluded.records, as_of = excluded.as_of, loaded_at = now()`
}
