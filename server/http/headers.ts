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
  // No Trusted Types policy may be created, so no string in the page can become HTML or a script.
  "trusted-types 'none'",
].join('; ')

/** Adds the security headers to every answer. HSTS is sent when the public origin is https. */
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
    if (hasTwoHosts(request.raw.rawHeaders)) refuse('invalid_request')
  })
}

/** RFC 9112 section 3.2 forbids two Host headers, because a proxy and this server could each use a different one. */
function hasTwoHosts(rawHeaders: string[]): boolean {
  return rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length > 1
}
