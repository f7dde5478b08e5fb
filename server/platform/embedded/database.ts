import { createHash } from 'node:crypto'
import { chmodSync, existsSync, lstatSync, mkdirSync, realpathSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type DatabaseTarget,
  type Pool,
  type PoolLimits,
  databaseErrorKind,
  openPool,
} from '#server/platform/postgres/db.ts'
import type { UrlTarget } from '#server/platform/postgres/poolSettings.ts'
import {
  hasErrorCode,
  isLocked,
  acquireLock,
  type FolderLock,
  type LockHolder,
} from '#server/platform/processes/folderLock.ts'
import { type Env, SettingError } from '#server/platform/settings/env.ts'
import { startEmbedded, type EmbeddedServer } from './embeddedPostgres.ts'
import { EmbeddedPostgresError } from './embeddedPostgresError.ts'

type DatabaseOptions = {
  /** The app runs the embedded server for its whole lifetime. A command connects to the app's server, or starts its own. */
  role: 'app' | 'command'
  limits: PoolLimits
  /** Prints a line of progress for the operator. */
  say: (line: string) => void
  /** Is called when the embedded server was lost and when it is available again. */
  onEvent?: (event: 'lost' | 'back', detail: string) => void
}

export type Database = {
  pool: Pool
  /** The target for opening more pools with other limits. */
  target: DatabaseTarget
  /** Returns the process id of the embedded server while it runs, or null if this process did not start one. */
  serverPid(): number | null
  /** Signals to a process that waits for the folder that the lock will be released soon. */
  markStopping(): void
  close(): Promise<void>
}

/**
 * Opens the database at DATABASE_URL, or else the embedded one in DATA_DIR. Throws `EmbeddedPostgresError` or
 * `SettingError` with a message of one sentence.
 */
export async function openDatabase(env: Env, options: DatabaseOptions): Promise<Database> {
  if (env.databaseUrl) {
    const target = { url: env.databaseUrl, pooler: env.databasePooler, prepare: env.databasePrepare }
    return connectByUrl(target, options.limits)
  }
  try {
    return await openEmbedded(env.dataDir, options)
  } catch (error) {
    throw explainFolder(error, env.dataDir)
  }
}

async function connectByUrl(target: UrlTarget, limits: PoolLimits): Promise<Database> {
  try {
    const database = await connectTo(target, limits)
    if (target.pooler === 'transaction' || (await areLimitsInForce(database.pool, limits))) return database
    await database.close()
  } catch (error) {
    if (!isParameterRefused(error)) {
      const reason = error instanceof Error ? error.message : String(error)
      throw new SettingError(`DATABASE_URL leads to no database: ${reason}.`)
    }
  }
  throw new SettingError(
    'DATABASE_URL leads to a connection pooler, which does not pass the time limits of a connection on: set DATABASE_POOLER=transaction.',
  )
}

/**
 * Reads the settings back, because a pooler that is configured to ignore the limits accepts the connection without
 * them.
 */
async function areLimitsInForce(pool: Pool, limits: PoolLimits): Promise<boolean> {
  const [row] = await pool<{ setting: string }[]>`
    select setting from pg_settings where name = 'statement_timeout'`
  return row?.setting === String(limits.statement)
}

function isParameterRefused(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('unsupported startup parameter')
}

/**
 * Connects to the server. Retries for half a minute, because the server may still be starting, but only for 3 seconds
 * if the host name is unknown.
 */
async function connectTo(target: DatabaseTarget, limits: PoolLimits): Promise<Database> {
  const pool = openPool(target, limits)
  const began = performance.now()
  for (;;) {
    try {
      await pool`select 1`
      return { pool, target, serverPid: () => null, markStopping() {}, close: () => pool.end({ timeout: 5 }) }
    } catch (error) {
      const patience = isParameterRefused(error) ? 0 : hasErrorCode(error, 'ENOTFOUND') ? 3_000 : 30_000
      if (databaseErrorKind(error) && performance.now() - began < patience) await sleep(500)
      else {
        await pool.end({ timeout: 1 })
        throw error
      }
    }
  }
}

async function openEmbedded(dataDir: string, options: DatabaseOptions): Promise<Database> {
  makeFolder(dataDir)
  const folder = realpathSync(dataDir)
  const lock = await acquireFolder(folder, options)
  if (isLocked(lock)) return connectTo(targetOf(folder, 'hurd'), options.limits)

  let server: EmbeddedServer | null = null
  try {
    const socketFolder = makeSocketFolder(folder)
    server = await startEmbedded({ folder, socketFolder, onEvent: options.onEvent })
    await createDatabase(folder)
    return withOwnLock(lock, server, targetOf(folder, 'hurd'), options.limits)
  } catch (error) {
    await server?.stop()
    lock.release()
    throw error
  }
}

