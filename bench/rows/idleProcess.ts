import { connect, type Socket } from 'node:net'

// Idle visitors with an open page: connections that were answered once and stay open, in a separate process.

export type IdleOrder = { port: number; connections: number }

const openedAtOnce = 50

process.once('message', (order: IdleOrder) => void openConnections(order))

async function openConnections({ port, connections }: IdleOrder): Promise<void> {
  const sockets: Socket[] = []
  while (sockets.length < connections) {
    const most = Math.min(openedAtOnce, connections - sockets.length)
    sockets.push(...(await Promise.all(Array.from({ length: most }, () => openOne(port)))))
  }
  process.on('message', () => process.send?.(sockets.filter((socket) => !socket.destroyed).length))
  process.send?.(sockets.length)
}

function openOne(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('error', reject)
    socket.once('data', () => {
      socket.off('error', reject).on('error', () => socket.destroy())
      // Reading notices when the server closes the connection.
      socket.resume()
      resolve(socket)
    })
    socket.write(`GET /api/health HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\n\r\n`)
  })
}
