import { Readable } from 'node:stream'
import { AwsClient } from 'aws4fetch'
import { XMLParser } from 'fast-xml-parser'
import * as z from 'zod/mini'
import type { S3Settings } from '../kit/env.ts'
import { type Storage, type StoredFile, StorageError, storedName } from './storage.ts'

/** Ours within the bucket, which may hold other things. */
const folder = 'uploads/'
/** Of one call; an upload makes two, and has to be answered within 8 s. */
const patience = 3_000

/** An S3-compatible store, addressed as endpoint/bucket/key, which all of them understand. */
export function openS3(settings: S3Settings): Storage {
  const { accessKeyId, secretAccessKey, region } = settings
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 1 })
  const bucket = `${settings.endpoint}/${settings.bucket}`
  const addressOf = (name: string) => {
    if (!storedName.test(name)) throw new StorageError('A file of this name is not ours')
    return `${bucket}/${folder}${name}`
  }

  /** Answers that are not `ok` are trouble, but for those that are expected. */
  async function ask(url: string, init: RequestInit, expected: number[] = []): Promise<Response> {
    let answer
    try {
      answer = await client.fetch(url, { ...init, signal: AbortSignal.timeout(patience) })
    } catch (error) {
      throw new StorageError('The store of the pictures could not be reached', { cause: error })
    }
    if (answer.ok || expected.includes(answer.status)) return answer
    await answer.body?.cancel()
    throw new StorageError(`The store of the pictures answered ${answer.status}`)
  }

  return {
    async put(name, bytes) {
      const headers = { 'content-type': 'image/webp', 'content-length': String(bytes.byteLength) }
      // A copy, because a request's body must not lie in shared memory.
      await ask(addressOf(name), { method: 'PUT', headers, body: Uint8Array.from(bytes) })
    },
    async get(name) {
      const answer = await ask(addressOf(name), { method: 'GET' }, [404])
      if (answer.status === 404 || !answer.body) {
        await answer.body?.cancel()
        return null
      }
      return { bytes: Number(answer.headers.get('content-length')), stream: Readable.from(answer.body) }
    },
    async remove(name) {
      await ask(addressOf(name), { method: 'DELETE' }, [404])
    },
    async *list(): AsyncGenerator<StoredFile> {
      // The first form of the call: every store has it, and it goes on from a name, not from a token.
      for (let marker: string | undefined = ''; marker !== undefined;) {
        const query = new URLSearchParams({ prefix: folder, marker })
        const answer: Response = await ask(`${bucket}?${query}`, { method: 'GET' })
        const { Contents, IsTruncated } = readPage(await answer.text())
        for (const { Key, LastModified } of Contents) {
          const name = Key.slice(folder.length)
          if (storedName.test(name)) yield { name, changedAt: new Date(LastModified) }
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
  const read = Listing.safeParse(xml.parse(text))
  if (!read.success) throw new StorageError('The store of the pictures gave a list that cannot be read')
  return read.data.ListBucketResult
}
