import type { FastifyInstance } from 'fastify'

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
  'trusted-types dompurify',
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
  }
  if (publicOrigin.startsWith('https:')) always['strict-transport-security'] = 'max-age=31536000'
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(always)
  })
}
