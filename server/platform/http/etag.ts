import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import fresh from 'fresh'

/** Returns a weak tag, because the same content is sent in several encodings. */
export function etagOf(content: string | Buffer): string {
  return `W/"${createHash('sha256').update(content).digest('base64url').slice(0, 27)}"`
}

/**
 * Returns true if the client already has the content with this tag. `Cache-Control` is not considered, because `fetch`
 * adds `no-cache` to every request with a condition of its own.
 */
export function hasTag(headers: IncomingHttpHeaders, etag: string): boolean {
  return fresh({ 'if-none-match': headers['if-none-match'] }, { etag })
}
