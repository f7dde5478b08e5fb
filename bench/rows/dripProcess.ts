import { connect, type Socket } from 'node:net'

// Clients that never finish their requests, in a separate process: half drip the header, half the body.

export type DripOrder = { port: number; clients: number }

const everyMs = 250
const head = (port: number) =>
  `POST /api/auth/login HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\ncontent-type: application/json\r\n`

process.once('message', ({ port, clients }: DripOrder) => {
  for (let client = 0; client < clients; client += 1) drip(port, client % 2 === 0)
  setTimeout(() => process.send?.('dripping'), 1_000)
})

/** A rejected client reconnects at once. */
function drip(port: number, inHead: boolean): void {
  const socket: Socket = connect(port, '127.0.0.1').setNoDelay()
  socket.on('error', () => socket.destroy())
  socket.on('data', () => {})
  const text = inHead ? head(port) : `${head(port)}content-length: 100000\r\n\r\n`
  let sent = 0
  const timer = setInterval(() => {
    if (socket.destroyed) return
    if (inHead) socket.write(sent < text.length ? text.charAt(sent) : `x-${sent}: y\r\n`)
    else socket.write(sent === 0 ? text : '{')
    sent += 1
  }, everyMs)
  socket.on('close', () => {
    clearInterval(timer)
    setTimeout(() => drip(port, inHead), 50)
  })
}
