import type { Readable } from 'node:stream'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal, refuse } from '#contract/kit/refusals.ts'
import { type Storage, StorageError, storedName } from '#server/platform/storage/storage.ts'

/** The bytes of a form besides its file: boundaries, headers and a few small fields. */
const formOverhead = 64 * 1024
/**
 * The maximum number of bytes that are read and discarded after a refusal. They must be read, because a client reads the response only
 * after it has sent its body.
 */
const maxDiscarded = 16 * 1024 * 1024

/** Allows multipart/form-data for the routes of `scope`. No other route accepts it. */
export async function acceptForms(scope: FastifyInstance): Promise<void> {
  await scope.register(multipart)
}

/**
 * Reads the single file of a form from the named field. Stops reading after `maxBytes`. Refuses with `no_file`,
 * `picture_too_large`, or `invalid_request` for a broken form or a form with two files.
 */
export async function readFile(request: FastifyRequest, field: string, maxBytes: number): Promise<Buffer> {
  if (!request.isMultipart()) refuse('no_file')
  try {
    const announced = Number(request.headers['content-length'] ?? 0)
    if (announced > maxBytes + formOverhead) refuse('picture_too_large')
    const file = await Promise.race([
      readForm(request, field, maxBytes),
      refuseOversizedBody(request, maxBytes),
    ])
    return file ?? refuse('no_file')
  } catch (error) {
    discardBody(request)
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

/** Rejects if the body is larger than a form with such a file can be. The promise never resolves. */
function refuseOversizedBody({ raw }: FastifyRequest, maxBytes: number): Promise<never> {
  return new Promise((_, reject) => {
    let left = maxBytes + formOverhead
    raw.on('data', (chunk: Buffer) => {
      left -= chunk.length
      if (left < 0) reject(new Refusal('picture_too_large'))
    })
  })
}

/** Discards the rest of the body, and closes the connection of a client that keeps sending. */
function discardBody({ raw }: FastifyRequest): void {
  let left = maxDiscarded
  raw.unpipe()
  raw.on('data', (chunk: Buffer) => {
    left -= chunk.length
    if (left < 0) raw.destroy()
  })
  raw.resume()
}

/** Serves stored pictures. Their names change with every upload, so browsers can cache them forever. */
export function serveUploads(app: FastifyInstance, storage: Storage): void {
  app.get<{ Params: { '*': string } }>('/uploads/*', async (request, reply) => {
    const name = request.params['*']
    // Members upload these files, so a browser must never execute anything in them.
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
