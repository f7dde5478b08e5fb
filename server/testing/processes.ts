import { spawn, type ChildProcess } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findProcess, findServersIn } from '#server/platform/processes/processes.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

export type EndedProcess = { code: number | null; output: string; stderr: string }
type StartOptions = { env?: Record<string, string>; prefix?: string[]; launcher?: boolean }

/** Creates a data folder whose name has a space, a quote, a comma and non-ASCII letters. */
export async function makeDataDir() {
  const home = await mkdtemp(join(tmpdir(), 'hurd life-'))
  // When root runs the tests, the database runs as another user, which needs access to the folder.
  await chmod(home, 0o755)
  const folder = join(home, `Ada's "dätä", all of it`)
  return {
    folder,
    home,
    cluster: join(folder, 'postgres'),
    lock: join(folder, 'hurd.lock'),
    servers: () => findServersIn(join(folder, 'postgres')),
    remove: () => rm(home, { recursive: true, force: true }),
  }
}

/** Returns the environment without other variables, which could affect a test. */
function inherited(): NodeJS.ProcessEnv {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  return { PATH, ...(NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE }) }
}

/** Starts a real process of Hurd in its own process group and captures its output. */
export function startProcess(script: string, args: string[], { env, prefix = [], launcher }: StartOptions) {
  const [command = '', ...rest] = [...prefix, process.execPath, join(root, script), ...args]
  const child = spawn(command, rest, {
    cwd: root,
    detached: true,
    env: { ...inherited(), HOST: '127.0.0.1', PORT: '0', RATE_LIMITS: 'off', ...env },
    stdio: launcher ? ['ignore', 'pipe', 'pipe', 'ipc'] : ['ignore', 'pipe', 'pipe'],
  })
  const result: EndedProcess = { code: null, output: '', stderr: '' }
  child.stdout?.on('data', (data) => (result.output += String(data)))
  child.stderr?.on('data', (data) => (result.stderr += String(data)))
  const ended = new Promise<EndedProcess>((resolve) => {
    // A child whose IPC channel was disconnected never emits `close`.
    child.on(launcher ? 'exit' : 'close', (code) => resolve({ ...result, code }))
  })
  return { child, ended, stderr: () => result.stderr }
}

/** Starts the server and waits until it is ready. If it ends before that, throws an error with its log. */
export async function startServer(folder: string, options: StartOptions = {}) {
  const env = { DATA_DIR: folder, ...options.env }
  const { child, ended, stderr } = startProcess('server/main.ts', [], { ...options, env })
  const origin = await new Promise<string>((resolve, reject) => {
    child.stderr?.on('data', () => {
      const [, url] = /Ready in .*(http:\S+)\n/.exec(stderr()) ?? []
      if (url) resolve(url.replace('localhost', '127.0.0.1'))
    })
    void ended.then(({ stderr }) => reject(new Error(`It ended: ${stderr}`)))
  })
  return {
    origin,
    child,
    ended,
    stderr,
    /** Stops the server with a signal, as a terminal or an operator does. */
    async stop(signal: NodeJS.Signals = 'SIGTERM') {
      child.kill(signal)
      return ended
    },
    /** Kills the process, or its whole group, without a chance to clean up. */
    async kill(whole: 'process' | 'group' = 'process') {
      killHard(child, whole)
      return ended
    },
    async request(path: string, body?: unknown, token?: string, headers: Record<string, string> = {}) {
      const response = await fetch(origin + path, {
        method: body === undefined ? 'GET' : 'POST',
        headers: {
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(token ? { authorization: `Bearer ${token}` } : {}),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      const json: unknown = await response.json()
      return { status: response.status, body: json }
    },
  }
}

function killHard(child: ChildProcess, whole: 'process' | 'group'): void {
  if (child.pid && findProcess(child.pid)) process.kill(whole === 'group' ? -child.pid : child.pid, 'SIGKILL')
}

/** Returns what a command printed, without the line that names its database. */
export function withoutDatabase(stderr: string): string {
  return stderr.replace(/^Database: .*\n/, '')
}

/** Runs an operator's command until it ends. `stderr` is without the line that names the database. */
export async function runCommand(
  folder: string,
  args: string[],
  options: StartOptions = {},
): Promise<EndedProcess> {
  const env = { DATA_DIR: folder, ...options.env }
  const { stderr, ...ended } = await startProcess('server/cli.ts', args, { ...options, env }).ended
  return { ...ended, stderr: withoutDatabase(stderr) }
}
