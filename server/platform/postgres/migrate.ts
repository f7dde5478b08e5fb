import { createHash } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool, Transaction } from './db.ts'

type Migration = { version: number; name: string; checksum: string; sql: string }
type AppliedMigration = { version: number; name: string; checksum: string }

/** Reports that the database does not fit this release, in one sentence that says what to do. */
export class MigrationError extends Error {
  override name = 'MigrationError'
}

/**
 * This folder contains `tables/`, which is applied as migration 1, `migrations/`, which is applied after it, and
 * `functions/`, whose functions, views and triggers are replaced when a file changed.
 */
export const databaseFolder = new URL('../../../db/', import.meta.url)

/** An arbitrary number. It must be the same in every release so that two releases never migrate at the same time. */
const migrationLock = 7_021_776

/** The time in milliseconds for which a migration is retried while other transactions lock its tables. */
const retryPeriod = 60_000

/**
 * Brings the schema up to date and returns the names of what it applied. Several processes may call it at once. Everything
 * happens in one transaction, which yields (lock_timeout) to requests: functions, views and triggers are dropped, the
 * migrations are applied, and the functions of this release are created. Without a new migration and without a changed
 * function, nothing is locked. `only` limits it to the migrations of an older schema, for a backup that was made with that
 * schema, and leaves the functions out until the next call.
 */
export async function migrate(
  pool: Pool,
  options: { folder?: URL; say?: (line: string) => void; only?: ReadonlySet<number> } = {},
): Promise<string[]> {
  const folder = options.folder ?? databaseFolder
  const migrations = await readMigrations(folder)
  const functions = options.only ? null : await readFunctions(folder)
  const end = performance.now() + retryPeriod
  for (;;) {
    try {
      const done = await pool.begin({ isUnlimited: true }, (tx) =>
        applyAll(tx, migrations, functions, options.only),
      )
      if (done) {
        for (const name of done) options.say?.(name)
        return done
      }
      await sleep(50)
    } catch (error) {
      if (!isLockTimeout(error) || performance.now() > end) throw error
      await sleep(200)
    }
  }
}

/**
 * Reads the tables as version 1 and the migrations that follow them, in order. Throws `MigrationError` on a wrong name or
 * a number that is used twice.
 */
export async function readMigrations(folder: URL): Promise<Migration[]> {
  const migrations = [await readTables(new URL('tables/', folder))]
  for (const file of await listSql(new URL('migrations/', folder))) {
    const [, number, name] = /^(\d{3})_([a-z0-9_]+)\.sql$/.exec(file) ?? []
    if (!number || !name) throw new MigrationError(`${file} must be named like 007_two_words.sql.`)
    if (migrations.at(-1)?.version === Number(number)) {
      throw new MigrationError(`Two migrations have the number ${number}.`)
    }
    const sql = await readFile(new URL(`migrations/${file}`, folder), 'utf8')
    migrations.push({ version: Number(number), name, checksum: checksumOf(sql), sql })
  }
  return migrations
}

/** Reads one file per module. A file may refer to the tables of the files before it. */
async function readTables(folder: URL): Promise<Migration> {
  const files = await listSql(folder)
  const wrong = files.find((file) => !/^\d{2}_[a-z_]+\.sql$/.test(file))
  if (wrong) throw new MigrationError(`${wrong} must be named like 07_module.sql.`)
  const sql = await readAll(folder, files)
  return { version: 1, name: 'schema', checksum: checksumOf(sql), sql }
}

type Functions = { checksum: string; sql: string }

async function readFunctions(folder: URL): Promise<Functions> {
  const functions = new URL('functions/', folder)
  const sql = await readAll(functions, await listSql(functions))
  return { checksum: checksumOf(sql), sql }
}

async function readAll(folder: URL, files: string[]): Promise<string> {
  return (await Promise.all(files.map((file) => readFile(new URL(file, folder), 'utf8')))).join('\n')
}

async function listSql(folder: URL): Promise<string[]> {
  return (await readdir(folder)).filter((file) => file.endsWith('.sql')).toSorted()
}

function checksumOf(sql: string): string {
  return createHash('sha256').update(sql).digest('hex')
}

/**
 * Applies everything under an advisory lock, which ends with the transaction, even behind a pooler. Returns null while
 * another process has the lock.
 */
