import type { Socket } from 'node:net'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'

/** Time limits for clients in milliseconds, and the number of connections. */
export type ConnectionLimits = {
  /** The time from the start of the connection, or of the next request on it, to the end of the headers. */
  head: number
  /** The time from the start of the request to the end of its body. */
  request: number
  /** The time without any byte in either direction. */
  idle: number
  /** The time from the last byte that the server sends until it closes the connection. */
  closing: number
  /** The number of connections that can be open at the same time. The server closes further ones immediately. */
  max: number
}

export const connectionLimits: ConnectionLimits = {
  head: 15_000,
  request: 30_000,
  idle: 60_000,
  closing: 1_000,
  max: 5_000,
}

/** Returns the limits as Fastify options. */
export function timeLimits(limits: ConnectionLimits) {
  return {
    requestTimeout: limits.request,
    connectionTimeout: limits.idle,
    http: {
      headersTimeout: limits.head,
      // Node checks for timeouts only at this interval. Its default is 30 s.
      connectionsCheckingInterval: Math.min(5_000, Math.ceil(limits.head / 3)),
    },
  }
}

/** Sends the last bytes of a connection and closes it soon after, even if the client keeps sending. */
export function endConnection(socket: Socket, lastBytes: string, { closing }: ConnectionLimits): void {
  const timer = setTimeout(() => socket.destroy(), closing).unref()
  socket.once('close', () => clearTimeout(timer))
  socket.end(lastBytes)
}

/** Limits the number of connections, and closes idle ones when the server stops. */
export function watchConnections(
  app: FastifyInstance,
  log: FastifyBaseLogger,
  limits: ConnectionLimits,
): void {
  const { server } = app
  server.maxConnections = limits.max
  const drops = { count: 0, loggedAt: -Infinity }
  server.on('drop', () => {
    drops.count += 1
    if (performance.now() - drops.loggedAt < 60_000) return
    drops.loggedAt = performance.now()
    log.warn({ most: limits.max, dropped: drops.count }, 'connection refused: MAX_CONNECTIONS is reached')
  })
  // The connection could not be accepted, for example because there are no file handles left. An error event without a
  // listener would end the process.
  server.on('error', (error) => {
    if (server.listening) log.error({ err: error }, 'a connection could not be accepted')
  })

  // Browsers open connections before they have a request. When the server stops, it must not wait for a request on each
  // of them.
  const open = new Set<Socket>()
  server.on('connection', (socket) => {
    open.add(socket)
    socket.on('close', () => open.delete(socket))
  })
  app.addHook('preClose', async () => {
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy()
  })
}
