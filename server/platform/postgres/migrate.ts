import { createHash } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool, Transaction } from './db.ts'

type Migration = { version: number; name: string; checksum: string; sql: string }
type Applied = { version: number; name: string; checksum: string }

/** Reports that the database does not fit this release, in one sentence that says what to do. */
export class MigrationError extends Error {
  override name = 'MigrationError'
}

/** This folder contains `schema/`, which is applied as migration 1, and `migrations/`, which is applied after it. */
export const databaseFolder = new URL('../../../db/', import.meta.url)

/** An arbitrary number. It must be the same in every release, so that two releases never migrate at the same time. */
const migrationLock = 7_021_776

/** The time in milliseconds for which a migration is retried while other transactions lock its tables. */
const retryPeriod = 60_000

/**
 * Brings the schema up to date and returns the names of the migrations it applied. Several processes may call it at once.
 * Each migration runs in its own transaction and yields (lock_timeout) to requests. `only` limits it to the migrations of
 * an older schema, for a backup that was made with that schema.
 */
export async function migrate(
  pool: Pool,
  options: { folder?: URL; say?: (line: string) => void; only?: ReadonlySet<number> } = {},
): Promise<string[]> {
  const known = await readMigrations(options.folder ?? databaseFolder)
  const done: string[] = []
  const end = performance.now() + retryPeriod
  for (;;) {
    try {
      const step = await pool.begin((tx) => applyNext(tx, known, options.only))
      if (step.state === 'done') return done
      if (step.state === 'busy') await sleep(50)
      else {
        done.push(step.name)
        options.say?.(step.name)
      }
    } catch (error) {
      if (!isLockTimeout(error) || performance.now() > end) throw error
      await sleep(200)
    }
  }
}

/**
 * Reads the schema as version 1 and the migrations that follow it, in order. Throws `MigrationError` on a wrong name or
 * a number that is used twice.
 */
export async function readMigrations(folder: URL): Promise<Migration[]> {
  const migrations = [await readSchema(new URL('schema/', folder))]
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

/** Reads one file per module. The files are applied in the order of their names in one transaction. */
async function readSchema(folder: URL): Promise<Migration> {
  const files = await listSql(folder)
  const wrong = files.find((file) => !/^\d{2}_[a-z_]+\.sql$/.test(file))
  if (wrong) throw new MigrationError(`${wrong} must be named like 07_module.sql.`)
  const parts = await Promise.all(files.map((file) => readFile(new URL(file, folder), 'utf8')))
  const sql = parts.join('\n')
  return { version: 1, name: 'schema', checksum: checksumOf(sql), sql }
}

async function listSql(folder: URL): Promise<string[]> {
  return (await readdir(folder)).filter((file) => file.endsWith('.sql')).toSorted()
}

function checksumOf(sql: string): string {
  return createHash('sha256').update(sql).digest('hex')
}

type Step = { state: 'applied'; name: string } | { state: 'busy' } | { state: 'done' }

/** Applies the next migration under an advisory lock, which ends with the transaction, even behind a pooler. */
async function applyNext(
  tx: Transaction,
  known: Migration[],
  only: ReadonlySet<number> | undefined,
): Promise<Step> {
  const [lock] = await tx<{ mine: boolean }[]>`select pg_try_advisory_xact_lock(${migrationLock}) as mine`
  if (!lock?.mine) return { state: 'busy' }
  await tx`set local statement_timeout = 0`
  await tx`set local lock_timeout = '1s'`

  const applied = await selectApplied(tx)
  checkFit(known, applied)
  const next = known.find(
    ({ version }) => !applied.some((row) => row.version === version) && (only?.has(version) ?? true),
  )
  if (!next) return { state: 'done' }
  await tx.unsafe(next.sql)
  await tx`insert into schema_migrations ${tx({ version: next.version, name: next.name, checksum: next.checksum })}`
  return { state: 'applied', name: fullName(next) }
}

async function selectApplied(tx: Transaction): Promise<Applied[]> {
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
  }
  return tx<Applied[]>`select version, name, checksum from schema_migrations order by version`
}

function checkFit(known: Migration[], applied: Applied[]): void {
  const newest = known.at(-1)?.version ?? 0
  const newer = applied.find((row) => row.version > newest)
  if (newer) {
    throw new MigrationError(
      `The database was made by a newer release of Hurd (its schema is ${applied.at(-1)?.version}, this release knows ${newest}): ` +
        'start that release, or restore a backup made by this one.',
    )
  }
  for (const row of applied) {
    const file = known.find(({ version }) => version === row.version)
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
