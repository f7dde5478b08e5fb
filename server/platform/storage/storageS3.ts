import { openAsBlob } from 'node:fs'
import { Readable } from 'node:stream'
import { AwsClient } from 'aws4fetch'
import { XMLParser } from 'fast-xml-parser'
import * as z from 'zod/mini'
import type { S3Settings } from '#server/platform/settings/env.ts'
import { type FileStorage, type StoredFile, StorageError, bulkFileName, storedName } from './storage.ts'

/** The limit for one request in milliseconds. An upload makes two requests and must be answered within 8 s. */
const timeoutMs = 3_000
/** The limit for bulk files is longer, because they are large and nobody waits for them. */
const bulkTimeoutMs = 30 * 60_000

/**
 * Stores files in S3 or a compatible service, with path-style URLs, which all of them support.
 *
 * @param folder the prefix of all names, because the bucket may contain other files
 * @param names the names that files can have
 */
export function openS3(settings: S3Settings, folder = 'uploads/', names: RegExp = storedName): FileStorage {
  const { accessKeyId, secretAccessKey, region } = settings
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3' })
  const bucket = `${settings.endpoint}/${settings.bucket}`
  const urlOf = (name: string) => {
    if (!names.test(name)) throw new StorageError('Not a file name of Hurd')
    return `${bucket}/${folder}${name}`
  }

  /** Sends a request, and repeats it once if the store is busy. Throws for every status that is neither successful nor expected. */
  async function request(
    url: string,
    init: RequestInit,
    expected: number[] = [],
    waitMs = timeoutMs,
  ): Promise<Response> {
    // The signal is passed to `fetch` itself. A request that was created with it would follow it only until the garbage
    // collector removes that request, and would then wait without a limit.
    const signal = AbortSignal.timeout(waitMs)
    const send = async () => fetch(await client.sign(url, init), { signal })
    let response
    try {
      response = await send()
      if (response.status >= 500 || response.status === 429) {
        await response.body?.cancel()
        response = await send()
      }
    } catch (error) {
      throw new StorageError('The file storage is unreachable', { cause: error })
    }
    if (response.ok || expected.includes(response.status)) return response
    await response.body?.cancel()
    throw new StorageError(`The file storage answered ${response.status}`)
  }

  return {
    async put(name, bytes) {
      const headers = { 'content-type': 'image/webp', 'content-length': String(bytes.byteLength) }
      // The bytes are copied, because a request body must not be in shared memory.
      await request(urlOf(name), { method: 'PUT', headers, body: Uint8Array.from(bytes) })
    },
    async putFile(name, path) {
      // A blob of a file is read while it is sent, and its size is known, which S3 requires.
      const body = await openAsBlob(path)
      const headers = { 'content-type': 'application/gzip', 'content-length': String(body.size) }
      await request(urlOf(name), { method: 'PUT', headers, body }, [], bulkTimeoutMs)
    },
    async get(name, range) {
      // The limit also covers the download of the body, and bulk files can be large.
      const waitMs = names === bulkFileName ? bulkTimeoutMs : timeoutMs
      const headers = range ? { range: `bytes=${range.first}-${range.last}` } : {}
      const response = await request(urlOf(name), { method: 'GET', headers }, [404], waitMs)
      if (response.status === 404 || !response.body) {
        await response.body?.cancel()
        return null
      }
      if (range && response.status !== 206) {
        await response.body.cancel()
        throw new StorageError('The file storage does not serve parts of a file')
      }
      return { bytes: Number(response.headers.get('content-length')), stream: Readable.from(response.body) }
    },
    async remove(name) {
      await request(urlOf(name), { method: 'DELETE' }, [404])
    },
    async *list(prefix = ''): AsyncGenerator<StoredFile> {
      // ListObjects version 1, because every service supports it and it continues from a name instead of a token.
      for (let marker: string | undefined = ''; marker !== undefined;) {
        const query = new URLSearchParams({ prefix: folder + prefix, marker })
        const response: Response = await request(`${bucket}?${query}`, { method: 'GET' })
        const { Contents, IsTruncated } = readPage(await response.text())
        for (const { Key, LastModified } of Contents) {
          const name = Key.slice(folder.length)
          if (names.test(name)) yield { name, changedAt: new Date(LastModified) }
        }
        marker = IsTruncated === 'true' ? Contents.at(-1)?.Key : undefined
      }
    },
  }
}

const xml = new XMLParser({ parseTagValue: false, isArray: (name) => name === 'Contents' })

const Listing = z.object({
  ListBucketResult: z.object({
    Contents: z._default(z.array(z.object({ Key: z.string(), LastModified: z.string() })), []),
    IsTruncated: z.string(),
  }),
})

function readPage(text: string) {
  const parsed = Listing.safeParse(xml.parse(text))
  if (!parsed.success) throw new StorageError('The file storage returned an invalid list')
  return parsed.data.ListBucketResult
}
