import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import type { LoadOrder, LoadResult } from './load.ts'

// The load generator runs in a separate process with plain sockets and a minimal HTTP client so that it uses as little
// as possible of the processors that it shares with the measured server.

process.once('message', (order: LoadOrder) => void runLoad(order))

async function runLoad(order: LoadOrder): Promise<void> {
  const latencies: number[] = []
  const tally = { failed: 0, bytes: 0 }
  const statuses: Record<number, number> = {}
  const begin = performance.now() + order.warmUp * 1000
  const end = begin + order.seconds * 1000
  setTimeout(() => process.send?.('measuring'), order.warmUp * 1000)
  const onResponse = (started: number, status: number, bytes: number) => {
    const now = performance.now()
    if (now < begin || now > end) return
    latencies.push(now - started)
    tally.bytes += bytes
    if (status >= 300) tally.failed += 1
    statuses[status] = (statuses[status] ?? 0) + 1
  }
  await Promise.all(
    Array.from({ length: order.connections }, (_, index) => repeatRequests(order, index, end, onResponse)),
  )
  latencies.sort((a, b) => a - b)
  const at = (share: number) =>
    latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? 0
  const result: LoadResult = {
    perSecond: latencies.length / order.seconds,
    answered: latencies.length,
    failed: tally.failed,
    statuses,
    bytes: latencies.length > 0 ? tally.bytes / latencies.length : 0,
    p50: at(0.5),
    p99: at(0.99),
  }
  process.send?.(result, () => process.exit(0))
}

type OnResponse = (started: number, status: number, bytes: number) => void

/** One keep-alive connection with one request at a time. Each connection sends a different part of the list. */
function repeatRequests(order: LoadOrder, index: number, end: number, onResponse: OnResponse): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(order.port, '127.0.0.1').setNoDelay()
    let [turn, started, remaining, head, status, size] = [index, 0, -1, Buffer.alloc(0), 0, 0]

    const request = () => {
      const request = order.requests[turn % order.requests.length]!
      turn += order.connections
      started = performance.now()
      socket.write(formatRequest(order.port, request))
    }
    socket.once('connect', request)
    socket.once('error', reject)
    socket.once('close', () => reject(new Error('the server closed a connection')))
    socket.on('data', (part) => {
      if (remaining < 0) {
        head = head.length > 0 ? Buffer.concat([head, part]) : part
        const split = head.indexOf('\r\n\r\n')
        if (split < 0) return
        const text = head.toString('latin1', 0, split)
        status = Number(text.slice(9, 12))
        size = Number(/\r\ncontent-length: (\d+)/i.exec(text)?.[1])
        if (Number.isNaN(size)) return reject(new Error(`a response has no Content-Length: ${text}`))
        remaining = size - (head.length - split - 4)
        head = Buffer.alloc(0)
      } else remaining -= part.length
      if (remaining > 0) return
      remaining = -1
      onResponse(started, status, size)
      if (performance.now() < end) return request()
      socket.removeAllListeners('close').end()
      resolve()
    })
  })
}

function formatRequest(port: number, { method, path, token, body }: LoadOrder['requests'][number]): string {
  const head = `${method} ${path} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\n`
  const authorization = token ? `authorization: Bearer ${token}\r\n` : ''
  if (body === undefined) return `${head}${authorization}\r\n`
  const text = JSON.stringify(body)
  // The client sends a key with every write; an endpoint without keys ignores it.
  return `${head}${authorization}idempotency-key: ${randomUUID()}\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`
}
