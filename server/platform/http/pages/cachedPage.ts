import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import negotiate from '@fastify/accept-negotiator'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { etagOf, hasTag } from '#server/platform/http/etag.ts'

const compressWithBrotli = promisify(brotliCompress)
const compressWithGzip = promisify(gzip)

/** A page that is sent to many readers. It is compressed once, at the highest level, like a built file. */
export type CachedPage = { policy: string; etag: string; plain: Buffer; br: Buffer; gzip: Buffer }

export async function compressPage({ page, policy }: { page: string; policy: string }): Promise<CachedPage> {
  const plain = Buffer.from(page)
  const [br, gzipped] = await Promise.all([compressWithBrotli(plain), compressWithGzip(plain, { level: 9 })])
  return { policy, etag: etagOf(page), plain, br, gzip: gzipped }
}

export function sendCachedPage(
  request: FastifyRequest,
  reply: FastifyReply,
  cached: CachedPage,
): FastifyReply {
  const { policy, etag, plain } = cached
  reply.headers({ etag, vary: 'accept-encoding, accept-language, cookie', 'content-security-policy': policy })
  if (hasTag(request.headers, etag)) return reply.code(304).send()
  reply.type('text/html; charset=utf-8')
  const encoding = negotiate(request.headers['accept-encoding'] ?? '', ['br', 'gzip'])
  return encoding === null
    ? reply.send(plain)
    : reply.header('content-encoding', encoding).send(cached[encoding])
}
