import { once } from 'node:events'
import { accessSync, constants } from 'node:fs'
import { createServer } from 'node:net'

const postgresFolder = '/usr/lib/postgresql/15/bin'

/** The programs of the topology, each with the Debian package that has it. */
const packages = {
  [`${postgresFolder}/postgres`]: 'postgresql-15',
  '/usr/bin/patroni': 'patroni',
  '/usr/bin/etcd': 'etcd-server',
  '/usr/sbin/haproxy': 'haproxy',
}

export const programs = {
  postgres: `${postgresFolder}/postgres`,
  patroni: '/usr/bin/patroni',
  etcd: '/usr/bin/etcd',
  haproxy: '/usr/sbin/haproxy',
}

/** Why the topology cannot run on this machine, as one sentence; null if it can. */
export async function findObstacle(): Promise<string | null> {
  if (process.platform !== 'linux') {
    return 'The topology needs Linux, where each machine can have a loopback address of its own.'
  }
  const missing = Object.entries(packages).flatMap(([program, name]) => (isInstalled(program) ? [] : [name]))
  if (missing.length > 0) {
    return `The topology needs Debian packages that are missing. Install them with: apt-get install --no-install-recommends ${missing.join(' ')}`
  }
  if (!(await canListen('127.90.0.11', 5432))) {
    return 'The topology needs port 5432 of the addresses 127.x.x.x, but a program listens on all addresses.'
  }
  return null
}

function isInstalled(program: string): boolean {
  try {
    accessSync(program, constants.X_OK)
    return true
  } catch {
    return false
  }
}

async function canListen(host: string, port: number): Promise<boolean> {
  const probe = createServer()
  try {
    probe.listen(port, host)
    await once(probe, 'listening')
    return true
  } catch {
    return false
  } finally {
    probe.close()
  }
}
