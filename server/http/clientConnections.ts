import type { Socket } from 'node:net'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'

/** How long a client may take, in milliseconds, and how many may be connected. */
export type ConnectionLimits = {
  /** From the first moment of a connection, or of a further request on it, to the end of the head. */
  head: number
  /** To the end of the body. */
  request: number
  /** Without a byte in either direction. */
  idle: number
  /** After the server has said its last word, until the connection is cut whatever the client does. */
  farewell: number
  /** Connections at one time; further ones are closed as they come. */
  most: number
}

export const connectionLimits: ConnectionLimits = {
  head: 15_000,
  request: 30_000,
  idle: 60_000,
  farewell: 1_000,
  most: 5_000,
}

/** The part of them that Fastify takes. */
export function timeLimits(limits: ConnectionLimits) {
  return {
    requestTimeout: limits.request,
    connectionTimeout: limits.idle,
    http: {
      headersTimeout: limits.head,
      // Node looks for late clients only this often, every 30 s unless told otherwise.
      connectionsCheckingInterval: Math.min(5_000, Math.ceil(limits.head / 3)),
    },
  }
}

/** Sends the last bytes of a connection. A client that ignores its end and keeps sending is cut off soon after. */
export function endConnection(socket: Socket, lastWords: string, { farewell }: ConnectionLimits): void {
  const cut = setTimeout(() => socket.destroy(), farewell).unref()
  socket.once('close', () => clearTimeout(cut))
  socket.end(lastWords)
}

/** Keeps the number of connections bounded, and lets go of the silent ones when the server stops. */
export function watchConnections(
  app: FastifyInstance,
  log: FastifyBaseLogger,
  limits: ConnectionLimits,
): void {
  const { server } = app
  server.maxConnections = limits.most
  const turnedAway = { count: 0, loggedAt: -Infinity }
  server.on('drop', () => {
    turnedAway.count += 1
    if (performance.now() - turnedAway.loggedAt < 60_000) return
    turnedAway.loggedAt = performance.now()
    log.warn({ most: limits.most, so_far: turnedAway.count }, 'a connection was turned away: MAX_CONNECTIONS')
  })
  // One connection could not be accepted, for example because file handles ran out. Without a listener the process ends.
  server.on('error', (error) => {
    if (server.listening) log.error({ err: error }, 'a connection could not be accepted')
  })

  // Browsers open connections ahead of any request; a server that stops would wait for one on each of them.
  const open = new Set<Socket>()
  server.on('connection', (socket) => {
    open.add(socket)
    socket.on('close', () => open.delete(socket))
  })
  app.addHook('preClose', async () => {
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy()
  })
}
