import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import negotiate from '@fastify/accept-negotiator'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { etagOf, hasTag } from '#server/platform/http/etag.ts'

const compressWithBrotli = promisify(brotliCompress)
const compressWithGzip = promisify(gzip)

export const pagesNotBuilt = 'The pages are not built yet. Run "npm run build" or "npm start".'

/** A fast compression level, because each page is compressed when it is sent. */
const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

/** Sends a page that the server has written. It is compressed, and the response is 304 if the browser has it already. */
export async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  built: { page: string; policy: string } | null,
): Promise<FastifyReply> {
  if (built === null) return reply.code(503).type('text/plain; charset=utf-8').send(pagesNotBuilt)
  const { page, policy } = built
  const etag = etagOf(page)
  // The Vary header names `accept`, because a program that accepts only JSON gets a different response at the address of a
  // bill, and `cookie`, because a member gets the app there.
  reply.headers({ etag, vary: 'accept, accept-encoding, cookie', 'content-security-policy': policy })
  if (reply.statusCode === 200 && hasTag(request.headers, etag)) {
    return reply.code(304).send()
  }
  reply.type('text/html; charset=utf-8')
  const encoding = negotiate(request.headers['accept-encoding'] ?? '', ['br', 'gzip'])
  if (encoding === null) return reply.send(page)
  reply.header('content-encoding', encoding)
  return reply.send(await (encoding === 'br' ? compressWithBrotli(page, quality) : compressWithGzip(page)))
}
