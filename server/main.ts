import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { countedNoun } from '#server/platform/language/english.ts'
import { makeApp } from './app.ts'
import { openGeocoder } from './legislation/places/geocoder.ts'
import { describeRights } from './operations/deletions/endRights.ts'
import { openLedgerCopy } from './operations/deletions/ledgerCopy.ts'
import { replayLedger } from './operations/deletions/replay.ts'
import { startMaintenance } from './operations/maintenance/tasks.ts'
import { demoCode, demoPassword, demoSignIns } from './operations/seed/demo/demoMembers.ts'
import { findMissing } from './operations/seed/missing.ts'
import { countBounces } from './participation/alerts/digests/bounces.ts'
import { CommandError } from './platform/cli/command.ts'
import { openDatabase, type Database } from './platform/embedded/database.ts'
import { EmbeddedPostgresError } from './platform/embedded/embeddedPostgresError.ts'
import { type Delivery, startDelivery } from './platform/mail/deliver.ts'
import { logDatabaseNotices } from './platform/observability/databaseNotices.ts'
import { openLog } from './platform/observability/log.ts'
import { openTracing } from './platform/observability/openTelemetry.ts'
import { logSlowStatements } from './platform/observability/slowStatements.ts'
import { selectOutdatedCollations } from './platform/postgres/collations.ts'
import {
  databaseErrorKind,
  healthLimits,
  openPool,
  operatorLimits,
  requestLimits,
  type Pool,
} from './platform/postgres/db.ts'
import { MigrationError, migrate } from './platform/postgres/migrate.ts'
import { hasErrorCode } from './platform/processes/folderLock.ts'
import { findFreePort } from './platform/processes/freePort.ts'
import { type Env, SettingError, readEnv } from './platform/settings/env.ts'
import { withEnvFile } from './platform/settings/envFile.ts'
import { versionText } from './platform/settings/version.ts'
import type { Storage } from './platform/storage/storage.ts'
import { openBulkStorage, openStorage } from './platform/storage/storagePlace.ts'

// Messages for the operator go to standard error, and structured logs go to standard output.
const dist = fileURLToPath(new URL('../dist', import.meta.url))
const drainLimit = 10_000
/** The program that fills an empty database, in a separate process. */
const seedProgram = fileURLToPath(new URL('./operations/seed/seedProcess.ts', import.meta.url))

/** The seed process failed. It has printed the reason itself. */
class SeedError extends Error {}

const running: {
  opening?: Promise<Database>
  app?: FastifyInstance
  seeding?: ChildProcess
  delivery?: Promise<Delivery | null>
  tracing?: { stop: () => Promise<void> }
  stopping: boolean
  /**
   * The number of milliseconds during which the instance reports that it is not ready and still accepts connections.
   */
  drainMs: number
} = { stopping: false, drainMs: 0 }

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(0))
// The launcher (scripts/start.mjs) was killed, so the app stops too.
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
  const env = readEnv(withEnvFile(process.env))
  const log = openLog(env.logLevel)
  process.on('uncaughtException', (error) => {
    // A database connection was lost. The pool opens another one when it is needed.
    if (databaseErrorKind(error)) return log.error({ err: error }, 'lost a connection to the database')
    log.fatal({ err: error }, 'stopping after an uncaught error')
    void stop(1)
  })

  logDatabaseNotices((notice) => {
    log[notice.severity === 'WARNING' ? 'warn' : 'info'](notice, 'notice from the database')
  })
  if (env.slowStatementMs > 0) {
    const write = (fields: object) => log.warn(fields, 'slow statement')
    logSlowStatements({ afterMs: env.slowStatementMs, write })
  }
  if (env.tracing) {
    const warn = (reason: string) => log.warn({ reason: reason.slice(0, 200) }, 'spans could not be sent')
    running.tracing = await openTracing(env.tracing, versionText(), warn)
  }
  say(env.databaseUrl ? 'Connecting to PostgreSQL …' : `Starting PostgreSQL in ${env.dataDir} …`)
  const onEvent = (event: 'lost' | 'back', detail: string) => {
    if (running.stopping) return
    if (event === 'lost') log.error({ detail }, 'database lost, restarting it')
    else log.warn('database is back')
  }
  running.opening = openDatabase(env, { role: 'app', limits: requestLimits, say, onEvent })
  const database = await running.opening
  await prepare(database, env)
  for (const collation of await selectOutdatedCollations(database.pool)) {
    log.warn(collation, 'outdated collation version, see "Collation versions" in docs/operating.md')
  }

  // The port must be known before the app is created, because links and headers contain it.
  if (env.port === 0) env.port = await findFreePort(env.host)
  if (env.publicOrigin.endsWith(':0')) env.publicOrigin = `http://localhost:${env.port}`
  const storage = openStorage(env)
  await replayDeletions(database.pool, storage, env)
  const healthPool = openPool(database.target, healthLimits)
  const health = { pool: healthPool, isShuttingDown: () => running.stopping }
  running.app = await makeApp({
    pool: database.pool,
    replicaTarget: env.databaseReplicaUrl
      ? { url: env.databaseReplicaUrl, pooler: env.databasePooler, prepare: env.databasePrepare }
      : null,
    log,
    settings: env,
    storage,
    bulkStorage: openBulkStorage(env),
    health,
    dist,
  })
  const geocode = openGeocoder({ censusGeocoderUrl: env.censusGeocoderUrl, log })
  const maintenance = startMaintenance({
    pool: database.pool,
    storage,
    geocode,
    log,
    updateFeedUrl: env.updateFeedUrl,
    settings: env,
  })
  running.app.addHook('onClose', async () => {
    await maintenance.stop()
    await healthPool.end({ timeout: 1 })
  })
  running.drainMs = env.drainSeconds * 1000
  if (running.stopping) return
  await running.app.listen({ port: env.port, host: env.host })
  // This runs the tasks that became due while no instance was running.
  maintenance.notify()
  // The promise is not awaited, because loading the mailer takes a moment and pages do not need it.
  running.delivery = startDelivery(database.pool, env, log, countBounces(database.pool))

  const signIns = env.demo && !env.databaseUrl ? await describeDemo() : ''
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  say(`Ready in ${seconds} s: ${localUrl(env.host, env.port)}\n${signIns}`)
}

