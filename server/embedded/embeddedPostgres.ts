import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findProcess, findServersIn, signalProcess } from '../kit/processes.ts'
import { EmbeddedPostgresError } from './embeddedPostgresError.ts'
import { findPostgresBinaries, type PostgresBinaries } from './postgresBinaries.ts'
import { describeFailure, truncateLog } from './postgresLog.ts'
import { chooseRunner, changeOwner, type Runner } from './privileges.ts'

type EmbeddedOptions = {
  /** Everything of the server lives in here; made when missing. */
  folder: string
  /** Where its socket is; at most 90 bytes long. */
  socketFolder: string
  /** Listen on 127.0.0.1 as well, with this password for the user `postgres`. */
  tcp?: { port: number; password: string }
  /** Settings of PostgreSQL on top of ours. */
  settings?: Record<string, string>
  /** Told when the server was lost and when it is back. */
  onEvent?: ((event: 'lost' | 'back', detail: string) => void) | undefined
}

export type EmbeddedServer = { pid(): number | null; stop(): Promise<void> }

type Place = {
  options: EmbeddedOptions
  binaries: PostgresBinaries
  runner: Runner
  cluster: string
  log: string
}

const small: Record<string, string> = {
  shared_buffers: '128MB',
  max_connections: '60',
  jit: 'off',
  random_page_cost: '1.1',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // What people wrote must not reach the log: no statements, no details, no parameters.
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
  unix_socket_permissions: '0700',
}

/** Starts the server of a folder and keeps it running until `stop`. The folder must be ours alone (folderLock). */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedServer> {
  const place = prepare(options)
  const watch = { child: await launch(place), stopping: false, reviving: Promise.resolve() }
  const logWatcher = setInterval(() => truncateLog(place.log), 60_000).unref()
  superviseChild(place, watch)

  return {
    pid: () => (hasExited(watch.child) ? null : (watch.child.pid ?? null)),
    async stop() {
      watch.stopping = true
      clearInterval(logWatcher)
      await watch.reviving
      await end(watch.child)
    },
  }
}

type Watch = { child: ChildProcess; stopping: boolean; reviving: Promise<void> }

function superviseChild(place: Place, watch: Watch): void {
  watch.child.once('exit', (code, signal) => {
    if (!watch.stopping) watch.reviving = revive(place, watch, `PostgreSQL ended (${signal ?? code})`)
  })
}

/** Never gives up, so that the app serves again as soon as the cause (a full disk, say) is gone. */
async function revive(place: Place, watch: Watch, reason: string): Promise<void> {
  const { onEvent } = place.options
  onEvent?.('lost', reason)
  for (let wait = 100; !watch.stopping; wait = Math.min(wait * 2, 2000)) {
    await sleep(wait)
    try {
      watch.child = await launch(place)
      superviseChild(place, watch)
      onEvent?.('back', '')
      return
    } catch (error) {
      onEvent?.('lost', error instanceof Error ? error.message : String(error))
    }
  }
}

function prepare(options: EmbeddedOptions): Place {
  const binaries = findPostgresBinaries()
  mkdirSync(options.folder, { recursive: true })
  const folder = realpathSync(options.folder)
  const cluster = join(folder, 'postgres')
  const exists = existsSync(cluster)
  const runner = chooseRunner(binaries.postgres, exists ? cluster : folder, options.socketFolder)
  if (exists) changeOwner(runner.owner, cluster)
  changeOwner(runner.owner, options.socketFolder)
  const place = { options, binaries, runner, cluster, log: join(folder, 'postgres.log') }
  if (!exists) createCluster(place)
  return place
}

/** Made aside and renamed when whole, so that a start that was cut short leaves nothing half made. */
function createCluster({ options, binaries, runner, cluster }: Place): void {
  const draft = `${cluster}.new`
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft, { mode: 0o700 })
  changeOwner(runner.owner, draft)
  const passwordFile = `${cluster}.password`
  if (options.tcp) writeFileSync(passwordFile, options.tcp.password, { mode: 0o600 })
  if (options.tcp) changeOwner(runner.owner, passwordFile)
  const entry = options.tcp ? ['--auth=scram-sha-256', `--pwfile=${passwordFile}`] : ['--auth=trust']
  const locale = ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--encoding=UTF8']
  const [command, args] = runner.wrap(binaries.initdb, [
    `--pgdata=${draft}`,
    '--username=postgres',
    '--no-instructions',
    ...locale,
    ...entry,
  ])
  const made = spawnSync(command, args, {
    ...runner.identity,
    cwd: '/',
    env: plainEnvironment(),
    encoding: 'utf8',
  })
  rmSync(passwordFile, { force: true })
  if (made.status !== 0) {
    rmSync(draft, { recursive: true, force: true })
    throw describeFailure(made.stderr || String(made.error), cluster)
  }
  renameSync(draft, cluster)
}

