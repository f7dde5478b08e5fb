import { spawn, type ChildProcess } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findProcess, findServersIn } from '../kit/processes.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

export type Ended = { code: number | null; output: string; said: string }
type StartOptions = { env?: Record<string, string>; prefix?: string[]; launcher?: boolean }

/** A folder of its own whose name holds a space, a quote, a comma and letters beyond ASCII. */
export async function makeDataDir() {
  const home = await mkdtemp(join(tmpdir(), 'hurd life-'))
  // As root the database runs as another user, who has to pass through.
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

/** Nothing else of the surrounding environment may change what a test sees. */
function inherited(): NodeJS.ProcessEnv {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  return { PATH, ...(NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE }) }
}

/** A real process of the product in a group of its own; what it writes is kept. */
export function startProcess(script: string, args: string[], { env, prefix = [], launcher }: StartOptions) {
  const [command = '', ...rest] = [...prefix, process.execPath, join(root, script), ...args]
  const child = spawn(command, rest, {
    cwd: root,
    detached: true,
    env: { ...inherited(), HOST: '127.0.0.1', PORT: '0', RATE_LIMITS: 'off', ...env },
    stdio: launcher ? ['ignore', 'pipe', 'pipe', 'ipc'] : ['ignore', 'pipe', 'pipe'],
  })
  const told: Ended = { code: null, output: '', said: '' }
  child.stdout?.on('data', (data) => (told.output += String(data)))
  child.stderr?.on('data', (data) => (told.said += String(data)))
  const ended = new Promise<Ended>((resolve) => {
    // After its channel was cut by hand, a child is never reported as closed.
    child.on(launcher ? 'exit' : 'close', (code) => resolve({ ...told, code }))
  })
  return { child, ended, said: () => told.said }
}

/** The product itself, once it is ready. Throws with what it said when it ends before. */
export async function startServer(folder: string, options: StartOptions = {}) {
  const env = { DATA_DIR: folder, ...options.env }
  const { child, ended, said } = startProcess('server/main.ts', [], { ...options, env })
  const origin = await new Promise<string>((resolve, reject) => {
    child.stderr?.on('data', () => {
      const [, address] = /Ready in .*(http:\S+)\n/.exec(said()) ?? []
      if (address) resolve(address.replace('localhost', '127.0.0.1'))
    })
    void ended.then(({ said }) => reject(new Error(`It ended: ${said}`)))
  })
  return {
    origin,
    child,
    ended,
    said,
    /** As a terminal or an operator asks it to. */
    async stop(signal: NodeJS.Signals = 'SIGTERM') {
      child.kill(signal)
      return ended
    },
    /** Without any chance to tidy up: the process, or all of its group. */
    async kill(whole: 'process' | 'group' = 'process') {
      killHard(child, whole)
      return ended
    },
    async ask(path: string, body?: unknown, token?: string) {
      const response = await fetch(origin + path, {
        method: body === undefined ? 'GET' : 'POST',
        headers: {
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(token ? { authorization: `Bearer ${token}` } : {}),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      const answer: unknown = await response.json()
      return { status: response.status, answer }
    },
  }
}

function killHard(child: ChildProcess, whole: 'process' | 'group'): void {
  if (child.pid && findProcess(child.pid)) process.kill(whole === 'group' ? -child.pid : child.pid, 'SIGKILL')
}

/** An operator's command, to its end. */
export async function runCommand(folder: string, args: string[], options: StartOptions = {}): Promise<Ended> {
  const env = { DATA_DIR: folder, ...options.env }
  return startProcess('server/cli.ts', args, { ...options, env }).ended
}
