import type { Db } from '../postgres/db.ts'
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

/** The places of a state that are called by one of these keys; townships, which share names, are left out. */
export function selectPlaces(db: Db, state: string, keys: string[]): Promise<NamedPlace[]> {
  return db<NamedPlace[]>`
    select division, name, keys from divisions
     where keys && ${keys}::text[] and kind = 'place' and state = ${state}
       and division !~ '/(county|parish|borough):' and (valid_to is null or valid_to > current_date)
     order by division`
}

/** The place that fills one of these counties, if all of them lie in it. */
export async function selectPlaceOfCounties(db: Db, counties: string[]): Promise<string | null> {
  const [row] = await db<{ division: string }[]>`
    select division from divisions where cardinality(counties) > 0 and counties @> ${counties}::text[] limit 1`
  return row?.division ?? null
}

/** What the ZIP codes of a postal city touch, all of them together. */
export async function selectCity(
  db: Db,
  state: string,
  keys: string[],
): Promise<{ congressional_districts: string[]; counties: string[] }> {
  const rows = await db<Pick<ZipCode, 'congressional_districts' | 'counties'>[]>`
    select congressional_districts, counties from zip_codes
     where city_key = any(${keys}::text[]) and ${state} = any(states)`
  const within = new RegExp(`^ocd-division/country:us/[a-z]+:${state}(/|$)`)
  const all = (ids: string[]) => [...new Set(ids)].filter((id) => within.test(id)).toSorted()
  return {
    congressional_districts: all(rows.flatMap((row) => row.congressional_districts)),
    counties: all(rows.flatMap((row) => row.counties)),
  }
}

export type DivisionName = Pick<Division, 'division' | 'kind' | 'name'>

/** Kind and name of each division that is held, in the order asked for. */
export async function selectDivisions(db: Db, ids: string[]): Promise<Map<string, DivisionName>> {
  if (ids.length === 0) return new Map()
  const rows = await db<DivisionName[]>`
    select division, kind, name from divisions where division = any(${ids}::text[])`
  return new Map(rows.map((row) => [row.division, row]))
}

/** The counties and independent cities, to be found by the Census Bureau's numbers. */
export function selectCounties(db: Db): Promise<Pick<Division, 'division' | 'kind' | 'geoid' | 'keys'>[]> {
  return db<Pick<Division, 'division' | 'kind' | 'geoid' | 'keys'>[]>`
    select division, kind, geoid, keys from divisions where kind in ('county', 'place')`
}

/** A row that was inserted or updated; those that were so already are not among them. */
type Saved = { is_new: boolean }

/** Divisions as rows, for an insert. */
function divisionRows(db: Db, divisions: readonly Division[]) {
  return db`
    select * from jsonb_to_recordset(${db.json(divisions)})
      as r (division text, kind text, name text, state text, geoid text, keys text[], counties text[],
            valid_from date, valid_to date)`
}

/** Inserts or updates by OCD id, keeping the names that were known before. Each id once. */
export function saveDivisions(db: Db, divisions: readonly Division[]): Promise<Saved[]> {
  return db<Saved[]>`
    insert into divisions as held (division, kind, name, state, geoid, keys, counties, valid_from, valid_to)
    ${divisionRows(db, divisions)}
    on conflict (division) do update set
      kind = excluded.kind, name = excluded.name, state = excluded.state, geoid = excluded.geoid,
      keys = array(select distinct unnest(held.keys || excluded.keys) order by 1), counties = excluded.counties,
      valid_from = excluded.valid_from, valid_to = excluded.valid_to
    where (held.kind, held.name, held.state, held.geoid, held.counties, held.valid_from, held.valid_to)
          is distinct from (excluded.kind, excluded.name, excluded.state, excluded.geoid, excluded.counties,
                            excluded.valid_from, excluded.valid_to)
       or not held.keys @> excluded.keys
    returning xmax = 0 as is_new`
}

/** Adds how a legislature calls its districts; a district that is not held yet is taken in. */
export function saveDistrictNames(db: Db, divisions: readonly Division[]): Promise<Saved[]> {
  return db<Saved[]>`
    insert into divisions as held (division, kind, name, state, geoid, keys, counties, valid_from, valid_to)
    ${divisionRows(db, divisions)}
    on conflict (division) do update set
      keys = array(select distinct unnest(held.keys || excluded.keys) order by 1)
    where not held.keys @> excluded.keys
    returning xmax = 0 as is_new`
}

/** Inserts or updates by ZIP code; what a record does not speak of stays as it was. Each ZIP code once. */
export function saveZipCodes(db: Db, facts: readonly ZipFacts[]): Promise<Saved[]> {
  const given = facts.map((one) => ({
    ...one,
    city_key: one.city === undefined ? undefined : nameKey(one.city),
  }))
  return db<Saved[]>`
    with given as (
      select * from jsonb_to_recordset(${db.json(given)})
        as r (zip text, city text, city_key text, states text[], congressional_districts text[], counties text[],
              is_area boolean)),
    merged as (
      select zip, coalesce(g.city, h.city, '') as city, coalesce(g.city_key, h.city_key, '') as city_key,
             coalesce(g.states, h.states, '{}') as states,
             coalesce(g.congressional_districts, h.congressional_districts, '{}') as congressional_districts,
             coalesce(g.counties, h.counties, '{}') as counties, coalesce(g.is_area, h.is_area, false) as is_area
        from given g left join zip_codes h using (zip))
    insert into zip_codes as held (zip, city, city_key, states, congressional_districts, counties, is_area)
    select * from merged
    on conflict (zip) do update set
      city = excluded.city, city_key = excluded.city_key, states = excluded.states,
      congressional_districts = excluded.congressional_districts, counties = excluded.counties,
      is_area = excluded.is_area
    where (held.city, held.city_key, held.states, held.congressional_districts, held.counties, held.is_area)
          is distinct from (excluded.city, excluded.city_key, excluded.states, excluded.congressional_districts,
                            excluded.counties, excluded.is_area)
    returning xmax = 0 as is_new`
}

export async function saveSource(db: Db, source: string, records: number, as_of: string): Promise<void> {
  await db`
    insert into place_sources (source, records, as_of) values (${source}, ${records}, ${as_of})
    on conflict (source) do update set records = excluded.records, as_of = excluded.as_of, loaded_at = now()`
}
