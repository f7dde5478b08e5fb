import type { Readable } from 'node:stream'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal, refuse } from '../../contract/kit/refusals.ts'
import { type Storage, StorageError, storedName } from '../storage/storage.ts'

/** What a form may weigh beside its file: boundaries, headers, a few small fields. */
const formOverhead = 64 * 1024
/** What a client that is told "too large" may go on sending, so that it gets to read it. */
const mostLetGo = 16 * 1024 * 1024

/** Lets the routes of `scope` take multipart/form-data; no other route takes it. */
export async function acceptForms(scope: FastifyInstance): Promise<void> {
  await scope.register(multipart)
}

/**
 * The one file of a form, from the field named. Never holds more than `maxBytes`, and stops reading there. Refuses with
 * `no_file`, `picture_too_large`, and `invalid_request` for a form that is broken or holds two files.
 */
export async function readFile(request: FastifyRequest, field: string, maxBytes: number): Promise<Buffer> {
  if (!request.isMultipart()) refuse('no_file')
  try {
    const announced = Number(request.headers['content-length'] ?? 0)
    if (announced > maxBytes + formOverhead) refuse('picture_too_large')
    const file = await Promise.race([readForm(request, field, maxBytes), endOfPatience(request, maxBytes)])
    return file ?? refuse('no_file')
  } catch (error) {
    letGo(request)
    throw error instanceof Refusal ? error : new Refusal('invalid_request')
  }
}

async function readForm(request: FastifyRequest, field: string, maxBytes: number): Promise<Buffer | null> {
  let file: Buffer | null = null
  const limits = { files: 1, fields: 8, parts: 9, fieldSize: 1024, fileSize: maxBytes + 1 }
  for await (const part of request.parts({ limits })) {
    if (part.type !== 'file') continue
    const bytes = await readUpTo(part.file, maxBytes)
    if (part.fieldname === field && bytes.length > 0) file = bytes
  }
  return file
}

async function readUpTo(stream: Readable, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of stream) {
    const bytes = Buffer.from(chunk)
    size += bytes.length
    if (size > maxBytes) refuse('picture_too_large')
    chunks.push(bytes)
  }
  return Buffer.concat(chunks)
}

/** Rejects when the whole body is more than a form with such a file can be; never resolves. */
function endOfPatience({ raw }: FastifyRequest, maxBytes: number): Promise<never> {
  return new Promise((_, reject) => {
    let left = maxBytes + formOverhead
    raw.on('data', (chunk: Buffer) => {
      left -= chunk.length
      if (left < 0) reject(new Refusal('picture_too_large'))
    })
  })
}

/** The rest goes by unread. A client that sends on and on is cut off. */
function letGo({ raw }: FastifyRequest): void {
  let left = mostLetGo
  raw.unpipe()
  raw.on('data', (chunk: Buffer) => {
    left -= chunk.length
    if (left < 0) raw.destroy()
  })
  raw.resume()
}

/** Serves the stored files: names change with every upload, so what was fetched once never needs to be again. */
export function serveUploads(app: FastifyInstance, storage: Storage): void {
  app.get<{ Params: { '*': string } }>('/uploads/*', async (request, reply) => {
    const name = request.params['*']
    // Nothing of ours: no script, no frame, no form may come to life in it, whatever a browser makes of it.
    reply.header('content-security-policy', "default-src 'none'; sandbox")
    try {
      const file = storedName.test(name) ? await storage.get(name) : null
      if (!file) return await reply.code(404).header('cache-control', 'no-store').send()
      return await reply
        .header('cache-control', 'public, max-age=31536000, immutable')
        .header('content-length', file.bytes)
        .type('image/webp')
        .send(file.stream)
    } catch (error) {
      if (!(error instanceof StorageError)) throw error
      request.log.error({ err: error }, 'a picture could not be fetched')
      return reply.code(503).headers({ 'cache-control': 'no-store', 'retry-after': '5' }).send()
    }
  })
}
