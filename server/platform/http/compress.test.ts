import { get, type IncomingHttpHeaders } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { storeText } from '#server/testing/setups/records/billTexts.ts'
import { startTestServer, type Person, type TestServer } from '#server/testing/testServer.ts'

let app: TestServer
let ann: Person
beforeAll(async () => {
  app = await startTestServer()
  ann = await app.member('ann')
  for (let number = 1; number <= 20; number += 1) {
    // oxlint-disable-next-line no-await-in-loop -- a few bills
    await app.bill(`Bill ${number} about clean air in rented homes`)
  }
})
afterAll(() => app.close())

/** Reads a path without the decompression of `fetch`. */
async function read(path: string, headers: Record<string, string>) {
  const { promise, resolve, reject } = Promise.withResolvers<{
    status: number | undefined
    headers: IncomingHttpHeaders
    body: Buffer
  }>()
  get(app.origin + path, { headers: { authorization: `Bearer ${ann.token}`, ...headers } }, (response) => {
    buffer(response).then(
      (body) => resolve({ status: response.statusCode, headers: response.headers, body }),
      reject,
    )
  }).on('error', reject)
  return promise
}

// covers HURD-SPEED-10
test('a browser receives a list in a fifth of its size, and the same list', async () => {
  const plain = await read('/api/bills', {})
  expect(plain.headers['content-encoding']).toBeUndefined()
  expect(plain.headers.vary).toContain('accept-encoding')
  for (const [accepted, encoding, decompress] of [
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
  ] as const) {
    const compressed = await read('/api/bills', { 'accept-encoding': accepted })
    expect(compressed.headers['content-encoding']).toBe(encoding)
    expect(compressed.body.length).toBeLessThan(plain.body.length / 5)
    expect(decompress(compressed.body).toString()).toBe(plain.body.toString())
  }
})

// covers HURD-SPEED-10
test('a small response and one that the browser has already are not compressed', async () => {
  const small = await read('/api/bills/topics/following', { 'accept-encoding': 'br' })
  expect(small.headers['content-encoding']).toBeUndefined()
  const { bill_id } = await app.bill('A bill with a long text')
  await storeText(app, bill_id, { full_text: 'Every rented home has clean air. '.repeat(100) })
  const version = `/api/bills/${bill_id}/versions/1`
  const { headers } = await read(version, { 'accept-encoding': 'br' })
  expect([headers['content-encoding'], typeof headers.etag]).toEqual(['br', 'string'])
  const again = await read(version, { 'accept-encoding': 'br', 'if-none-match': headers.etag ?? '' })
  expect([again.status, again.body.length, again.headers['content-encoding']]).toEqual([304, 0, undefined])
})
