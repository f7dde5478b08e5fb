import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { startTestServer, type TestServer } from '#server/testing/testServer.ts'

let app: TestServer
const sockets: Socket[] = []
beforeAll(async () => {
  const connections = { head: 300, request: 600, closing: 100, max: 20 }
  app = await startTestServer({}, undefined, { connections })
})
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
})
afterAll(() => app.close())

/**
 * Opens a client that does not close its side when the server closes the connection. `receivedText` is what it has
 * received so far.
 */
async function open() {
  const { hostname, port } = new URL(app.origin)
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true })
  sockets.push(socket)
  const client = { socket, receivedText: '', isCut: false }
  socket.on('error', () => undefined)
  socket.on('data', (bytes) => (client.receivedText += String(bytes)))
  socket.once('close', () => (client.isCut = true))
  await once(socket, 'connect')
  return client
}

const head = 'POST /api/auth/login HTTP/1.1\r\nhost: hurd\r\ncontent-type: application/json\r\n'

/** Sends the text again and again until the connection is closed. */
async function drip(socket: Socket, text: string): Promise<void> {
  await vi.waitUntil(
    () => {
      if (!socket.destroyed) socket.write(text)
      return socket.destroyed
    },
    { timeout: 20_000, interval: 20 },
  )
}

describe('a client that never finishes', () => {
  test.each([
    ['its head', head, 'x'],
    ['its body', `${head}content-length: 100000\r\n\r\n`, '{'],
    ['anything at all', '', 'G'],
  ])(
    '%s gets an error and is disconnected, even if it ignores the end and keeps sending',
    async (_, text, byte) => {
      const client = await open()
      if (text) client.socket.write(text)
      await drip(client.socket, byte)
      expect(client.receivedText).toMatch(/^HTTP\/1\.1 400 /)
      expect(client.receivedText).toContain('"code":"invalid_request"')
    },
  )

  test('and sends bytes that are not HTTP gets an error and is disconnected', async () => {
    const client = await open()
    client.socket.write('FOO /api/bills HTTP/9\r\n\r\n')
    await drip(client.socket, 'x')
    expect(client.receivedText).toMatch(/^HTTP\/1\.1 400 /)
  })

  test('and sends nothing is disconnected', async () => {
    const client = await open()
    await vi.waitUntil(() => client.receivedText !== '', { timeout: 20_000 })
    await drip(client.socket, 'x')
  })
})

test('a request that ends while the server stops is answered, and its connection then ends', async () => {
  const stopping = await startTestServer()
  const { hostname, port } = new URL(stopping.origin)
  const sendRequest = async (path: string) => {
    const socket = connect(Number(port), hostname)
    sockets.push(socket)
    await once(socket, 'connect')
    socket.write(`GET ${path} HTTP/1.1\r\nhost: hurd\r\n`)
    return socket
  }
  const waiting = [
    await sendRequest('/api/health'),
    await sendRequest('/api/nothing-here'),
    await sendRequest('/api/bills'),
  ]
  // The response shows that the server has read everything that was sent before it.
  expect((await stopping.send('GET', '/api/health')).status).toBe(200)
  const closed = stopping.close()
  await vi.waitUntil(() => isRefused(Number(port), hostname), { timeout: 20_000 })

  const responses = waiting.map(async (socket) => {
    socket.write('\r\n')
    return text(socket)
  })
  const [health, unknown, bills] = await Promise.all(responses)
  expect(health).toMatch(/^HTTP\/1\.1 200 [^]*\{"success":true,"status":"ok","version":"[^"]+"\}/)
  expect(unknown).toMatch(/^HTTP\/1\.1 404 [^]*\{"success":false,"error":"Not found","code":"not_found"\}/)
  expect(bills).toMatch(/^HTTP\/1\.1 401 [^]*"code":"authentication_required"/)
  for (const response of [health, unknown, bills]) {
    expect(response).toMatch(/^connection: close\r$/im)
    expect(response).toMatch(/^content-security-policy: /im)
    expect(response).toMatch(/^cache-control: no-store\r$/im)
  }
  await closed
})

function isRefused(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = connect(port, host, () => {
      probe.destroy()
      resolve(false)
    })
    probe.on('error', () => resolve(true))
  })
}

test('connections over the limit are closed at once, and new ones are accepted when others have ended', async () => {
  const first = await Promise.all(Array.from({ length: 20 }, open))
  const further = await open()
  await vi.waitUntil(() => further.socket.readableEnded || further.isCut, { timeout: 20_000 })
  expect(further.receivedText).toBe('')
  expect(app.logLines.join('\n')).toContain('MAX_CONNECTIONS')
  for (const { socket } of first) socket.destroy()
  await vi.waitFor(async () => expect((await app.send('GET', '/api/health')).status).toBe(200), {
    timeout: 20_000,
  })
})
