import { stat } from 'node:fs/promises'
import type { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { CommandError } from '#server/platform/cli/command.ts'
import type { OnProgress } from '#server/platform/cli/progress.ts'
import type { Db, Pool } from '#server/platform/postgres/db.ts'
import { databaseFolder, migrate, readMigrations } from '#server/platform/postgres/migrate.ts'
import type { Storage } from '#server/platform/storage/storage.ts'
import { readMembers, verifyArchive } from './archive.ts'
import { type MigrationRecord, type Manifest, type Table, parseMember } from './manifest.ts'
import {
  analyze,
  clearPictures,
  deleteRows,
  findFilled,
  relaxConstraints,
  lockTables,
  schemaTables,
  prepareCopy,
  selectMigrations,
  selectTables,
  setNumbered,
  writeRows,
} from './queries.ts'

/**
 * The key of an advisory lock. It must be the same in every release so that two restores never fill the same database.
 */
const restoreLock = 7_021_778

/** Any command may write to these tables of an empty database. */
const filledByCommands: readonly string[] = ['audit_log', 'instance_secrets']

/**
 * Restores a backup into an empty instance and migrates it to this release. The whole archive is verified before
 * anything is written. All rows are written in one transaction so that an interrupted restore can be run again.
 * `checkArchive` can refuse the archive by throwing before anything is written. Throws `CommandError` with one
 * sentence.
 */
export async function restore(
  pool: Pool,
  storage: Storage,
  path: string,
  checkArchive: (manifest: Manifest) => Promise<void>,
  onProgress: OnProgress = () => {},
): Promise<Manifest> {
  const size = await sizeOf(path)
  const manifest = await verifyArchive(path, (bytes) => onProgress(bytes, 2 * size, 'checking the archive'))
  await checkSchema(manifest.migrations, await selectMigrations(pool))
  await checkEmpty(pool)
  await checkNoOtherPictures(storage, manifest)
  await checkArchive(manifest)
  await migrate(pool, { only: new Set(manifest.migrations.map(({ version }) => version)) })
  await pool.begin({ isUnlimited: true }, (db) =>
    fill(db, storage, path, manifest, (bytes, next) => onProgress(size + bytes, 2 * size, next)),
  )
  await migrate(pool)
  await analyze(pool)
  return manifest
}

/** The archive is read twice, so its size says how much is done. If it cannot be read, `verifyArchive` says why. */
async function sizeOf(path: string): Promise<number> {
  return (await stat(path).catch(() => null))?.size ?? 0
}

async function checkSchema(archived: MigrationRecord[], existing: MigrationRecord[]): Promise<void> {
  const migrations = await readMigrations(databaseFolder)
  if (!archived.every((migration) => includesMigration(migrations, migration))) {
    throw new CommandError(
      `The archive was made by a newer release of Hurd (its schema is ${archived.at(-1)?.version}, this release knows ${migrations.at(-1)?.version}): restore with that release.`,
    )
  }
  if (!existing.every((migration) => includesMigration(archived, migration))) {
    throw new CommandError(
      'The database has a newer schema than the archive. Restore into a new database, which is then migrated.',
    )
  }
}

function includesMigration(list: MigrationRecord[], migration: MigrationRecord): boolean {
  return list.some(
    ({ version, checksum }) => version === migration.version && checksum === migration.checksum,
  )
}

async function checkEmpty(db: Db): Promise<void> {
  const tables = (await selectTables(db)).map(({ name }) => name)
  const filled = await findFilled(
    db,
    tables.filter((name) => !schemaTables.includes(name) && !filledByCommands.includes(name)),
  )
  if (filled === null) return
  throw new CommandError(
    `This instance is not empty (there are rows in ${filled}): restore into a new DATA_DIR, or a new database by DATABASE_URL.`,
  )
}

/**
 * Refuses if the storage has pictures that are not in the archive. Pictures of the archive may exist, because an
 * earlier restore may have been interrupted.
 */
async function checkNoOtherPictures(storage: Storage, { members }: Manifest): Promise<void> {
  const archived = new Set(members.map(({ name }) => name))
  for await (const { name } of storage.list()) {
    if (archived.has(`uploads/${name}`)) continue
    throw new CommandError(
      'This instance is not empty (its storage has pictures that are not in the archive): restore into a new DATA_DIR or bucket.',
    )
  }
}

type OnMember = (bytesRead: number, next: string) => void

async function fill(
  db: Db,
  storage: Storage,
  path: string,
  manifest: Manifest,
  onMember: OnMember,
): Promise<void> {
  await prepareCopy(db)
  const [lock] = await db<{ mine: boolean }[]>`select pg_try_advisory_xact_lock(${restoreLock}) as mine`
  if (!lock?.mine) throw new CommandError('Another restore is filling this database.')
  const tables = (await selectTables(db)).map(({ name }) => name)
  await lockTables(db, tables)
  await checkEmpty(db)
  const restoreConstraints = await relaxConstraints(db, tables)
  await deleteRows(db, filledByCommands)
  await writeMembers(
    db,
    storage,
    path,
    new Map(manifest.tables.map((table) => [table.name, table])),
    onMember,
  )
  for (const table of manifest.tables) await setNumbered(db, table)
  await clearPictures(db, manifest.pictures_gone)
  await restoreConstraints()
}

type Filling = { table: Table; sink: Writable }

async function writeMembers(
  db: Db,
  storage: Storage,
  path: string,
  tables: Map<string, Table>,
  onMember: OnMember,
): Promise<void> {
  let filling: Filling | null = null
  let read = 0
  for await (const { name, bytes } of readMembers(path, (count) => (read = count))) {
    const member = parseMember(name)
    onMember(read, member && 'table' in member ? member.table : 'pictures')
    if (member && 'picture' in member) await storage.put(member.picture, bytes)
    const table = member && 'table' in member ? tables.get(member.table) : undefined
    if (!table) continue
    if (filling?.table !== table) {
      if (filling) await finish(db, filling)
      filling = await begin(db, table)
    }
    await write(filling, bytes)
  }
  if (filling) await finish(db, filling)
}

async function begin(db: Db, table: Table): Promise<Filling> {
  const sink = await writeRows(db, table)
  // write() and finish() throw this error. Without a listener, the error would end the process.
  sink.on('error', () => {})
  return { table, sink }
}

async function write({ table, sink }: Filling, bytes: Buffer): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    if (sink.errored) reject(sink.errored)
    else sink.write(bytes, (error) => (error ? reject(error) : resolve()))
  }).catch((error: unknown) => {
    throw rowsRejected(table, error)
  })
}

/** Waits until the database has accepted every row, and compares the number of rows. */
async function finish(db: Db, { table, sink }: Filling): Promise<void> {
  try {
    if (sink.errored) throw sink.errored
    sink.end()
    await finished(sink)
    const [count] = await db<{ rows: number }[]>`select count(*) as rows from ${db(table.name)}`
    if (count?.rows !== table.rows) throw new Error(`${count?.rows} rows of ${table.rows}`)
  } catch (error) {
    throw rowsRejected(table, error)
  }
}

function rowsRejected(table: Table, error: unknown): CommandError {
  const why = error instanceof Error ? error.message : String(error)
  return new CommandError(`The rows of ${table.name} were rejected (${why}). No rows were written.`, {
    cause: error,
  })
}
