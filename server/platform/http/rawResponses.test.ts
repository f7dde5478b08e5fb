import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#server/testing/testServer.ts'

let app: TestServer
beforeAll(async () => {
  app = await startTestServer({ publicOrigin: 'https://hurd.example' })
})
afterAll(() => app.close())

const headers = [
  'content-security-policy',
  'x-content-type-options',
  'referrer-policy',
  'strict-transport-security',
  'x-frame-options',
  'cross-origin-opener-policy',
]

// covers HURD-HEADERS-01
test.each(['/%', '/bills/%ff', '/api/%'])(
  'the refusal of %s has the security headers of every page',
  async (path) => {
    const usual = await fetch(`${app.origin}/robots.txt`)
    const refused = await fetch(app.origin + path)
    expect(refused.status).toBe(400)
    for (const name of headers) {
      expect([name, refused.headers.get(name)]).toEqual([name, usual.headers.get(name)])
    }
    expect(refused.headers.get('content-security-policy')).toContain("default-src 'self'")
  },
)

// covers HURD-HEADERS-01
test('bytes that are not HTTP are answered with the security headers', async () => {
  const socket = connect(Number(new URL(app.origin).port), '127.0.0.1')
  socket.write('this is not HTTP\r\n\r\n')
  const response = await text(socket)
  expect(response).toMatch(/^HTTP\/1\.1 400 /)
  for (const name of headers) expect(response.toLowerCase()).toContain(`${name}: `)
})
