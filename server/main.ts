import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { makeApp } from './app.ts'
import { CommandError } from './cli/command.ts'
import { openLedgerCopy } from './deletions/ledgerCopy.ts'
import { replayLedger } from './deletions/replay.ts'
import { openDatabase, type Database } from './embedded/database.ts'
import { EmbeddedPostgresError } from './embedded/embeddedPostgresError.ts'
import { describeUnusedSettings } from './kit/describeEnv.ts'
import { type Env, SettingError, readEnv } from './kit/env.ts'
import { hasErrorCode } from './kit/folderLock.ts'
import { openLog } from './kit/log.ts'
import { type Delivery, startDelivery } from './mail/deliver.ts'
import { openGeocoder } from './places/geocoder.ts'
import { retryAllPendingResidences } from './places/maintenance.ts'
import { databaseErrorKind, openPool, operatorLimits, requestLimits, type Pool } from './postgres/db.ts'
import { MigrationError, migrate } from './postgres/migrate.ts'
import { demoCode, demoPassword, demoSignIns } from './seed/demoMembers.ts'
import { findMissing } from './seed/missing.ts'
import type { Storage } from './storage/storage.ts'
import { openStorage } from './storage/storagePlace.ts'

// Lines for people go to standard error, structured logs to standard output.
const dist = fileURLToPath(new URL('../dist', import.meta.url))
const drainLimit = 10_000
/** Fills an empty database, and ends. */
const seedProgram = fileURLToPath(new URL('./seed/seedProcess.ts', import.meta.url))

/** The process that seeds has said why. */
class SeedError extends Error {}

const running: {
  opening?: Promise<Database>
  app?: FastifyInstance
  seeding?: ChildProcess
  delivery?: Promise<Delivery | null>
  stopping: boolean
} = { stopping: false }

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(0))
// Our launcher (scripts/start.mjs) was killed.
process.on('disconnect', () => void stop(0))

try {
  await start()
} catch (error) {
  if (!running.stopping) {
    say(inOneSentence(error))
    await stop(1)
  }
}

async function start(): Promise<void> {
  const began = performance.now()
  const env = readEnv(process.env)
  const log = openLog(env.logLevel)
  process.on('uncaughtException', (error) => {
    // A connection that ends while the driver still asks for its types: the next one is opened when needed.
    if (databaseErrorKind(error)) return log.error({ err: error }, 'lost a connection to the database')
    log.fatal({ err: error }, 'stopping after an error that nothing caught')
    void stop(1)
  })

  for (const sentence of describeUnusedSettings(env)) say(sentence)
  say(env.databaseUrl ? 'Connecting to PostgreSQL …' : `Starting PostgreSQL in ${env.dataDir} …`)
  const onEvent = (event: 'lost' | 'back', detail: string) => {
    if (running.stopping) return
    if (event === 'lost') log.error({ detail }, 'database lost, starting it again')
    else log.warn('database is back')
  }
  running.opening = openDatabase(env, { role: 'app', limits: requestLimits, say, onEvent })
  const database = await running.opening
  await prepare(database, env)

  if (env.port === 0) env.port = await findFreePort(env.host)
  if (env.publicOrigin.endsWith(':0')) env.publicOrigin = `http://localhost:${env.port}`
  const storage = openStorage(env)
  await replayDeletions(database.pool, storage, env)
  running.app = await makeApp({ pool: database.pool, log, settings: env, storage, dist })
  if (running.stopping) return
  await running.app.listen({ port: env.port, host: env.host })
  // Not waited for: loading the mailer takes a moment, and nobody needs it to read a page.
  running.delivery = startDelivery(database.pool, env, log)
  // Nor this, which has something to do after an upgrade only: whoever has no districts yet need not wait for maintenance.
  const geocode = openGeocoder({ censusGeocoderUrl: env.censusGeocoderUrl, log })
  retryAllPendingResidences(database.pool, geocode, () => running.stopping).catch((error: unknown) =>
    log.warn({ err: error }, 'members are settled later'),
  )

  const signIns = env.demo && !env.databaseUrl ? await describeDemo() : ''
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  say(`Ready in ${seconds} s: ${addressOf(env.host, env.port)}\n${signIns}`)
}

