import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'

/** Returns a weak tag, because the same content is sent in several encodings. */
export function etagOf(content: string | Buffer): string {
  return `W/"${createHash('sha256').update(content).digest('base64url').slice(0, 27)}"`
}

/** Returns true if the client already has the content with this tag. */
export function hasTag(request: FastifyRequest, etag: string): boolean {
  return (request.headers['if-none-match'] ?? '')
    .split(',')
    .some((tag) => tag.trim() === '*' || opaque(tag) === opaque(etag))
}

function opaque(tag: string): string {
  return tag.trim().replace(/^W\//, '')
}
