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
import { findProcess, findServersIn, signalProcess } from '#server/platform/processes/processes.ts'
import { EmbeddedPostgresError } from './embeddedPostgresError.ts'
import { findPostgresBinaries, type PostgresBinaries } from './postgresBinaries.ts'
import { describeFailure, truncateLog } from './postgresLog.ts'
import { chooseRunner, changeOwner, type Runner } from './privileges.ts'

type EmbeddedOptions = {
  /** The folder of all files of the server. It is created if it does not exist. */
  folder: string
  /** The folder of its socket. The path has at most 90 bytes. */
  socketFolder: string
  /** If present, the server also listens on 127.0.0.1, with this password for the user `postgres`. */
  tcp?: { port: number; password: string }
  /** Further PostgreSQL settings, which override the default ones. */
  settings?: Record<string, string>
  /** Is called when the server was lost and when it is available again. */
  onEvent?: ((event: 'lost' | 'back', detail: string) => void) | undefined
}

export type EmbeddedServer = { pid(): number | null; stop(): Promise<void> }

type Installation = {
  options: EmbeddedOptions
  binaries: PostgresBinaries
  runner: Runner
  cluster: string
  log: string
}

const defaultSettings: Record<string, string> = {
  shared_buffers: '128MB',
  max_connections: '60',
  jit: 'off',
  random_page_cost: '1.1',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Content that members wrote must not get into the log, so the log has no statements, no details and no parameters.
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
  unix_socket_permissions: '0700',
}

/** Starts the server of a folder and keeps it running until `stop`. The caller must have the lock of the folder. */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedServer> {
  const installation = prepare(options)
  const watch = { child: await launch(installation), stopping: false, reviving: Promise.resolve() }
  const logWatcher = setInterval(() => truncateLog(installation.log), 60_000).unref()
  superviseChild(installation, watch)

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

function superviseChild(installation: Installation, watch: Watch): void {
  watch.child.once('exit', (code, signal) => {
    if (!watch.stopping) watch.reviving = revive(installation, watch, `PostgreSQL ended (${signal ?? code})`)
  })
}

/** Retries without limit so that the app serves again as soon as the cause is fixed, such as a full disk. */
async function revive(installation: Installation, watch: Watch, reason: string): Promise<void> {
  const { onEvent } = installation.options
  onEvent?.('lost', reason)
  for (let wait = 100; !watch.stopping; wait = Math.min(wait * 2, 2000)) {
    await sleep(wait)
    try {
      watch.child = await launch(installation)
      superviseChild(installation, watch)
      onEvent?.('back', '')
      return
    } catch (error) {
      onEvent?.('lost', error instanceof Error ? error.message : String(error))
    }
  }
}

function prepare(options: EmbeddedOptions): Installation {
  const binaries = findPostgresBinaries()
  mkdirSync(options.folder, { recursive: true })
  const folder = realpathSync(options.folder)
  const cluster = join(folder, 'postgres')
  const exists = existsSync(cluster)
  const runner = chooseRunner(binaries.postgres, exists ? cluster : folder, options.socketFolder)
  if (exists) changeOwner(runner.owner, cluster)
  changeOwner(runner.owner, options.socketFolder)
  const installation = { options, binaries, runner, cluster, log: join(folder, 'postgres.log') }
  if (!exists) createCluster(installation)
  return installation
}

/** Creates the cluster under another name and renames it at the end so that an interrupted start leaves no partial one. */
function createCluster({ options, binaries, runner, cluster }: Installation): void {
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

async function launch(installation: Installation): Promise<ChildProcess> {
  const { options, binaries, runner, cluster } = installation
  await clearRemains(cluster)
  truncateLog(installation.log)
  const log = openSync(installation.log, 'a', 0o600)
  const begin = statSync(installation.log).size
  const earlierLock = lockFileTime(cluster)
  const settings: Record<string, string> = {
    ...defaultSettings,
    listen_addresses: options.tcp ? '127.0.0.1' : '',
    port: String(options.tcp?.port ?? 5432),
    // This setting is a list. The name is quoted because it may contain spaces and commas.
    unix_socket_directories: `"${options.socketFolder.replaceAll('"', '""')}"`,
    ...options.settings,
  }
  const [command, args] = runner.wrap(binaries.postgres, [
    '-D',
    cluster,
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ])
  // The server is detached so that Ctrl-C at the terminal reaches only this process, which stops the server after its
  // last request.
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

  while (lockFileTime(cluster) === earlierLock || !isReady(cluster, child.pid)) {
    if (failure) throw describeFailure(String(failure), cluster)
    if (hasExited(child)) {
      throw describeFailure(readFileSync(installation.log).subarray(begin).toString(), cluster)
    }
    await sleep(20)
  }
  return child
}

/** Returns true if the server accepts connections. PostgreSQL writes its state to the eighth line of its lock file. */
function isReady(cluster: string, pid: number | undefined): boolean {
  const lines = readLockFile(cluster)
  return Number(lines[0]) === pid && lines[7]?.trim() === 'ready'
}

/**
 * Returns when the lock file was last written. In a container, the server before may have had the same process id and may have
 * left a file that says it is ready.
 */
function lockFileTime(cluster: string): number | undefined {
  return statSync(join(cluster, 'postmaster.pid'), { throwIfNoEntry: false })?.mtimeMs
}

function readLockFile(cluster: string): string[] {
  try {
    return readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')
  } catch {
    return []
  }
}

/**
 * Cleans up after a process that was killed. Stops a server that is still running. Waits for workers that outlived
 * their server, because the workers of two servers would destroy the data. Removes a lock file whose process id now
 * belongs to another process.
 */
async function clearRemains(cluster: string): Promise<void> {
  const workers = () => findServersIn(cluster).map((worker) => worker.pid)
  const pid = Number(readLockFile(cluster)[0])
  const server = pid > 0 ? findProcess(pid) : null
  // The command line of the server contains the folder with which it was started. The folder may have been renamed
  // since.
  if (server?.command.includes('postgres') && (server.command.includes(cluster) || workers().includes(pid))) {
    signalProcess(pid, 'SIGINT')
    if (!(await hasEnded([pid], 15_000))) signalProcess(pid, 'SIGQUIT')
    if (!(await hasEnded([pid], 5000))) throw stillRunning(pid, cluster)
  }
  if (!(await hasEnded(workers(), 5000))) {
    for (const worker of workers()) signalProcess(worker, 'SIGKILL')
    if (!(await hasEnded(workers(), 5000))) throw stillRunning(workers()[0] ?? pid, cluster)
  }
  // PostgreSQL ignores a lock file whose process id is unused, but not one whose id now belongs to another process.
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

/**
 * Stops the server with a fast shutdown: open transactions are rolled back, and every acknowledged commit is durable.
 */
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

/**
 * Returns an environment without our variables, because variables such as PGDATA and the locale would change the
 * behavior of the server.
 */
function plainEnvironment(): Record<string, string> {
  return { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }
}
