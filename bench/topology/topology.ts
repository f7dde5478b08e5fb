import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { seedIfEmpty } from '#server/operations/seed/seed.ts'
import { openPool, operatorLimits, type Pool } from '#server/platform/postgres/db.ts'
import { migrate } from '#server/platform/postgres/migrate.ts'
import { startProduct, type RunningServer } from '../server/product.ts'
import { type Balancer, startBalancer } from './balancer.ts'
import { type DatabaseMachines, startDatabaseMachines } from './database.ts'
import type { Machines } from './machines.ts'
import { until } from './until.ts'

export type Topology = {
  database: DatabaseMachines
  balancer: Balancer
  /** Connections to the leader, through the balancer, with the limits of an operator. */
  pool: Pool
  instances: string[]
  killInstance: (name: string) => Promise<void>
  startInstance: (name: string) => Promise<void>
  /** Waits until everything runs, is replicated and is known to the balancer. */
  waitUntilHealthy: () => Promise<void>
  close: () => Promise<void>
}

const numbers = [1, 2, 3]

/** Three database machines, a balancer and three instances of the product, with the demo members and bills. */
export async function startTopology(machines: Machines, readsReplicas: boolean): Promise<Topology> {
  const balancer = await startBalancer(machines)
  const { host, primaryPort, replicaPort } = balancer
  const database = await startDatabaseMachines(machines)
  await until('the database machines are replicated', 120, database.isReplicated)
  await until('the balancer knows the leader', 20, async () => (await balancer.countUp('primary')) === 1)

  const password = await database.createDatabase(host, primaryPort)
  const address = (port: number) => `postgres://hurd:${password}@${host}:${port}/hurd`
  const pool = openPool(address(primaryPort), operatorLimits)
  await migrate(pool)
  await seedIfEmpty(pool, true, () => {})

  const running = new Map<string, RunningServer>()
  async function startInstance(name: string): Promise<void> {
    const folder = join(machines.folder, name)
    await mkdir(folder, { recursive: true })
    const number = Number(name.slice(-1))
    const instance = await startProduct(address(primaryPort), folder, {
      address: { host: machines.address(20 + number), port: 3000 },
      settings: {
        // Connections over the loopback device come from 127.0.0.1.
        TRUST_PROXY: '127.0.0.1',
        ...(readsReplicas ? { DATABASE_REPLICA_URL: address(replicaPort) } : {}),
      },
    })
    running.set(name, instance)
  }
  const instances = numbers.map((number) => `app${number}`)
  for (const name of instances) await startInstance(name)

  return {
    database,
    balancer,
    pool,
    instances,
    killInstance: async (name) => running.get(name)?.kill(),
    startInstance,
    async waitUntilHealthy() {
      // Patroni's own list still has a replica for some seconds after it died.
      await until('the balancer knows all servers again', 120, async () => {
        const backends = ['instances', 'primary', 'replicas'] as const
        const ups = await Promise.all(backends.map(balancer.countUp))
        return ups.join(' ') === '3 1 2' && (await database.isReplicated())
      })
    },
    async close() {
      await Promise.all([...running.values()].map(async (instance) => instance.kill()))
      await pool.end({ timeout: 2 })
    },
  }
}
