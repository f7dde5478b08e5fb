import type { Db } from './db.ts'

/** A collation whose library has another version now than when the database stored its indexes. */
export type OutdatedCollation = {
  /** The statement that stores the library's version, after the indexes were rebuilt. */
  refresh: string
  /** "the database hurd" or "the collation en-x-icu". */
  name: string
  stored: string
  library: string
}

/**
 * Selects the collation of the database and those of its columns and indexes whose library was updated, because indexes
 * that were sorted by another version may miss rows. A collation without a stored version has no such check.
 */
export async function selectOutdatedCollations(db: Db): Promise<OutdatedCollation[]> {
  return db<OutdatedCollation[]>`
    select 'alter database ' || quote_ident(datname) || ' refresh collation version' as refresh,
           'the database ' || datname as name, datcollversion as stored, coalesce(library, 'none') as library
      from pg_database cross join lateral pg_database_collation_actual_version(oid) as library
     where datname = current_database() and datcollversion <> coalesce(library, '')
    union all
    select 'alter collation ' || c.oid::regcollation || ' refresh version', 'the collation ' || collname, collversion,
           coalesce(library, 'none')
      from pg_collation c cross join lateral pg_collation_actual_version(oid) as library
     where collversion <> coalesce(library, '')
       and (oid in (select attcollation from pg_attribute where not attisdropped)
            or oid in (select unnest(indcollation) from pg_index))
     order by name`
}
