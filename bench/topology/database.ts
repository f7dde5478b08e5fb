import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { openPool, operatorLimits } from '#server/platform/postgres/db.ts'
import type { Machines, Program } from './machines.ts'
import { programs } from './prerequisites.ts'
import { until } from './until.ts'

const Cluster = z.object({
  members: z.array(
    z.object({
      name: z.string(),
      role: z.string(),
      state: z.string(),
      timeline: z.optional(z.number()),
      lag: z.optional(z.union([z.number(), z.string()])),
    }),
  ),
})
type Member = z.infer<typeof Cluster>['members'][number]
type Role = 'leader' | 'sync_standby' | 'replica'

export type DatabaseMachines = {
  /** The name of the machine with this role, such as pg2. */
  find: (role: Role) => Promise<string>
  /** True if there are a leader, a synchronous and an asynchronous replica, and both replicas have nearly all data. */
  isReplicated: () => Promise<boolean>
  /** Kills PostgreSQL and Patroni of a machine at once, as when its power fails. */
  kill: (name: string) => Promise<void>
  start: (name: string) => void
  /** Creates the role and the database of the product on the leader, which `host` leads to. Returns the password of the role. */
  createDatabase: (host: string, port: number) => Promise<string>
}

const numbers = [1, 2, 3]

/** Three machines, each with etcd, Patroni and PostgreSQL, configured by the files in deploy/patroni. */
export async function startDatabaseMachines(machines: Machines): Promise<DatabaseMachines> {
  for (const number of numbers) {
    const env = await machines.settings('patroni/etcd.env', number)
    env['ETCD_DATA_DIR'] = await machines.makeFolder(`etcd${number}`)
    machines.run(`etcd${number}`, programs.etcd, [], env)
  }
  await until('etcd is healthy', 30, async () => {
    const response = await fetch(`http://${machines.address(11)}:2379/health`)
    return response.ok && (await response.text()).includes('true')
  })

  const template = await machines.template('patroni/patroni.yml')
  const password = randomBytes(16).toString('hex')
  const replicationPassword = randomBytes(16).toString('hex')
  const settings = new Map<string, Record<string, string>>()
  const running = new Map<string, Program>()
  const dataOf = (name: string) => join(machines.folder, name, 'data')
  for (const number of numbers) {
    const name = `pg${number}`
    const home = await machines.makeFolder(name)
    // Each node needs its own folder for the socket, because the port, which names the socket, is the same on all of them.
    await machines.write(`${name}.yml`, template.replace('/var/run/postgresql', home))
    machines.registerServers(dataOf(name))
    settings.set(name, {
      ...(await machines.settings('patroni/node.env', number)),
      PATRONI_POSTGRESQL_DATA_DIR: dataOf(name),
      PATRONI_POSTGRESQL_PGPASS: join(home, 'pgpass'),
      PATRONI_SUPERUSER_PASSWORD: password,
      PATRONI_REWIND_PASSWORD: password,
      PATRONI_REPLICATION_PASSWORD: replicationPassword,
      HOME: home,
    })
  }
  const start = (name: string) => {
    running.set(
      name,
      machines.run(name, programs.patroni, [join(machines.folder, `${name}.yml`)], settings.get(name)),
    )
  }
  for (const name of settings.keys()) start(name)

  async function members(): Promise<Member[]> {
    // Every running Patroni knows all members.
    const responses = numbers.map(async (number) => {
      const response = await fetch(`http://${machines.address(10 + number)}:8008/cluster`, {
        signal: AbortSignal.timeout(2_000),
      })
      return z.parse(Cluster, await response.json()).members
    })
    return Promise.any(responses)
  }

  async function kill(name: string): Promise<void> {
    await running.get(name)?.kill()
    await machines.killServers(dataOf(name))
  }

  return {
    async find(role) {
      const withRole = (await members()).find((member) => member.role === role)
      if (!withRole) throw new Error(`There is no ${role}`)
      return withRole.name
    },
    async isReplicated() {
      const all = await members()
      const roles = all.map(({ role }) => role).toSorted()
      return (
        roles.join(' ') === 'leader replica sync_standby' &&
        new Set(all.map(({ timeline }) => timeline)).size === 1 &&
        all.every(({ state }) => state === 'running' || state === 'streaming') &&
        all.every(({ role, lag }) => role === 'leader' || (typeof lag === 'number' && lag < 1_000_000))
      )
    },
    kill,
    start,
    async createDatabase(host, port) {
      const rolePassword = randomBytes(16).toString('hex')
      const admin = openPool(`postgres://postgres:${password}@${host}:${port}/postgres`, operatorLimits)
      try {
        await admin.unsafe(`create role hurd login password '${rolePassword}'`)
        await admin.unsafe('create database hurd owner hurd')
      } finally {
        await admin.end({ timeout: 2 })
      }
      return rolePassword
    },
  }
}
