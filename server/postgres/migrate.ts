import { createHash } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool, Transaction } from './db.ts'

type Migration = { version: number; name: string; checksum: string; sql: string }
type Applied = { version: number; name: string; checksum: string }

/** The database does not fit this release: one sentence that says what to do. */
export class MigrationError extends Error {
  override name = 'MigrationError'
}

export const migrationsFolder = new URL('../../db/migrations/', import.meta.url)

/** Any number; the same in every release, so that two of them never migrate at once. */
const migrationLock = 7_021_776

/** How long a migration tries again while others hold the tables it needs. */
const patience = 60_000

/**
 * Brings the schema up to date; answers the names of what it applied. Safe to call from several processes at once.
 * Each file runs in one transaction of its own and gives way (lock_timeout) to people's requests. `only` stops it at an
 * older schema, for a backup that was made on it.
 */
export async function migrate(
  pool: Pool,
  options: { folder?: URL; say?: (line: string) => void; only?: ReadonlySet<number> } = {},
): Promise<string[]> {
  const known = await readMigrations(options.folder ?? migrationsFolder)
  const done: string[] = []
  const end = performance.now() + patience
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

/** In order of their numbers. Throws `MigrationError` on a wrong name or a number used twice. */
export async function readMigrations(folder: URL): Promise<Migration[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).toSorted()
  const migrations: Migration[] = []
  for (const file of files) {
    const [, number, name] = /^(\d{3})_([a-z0-9_]+)\.sql$/.exec(file) ?? []
    if (!number || !name) throw new MigrationError(`${file} must be named like 007_two_words.sql.`)
    if (migrations.at(-1)?.version === Number(number)) {
      throw new MigrationError(`Two migrations have the number ${number}.`)
    }
    const sql = await readFile(new URL(file, folder), 'utf8')
    const checksum = createHash('sha256').update(sql).digest('hex')
    migrations.push({ version: Number(number), name, checksum, sql })
  }
  return migrations
}

type Step = { state: 'applied'; name: string } | { state: 'busy' } | { state: 'done' }

/** The lock ends with the transaction, also behind a connection pooler. */
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
