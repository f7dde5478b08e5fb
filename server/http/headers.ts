import type { FastifyInstance } from 'fastify'
import { refuse } from '../../contract/kit/refusals.ts'
import { robotsHeader } from './robots.ts'

const contentSecurityPolicy = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  // No policy may be made, so no string of the page's can become HTML or a script.
  "trusted-types 'none'",
].join('; ')

/** The headers of every answer. HSTS is for the proxy that holds the certificate, and is sent when pages are https. */
export function addSafetyHeaders(app: FastifyInstance, publicOrigin: string) {
  const always: Record<string, string> = {
    'content-security-policy': contentSecurityPolicy,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    'x-frame-options': 'DENY',
    ...robotsHeader,
  }
  if (publicOrigin.startsWith('https:')) always['strict-transport-security'] = 'max-age=31536000'
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(always)
    if (namesTwoHosts(request.raw.rawHeaders)) refuse('invalid_request')
  })
}

/** RFC 9112, section 3.2 forbids it: two servers on the way could each believe another one of them. */
function namesTwoHosts(rawHeaders: string[]): boolean {
  return rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length > 1
}
