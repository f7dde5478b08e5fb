import { randomBytes } from 'node:crypto'
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { seedPlaces } from '#server/legislation/places/gazetteer/seedPlaces.ts'
import { startEmbedded } from '#server/platform/embedded/embeddedPostgres.ts'
import { openPool, operatorLimits, type Pool } from '#server/platform/postgres/db.ts'
import { migrate } from '#server/platform/postgres/migrate.ts'
import { findFreePort } from '#server/platform/processes/freePort.ts'

/** The template is migrated once per run. Every test file gets a copy (server/testing/testServer.ts). */
export const templateDatabase = 'hurd_template'
/** The same template with the gazetteer loaded. */
const gazetteerDatabase = 'hurd_template_gazetteer'

/**
 * Starts one temporary PostgreSQL for the whole run and puts its URL into TEST_DATABASE_URL. It is the global setup of
 * Vitest. If TEST_DATABASE_URL is set, that server is used and its template is created again.
 */
export default async function setup(): Promise<() => Promise<void>> {
  const existingUrl = process.env['TEST_DATABASE_URL']
  if (existingUrl) {
    await makeTemplate(existingUrl)
    return async () => {}
  }

  const folder = await mkdtemp(join(tmpdir(), 'hurd-test-'))
  // When root runs the tests, the server runs as another user, which needs access to the folder.
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
  const admin = openPool(adminUrl, operatorLimits)
  for (const name of [templateDatabase, gazetteerDatabase]) {
    await admin.unsafe(`drop database if exists ${name} with (force)`)
  }
  await admin.unsafe(`create database ${templateDatabase} encoding 'UTF8' template template0`)
  await admin.end()

  const url = new URL(adminUrl)
  url.pathname = `/${templateDatabase}`
  const template = openPool(url.toString(), operatorLimits)
  await migrate(template)
  // A database to which someone is connected cannot be copied.
  await template.end()
}

/**
 * Returns the database to copy for tests that need the gazetteer. The first caller of a run loads it, which takes
 * seconds. `admin` must have a single connection, because the other callers wait on a lock of its session.
 */
export async function gazetteerTemplate(admin: Pool, adminUrl: string): Promise<string> {
  await admin`set lock_timeout = 0`
  await admin`select pg_advisory_lock(hashtext(${gazetteerDatabase}))`
  try {
    const [existing] = await admin`select from pg_database where datname = ${gazetteerDatabase}`
    if (!existing) await makeGazetteerTemplate(admin, adminUrl)
  } finally {
    await admin`select pg_advisory_unlock(hashtext(${gazetteerDatabase}))`
  }
  return gazetteerDatabase
}

/**
 * Creates the template. The database is renamed last so that an interrupted load leaves nothing that looks complete.
 */
async function makeGazetteerTemplate(admin: Pool, adminUrl: string): Promise<void> {
  const draft = `${gazetteerDatabase}_draft`
  await admin.unsafe(`drop database if exists ${draft} with (force)`)
  await admin.unsafe(`create database ${draft} template ${templateDatabase} strategy file_copy`)
  const url = new URL(adminUrl)
  url.pathname = `/${draft}`
  const pool = openPool(url.toString(), operatorLimits)
  await seedPlaces(pool)
  await pool.end()
  await admin.unsafe(`alter database ${draft} rename to ${gazetteerDatabase}`)
}

export type TestDatabase = { url: string; pool: Pool; drop(): Promise<void> }

/** Creates a migrated database for one test, or one without a schema if `from` is `empty`. */
export async function copyTemplate(from: 'migrated' | 'empty' = 'migrated'): Promise<TestDatabase> {
  const url = new URL(process.env['TEST_DATABASE_URL']!)
  const admin = openPool(url.toString(), { ...operatorLimits, connections: 1 })
  const name = `test_${randomBytes(8).toString('hex')}`
  const template = from === 'empty' ? 'template0' : templateDatabase
  await admin.unsafe(`create database ${name} template ${template} strategy file_copy`)
  url.pathname = `/${name}`
  const pool = openPool(url.toString(), operatorLimits)
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
