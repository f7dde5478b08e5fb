import { once } from 'node:events'
import { createServer, connect, type Socket } from 'node:net'
import { pick, shareOf } from '#server/operations/seed/demo/chance.ts'
import { seedIfEmpty } from '#server/operations/seed/seed.ts'
import type { Cluster } from '../server/cluster.ts'
import { startProduct } from '../server/product.ts'
import { openLedger, type AttemptWrapper } from './ledger.ts'

/**
 * How the proxy disturbs the connection to the database. `before` cuts it before the action's first bytes arrive,
 * `middle` cuts it partway through, and `after commit` cuts it when PostgreSQL answers the commit so that the product
 * never sees the response. `late` delays one packet to the database by 200 ms and cuts nothing.
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
  const { tcpUrl, pool } = await cluster.database(database)
  await seedIfEmpty(pool, true, () => {})
  const proxy = await openFaultProxy(Number(new URL(tcpUrl).port))
  const proxiedUrl = new URL(tcpUrl)
  proxiedUrl.port = String(proxy.port)
  const product = await startProduct(proxiedUrl.toString(), cluster.folder)
  const ledger = await openLedger(pool, `http://127.0.0.1:${product.port}`, seed)

  const faultCounts: FaultReport['faulty'] = { before: 0, 'after commit': 0, middle: 0, late: 0 }
  const wrapFirst: AttemptWrapper = async (turn, send) => {
    if (shareOf(`${turn} faulty`) >= shareOfFaulty) return send()
    const fault = pick(`${turn} fault`, faults)
    faultCounts[fault] += 1
    return proxy.during(fault, send)
  }
  for (let turn = 0; turn < operations; turn++) {
    await ledger.action(turn % ledger.members, `${seed} ${turn}`, wrapFirst)
  }

  await product.stop()
  await proxy.close()
  return { operations, faulty: faultCounts, ...ledger.counted, wrong: await ledger.audit(pool) }
}

type FaultProxy = {
  port: number
  during: <T>(fault: Fault, action: () => Promise<T>) => Promise<T>
  close: () => Promise<void>
}

/** A proxy on 127.0.0.1 to the database on `port` that breaks connections on request. */
async function openFaultProxy(port: number): Promise<FaultProxy> {
  let fault: Fault | null = null
  const open = new Set<Socket>()

  const server = createServer((client) => {
    const upstream = connect(port, '127.0.0.1')
    let sent = 0
    let isCommitting = false
    const cut = () => {
      fault = null
      client.destroy()
      upstream.destroy()
    }
    for (const side of [client, upstream]) {
      open.add(side)
      // Closing the socket informs the other side.
      side.on('error', () => {})
      side.on('close', () => {
        open.delete(side)
        client.destroy()
        upstream.destroy()
      })
    }
    client.on('data', (data) => {
      sent += 1
      if (fault === 'before' || (fault === 'middle' && sent % 3 === 0)) return cut()
      isCommitting = /commit/i.test(data.toString('latin1'))
      if (fault !== 'late') return void upstream.write(data)
      fault = null
      setTimeout(() => upstream.write(data), 200)
    })
    upstream.on('data', (data) => {
      if (fault === 'after commit' && isCommitting) return cut()
      client.write(data)
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
