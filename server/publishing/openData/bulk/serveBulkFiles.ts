import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isStorable } from '#contract/kit/text.ts'
import type { Admission } from '#server/platform/http/admission.ts'
import type { ReadLimits } from '#server/platform/http/readLimits.ts'
import type { Pool } from '#server/platform/postgres/db.ts'
import { callerIp } from '#server/platform/settings/networks.ts'
import { type FileStorage, StorageError } from '#server/platform/storage/storage.ts'
import { rangeHeaders, selectBytes } from '#server/publishing/openData/byteRange.ts'
import { storedAs } from './bulkWorker.ts'
import { manifestOf, type ListedFile } from './manifest.ts'

type BulkParts = {
  pool: Pool
  storage: FileStorage
  visitorReads: Admission
  readLimits: ReadLimits
  rateLimits: boolean
}

/** Serves the bulk files, the manifest of each folder, and the list of folders at `/bulk`. */
export function serveBulkFiles(app: FastifyInstance, parts: BulkParts): void {
  const { pool, visitorReads, readLimits, rateLimits } = parts
  const countVisit = async (request: FastifyRequest) => {
    if (rateLimits) await readLimits.countVisit(callerIp(request))
  }
  for (const path of ['/bulk', '/bulk/', '/bulk/index.json']) {
    app.get(path, async (request, reply) => {
      await countVisit(request)
      const folders = await visitorReads(() => selectFolders(pool))
      return sendJson(reply, { folders })
    })
  }
  app.route<{ Params: { place: string; session: string; name: string } }>({
    // HEAD is handled here too, because Fastify's own HEAD would read the whole file.
    method: ['GET', 'HEAD'],
    url: '/bulk/:place/:session/:name',
    handler: async (request, reply) => {
      await countVisit(request)
      const { place, session, name } = request.params
      const folder = `${place}/${session}`
      if (!isStorable(folder)) return sendNotFound(reply)
      const files = await visitorReads(() => selectFiles(pool, folder))
      if (name === 'manifest.json' && files.length > 0) return sendJson(reply, manifestOf(folder, files))
      const file = files.find((candidate) => candidate.name === name)
      return file ? sendFile(request, reply, parts.storage, file) : sendNotFound(reply)
    },
  })
}

async function selectFolders(pool: Pool) {
  const rows = await pool<{ folder: string; written_at: string; bytes: number; bills: number }[]>`
    select folder, max(written_at) as written_at, sum(bytes)::float8 as bytes,
           coalesce(max(row_count) filter (where name = 'bills.jsonl.gz'), 0)::float8 as bills
      from bulk_files group by folder order by folder`
  return rows.map(({ folder, written_at, bytes, bills }) => {
    return { folder, written_at, bytes, bills, manifest: `/bulk/${folder}/manifest.json` }
  })
}

function selectFiles(pool: Pool, folder: string): Promise<ListedFile[]> {
  return pool<ListedFile[]>`
    select name, sha256, bytes::float8 as bytes, row_count::float8 as row_count, source_names, written_at
      from bulk_files where folder = ${folder} order by name`
}

function sendJson(reply: FastifyReply, body: object): FastifyReply {
  return reply
    .header('cache-control', 'public, max-age=300')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(body))
}

function sendNotFound(reply: FastifyReply): FastifyReply {
  return reply
    .code(404)
    .removeHeader('content-range')
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify({ success: false, error: 'Not found' }))
}

async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  storage: FileStorage,
  { sha256, bytes, written_at }: ListedFile,
): Promise<FastifyReply> {
  const etag = `"${sha256}"`
  const lastModified = new Date(written_at)
  const selected = selectBytes(request.method, request.headers, { etag, bytes, lastModified })
  reply.code(selected.status).headers({
    etag,
    'cache-control': 'public, max-age=3600',
    'last-modified': lastModified.toUTCString(),
    ...rangeHeaders(selected, bytes),
  })
  if (selected.status >= 300) return reply.send()
  try {
    const file = await storage.get(storedAs(sha256), selected.range)
    // The file is missing after a restore, until the next night.
    if (!file) return sendNotFound(reply)
    // No `content-encoding`, because the file itself is compressed and its SHA-256 is that of the compressed bytes.
    reply.header('content-length', file.bytes).type('application/gzip')
    if (request.method !== 'HEAD') return await reply.send(file.stream)
    file.stream.destroy()
    return await reply.send()
  } catch (error) {
    if (!(error instanceof StorageError)) throw error
    request.log.error({ err: error }, 'a bulk file could not be fetched')
    return reply
      .code(503)
      .removeHeader('content-range')
      .headers({ 'cache-control': 'no-store', 'retry-after': '60' })
      .send()
  }
}