async function applyAll(
  tx: Transaction,
  migrations: Migration[],
  functions: Functions | null,
  only: ReadonlySet<number> | undefined,
): Promise<string[] | null> {
  const [lock] = await tx<{ mine: boolean }[]>`select pg_try_advisory_xact_lock(${migrationLock}) as mine`
  if (!lock?.mine) return null
  await tx`set local statement_timeout = 0`
  await tx`set local lock_timeout = '1s'`

  const applied = await selectApplied(tx)
  checkFit(migrations, applied)
  const next = migrations.filter(
    ({ version }) => !applied.some((row) => row.version === version) && (only?.has(version) ?? true),
  )
  const current = await selectFunctions(tx)
  const areCurrent = functions === null || current?.checksum === functions.checksum
  if (next.length === 0 && areCurrent) return []
  // A migration may change what a view or a trigger uses.
  if (current) await tx.unsafe(current.drop_statements)
  await tx`delete from schema_functions`
  for (const { version, name, checksum, sql } of next) {
    await tx.unsafe(sql)
    await tx`insert into schema_migrations ${tx({ version, name, checksum })}`
  }
  if (functions) await createFunctions(tx, functions)
  return [...next.map(fullName), ...(areCurrent ? [] : ['functions'])]
}

/**
 * Creates the functions, views and triggers, and stores the statements that drop them again: in the reverse order so that
 * nothing is dropped before what uses it.
 */
async function createFunctions(tx: Transaction, { checksum, sql }: Functions): Promise<void> {
  const before = new Set((await selectReplaceable(tx)).map(({ drop_statement }) => drop_statement))
  // The body of a function may name what a later file creates.
  await tx`set local check_function_bodies = off`
  await tx.unsafe(sql)
  const created = (await selectReplaceable(tx)).filter(({ drop_statement }) => !before.has(drop_statement))
  const drop_statements = created.map(({ drop_statement }) => `${drop_statement};`).join('\n')
  await tx`insert into schema_functions ${tx({ checksum, drop_statements })}`
}

/** Selects the functions, views and triggers of the schema, the newest first. */
function selectReplaceable(tx: Transaction): Promise<{ drop_statement: string }[]> {
  return tx<{ drop_statement: string }[]>`
    select drop_statement from (
      select oid, format('drop function %s', oid::regprocedure) as drop_statement
        from pg_proc where pronamespace = 'public'::regnamespace
      union all
      select oid, format('drop view %s', oid::regclass)
        from pg_class where relnamespace = 'public'::regnamespace and relkind = 'v'
      union all
      select oid, format('drop trigger %I on %s', tgname, tgrelid::regclass) from pg_trigger
       where not tgisinternal and tgparentid = 0
         and tgrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)) replaceable
     order by oid desc`
}

async function selectFunctions(
  tx: Transaction,
): Promise<{ checksum: string; drop_statements: string } | undefined> {
  const [current] = await tx<{ checksum: string; drop_statements: string }[]>`
    select checksum, drop_statements from schema_functions`
  return current
}

async function selectApplied(tx: Transaction): Promise<AppliedMigration[]> {
  const [table] = await tx<{ there: boolean }[]>`select to_regclass('schema_migrations') is not null as there`
  if (!table?.there) {
    await tx`
      create table schema_migrations (
        version integer primary key,
        name text not null,
        checksum text not null,
        applied_at timestamptz not null default now()
      )`
    await tx`comment on table schema_migrations is 'Which migrations were applied, and the checksums of their files.'`
    await tx`create table schema_functions (checksum text not null, drop_statements text not null)`
    await tx`
      comment on table schema_functions is
        'The checksum of the functions, views and triggers that were created, in one row, and the statements that drop them.'`
  }
  return tx<AppliedMigration[]>`select version, name, checksum from schema_migrations order by version`
}

function checkFit(migrations: Migration[], applied: AppliedMigration[]): void {
  const newest = migrations.at(-1)?.version ?? 0
  const newer = applied.find((row) => row.version > newest)
  if (newer) {
    throw new MigrationError(
      `The database was made by a newer release of Hurd (its schema is ${applied.at(-1)?.version}, this release knows ${newest}): ` +
        'start that release, or restore a backup made by this one.',
    )
  }
  for (const row of applied) {
    const file = migrations.find(({ version }) => version === row.version)
    if (!file) throw new MigrationError(`The migration ${fullName(row)} was applied but its file is missing.`)
    if (file.checksum === row.checksum) continue
    throw new MigrationError(
      `The migration ${fullName(row)} was changed after it was applied: undo the change and add a new migration.`,
    )
  }
}

function fullName({ version, name }: { version: number; name: string }): string {
  return `${String(version).padStart(3, '0')}_${name}`
}

function isLockTimeout(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '55P03'
}
