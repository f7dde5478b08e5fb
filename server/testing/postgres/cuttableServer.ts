import { connect, createServer, type Socket } from 'node:net'

/**
 * Returns a proxy to the test database whose connections can be cut at any moment, and that can reopen on the same
 * port.
 */
export async function openCuttableServer() {
  const target = new URL(process.env['TEST_DATABASE_URL']!)
  const sockets = new Set<Socket>()
  let isSilent = false
  let delayed: (() => void)[] | null = null
  const pass = (write: () => void) => {
    if (delayed) delayed.push(write)
    else if (!isSilent) write()
  }
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname)
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        near.destroy()
        far.destroy()
      })
    }
    near.on('data', (data) => pass(() => far.write(data)))
    far.on('data', (data) => pass(() => near.write(data)))
  })
  const listen = async (port: number) =>
    new Promise<number>((resolve) => {
      server.listen(port, '127.0.0.1', () => {
        const address = server.address()
        resolve(typeof address === 'object' && address ? address.port : 0)
      })
    })
  const port = await listen(0)

  /** Resets every connection, as a crashing server does. */
  function cut() {
    for (const socket of sockets) socket.resetAndDestroy()
  }
  return {
    /** Returns the URL of a database through this server. */
    urlOf(database: string) {
      const url = new URL(database)
      url.port = String(port)
      return url.toString()
    },
    cut,
    /** Refuses connections until `open` is called. */
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      cut()
      await closed
    },
    open: async () => listen(port),
    /** Buffers all bytes until `deliver` is called. `count` is the number of buffered chunks. */
    delay() {
      const chunks: (() => void)[] = []
      delayed = chunks
      return {
        count: () => chunks.length,
        deliver() {
          delayed = null
          for (const write of chunks) write()
        },
      }
    },
    /** Drops bytes in both directions, as an unreachable host does. */
    setSilent(silent: boolean) {
      isSilent = silent
    },
  }
}
