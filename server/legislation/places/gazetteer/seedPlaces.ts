import { pipeline } from 'node:stream/promises'
import { saveSource } from '#server/legislation/places/queries.ts'
import type { Db, Pool, Transaction } from '#server/platform/postgres/db.ts'
import { bundledAsOf, bundledFiles, bundledLines, prefix } from './bundle.ts'
import { seedPopulations } from './populations.ts'

/**
 * Loads the bundled divisions and ZIP codes, once per edition. Streams them into the database and parses them there so
 * that starting Hurd needs little memory. Returns false if this edition was already loaded.
 */
export async function seedPlaces(pool: Pool): Promise<boolean> {
  await seedPopulations(pool)
  if (await arePlacesLoaded(pool)) return false
  await pool.begin({ isUnlimited: true }, async (db) => {
    // On a slow machine this takes longer than the statement timeout for requests.
    await db`set local statement_timeout = 0`
    // Because of the lock, two processes that start at the same time load the tables only once.
    await db`select pg_advisory_xact_lock(hashtext('seed places'))`
    if (await arePlacesLoaded(db)) return
    await saveSource(db, 'bundled divisions', await loadDivisions(db), bundledAsOf)
    await saveSource(db, bundledZipCodes, await loadZipCodes(db), bundledAsOf)
  })
  await pool`analyze divisions, zip_codes`
  return true
}

const bundledZipCodes = 'bundled ZIP codes'

/** Returns true if this edition of the bundled tables is loaded. */
export async function arePlacesLoaded(db: Db): Promise<boolean> {
  const rows = await db`
    select from place_sources where source = ${bundledZipCodes} and as_of >= ${bundledAsOf}`
  return rows.length > 0
}

async function loadDivisions(db: Transaction): Promise<number> {
  await db`
    create temporary table bundled_divisions (
      id text, kind text, name text, geoid text, keys text, counties text, valid_from text, valid_to text
    ) on commit drop`
  await pipeline(bundledLines(bundledFiles.divisions), await db`copy bundled_divisions from stdin`.writable())
  const { count } = await db`
    insert into divisions (division, kind, name, state, geoid, keys, counties, valid_from, valid_to)
    select ${prefix} || id, kind, name, substring(id from '^/[a-z]+:([a-z]{2})(?:/|$)'), nullif(geoid, ''),
           string_to_array(keys, '|'),
           array(select ${prefix} || county from unnest(string_to_array(counties, '|')) county),
           nullif(valid_from, '')::date, nullif(valid_to, '')::date
      from bundled_divisions
    on conflict (division) do update set
      kind = excluded.kind, name = excluded.name, state = excluded.state, geoid = excluded.geoid,
      keys = excluded.keys, counties = excluded.counties, valid_from = excluded.valid_from,
      valid_to = excluded.valid_to`
  return count
}

async function loadZipCodes(db: Transaction): Promise<number> {
  await db`
    create temporary table bundled_zip_codes (
      zip text, city text, states text, districts text, counties text, city_key text, is_area bool
    ) on commit drop`
  await pipeline(bundledLines(bundledFiles.zipCodes), await db`copy bundled_zip_codes from stdin`.writable())
  const { count } = await db`
    insert into zip_codes (zip, city, city_key, states, congressional_districts, counties, is_area)
    select zip, city, city_key, string_to_array(states, '|'),
           array(select ${prefix} || id from unnest(string_to_array(districts, '|')) id),
           array(select ${prefix} || id from unnest(string_to_array(counties, '|')) id), is_area
      from bundled_zip_codes
    on conflict (zip) do update set
      city = excluded.city, city_key = excluded.city_key, states = excluded.states,
      congressional_districts = excluded.congressional_districts, counties = excluded.counties,
      is_area = excluded.is_area`
  return count
}
