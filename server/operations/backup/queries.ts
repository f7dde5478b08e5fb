import type { Readable, Writable } from 'node:stream'
import type { Db, Pool } from '#server/platform/postgres/db.ts'
import type { MigrationRecord, Table } from './manifest.ts'

type TableShape = Pick<Table, 'name' | 'columns'>

/** Selects every table with its columns, except generated columns. */
export async function selectTables(db: Db): Promise<TableShape[]> {
  return db<TableShape[]>`
    select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
      from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relkind in ('r', 'p') and c.relnamespace = current_schema()::regnamespace
       and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     group by c.relname order by c.relname`
}

/** Selects the bytes of each table on disk, with its long values, for the share of a backup that is done. */
export async function selectSizes(db: Db): Promise<Map<string, number>> {
  const sizes = await db<{ name: string; bytes: number }[]>`
    select relname as name, pg_table_size(oid)::bigint as bytes
      from pg_class where relkind = 'r' and relnamespace = current_schema()::regnamespace`
  return new Map(sizes.map(({ name, bytes }) => [name, bytes]))
}

/**
 * Selects the identity columns of a table with the last value of their sequences, except unused sequences. Call it
 * after the snapshot of the rows has been taken so that no sequence is behind the rows.
 */
export async function selectNumbered(db: Db, table: string): Promise<Table['numbered']> {
  const columns = await db<{ column: string; sequence: string }[]>`
    select attname as "column", pg_get_serial_sequence(quote_ident(${table}), attname) as sequence
      from pg_attribute where attrelid = quote_ident(${table})::regclass and attidentity <> ''`
  const numbered: Table['numbered'] = []
  for (const { column, sequence } of columns) {
    const [counter] = await db<{ last: number | null }[]>`
      select pg_sequence_last_value(${sequence}::regclass) as last`
    if (counter?.last != null) numbered.push({ column, last: counter.last })
  }
  return numbered
}

export async function setNumbered(db: Db, { name, numbered }: Table): Promise<void> {
  for (const { column, last } of numbered) {
    await db`select setval(pg_get_serial_sequence(quote_ident(${name}), ${column}), ${last})`
  }
}

/** `migrate` fills these tables. */
export const schemaTables: readonly string[] = ['schema_migrations', 'schema_functions']

export async function selectMigrations(db: Db): Promise<MigrationRecord[]> {
  const [table] = await db<{ there: boolean }[]>`select to_regclass('schema_migrations') is not null as there`
  if (!table?.there) return []
  return db<MigrationRecord[]>`select version, name, checksum from schema_migrations order by version`
}

/** Returns the first of these tables that has rows, or null if all are empty. */
export async function findFilled(db: Db, tables: string[]): Promise<string | null> {
  for (const table of tables) {
    const [row] = await db`select from ${db(table)} limit 1`
    if (row) return table
  }
  return null
}

/** Sets the output formats for COPY, independent of the server's settings, and removes the time limits. */
export async function prepareCopy(db: Db): Promise<void> {
  await db`
    select set_config(name, value, true) from (values
      ('datestyle', 'ISO, MDY'), ('intervalstyle', 'postgres'), ('bytea_output', 'hex'), ('extra_float_digits', '1'),
      ('statement_timeout', '0'), ('idle_in_transaction_session_timeout', '0')) as settings (name, value)`
}

/**
 * Reads the rows of a table in the text format of COPY, one line per row. `replaced` contains SQL expressions for
 * columns.
 */
export async function readRows(
  db: Db,
  { name, columns }: TableShape,
  replaced: Readonly<Record<string, string>> = {},
): Promise<Readable> {
  const values = columns.map((column) => `${replaced[column] ?? `"${column}"`} as "${column}"`)
  return db`copy (select ${db.unsafe(values.join(', '))} from ${db(name)}) to stdout`.readable()
}

export async function writeRows(db: Db, { name, columns }: TableShape): Promise<Writable> {
  return db`copy ${db(name)} (${db(columns)}) from stdin`.writable()
}

/** Prevents other connections from reading or writing the tables during the restore. */
export async function lockTables(db: Db, tables: string[]): Promise<void> {
  for (const table of tables) await db`lock table ${db(table)} in access exclusive mode`
}

/**
 * Disables triggers and drops foreign keys so that rows can be written in any order. The returned function restores
 * both. Each foreign key is then checked in one pass.
 */
export async function relaxConstraints(db: Db, tables: string[]): Promise<() => Promise<void>> {
  const references = await db<{ table: string; name: string; definition: string }[]>`
    select c.relname as table, k.conname as name, pg_get_constraintdef(k.oid) as definition
      from pg_constraint k join pg_class c on c.oid = k.conrelid
     where k.contype = 'f' and c.relnamespace = current_schema()::regnamespace order by c.relname, k.conname`
  for (const { table, name } of references) await db`alter table ${db(table)} drop constraint ${db(name)}`
  for (const table of tables) await db`alter table ${db(table)} disable trigger user`
  return async () => {
    for (const { table, name, definition } of references) {
      await db`alter table ${db(table)} add constraint ${db(name)} ${db.unsafe(definition)}`
    }
    for (const table of tables) await db`alter table ${db(table)} enable trigger user`
  }
}

export async function deleteRows(db: Db, tables: readonly string[]): Promise<void> {
  for (const table of tables) await db`delete from ${db(table)}`
}

export async function clearPictures(db: Db, urls: string[]): Promise<void> {
  await db`update users set profile_picture_url = null where profile_picture_url = any(${urls})`
  await db`update representatives set portrait_url = null, portrait_hash = null where portrait_url = any(${urls})`
}

/** Updates the planner's statistics for the first queries. */
export async function analyze(pool: Pool): Promise<void> {
  await pool`analyze`
}
