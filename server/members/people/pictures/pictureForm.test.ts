import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pictureMaxBytes } from '#contract/people.ts'
import { jpeg, send, upload } from '#server/testing/pictures.ts'
import { startTestServer, type Person, type TestServer } from '#server/testing/testServer.ts'

let app: TestServer
let ana: Person
beforeAll(async () => {
  app = await startTestServer()
  ana = await app.member('ana')
})
afterAll(() => app.close())

const part = (name: string) =>
  `--B\r\ncontent-disposition: form-data; name="${name}"; filename="a.jpg"\r\ncontent-type: image/jpeg\r\n\r\nabc\r\n`

/** Sends a head, then chunks from `more` until a response arrives. Returns its first line and the number of bytes sent. */
function drip(head: string[], more: () => Buffer | null) {
  const { port } = new URL(app.origin)
  return new Promise<{ response: string; sent: number }>((resolve, reject) => {
    const socket = connect(Number(port), '127.0.0.1')
    let sent = 0
    const lines = ['POST /api/users/profile-picture HTTP/1.1', 'host: localhost', ...head, '', '']
    socket.write(lines.join('\r\n'))
    const pump = () => {
      for (let bytes = more(); bytes; bytes = more()) {
        sent += bytes.length
        if (!socket.write(bytes)) return
      }
    }
    socket.on('drain', pump)
    socket.on('error', reject)
    socket.on('data', (response) => {
      socket.destroy()
      resolve({ response: response.toString().split('\r\n')[0] ?? '', sent })
    })
    pump()
  })
}

describe('the form', () => {
  const noFile = { status: 400, body: { code: 'no_file', error: 'No file uploaded' } }
  const invalid = { status: 400, body: { code: 'invalid_request' } }

  test('without a file in the right field is refused', async () => {
    const file = await jpeg()
    const text = new FormData()
    text.append('profilePicture', 'a text')
    const responses = [
      await send(app.origin, ana, new FormData()),
      await send(app.origin, ana, text),
      await upload(app.origin, ana, Buffer.alloc(0)),
      await upload(app.origin, ana, file, { field: 'avatar' }),
      await upload(app.origin, ana, file, { field: 'profilePicture[]' }),
      await send(app.origin, ana, '{}', { 'content-type': 'application/json' }),
    ]
    for (const response of responses) expect(response).toMatchObject(noFile)
  })

  test('that is malformed is refused, and the app keeps working', async () => {
    const boundary = 'multipart/form-data; boundary=B'
    for (const [type, body] of [
      ['multipart/form-data', part('profilePicture')],
      ['multipart/form-data; boundary=', part('profilePicture')],
      [boundary, part('profilePicture')],
      [boundary, '--B\r\n'],
      [boundary, '--B\r\ncontent-disposition: form-data\r\n\r\n'],
      [boundary, `${part('profilePicture')}${part('profilePicture')}--B--\r\n`],
      [boundary, `${part('__proto__')}--B--\r\n`],
      [boundary, `${Array.from({ length: 50 }, (_, at) => part(`f${at}`)).join('')}--B--\r\n`],
    ] as const) {
      const response = await send(app.origin, ana, body, { 'content-type': type })
      expect([type, body.slice(0, 80), response.status]).toEqual([type, body.slice(0, 80), 400])
      // The content of these files is no picture, which would be refused with another code.
      expect(['invalid_request', 'no_file'], body.slice(0, 80)).toContain(response.body['code'])
    }
    const two = new FormData()
    for (const _ of [1, 2]) two.append('profilePicture', new Blob([Uint8Array.from(await jpeg())]), 'a.jpg')
    expect(await send(app.origin, ana, two)).toMatchObject(invalid)
    expect((await upload(app.origin, ana, await jpeg())).status).toBe(200)
  })

  test('that is too large is refused before or while it is read', async () => {
    const head = [`authorization: Bearer ${ana.token}`, 'content-type: multipart/form-data; boundary=B']
    const announced = await drip([...head, 'content-length: 1000000000'], () => null)
    expect(announced).toEqual({ response: 'HTTP/1.1 413 Payload Too Large', sent: 0 })

    const chunk = Buffer.concat([Buffer.from('10000\r\n'), Buffer.alloc(0x10000, 'a'), Buffer.from('\r\n')])
    const opening = '--B\r\ncontent-disposition: form-data; name="profilePicture"; filename="a"\r\n\r\n'
    for (const beginning of [opening, '']) {
      const start = Buffer.from(`${(beginning.length + 1).toString(16)}\r\n ${beginning}\r\n`)
      const first = [Buffer.from(start)]
      const { response, sent } = await drip(
        [...head, 'transfer-encoding: chunked'],
        () => first.pop() ?? chunk,
      )
      expect(response).toBe('HTTP/1.1 413 Payload Too Large')
      expect(sent).toBeGreaterThan(pictureMaxBytes)
      // Only the bytes that fit into the buffers are read.
      expect(sent).toBeLessThan(pictureMaxBytes + 24 * 1024 * 1024)
    }
  })
})
