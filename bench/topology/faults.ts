import { setTimeout as sleep } from 'node:timers/promises'
import { pick } from '#server/operations/seed/demo/chance.ts'
import type { Crowd, Experience } from './crowd.ts'
import type { Topology } from './topology.ts'
import { until } from './until.ts'

export type FaultKind = 'leader' | 'synchronous replica' | 'asynchronous replica' | 'instance' | 'target'
export type FaultResult = Experience & {
  kind: FaultKind
  name: string
  /** Seconds from the fault until everything was healthy again. What was killed is started again in between. */
  healthyAfter: number
}

type AppliedFault = { name: string; undo: () => Promise<void> }

const roles = {
  leader: 'leader',
  'synchronous replica': 'sync_standby',
  'asynchronous replica': 'replica',
} as const

/** How long the fault lasts after writes are acknowledged again. */
const remainsMs = 5_000

/** Breaks one part, waits until writes are acknowledged again, repairs it, and waits until everything is healthy. */
export async function injectFault(
  kind: FaultKind,
  topology: Topology,
  crowd: Crowd,
  seed: string,
): Promise<FaultResult> {
  const began = performance.now()
  const { name, undo } = await applyFault(kind, topology, seed)
  const appliedAt = performance.now()
  await until('writes are acknowledged again', 90, async () => crowd.hasWrittenSince(appliedAt))
  await sleep(remainsMs)
  await undo()
  await topology.waitUntilHealthy()
  const ended = performance.now()
  return { kind, name, ...crowd.between(began, ended), healthyAfter: (ended - began) / 1000 }
}

async function applyFault(kind: FaultKind, topology: Topology, seed: string): Promise<AppliedFault> {
  const { database, balancer, instances } = topology
  if (kind === 'instance') {
    const name = pick(`${seed} instance`, instances)
    await topology.killInstance(name)
    return { name, undo: async () => topology.startInstance(name) }
  }
  if (kind === 'target') {
    const name = pick(`${seed} target`, instances)
    await balancer.setInstance(name, 'maint')
    return { name, undo: async () => balancer.setInstance(name, 'ready') }
  }
  const name = await database.find(roles[kind])
  await database.kill(name)
  return { name, undo: async () => database.start(name) }
}
