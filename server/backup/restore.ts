import type { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { CommandError } from '../cli/command.ts'
import type { Db, Pool } from '../postgres/db.ts'
import { databaseFolder, migrate, readMigrations } from '../postgres/migrate.ts'
import type { Storage } from '../storage/storage.ts'
import { readMembers, verifyArchive } from './archive.ts'
import { type Applied, type Manifest, type Table, parseMember } from './manifest.ts'
import {
  analyze,
  clearPictures,
  deleteRows,
  findFilled,
  relaxConstraints,
  lockTables,
  prepareCopy,
  selectMigrations,
  selectTables,
  setNumbered,
  writeRows,
} from './queries.ts'

/** Any number; the same in every release, so that two restores never fill one database. */
const restoreLock = 7_021_778

/** What any command leaves in a database that holds nothing yet. */
const beforeAnybody: readonly string[] = ['audit_log', 'instance_secrets']

/**
 * Fills an empty instance with what `backUp` wrote, and brings it forward to this release. The whole archive is read and
 * compared with its sums before anything is written; the rows come in one transaction, so that a restore that was cut
 * short can be run again. `checkArchive` sees the archive before anything is written, and may refuse it by throwing. Throws
 * `CommandError` with one sentence.
 */
export async function restore(
  pool: Pool,
  storage: Storage,
  path: string,
  checkArchive: (manifest: Manifest) => Promise<void>,
): Promise<Manifest> {
  const manifest = await verifyArchive(path)
  await refuseUnknownSchema(manifest.migrations, await selectMigrations(pool))
  await refuseFilled(pool)
  await refuseOthersPictures(storage, manifest)
  await checkArchive(manifest)
  await migrate(pool, { only: new Set(manifest.migrations.map(({ version }) => version)) })
  await pool.begin((db) => fill(db, storage, path, manifest))
  await migrate(pool)
  await analyze(pool)
  return manifest
}

async function refuseUnknownSchema(archived: Applied[], held: Applied[]): Promise<void> {
  const known = await readMigrations(databaseFolder)
  if (!archived.every((one) => isIn(known, one))) {
    throw new CommandError(
      `The archive was made by a newer release of Hurd (its schema is ${archived.at(-1)?.version}, this release knows ${known.at(-1)?.version}): restore with that release.`,
    )
  }
  if (!held.every((one) => isIn(archived, one))) {
    throw new CommandError(
      "The database already has a newer schema than the archive's: restore into a new one, which is brought forward afterwards.",
    )
  }
}

function isIn(list: Applied[], one: Applied): boolean {
  return list.some(({ version, checksum }) => version === one.version && checksum === one.checksum)
}

async function refuseFilled(db: Db): Promise<void> {
  const tables = (await selectTables(db)).map(({ name }) => name)
  const filled = await findFilled(
    db,
    tables.filter((name) => name !== 'schema_migrations' && !beforeAnybody.includes(name)),
  )
  if (filled === null) return
  throw new CommandError(
    `This instance is not empty (there are rows in ${filled}): restore into a new DATA_DIR, or a new database by DATABASE_URL.`,
  )
}

/** Those of the archive may be there: an earlier restore of it was cut short. */
async function refuseOthersPictures(storage: Storage, { members }: Manifest): Promise<void> {
  const ours = new Set(members.map(({ name }) => name))
  for await (const { name } of storage.list()) {
    if (ours.has(`uploads/${name}`)) continue
    throw new CommandError(
      "This instance is not empty (there are pictures in its store that are not the archive's): restore into a new DATA_DIR or bucket.",
    )
  }
}

async function fill(db: Db, storage: Storage, path: string, manifest: Manifest): Promise<void> {
  await prepareCopy(db)
  const [lock] = await db<{ mine: boolean }[]>`select pg_try_advisory_xact_lock(${restoreLock}) as mine`
  if (!lock?.mine) throw new CommandError('Another restore is filling this database.')
  const tables = (await selectTables(db)).map(({ name }) => name)
  await lockTables(db, tables)
  await refuseFilled(db)
  const close = await relaxConstraints(db, tables)
  await deleteRows(db, beforeAnybody)
  await takeIn(db, storage, path, new Map(manifest.tables.map((table) => [table.name, table])))
  for (const table of manifest.tables) await setNumbered(db, table)
  await clearPictures(db, manifest.pictures_gone)
  await close()
}

type Filling = { table: Table; sink: Writable }

async function takeIn(db: Db, storage: Storage, path: string, tables: Map<string, Table>): Promise<void> {
  let filling: Filling | null = null
  for await (const { name, bytes } of readMembers(path)) {
    const holding = parseMember(name)
    if (holding && 'picture' in holding) await storage.put(holding.picture, bytes)
    const table = holding && 'table' in holding ? tables.get(holding.table) : undefined
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
  // Told again by whoever writes or finishes; unheard it would end the process.
  sink.on('error', () => {})
  return { table, sink }
}

async function write({ table, sink }: Filling, bytes: Buffer): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    if (sink.errored) reject(sink.errored)
    else sink.write(bytes, (error) => (error ? reject(error) : resolve()))
  }).catch((error: unknown) => {
    throw notTaken(table, error)
  })
}

/** Waits until the database has accepted every row, and compares their number. */
async function finish(db: Db, { table, sink }: Filling): Promise<void> {
  try {
    if (sink.errored) throw sink.errored
    sink.end()
    await finished(sink)
    const [held] = await db<{ rows: number }[]>`select count(*) as rows from ${db(table.name)}`
    if (held?.rows !== table.rows) throw new Error(`${held?.rows} rows of ${table.rows}`)
  } catch (error) {
    throw notTaken(table, error)
  }
}

function notTaken(table: Table, error: unknown): CommandError {
  const why = error instanceof Error ? error.message : String(error)
  return new CommandError(
    `The rows of ${table.name} could not be taken in (${why}): the database is as it was.`,
    { cause: error },
  )
}