/**
 * Creates one folder at a time, because Node's `recursive` option never returns where nothing can be created, such as in
 * /proc.
 */
function makeFolder(path: string): void {
  if (existsSync(path)) return
  makeFolder(dirname(path))
  try {
    mkdirSync(path)
  } catch (error) {
    // Another process created it first. A broken symbolic link fails later, when the folder is opened.
    if (!hasErrorCode(error, 'EEXIST')) throw error
  }
}

function withOwnLock(
  lock: FolderLock,
  server: EmbeddedServer,
  target: DatabaseTarget,
  limits: PoolLimits,
): Database {
  const pool = openPool(target, limits)
  return {
    pool,
    target,
    serverPid: () => server.pid(),
    markStopping: () => lock.markStopping(),
    async close() {
      await pool.end({ timeout: 5 })
      await server.stop()
      lock.release()
    },
  }
}

/**
 * Returns the folder's lock or, for a command, the running app that has it. Waits for an app that is stopping and for a
 * running command. Refuses a second app.
 */
async function acquireFolder(folder: string, options: DatabaseOptions): Promise<FolderLock | LockHolder> {
  // An app whose launcher was just killed notices within this time and marks the lock as stopping.
  const grace = performance.now() + 1500
  let isAnnounced = false
  for (;;) {
    const lock = acquireLock(join(folder, 'hurd.lock'), options.role)
    if (!isLocked(lock)) return lock
    if (lock.role === 'app' && !lock.stopping) {
      if (options.role === 'command') return lock
      if (performance.now() > grace) throw alreadyRuns(lock, folder)
    } else if (!isAnnounced) {
      isAnnounced = true
      const who = lock.role === 'app' ? 'Hurd' : "another operator's command"
      options.say(`Waiting for ${who} (process ${lock.pid}) to finish with ${folder}`)
    }
    await sleep(50)
  }
}

function alreadyRuns(holder: LockHolder, folder: string): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    `Another Hurd (process ${holder.pid}) is already running on DATA_DIR ${folder}: stop it, or choose another DATA_DIR.`,
  )
}

function targetOf(folder: string, database: string) {
  return { host: socketFolderOf(folder), port: 5432, database, username: 'postgres' }
}

/** The socket is beside the data or, if that path is too long for the system, in /tmp under a name made from the path. */
function socketFolderOf(folder: string): string {
  const beside = join(folder, 'socket')
  const longest = 90 // The maximum is 104 bytes on macOS and 108 on Linux, minus the name of the socket.
  if (Buffer.byteLength(beside) <= longest) return beside
  return `/tmp/hurd-${createHash('sha256').update(folder).digest('hex').slice(0, 16)}`
}

function makeSocketFolder(folder: string): string {
  const path = socketFolderOf(folder)
  mkdirSync(path, { recursive: true, mode: 0o700 })
  const stats = lstatSync(path)
  const me = process.getuid?.()
  // In /tmp, another user may have created the folder first and could then read the traffic.
  if (!stats.isDirectory() || (me !== 0 && stats.uid !== me)) {
    throw new EmbeddedPostgresError(`${path} belongs to another user: remove it, or choose another DATA_DIR.`)
  }
  chmodSync(path, 0o700)
  for (const name of ['.s.PGSQL.5432', '.s.PGSQL.5432.lock']) rmSync(join(path, name), { force: true })
  return path
}

async function createDatabase(folder: string): Promise<void> {
  const pool = openPool(targetOf(folder, 'postgres'), { connections: 1, statement: 60_000 })
  try {
    const [existing] = await pool`select from pg_database where datname = 'hurd'`
    if (!existing) await pool`create database hurd`
  } finally {
    await pool.end({ timeout: 5 })
  }
}

function explainFolder(error: unknown, dataDir: string): unknown {
  if (hasErrorCode(error, 'ENOSPC') || hasErrorCode(error, 'EDQUOT') || hasErrorCode(error, '53100')) {
    return new EmbeddedPostgresError(
      `The disk that holds DATA_DIR ${dataDir} is full. Free some space and start again. Nothing was lost.`,
    )
  }
  if (hasErrorCode(error, 'EACCES') || hasErrorCode(error, 'EPERM') || hasErrorCode(error, 'EROFS')) {
    return new EmbeddedPostgresError(`DATA_DIR ${dataDir} cannot be written by this user.`)
  }
  if (hasErrorCode(error, 'ENOENT')) {
    return new EmbeddedPostgresError(`DATA_DIR ${dataDir} cannot be created there.`)
  }
  if (hasErrorCode(error, 'ENOTDIR') || hasErrorCode(error, 'EEXIST')) {
    return new EmbeddedPostgresError(`DATA_DIR ${dataDir} is not a folder.`)
  }
  return error
}