/** Schema and first data, with time to spare for large steps; one instance at a time. */
async function prepare({ target }: Database, env: Env): Promise<void> {
  const pool = openPool(target, operatorLimits)
  try {
    await migrate(pool, { say: (name) => say(`Migrated ${name}`) })
    const missing = await findMissing(pool, env.demo)
    if (Object.values(missing).includes(true)) await seed()
  } finally {
    await pool.end({ timeout: 1 })
  }
}

/**
 * Runs before anything is served, because a database that was restored from an older backup has members who deleted their
 * accounts. Entries with an unknown key stop the start unless the database has no members whom they could concern.
 */
async function replayDeletions(pool: Pool, storage: Storage, env: Env): Promise<void> {
  const [member] = await pool`select from users limit 1`
  const skipUnknownLedgerKeys = env.skipUnknownLedgerKeys || !member
  const rules = { ...env, skipUnknownLedgerKeys }
  const { deleted, restored, skipped } = await replayLedger(pool, storage, env.deletionLedger, rules)
  if (deleted + restored > 0) {
    say(`Replayed the deletion ledger: ${deleted} accounts deleted again, ${restored} restored again.`)
  }
  if (skipped > 0) say(`Skipped ${skipped} entries of the deletion ledger that were made with another key.`)
  await openLedgerCopy(pool, env)()
}

async function seed(): Promise<void> {
  running.seeding = fork(seedProgram, { execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  const [code] = await once(running.seeding, 'exit')
  if (code !== 0) throw new SeedError('The first data could not be loaded; start again when it can be.')
}

async function describeDemo(): Promise<string> {
  const people = (await demoSignIns()).map(({ email, role }) => `  ${email.padEnd(34)} ${role}\n`)
  return `
Demo access code: ${demoCode}
Demo sign-ins, all with the password ${demoPassword}:
${people.join('')}`
}

/** Requests in flight get ten seconds, then the embedded database is stopped cleanly. */
async function stop(code: number): Promise<void> {
  if (running.stopping) return
  running.stopping = true
  try {
    const database = await running.opening
    database?.markStopping()
    running.seeding?.kill()
    const { app } = running
    if (app) {
      const closed = Promise.all([app.close(), running.delivery?.then((delivery) => delivery?.stop())])
      await Promise.race([closed, sleep(drainLimit, undefined, { ref: false })])
      app.server.closeAllConnections()
    }
    await database?.close()
  } catch (error) {
    if (code === 0) say(inOneSentence(error))
    code = 1
  }
  process.exit(code)
}

function inOneSentence(error: unknown): string {
  if (hasErrorCode(error, 'EADDRINUSE')) {
    return 'PORT is already in use by another program: stop it, or choose another PORT.'
  }
  if (hasErrorCode(error, 'EACCES')) return 'PORT may not be used by this user: choose one above 1023.'
  if (hasErrorCode(error, 'EADDRNOTAVAIL') || hasErrorCode(error, 'ENOTFOUND')) {
    return 'HOST is not an address of this machine.'
  }
  const isMeant = [SettingError, CommandError, EmbeddedPostgresError, MigrationError, SeedError].some(
    (kind) => error instanceof kind,
  )
  if (isMeant && error instanceof Error) return error.message
  return `Hurd could not start: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`
}

function addressOf(host: string, port: number): string {
  const isHere = ['127.0.0.1', '0.0.0.0', '::', '::1', 'localhost'].includes(host)
  return `http://${isHere ? 'localhost' : host}:${port}`
}

/** Known before the app is made, which puts its own address into links and headers. */
async function findFreePort(host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject)
    probe.listen(0, host, () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

function say(line: string): void {
  process.stderr.write(`${line}\n`)
}
