import { spawn, spawnSync } from 'node:child_process'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findFreePort } from '#server/platform/processes/freePort.ts'

const versionCommand = spawnSync('pgbouncer', ['--version'], { encoding: 'utf8' })
/** The version of pgbouncer on this machine, such as [1, 18], or null if it is not installed. */
export const pgbouncerVersion = versionCommand.error
  ? null
  : (/(\d+)\.(\d+)/.exec(versionCommand.stdout)?.slice(1).map(Number) ?? null)

/** Starts a PgBouncer in transaction mode in front of the test database, with two server connections. */
export async function startPgBouncer(settings: Record<string, string | number> = {}) {
  const target = new URL(process.env['TEST_DATABASE_URL']!)
  const folder = await mkdtemp(join(tmpdir(), 'hurd-pgbouncer-'))
  await chmod(folder, 0o755)
  const port = await findFreePort()
  const lines = Object.entries({
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    auth_type: 'any',
    pool_mode: 'transaction',
    default_pool_size: 2,
    ...settings,
  }).map(([name, value]) => `${name} = ${value}`)
  const server = `host=${target.hostname} port=${target.port} user=${target.username} password=${target.password}`
  const file = join(folder, 'pgbouncer.ini')
  await writeFile(file, `[databases]\n* = ${server}\n[pgbouncer]\n${lines.join('\n')}\n`)
  // PgBouncer refuses to run as root.
  const asUser = process.getuid?.() === 0 ? ['-u', 'nobody'] : []
  const child = spawn('pgbouncer', ['-q', ...asUser, file], { stdio: 'ignore' })
  while (!(await isResponding(port))) await sleep(20)
  return {
    urlOf(database: string) {
      const url = new URL(database)
      url.port = String(port)
      return url.toString()
    },
    async stop() {
      child.kill('SIGKILL')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function isResponding(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}