/**
 * Migrates the schema and seeds an empty database, with generous time limits. If several instances start, one of them
 * does it and the others wait.
 */
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
 * Repeats deletions before the server accepts requests, because a database that was restored from an older backup
 * contains members who have since deleted their accounts. Entries with an unknown key stop the start, unless the
 * database has no members.
 */
async function replayDeletions(pool: Pool, storage: Storage, env: Env): Promise<void> {
  const [member] = await pool`select from users limit 1`
  const skipUnknownLedgerKeys = env.skipUnknownLedgerKeys || !member
  const rules = { ...env, skipUnknownLedgerKeys }
  const { deleted, restored, skipped, rights } = await replayLedger(pool, storage, env.deletionLedger, rules)
  if (deleted + restored > 0) {
    say(
      `Replayed the deletion ledger: ${countedNoun(deleted, 'account')} deleted again, ${restored} restored again.`,
    )
  }
  for (const line of rights ? describeRights(rights) : []) say(line)
  if (skipped > 0) {
    say(
      `Skipped ${countedNoun(skipped, 'entry', 'entries')} of the deletion ledger that were made with another key.`,
    )
  }
  await openLedgerCopy(pool, env)()
}

async function seed(): Promise<void> {
  running.seeding = fork(seedProgram, { execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  const [code] = await once(running.seeding, 'exit')
  if (code !== 0) {
    throw new SeedError('The initial data could not be loaded. Fix the problem above and start again.')
  }
}

async function describeDemo(): Promise<string> {
  const people = (await demoSignIns()).map(({ email, role }) => `  ${email.padEnd(34)} ${role}\n`)
  return `
Demo access code: ${demoCode}
Demo sign-ins, all with the password ${demoPassword}:
${people.join('')}`
}

/**
 * Reports that the instance is not ready, waits for load balancers to notice, gives open requests ten seconds, and then
 * stops the embedded database cleanly.
 */
async function stop(code: number): Promise<void> {
  if (running.stopping) return
  running.stopping = true
  try {
    const database = await running.opening
    database?.markStopping()
    running.seeding?.kill()
    const { app } = running
    if (app) {
      await sleep(running.drainMs)
      const closed = Promise.all([app.close(), running.delivery?.then((delivery) => delivery?.stop())])
      await Promise.race([closed, sleep(drainLimit, undefined, { ref: false })])
      app.server.closeAllConnections()
    }
    await running.tracing?.stop()
    await database?.close()
  } catch (error) {
    if (code === 0) say(inOneSentence(error))
    code = 1
  }
  process.exit(code)
}

function inOneSentence(error: unknown): string {
  if (hasErrorCode(error, 'EADDRINUSE')) {
    return 'PORT is already in use. Stop the other program or choose another PORT.'
  }
  if (hasErrorCode(error, 'EACCES')) return 'This user may not use PORT. Choose one above 1023.'
  if (hasErrorCode(error, 'EADDRNOTAVAIL') || hasErrorCode(error, 'ENOTFOUND')) {
    return 'HOST is not an address of this machine.'
  }
  const isExpected = [SettingError, CommandError, EmbeddedPostgresError, MigrationError, SeedError].some(
    (kind) => error instanceof kind,
  )
  if (isExpected && error instanceof Error) return error.message
  return `Hurd could not start: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`
}

function localUrl(host: string, port: number): string {
  const isLocal = ['127.0.0.1', '0.0.0.0', '::', '::1', 'localhost'].includes(host)
  return `http://${isLocal ? 'localhost' : host}:${port}`
}

function say(line: string): void {
  process.stderr.write(`${line}\n`)
}
