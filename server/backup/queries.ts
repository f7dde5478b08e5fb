import type { Readable, Writable } from 'node:stream'
import type { Db, Pool } from '../postgres/db.ts'
import type { Applied, Table } from './manifest.ts'

type TableShape = Pick<Table, 'name' | 'columns'>

/** Every table of ours with the columns that rows are made of: computed ones compute themselves. */
export async function selectTables(db: Db): Promise<TableShape[]> {
  return db<TableShape[]>`
    select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
      from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace
       and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     group by c.relname order by c.relname`
}

/**
 * The counters of a table's identity columns, and the last number each has given; none that has given none. Read after
 * the rows' snapshot was taken, so never behind them.
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

export async function selectMigrations(db: Db): Promise<Applied[]> {
  const [table] = await db<{ there: boolean }[]>`select to_regclass('schema_migrations') is not null as there`
  if (!table?.there) return []
  return db<Applied[]>`select version, name, checksum from schema_migrations order by version`
}

/** The first of these tables that has rows; null where all are empty. */
export async function findFilled(db: Db, tables: string[]): Promise<string | null> {
  for (const table of tables) {
    const [row] = await db`select from ${db(table)} limit 1`
    if (row) return table
  }
  return null
}

/** What both sides of a copy need: one form of every value whatever the server's settings, and time enough. */
export async function prepareCopy(db: Db): Promise<void> {
  await db`
    select set_config(name, value, true) from (values
      ('datestyle', 'ISO, MDY'), ('intervalstyle', 'postgres'), ('bytea_output', 'hex'), ('extra_float_digits', '1'),
      ('statement_timeout', '0'), ('idle_in_transaction_session_timeout', '0')) as settings (name, value)`
}

/** The rows of a table in the text form of COPY: one row, one line. `replaced` has SQL in place of a column. */
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

/** Nobody else may look at, or fill, what is being filled. */
export async function lockTables(db: Db, tables: string[]): Promise<void> {
  for (const table of tables) await db`lock table ${db(table)} in access exclusive mode`
}

/**
 * Triggers sleep and references are let go while rows come in, in whatever order; answers what brings both back. The
 * references are checked as they come back, each in one pass.
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
}

/** So that the first reader is not planned for by guesses. */
export async function analyze(pool: Pool): Promise<void> {
  await pool`analyze`
}
