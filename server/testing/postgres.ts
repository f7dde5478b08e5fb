import { randomBytes } from 'node:crypto'
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import { startEmbedded } from '../kit/embeddedPostgres.ts'
import { migrate } from '../kit/migrate.ts'

/** Migrated once a run; every test file gets a copy of it (server/testing/world.ts). */
export const templateDatabase = 'hurd_template'

/**
 * Vitest's global setup: one throw-away PostgreSQL for the whole run, its address in TEST_DATABASE_URL.
 * Where TEST_DATABASE_URL is given, that server is used: its template is made anew.
 */
export default async function setup(): Promise<() => Promise<void>> {
  const given = process.env['TEST_DATABASE_URL']
  if (given) {
    await makeTemplate(given)
    return async () => {}
  }

  const folder = await mkdtemp(join(tmpdir(), 'hurd-test-'))
  // As root the server runs as another user, who has to pass through.
  await chmod(folder, 0o711)
  const socketFolder = join(folder, 'socket')
  await mkdir(socketFolder, { mode: 0o700 })
  const [port, password] = [await findFreePort(), randomBytes(16).toString('hex')]
  const server = await startEmbedded({
    folder,
    socketFolder,
    tcp: { port, password },
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '100' },
  })
  const url = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`
  await makeTemplate(url)
  process.env['TEST_DATABASE_URL'] = url
  return async () => {
    delete process.env['TEST_DATABASE_URL']
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function makeTemplate(adminUrl: string): Promise<void> {
  const admin = postgres(adminUrl, { max: 1, onnotice: () => {} })
  await admin.unsafe(`drop database if exists ${templateDatabase} with (force)`)
  await admin.unsafe(`create database ${templateDatabase} encoding 'UTF8' template template0`)
  await admin.end()

  const url = new URL(adminUrl)
  url.pathname = `/${templateDatabase}`
  const template = postgres(url.toString(), { max: 1, onnotice: () => {} })
  await migrate(template)
  // A database that someone is connected to cannot be copied.
  await template.end()
}

async function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

export type TestDatabase = { url: string; pool: postgres.Sql; drop(): Promise<void> }

/** A migrated database of one's own; `empty` for one without any schema. */
export async function copyTemplate(from: 'migrated' | 'empty' = 'migrated'): Promise<TestDatabase> {
  const url = new URL(process.env['TEST_DATABASE_URL']!)
  const admin = postgres(url.toString(), { max: 1, onnotice: () => {} })
  const name = `test_${randomBytes(8).toString('hex')}`
  const template = from === 'empty' ? 'template0' : templateDatabase
  await admin.unsafe(`create database ${name} template ${template} strategy file_copy`)
  url.pathname = `/${name}`
  const pool = postgres(url.toString(), { max: 4, onnotice: () => {} })
  return {
    url: url.toString(),
    pool,
    async drop() {
      await pool.end()
      await admin.unsafe(`drop database ${name} with (force)`)
      await admin.end()
    },
  }
}
