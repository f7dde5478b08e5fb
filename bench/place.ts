import { randomBytes } from 'node:crypto'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openPool, operatorLimits, type Pool } from '../server/kit/db.ts'
import { startEmbedded } from '../server/kit/embeddedPostgres.ts'
import { migrate } from '../server/kit/migrate.ts'

export type Place = {
  folder: string
  /** Process number of the database server. */
  pid: number
  address: (database: string) => URL
  /** A migrated database; `isNew` when it was made now. */
  database: (name: string) => Promise<{ url: string; pool: Pool; isNew: boolean }>
  close: () => Promise<void>
}

/**
 * A PostgreSQL of the benchmark's own, as durable as in production. In a folder that is named the seeded databases stay
 * for the next run; without one they are removed at the end.
 */
export async function openPlace(kept: string | null): Promise<Place> {
  const folder = kept ?? (await mkdtemp(join(tmpdir(), 'hurd-bench-')))
  await mkdir(folder, { recursive: true })
  // As root the server runs as another user, who has to pass through.
  await chmod(folder, 0o711)
  const socketFolder = join(folder, 'socket')
  await mkdir(socketFolder, { recursive: true, mode: 0o700 })
  const password = await keepPassword(join(folder, 'password'))
  const port = await findFreePort()
  const server = await startEmbedded({
    folder,
    socketFolder,
    tcp: { port, password },
    // Loaded so that statements can be counted, and silent until they are.
    settings: { shared_preload_libraries: 'pg_stat_statements', max_wal_size: '4GB' },
  })
  const address = (database: string) =>
    new URL(`postgres://postgres:${password}@127.0.0.1:${port}/${database}`)
  const admin = openPool(address('postgres').toString(), { ...operatorLimits, connections: 1 })
  await admin`alter system set pg_stat_statements.track = 'none'`
  await admin`alter system set pg_stat_statements.save = off`
  await admin`select pg_reload_conf()`
  const pools: Pool[] = [admin]

  return {
    folder,
    pid: server.pid()!,
    address,
    async database(name) {
      const [found] = await admin`select from pg_database where datname = ${name}`
      if (!found) await admin`create database ${admin(name)}`
      const url = address(name).toString()
      const pool = openPool(url, operatorLimits)
      pools.push(pool)
      await pool`create extension if not exists pg_stat_statements`
      await migrate(pool)
      return { url, pool, isNew: !found }
    },
    async close() {
      await Promise.all(pools.map((pool) => pool.end({ timeout: 2 })))
      await server.stop()
      if (!kept) await rm(folder, { recursive: true, force: true })
    },
  }
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

export async function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
