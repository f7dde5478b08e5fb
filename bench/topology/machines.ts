import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseEnv } from 'node:util'
import { changeOwner, chooseRunner } from '#server/platform/embedded/privileges.ts'
import { findServersIn, signalProcess } from '#server/platform/processes/processes.ts'
import { programs } from './prerequisites.ts'
import { until } from './until.ts'

const deployFolder = fileURLToPath(new URL('../../deploy', import.meta.url))

export type Program = { pid: number; kill: () => Promise<void> }

/** The machines of one run: loopback addresses, a temporary folder, and the programs that run on them. */
export type Machines = {
  folder: string
  /** The loopback address that stands for 10.0.0.NUMBER in the files under deploy. */
  address: (number: number) => string
  /** The text of a file under deploy, with the addresses of this run. */
  template: (file: string) => Promise<string>
  /** The settings of machine `number`, from a file under deploy that is written for machine 1. */
  settings: (file: string, number: number) => Promise<Record<string, string>>
  /** Writes a configuration file that the programs can read, and returns its path. */
  write: (name: string, text: string) => Promise<string>
  /** A new folder that belongs to the programs. */
  makeFolder: (name: string) => Promise<string>
  /** Kills the PostgreSQL of this data directory, which goes on running when its Patroni is killed. */
  killServers: (dataFolder: string) => Promise<void>
  /** Registers a data directory whose PostgreSQL must be killed at the end. */
  registerServers: (dataFolder: string) => void
  run: (name: string, program: string, args: string[], env?: Record<string, string>) => Program
  /** Kills all programs that still run, including PostgreSQL, and removes the folder. */
  close: () => Promise<void>
}

/** @param keeps whether `close` leaves the folder with the logs */
export async function openMachines(keeps: boolean): Promise<Machines> {
  const folder = await mkdtemp(join(tmpdir(), 'hurd-topology-'))
  // If root runs this, the programs run as another user, who must be able to enter the folder.
  await chmod(folder, 0o711)
  const runner = chooseRunner(programs.postgres, folder, folder)
  // Two runs at the same time have different addresses.
  const network = `127.${64 + (process.pid % 128)}.${(process.pid >> 7) % 256}`
  const running = new Set<Program>()
  const serverFolders = new Set<string>()

  async function template(file: string): Promise<string> {
    const text = await readFile(join(deployFolder, file), 'utf8')
    // All connections over the loopback device come from 127.0.0.1.
    return text.replaceAll('10.0.0.0/24', '127.0.0.0/8').replaceAll('10.0.0.', `${network}.`)
  }

  async function makeFolder(name: string): Promise<string> {
    const path = join(folder, name)
    await mkdir(path, { recursive: true, mode: 0o700 })
    changeOwner(runner.owner, path)
    return path
  }
  const logs = await makeFolder('logs')

  return {
    folder,
    address: (number) => `${network}.${number}`,
    template,
    async settings(file, number) {
      const values = parseEnv(await template(file))
      const first = `${network}.11:`
      return Object.fromEntries(
        Object.entries(values).map(([name, value = '']) => [
          name,
          name === 'ETCD_INITIAL_CLUSTER'
            ? value
            : value.replaceAll(first, `${network}.${10 + number}:`).replace(/^pg1$/, `pg${number}`),
        ]),
      )
    },
    async write(name, text) {
      const path = join(folder, name)
      await writeFile(path, text, { mode: 0o600 })
      changeOwner(runner.owner, path)
      return path
    },
    makeFolder,
    killServers,
    registerServers: (path) => void serverFolders.add(path),
    run(name, program, args, env = {}) {
      const log = openSync(join(logs, `${name}.log`), 'a')
      const [command, wrapped] = runner.wrap(program, args)
      const child = spawn(command, wrapped, {
        ...runner.identity,
        cwd: '/',
        env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C.UTF-8', ...env },
        stdio: ['ignore', log, log],
      })
      closeSync(log)
      const started: Program = {
        pid: child.pid!,
        async kill() {
          running.delete(started)
          await killAndWait(child)
        },
      }
      running.add(started)
      return started
    },
    async close() {
      await Promise.all([...running].map(async (program) => program.kill()))
      for (const path of serverFolders) await killServers(path)
      if (keeps) console.log(`Kept: ${folder}`)
      else await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

async function killAndWait(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

async function killServers(dataFolder: string): Promise<void> {
  for (const { pid } of findServersIn(dataFolder)) signalProcess(pid, 'SIGKILL')
  await until(`PostgreSQL in ${dataFolder} has ended`, 10, async () => findServersIn(dataFolder).length === 0)
}
