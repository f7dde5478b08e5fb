import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import negotiate from '@fastify/accept-negotiator'
import type { FastifyReply, FastifyRequest } from 'fastify'

const compressWithBrotli = promisify(brotliCompress)
const compressWithGzip = promisify(gzip)

/** A fast compression level, because what the server has written is compressed when it is sent. */
const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

/** A smaller response fits into the packets of its headers. */
const minBytes = 1_400

/** Compresses a text in a form that the browser accepts and names it in the headers. The text stays as it is if there is none. */
export async function compress(
  request: FastifyRequest,
  reply: FastifyReply,
  text: string | Buffer,
): Promise<string | Buffer> {
  const encoding = negotiate(request.headers['accept-encoding'] ?? '', ['br', 'gzip'])
  if (encoding === null) return text
  reply.header('content-encoding', encoding)
  return encoding === 'br' ? compressWithBrotli(text, quality) : compressWithGzip(text)
}

/** Compresses the response of the API unless it is small or a stream. Other files and pages are compressed by what sends them. */
export async function compressJson(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): Promise<unknown> {
  const isText = typeof payload === 'string' || Buffer.isBuffer(payload)
  const isJson = String(reply.getHeader('content-type')).startsWith('application/json')
  if (!isText || !isJson || Buffer.byteLength(payload) < minBytes) return payload
  const vary = reply.getHeader('vary')
  reply.header('vary', vary ? `${String(vary)}, accept-encoding` : 'accept-encoding')
  reply.removeHeader('content-length')
  return compress(request, reply, payload)
}