async function launch(place: Place): Promise<ChildProcess> {
  const { options, binaries, runner, cluster } = place
  await clearRemains(cluster)
  truncateLog(place.log)
  const log = openSync(place.log, 'a', 0o600)
  const begin = statSync(place.log).size
  const settings: Record<string, string> = {
    ...small,
    listen_addresses: options.tcp ? '127.0.0.1' : '',
    port: String(options.tcp?.port ?? 5432),
    // A list of quoted names: the folder may hold spaces and commas.
    unix_socket_directories: `"${options.socketFolder.replaceAll('"', '""')}"`,
    ...options.settings,
  }
  const [command, args] = runner.wrap(binaries.postgres, [
    '-D',
    cluster,
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ])
  // Detached: Ctrl-C at the terminal is for us alone; we end it once the last request has been answered.
  const child = spawn(command, args, {
    ...runner.identity,
    cwd: '/',
    detached: true,
    env: plainEnvironment(),
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  let failure: Error | null = null
  child.once('error', (error) => (failure = error))

  while (!isReady(cluster, child.pid)) {
    if (failure) throw describeFailure(String(failure), cluster)
    if (hasExited(child)) {
      throw describeFailure(readFileSync(place.log, 'utf8').slice(begin), cluster)
    }
    await sleep(20)
  }
  return child
}

/** PostgreSQL writes its state into the eighth line of its lock file. */
function isReady(cluster: string, pid: number | undefined): boolean {
  const lines = readLockFile(cluster)
  return Number(lines[0]) === pid && lines[7]?.trim() === 'ready'
}

function readLockFile(cluster: string): string[] {
  try {
    return readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')
  } catch {
    return []
  }
}

/**
 * Whatever a killed predecessor left: a server that outlived it is stopped, workers that outlived their server
 * are waited for (two servers' workers on one folder would destroy it), a lock file naming a recycled number is removed.
 */
async function clearRemains(cluster: string): Promise<void> {
  const workers = () => findServersIn(cluster).map((worker) => worker.pid)
  const pid = Number(readLockFile(cluster)[0])
  const found = pid > 0 ? findProcess(pid) : null
  // Its command line shows the folder it was started with, which may have been renamed since.
  if (found?.command.includes('postgres') && (found.command.includes(cluster) || workers().includes(pid))) {
    signalProcess(pid, 'SIGINT')
    if (!(await hasEnded([pid], 15_000))) signalProcess(pid, 'SIGQUIT')
    if (!(await hasEnded([pid], 5000))) throw stillRunning(pid, cluster)
  }
  if (!(await hasEnded(workers(), 5000))) {
    for (const worker of workers()) signalProcess(worker, 'SIGKILL')
    if (!(await hasEnded(workers(), 5000))) throw stillRunning(pid, cluster)
  }
  // PostgreSQL itself recognises a number that is free, but not one that was given to another process since.
  const left = Number(readLockFile(cluster)[0])
  if (left > 0 && signalProcess(left, 0)) rmSync(join(cluster, 'postmaster.pid'), { force: true })
}

function stillRunning(pid: number, cluster: string): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    `The PostgreSQL that already uses ${cluster} (process ${pid}) does not stop: end it, then start again.`,
  )
}

async function hasEnded(pids: number[], patience: number): Promise<boolean> {
  const end = performance.now() + patience
  while (pids.some((pid) => findProcess(pid))) {
    if (performance.now() > end) return false
    await sleep(20)
  }
  return true
}

/** Fast shutdown: open transactions are rolled back, everything acknowledged is kept. */
async function end(child: ChildProcess): Promise<void> {
  for (const [signal, patience] of [
    ['SIGINT', 20_000],
    ['SIGQUIT', 5000],
    ['SIGKILL', 5000],
  ] as const) {
    if (hasExited(child)) return
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill(signal)
    await Promise.race([ended, sleep(patience, undefined, { ref: false })])
  }
}

function hasExited(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null
}

/** Nothing of ours reaches the server: PGDATA, locale and the like would change what it does. */
function plainEnvironment(): Record<string, string> {
  return { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }
}
