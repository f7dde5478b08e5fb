import { once } from 'node:events'
import { createServer, connect, type Socket } from 'node:net'
import { pick, shareOf } from '../../server/seed/chance.ts'
import { seedIfEmpty } from '../../server/seed/seed.ts'
import type { Cluster } from '../cluster.ts'
import { startProduct } from '../product.ts'
import { openLedger, type Around } from './ledger.ts'

/**
 * Where the connection to the database breaks: before anything of the action arrives, after PostgreSQL received the
 * commit but before the product gets the answer, in the middle, or not at all (the answer is only late).
 */
const faults = ['before', 'after commit', 'middle', 'late'] as const
type Fault = (typeof faults)[number]

export type FaultReport = {
  operations: number
  faulty: Record<Fault, number>
  acknowledged: number
  sentAgain: number
  wrong: string[]
}

const shareOfFaulty = 0.1

/** Only one member acts at a time, so the same seed produces the same actions with the same faults. */
export async function runFaultTest(
  cluster: Cluster,
  database: string,
  operations: number,
  seed: string,
): Promise<FaultReport> {
  const { url, pool } = await cluster.database(database)
  await seedIfEmpty(pool, true, () => {})
  const way = await openFaultyWay(Number(new URL(url).port))
  const through = new URL(url)
  through.port = String(way.port)
  const product = await startProduct(through.toString(), cluster.folder)
  const ledger = await openLedger(pool, `http://127.0.0.1:${product.port}`, seed)

  const faulty: FaultReport['faulty'] = { before: 0, 'after commit': 0, middle: 0, late: 0 }
  const around: Around = async (turn, send) => {
    if (shareOf(`${turn} faulty`) >= shareOfFaulty) return send()
    const fault = pick(`${turn} fault`, faults)
    faulty[fault] += 1
    return way.during(fault, send)
  }
  for (let turn = 0; turn < operations; turn++) {
    await ledger.action(turn % ledger.members, `${seed} ${turn}`, around)
  }

  await product.stop()
  await way.close()
  return { operations, faulty, ...ledger.counted, wrong: await ledger.audit(pool) }
}

type FaultyWay = {
  port: number
  during: <T>(fault: Fault, action: () => Promise<T>) => Promise<T>
  close: () => Promise<void>
}

/** A proxy on 127.0.0.1 to the database on `port` that breaks connections on request. */
async function openFaultyWay(port: number): Promise<FaultyWay> {
  let fault: Fault | null = null
  const open = new Set<Socket>()

  const server = createServer((near) => {
    const far = connect(port, '127.0.0.1')
    let sent = 0
    let isCommitting = false
    const cut = () => {
      fault = null
      near.destroy()
      far.destroy()
    }
    for (const side of [near, far]) {
      open.add(side)
      // Closing the socket informs the other side.
      side.on('error', () => {})
      side.on('close', () => {
        open.delete(side)
        near.destroy()
        far.destroy()
      })
    }
    near.on('data', (data) => {
      sent += 1
      if (fault === 'before' || (fault === 'middle' && sent % 3 === 0)) return cut()
      isCommitting = /commit/i.test(data.toString('latin1'))
      if (fault !== 'late') return void far.write(data)
      fault = null
      setTimeout(() => far.write(data), 200)
    })
    far.on('data', (data) => {
      if (fault === 'after commit' && isCommitting) return cut()
      near.write(data)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()

  return {
    port: typeof address === 'object' && address ? address.port : 0,
    async during(kind, action) {
      fault = kind
      try {
        return await action()
      } finally {
        fault = null
      }
    },
    async close() {
      for (const side of open) side.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
