import { randomBytes } from 'node:crypto'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '#server/platform/embedded/embeddedPostgres.ts'
import { openPool, operatorLimits, type Pool } from '#server/platform/postgres/db.ts'
import { migrate, MigrationError } from '#server/platform/postgres/migrate.ts'
import { findFreePort } from '#server/platform/processes/freePort.ts'

/**
 * `url` connects through the Unix socket, as in `npm start`, and `tcpUrl` through TCP, for a proxy. `applied` has the names of
 * the migrations that were just applied.
 */
type Database = { url: string; tcpUrl: string; pool: Pool; applied: string[] }

export type Cluster = {
  folder: string
  /** Process id of the database server. */
  pid: number
  /** An empty database without a schema. */
  empty: (name: string) => Promise<string>
  /** A new migrated database. A database of this name from an earlier run is removed. */
  database: (name: string) => Promise<Database>
  /** A migrated and seeded database, reused from an earlier run if it is complete and has this seed. */
  seeded: (name: string, seed: string, fill: (pool: Pool) => Promise<void>) => Promise<Database>
  /** A new database with the tables and the rows of another checkout. */
  filled: (
    name: string,
    createTables: (pool: Pool) => Promise<unknown>,
    fill: (pool: Pool) => Promise<unknown>,
  ) => Promise<Database>
  close: () => Promise<void>
}

/**
 * The benchmark's own PostgreSQL server, as durable as in production. With a named folder the seeded databases are kept
 * for the next run; otherwise they are removed at the end.
 */
export async function openCluster(seedFolder: string | null): Promise<Cluster> {
  const folder = seedFolder ?? (await mkdtemp(join(tmpdir(), 'hurd-bench-')))
  await mkdir(folder, { recursive: true })
  // If root runs this, the server runs as another user, who must be able to enter the folder.
  await chmod(folder, 0o711)
  const socketFolder = join(folder, 'socket')
  await mkdir(socketFolder, { recursive: true, mode: 0o700 })
  const password = await keepPassword(join(folder, 'password'))
  const port = await findFreePort()
  const server = await startEmbedded({
    folder,
    socketFolder,
    tcp: { port, password },
    // pg_stat_statements is loaded so that statements can be counted, but disabled until then.
    settings: { shared_preload_libraries: 'pg_stat_statements', max_wal_size: '4GB' },
  })
  const tcpAddress = (database: string) => `postgres://postgres:${password}@127.0.0.1:${port}/${database}`
  const address = (database: string) => `${tcpAddress(database)}?host=${encodeURIComponent(socketFolder)}`
  const admin = openPool(address('postgres'), { ...operatorLimits, connections: 1 })
  await admin`alter system set pg_stat_statements.track = 'none'`
  await admin`alter system set pg_stat_statements.save = off`
  await admin`select pg_reload_conf()`
  const pools: Pool[] = [admin]

  const seedOf = async (name: string) => {
    const [row] = await admin<{ seed: string | null }[]>`
      select shobj_description(oid, 'pg_database') as seed from pg_database where datname = ${name}`
    return row?.seed
  }

  async function empty(name: string) {
    await admin`drop database if exists ${admin(name)} with (force)`
    await admin`create database ${admin(name)}`
    return address(name)
  }

  async function open(name: string): Promise<Omit<Database, 'applied'>> {
    if ((await seedOf(name)) === undefined) await empty(name)
    const url = address(name)
    const pool = openPool(url, operatorLimits)
    pools.push(pool)
    await pool`create extension if not exists pg_stat_statements`
    await pool`create extension if not exists pg_prewarm`
    return { url, tcpUrl: tcpAddress(name), pool }
  }

  async function migrated(name: string): Promise<Database> {
    const opened = await open(name)
    return { ...opened, applied: await migrate(opened.pool) }
  }

  async function seeded(name: string, seed: string, fill: (pool: Pool) => Promise<void>): Promise<Database> {
    if ((await seedOf(name)) === seed) {
      const stored = await databaseOrReason(() => migrated(name))
      if (typeof stored === 'object') {
        await refresh(name, stored)
        return stored
      }
      console.log(`${name} is seeded again: ${stored}\n`)
    }
    await empty(name)
    const created = await migrated(name)
    await fill(created.pool)
    // The comment is written last so that an interrupted run is not mistaken for a seeded database.
    await admin.unsafe(`comment on database ${name} is '${seed}'`)
    return created
  }

  return {
    folder,
    pid: server.pid()!,
    empty,
    async database(name) {
      await empty(name)
      return migrated(name)
    },
    seeded,
    async filled(name, createTables, fill) {
      await empty(name)
      const opened = await open(name)
      await createTables(opened.pool)
      await fill(opened.pool)
      return { ...opened, applied: [] }
    },
    async close() {
      await Promise.all(pools.map((pool) => pool.end({ timeout: 2 })))
      await server.stop()
      if (!seedFolder) await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The stored database, migrated to this release, or the reason why it cannot be used. */
async function databaseOrReason(open: () => Promise<Database>): Promise<Database | string> {
  try {
    return await open()
  } catch (error) {
    if (error instanceof MigrationError) return error.message
    throw error
  }
}

/** Vacuums after migrations, and reads everything once into the caches, as if the database had just been seeded. */
async function refresh(name: string, { pool, applied }: Database): Promise<void> {
  if (applied.length > 0) {
    console.log(`${name} was migrated: ${applied.join(', ')}\n`)
    await pool`vacuum (analyze)`
  }
  await pool`
    select sum(pg_prewarm(oid, 'read')) from pg_class
     where relkind in ('r', 'i') and relnamespace = 'public'::regnamespace`
}

async function keepPassword(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch {
    const password = randomBytes(16).toString('hex')
    await writeFile(file, password, { mode: 0o600 })
    return password
  }
}
