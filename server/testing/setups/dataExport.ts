import { inflateRawSync } from 'node:zlib'
import { downloadExport, requestExport } from '#contract/people.ts'
import type { Person, TestServer } from '#server/testing/testServer.ts'

/** Returns the token of the newest emailed link, as soon as there is one. */
export async function exportToken(app: TestServer, to: Person): Promise<string> {
  for (;;) {
    const [mail] = await app.pool<{ text: string }[]>`
      select text from emails where user_id = ${to.user_id} and purpose = 'data_export' and state = 'pending'`
    const [, token] =
      /^http:\/\/localhost:3000\/download-data\?token=([0-9a-f]{64})$/m.exec(mail?.text ?? '') ?? []
    if (token) return token
  }
}

export function downloadArchive(app: TestServer, by: { token: string | null }, token: string) {
  return fetch(app.origin + downloadExport.path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(by.token ? { authorization: `Bearer ${by.token}` } : {}),
    },
    body: JSON.stringify({ token }),
  })
}

/** Returns the files of a zip archive, by the entries of its central directory. */
export function unzip(zip: Buffer): Map<string, Buffer> {
  const files = new Map<string, Buffer>()
  let at = zip.indexOf('PK\u0001\u0002', 0, 'latin1')
  while (zip.readUInt32LE(at) === 0x02014b50) {
    const [method, size, nameLength] = [
      zip.readUInt16LE(at + 10),
      zip.readUInt32LE(at + 20),
      zip.readUInt16LE(at + 28),
    ]
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength)
    const local = zip.readUInt32LE(at + 42)
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    const packed = zip.subarray(start, start + size)
    files.set(name, method === 8 ? inflateRawSync(packed) : packed)
    at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32)
  }
  return files
}

/** Requests an export, downloads it and returns what data.json contains. */
export async function exportedData(app: TestServer, by: Person): Promise<unknown> {
  await by.call(requestExport, {})
  const response = await downloadArchive(app, by, await exportToken(app, by))
  const files = unzip(Buffer.from(await response.arrayBuffer()))
  return JSON.parse(files.get('data.json')!.toString())
}
