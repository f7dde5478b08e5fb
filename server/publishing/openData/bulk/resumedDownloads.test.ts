import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { get, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { importBills } from '#server/legislation/bills/import/import.ts'
import { billRecords, sourceFiles } from '#server/sources/files.ts'
import { bills } from '#server/testing/setups/records/bulkRecords.ts'
import { startTestServer, type TestServer } from '#server/testing/testServer.ts'
import { runBulkFiles } from './bulkWorker.ts'

let app: TestServer
let url: string
let whole: Buffer
beforeAll(async () => {
  app = await startTestServer()
  const path = join(app.dataDir, 'long.jsonl')
  await writeFile(path, longBill())
  await importBills(app.pool, billRecords(await sourceFiles([path]), 'hurd'))
  await app.pool`insert into bulk_runs (run_on) values (current_date)`
  await runBulkFiles(app.pool, app.bulkStorage)
  url = `${app.origin}/bulk/us/119/texts.jsonl.gz`
  whole = Buffer.from(await (await fetch(url)).arrayBuffer())
}, 60_000)
afterAll(() => app.close())

/** Returns a bill whose text cannot be compressed well so that a download takes more than one packet. */
function longBill(): string {
  const sections = [{ number: '1', title: 'Numbers', content: randomBytes(1_000_000).toString('base64') }]
  return JSON.stringify({ ...bills[0], versions: [{ code: 'ih', label: 'Introduced in House', sections }] })
}

async function request(headers: Record<string, string>, method = 'GET') {
  const response = await fetch(url, { method, headers })
  return {
    status: response.status,
    headers: response.headers,
    body: Buffer.from(await response.arrayBuffer()),
  }
}

test('a download that breaks off can be resumed and has the same bytes', async () => {
  expect(whole.length).toBeGreaterThan(500_000)
  const [first, etag] = await downloadUntilCut(100_000)
  expect(first.length).toBeGreaterThanOrEqual(100_000)
  expect(first.length).toBeLessThan(whole.length)
  const rest = await request({ range: `bytes=${first.length}-`, 'if-range': etag })
  expect(rest.status).toBe(206)
  expect(rest.headers.get('content-range')).toBe(`bytes ${first.length}-${whole.length - 1}/${whole.length}`)
  expect(rest.headers.get('content-length')).toBe(String(rest.body.length))
  expect(rest.headers.get('content-type')).toBe('application/gzip')
  expect(Buffer.concat([first, rest.body]).equals(whole)).toBe(true)
})

/** Closes the connection after the first bytes, like a lost network. Returns these bytes and the ETag. */
async function downloadUntilCut(bytes: number): Promise<[Buffer, string]> {
  const sent = get(url)
  const [response]: IncomingMessage[] = await once(sent, 'response')
  const chunks: Buffer[] = []
  for await (const chunk of response ?? []) {
    chunks.push(chunk)
    if (Buffer.concat(chunks).length >= bytes) break
  }
  sent.destroy()
  return [Buffer.concat(chunks), response?.headers.etag ?? '']
}

test('pieces of any size, joined together, are the file', async () => {
  const pieces: Buffer[] = []
  for (let first = 0; first < whole.length; first += 300_001) {
    const { status, body } = await request({ range: `bytes=${first}-${first + 300_000}` })
    expect(status).toBe(206)
    pieces.push(body)
  }
  expect(Buffer.concat(pieces).equals(whole)).toBe(true)
  expect((await request({ range: 'bytes=-7' })).body).toEqual(whole.subarray(-7))
})

test('a file that has changed since, and several ranges at once, get the whole file', async () => {
  for (const headers of [
    { range: 'bytes=5-', 'if-range': '"an older file"' },
    { range: 'bytes=0-1,5-6' },
    {},
  ]) {
    const { status, body, headers: answered } = await request(headers)
    expect([status, answered.get('content-range'), answered.get('accept-ranges')]).toEqual([
      200,
      null,
      'bytes',
    ])
    expect(body.equals(whole)).toBe(true)
  }
})

test('a range beyond the end is refused with the length of the file', async () => {
  const { status, headers, body } = await request({ range: `bytes=${whole.length}-` })
  expect([status, headers.get('content-range'), body.length]).toEqual([416, `bytes */${whole.length}`, 0])
})

test('HEAD says how long the file is and that it can be resumed', async () => {
  const { status, headers, body } = await request({ range: 'bytes=5-' }, 'HEAD')
  expect([status, headers.get('content-length'), headers.get('accept-ranges'), body.length]).toEqual([
    200,
    String(whole.length),
    'bytes',
    0,
  ])
  expect(headers.get('etag')).toMatch(/^"[0-9a-f]{64}"$/)
  expect((await fetch(`${app.origin}/bulk/us/119/passwords.csv.gz`, { method: 'HEAD' })).status).toBe(404)
})

test('a long text of a bill in the public API can be resumed too', async () => {
  const [bill] = await app.pool<{ bill_id: string }[]>`select bill_id from bills`
  const path = `/api/public/v1/bills/${bill?.bill_id}/versions/1/text`
  const text = await fetch(`${app.origin}${path}`)
  const all = Buffer.from(await text.arrayBuffer())
  expect(all.length).toBeGreaterThan(1_000_000)
  const rest = await fetch(`${app.origin}${path}`, {
    headers: { range: 'bytes=900000-', 'if-range': text.headers.get('etag') ?? '' },
  })
  expect(rest.status).toBe(206)
  expect(rest.headers.get('content-range')).toBe(`bytes 900000-${all.length - 1}/${all.length}`)
  expect(Buffer.from(await rest.arrayBuffer()).equals(all.subarray(900_000))).toBe(true)
  const behind = await fetch(`${app.origin}${path}`, { headers: { range: `bytes=${all.length}-` } })
  expect([behind.status, behind.headers.get('content-range')]).toEqual([416, `bytes */${all.length}`])
})
