import { connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Machines } from './machines.ts'
import { programs } from './prerequisites.ts'

export type Balancer = {
  /** What visitors open. */
  origin: string
  host: string
  primaryPort: number
  replicaPort: number
  /** How many servers of a backend receive requests. */
  countUp: (backend: 'instances' | 'primary' | 'replicas') => Promise<number>
  /** Takes an instance out of the balancer, or puts it back. */
  setInstance: (name: string, state: 'maint' | 'ready') => Promise<void>
}

/** HAProxy with the configuration in deploy/haproxy. */
export async function startBalancer(machines: Machines): Promise<Balancer> {
  const folder = await machines.makeFolder('haproxy')
  const socket = join(folder, 'admin.sock')
  // HAProxy runs as an ordinary account here, which cannot change to another one.
  const config = (await machines.template('haproxy/haproxy.cfg'))
    .replace('/run/haproxy/admin.sock', socket)
    .replaceAll(/^ {4}(?:user|group|chroot) .*\n/gm, '')
  const path = await machines.write('haproxy.cfg', config)
  machines.run('haproxy', programs.haproxy, ['-db', '-f', path])
  const host = machines.address(31)

  async function command(line: string): Promise<string> {
    const connection = connect(socket)
    // The socket answers one line and ends the connection.
    connection.write(`${line}\n`)
    return text(connection)
  }

  return {
    origin: `http://${host}:8080`,
    host,
    primaryPort: 5000,
    replicaPort: 5001,
    async countUp(backend) {
      const rows = (await command('show stat')).split('\n').map((row) => row.split(','))
      return rows.filter(
        ([name, server, ...rest]) => name === backend && server !== 'BACKEND' && rest[15]?.startsWith('UP'),
      ).length
    },
    async setInstance(name, state) {
      const response = await command(`set server instances/${name} state ${state}`)
      if (response.trim() !== '') throw new Error(`HAProxy: ${response.trim()}`)
    },
  }
}
